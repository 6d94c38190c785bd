//===- curand_kernel.h - random numbers for kernels ---------------*- C++ -*-===//
//
// Philox4x32-10 and XORWOW, by the papers that lib/Random.cpp names. Philox gives CUDA's own bits;
// of XORWOW the steps are CUDA's, and how a seed becomes a state is not, for it is not published.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_CURAND_KERNEL_H
#define COOPIFY_SIMT_CURAND_KERNEL_H

#define CURAND_KERNEL_H_

#include "simt/random_calls.h"
#include <cuda_runtime.h>

#ifndef SIMT_DEVICE // host code that names its types alone
#define SIMT_DEVICE [[maybe_unused]] static
#endif

// --- Philox ------------------------------------------------------------------------------------

struct curandStatePhilox4_32_10 {
  unsigned ctr[4], key[2], output[4]; ///< The output of that counter.
  unsigned STATE;                     ///< How many of it were given.
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

// Adds to the two words from First on, with the carry into what is above.
SIMT_DEVICE void simt_count(unsigned *_Counter, int First, unsigned long long Count) {
  unsigned long long _Low = (unsigned long long)_Counter[First + 1] << 32 | _Counter[First];
  unsigned long long _Sum = _Low + Count;
  _Counter[First] = (unsigned)_Sum, _Counter[First + 1] = (unsigned)(_Sum >> 32);
  if (First == 0 && _Sum < _Low && ++_Counter[2] == 0)
    ++_Counter[3];
}
SIMT_DEVICE void simt_fill(curandStatePhilox4_32_10 *_S) {
  simt_philox(_S->ctr, _S->key, _S->output);
}
SIMT_DEVICE void skipahead(unsigned long long Count, curandStatePhilox4_32_10 *_S) {
  const unsigned _State = _S->STATE + (unsigned)(Count & 3);
  _S->STATE = _State & 3;
  if (Count / 4 + _State / 4) {
    simt_count(_S->ctr, 0, Count / 4 + _State / 4);
    simt_fill(_S);
  }
}
SIMT_DEVICE void skipahead_sequence(unsigned long long Count, curandStatePhilox4_32_10 *_S) {
  simt_count(_S->ctr, 2, Count);
  simt_fill(_S);
}
SIMT_DEVICE void curand_init(unsigned long long Seed, unsigned long long Subsequence,
                             unsigned long long Offset, curandStatePhilox4_32_10 *_S) {
  curandStatePhilox4_32_10 _New = {};
  _New.key[0] = (unsigned)Seed, _New.key[1] = (unsigned)(Seed >> 32);
  skipahead_sequence(Subsequence, &_New);
  skipahead(Offset, &_New);
  *_S = _New;
}
SIMT_DEVICE unsigned curand(curandStatePhilox4_32_10 *_S) {
  const unsigned _Value = _S->output[_S->STATE];
  skipahead(1, _S);
  return _Value;
}
SIMT_DEVICE uint4 curand4(curandStatePhilox4_32_10 *_S) {
  const unsigned _A = curand(_S), _B = curand(_S), _C = curand(_S);
  return make_uint4(_A, _B, _C, curand(_S));
}

// --- XORWOW ------------------------------------------------------------------------------------

struct curandStateXORWOW {
  unsigned d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef curandStateXORWOW curandState_t, curandState, curandStateXORWOW_t;

SIMT_DEVICE void skipahead(unsigned long long Count, curandStateXORWOW *_S) {
  simt_xorwow_skip(_S->v, Count);
  _S->d += 362437 * (unsigned)Count;
}
// A state is Philox's output of the seed and the subsequence: own sequences, and not CUDA's.
SIMT_DEVICE void curand_init(unsigned long long Seed, unsigned long long Subsequence,
                             unsigned long long Offset, curandStateXORWOW *_S) {
  const unsigned _Key[] = {(unsigned)Seed, (unsigned)(Seed >> 32)};
  unsigned _Counter[] = {0, 0, (unsigned)Subsequence, (unsigned)(Subsequence >> 32)};
  unsigned _Words[8];
  simt_philox(_Counter, _Key, _Words);
  _Counter[0] = 1;
  simt_philox(_Counter, _Key, _Words + 4);
  curandStateXORWOW _New = {};
  _New.d = _Words[5];
  _New.v[0] = _Words[0] | 1; // not all of them may be 0
  _New.v[1] = _Words[1], _New.v[2] = _Words[2], _New.v[3] = _Words[3], _New.v[4] = _Words[4];
  skipahead(Offset, &_New);
  *_S = _New;
}
SIMT_DEVICE unsigned curand(curandStateXORWOW *_S) {
  const unsigned _T = _S->v[0] ^ _S->v[0] >> 2, _Last = _S->v[4];
  _S->v[0] = _S->v[1], _S->v[1] = _S->v[2], _S->v[2] = _S->v[3], _S->v[3] = _Last;
  _S->v[4] = _Last ^ _Last << 4 ^ _T ^ _T << 1;
  _S->d += 362437;
  return _S->v[4] + _S->d;
}

#ifdef __CUDA__ // with what kernels alone have
#include "simt/random_distributions.h"
#endif

#endif
