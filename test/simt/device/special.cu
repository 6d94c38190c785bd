// RUN: %{run-program} | %FileCheck %s
// RUN: %not %simtcc -DREFUSED -c -o %t.o %s 2>&1 | %FileCheck --check-prefix=REFUSED %s
// CHECK: all right
//
// Mathematics beside the C library's, headers of old toolkits, complex numbers, spaces of memory,
// loads and stores by cache, atomics of 16 bits.
#include <crt/sm_80_rt.h>
#include <cuComplex.h>
#include <device_double_functions.h>
#include <device_functions.h>
#include <device_launch_parameters.h>
#include <math_constants.h>
#include <sm_13_double_functions.h>
#include <sm_32_intrinsics.h>
#include <sm_61_intrinsics.h>

#ifdef REFUSED
// REFUSED: error: simtcc: the machine has no <cuda/barrier>
#include <cuda/barrier>
#endif
#include <cmath>
#include <cstdio>

#ifndef __CUDA_ARCH__ // for editors that know no CUDA
extern const uint3 threadIdx;
extern const dim3 blockDim;
#endif

static __managed__ int Failures;
#define EXPECT(CONDITION)                                                                          \
  if (!(CONDITION))                                                                                \
  printf("line %d: %s\n", __LINE__, #CONDITION), ++Failures
#define NEAR(A, B) EXPECT(fabs((A) - (B)) <= 1e-6 * fabs(B))

__host__ __device__ void testBoth() {
  NEAR(erfinv(0.5), 0.4769362762044699);
  NEAR(erfcinv(1e-30), 8.148617007);
  NEAR(erfcx(0.5), 0.6156903441929259);
  NEAR(erfcx(30.0), 0.018795888861416751);
  NEAR(normcdf(1.0), 0.8413447460685429);
  NEAR(normcdfinv(0.975f), 1.959964f);
  NEAR(cyl_bessel_i0(1.0), 1.2660658777520084);
  NEAR(cyl_bessel_i1(600.0) / cyl_bessel_i0(600.0), 0.99916631839);
  NEAR(rhypot(3.0, 4.0), 0.2);
  NEAR(norm3df(2, 3, 6), 7.0f);
  NEAR(rnorm4d(1.0, 1.0, 1.0, 1.0), 0.5);
  NEAR(rcbrt(8.0), 0.5);
  float Sin, Cos;
  sincospif(1.5f, &Sin, &Cos);
  EXPECT(Sin == -1 && Cos == 0 && sinpi(1e9 + 1) == 0 && cospif(3.0f) == -1);
  const double Sides[] = {1, 2, 2, 4};
  NEAR(norm(4, Sides), 5.0);
  cuDoubleComplex A = make_cuDoubleComplex(1, 2), B = make_cuDoubleComplex(3, -4);
  const cuDoubleComplex Q = cuCdiv(A, B), P = cuCfma(A, B, cuConj(B));
  NEAR(Q.x, -0.2);
  NEAR(Q.y, 0.4);
  EXPECT(P.x == 14 && P.y == 6 && cuCabs(B) == 5);
  EXPECT(cuCimagf(cuCmulf(make_cuComplex(0, 1), make_cuComplex(2, 3))) == 2);
}

__shared__ int Static[4];
__constant__ int Fixed = 3;
__device__ int Global;
__global__ void test(unsigned short *Half, float4 *Rows) {
  testBoth();
  NEAR(j0(1.0), 0.7651976865579666);
  NEAR(ynf(2, 1.0f), -1.6506826f);
  EXPECT(CUDART_PI_HI + CUDART_PI_LO == CUDART_PI && llabs(-3ll) == 3);
  EXPECT(dadd(1, 2) == 3 && mulhi(1 << 30, 8) == 2 && float_as_int(1) == 0x3f800000);
  EXPECT(__viaddmax_s32(1, 2, -5) == 3 && __vimin3_u32(3, 1, 2) == 1);
  EXPECT(__viaddmin_s16x2_relu(0x00050005, 0xfff00001, 0x00090003) == 0x3);
  bool IsFirst;
  EXPECT(__vibmax_s32(1, 2, &IsFirst) == 2 && !IsFirst);
  int Local = 0;
  EXPECT(__isShared(Static) && !__isGlobal(Static) && __isGlobal(Half) && __isGlobal(&Global));
  EXPECT(__isLocal(&Local) && !__isShared(&Local));
  EXPECT(__cvta_shared_to_generic(__cvta_generic_to_shared(Static)) == Static);
  EXPECT(atomicCAS(Half + 1, (unsigned short)7, (unsigned short)9) == 7);
  EXPECT(Half[0] == 5 && __ldcg(Half + 1) == 9 && __ldcv(Half) == 5);
  __stwt(Rows, __ldcs(Rows + 1));
  EXPECT(Rows->w == 4 && __ldg(Rows).x == 1);
  __prof_trigger(0);
  __pm0();
}

int main() {
  unsigned short *Half;
  float4 *Rows;
  cudaMallocManaged(&Half, 4);
  cudaMallocManaged(&Rows, 2 * sizeof(float4));
  Half[0] = 5, Half[1] = 7, Rows[1] = make_float4(1, 2, 3, 4);
  testBoth();
  test<<<1, 1>>>(Half, Rows);
  EXPECT(!cudaDeviceSynchronize());
  printf(Failures ? "wrong\n" : "all right\n");
}
