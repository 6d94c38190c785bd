// Philox against CUDA's own: the number is this file's on an H200, compiled by nvcc 11.8
// (-arch=compute_80). XORWOW against itself: a skip is as many steps, and normal variables are.
// RUN: %simtcc -Wall -Wextra -Werror -O1 -I%S/Inputs -o %t.exe %s && %t.exe | %FileCheck %s
// CHECK: philox 4154c3e8823f809a
// Of the rest every function gives 1, which is this number.
// CHECK: xorwow 22c7706501f80df0
#include "checksums.h"

#include <curand_kernel.h>

#define STREAM(NAME, ...)                                                                          \
  BODY(NAME, curandStatePhilox4_32_10_t State; u64 R = 0;                                          \
       curand_init(X.Words[0], X.Words[1], X.Words[2], &State); __VA_ARGS__; Out[Id] = R)

GROUP(philox)
STREAM(one, R = curand(&State))
STREAM(seven, for (int J = 0; J < 7; ++J) R = R * 31 + curand(&State))
STREAM(four, curand(&State); uint4 Q = curand4(&State); R = Q.x + 3 * Q.y + 5 * Q.z + 7 * Q.w)
STREAM(skipped, curand(&State); skipahead(X.Words[3], &State); R = curand(&State))
STREAM(sequence, skipahead_sequence(X.Words[3], &State); R = curand(&State))
STREAM(uniform, R = bits(curand_uniform(&State)))
STREAM(uniform4, R = bits(curand_uniform4(&State).z))

__device__ u64 skips(u64 Seed, u64 Sequence, unsigned Count) {
  curandState Far, Near;
  curand_init(Seed, Sequence, Count, &Far);
  curand_init(Seed, Sequence, 0, &Near);
  for (unsigned J = 0; J < Count; ++J)
    curand(&Near);
  return curand(&Far) == curand(&Near) && curand(&Far) == curand(&Near);
}
// Of 1000 the mean is near 0 and the variance near 1: within six of their deviations.
template <class T> __device__ u64 isNormal(u64 Seed, T (*Draw)(curandState *)) {
  curandState State;
  curand_init(Seed, 0, 0, &State);
  T Sum = 0, Squares = 0;
  for (int J = 0; J < 1000; ++J) {
    const T V = Draw(&State);
    Sum += V, Squares += V * V;
  }
  return Sum > -190 && Sum < 190 && Squares > 730 && Squares < 1270;
}
template <class T> __device__ T normal(curandState *S) { return curand_normal(S); }
template <> __device__ double normal<double>(curandState *S) { return curand_normal_double(S); }

GROUP(xorwow)
BODY(skip, Out[Id] = Id % 64 ? 1 : skips(X.Words[0], X.Words[1], Id / 64 * 40))
BODY(normal, Out[Id] = Id % 512 ? 1 : isNormal(X.Words[0], normal<float>))
BODY(normal_double, Out[Id] = Id % 512 ? 1 : isNormal(X.Words[0], normal<double>))
BODY(within, curandState State; curand_init(X.Words[0], 1, 2, &State);
     const float V = curand_uniform(&State); const double W = curand_uniform_double(&State);
     Out[Id] = V > 0 && V <= 1 && W > 0 && W <= 1)
