//===- wrong.h - small wrong programs and their right twins ------*- C++ -*-===//
//
// Of test/simt/wrong. A kernel is wrong if its argument says so, and else right:
//
//   PROGRAM(missingBarrier) { ... if (!Wrong) __syncthreads(); ... }
//
// Two blocks of 64 threads run it; Data are 256 words, of which nobody wrote the second half.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_TEST_SIMT_WRONG_H
#define COOPIFY_TEST_SIMT_WRONG_H

#ifdef __CUDACC__

#define PROGRAM(NAME)                                                                              \
  __global__ void NAME([[maybe_unused]] int *Data, [[maybe_unused]] int *Host,                     \
                       [[maybe_unused]] int Wrong)
#define ID (blockIdx.x * blockDim.x + threadIdx.x)

#else
#include "harness.h"
#include "simt/memory.h"

#include <cstring>

using Kernel = void (*)(int *Data, int *Host, int Wrong);

static Report run(Config C, Kernel K, bool Wrong) {
  const simt::Caller By = {"cudaMalloc"};
  int *Data = static_cast<int *>(simt::allocate(1024, simt::Memory::Device, By));
  memset(Data, 0, 512);
  simt::markWritten(Data, 512);
  std::vector<int> Host(64);
  C.CheckMemory = C.CheckUninitialised = true;
  C.MaxSteps = 1'000'000;
  Report R = simt::launch(C, K, 2, 64, 256, Data, Host.data(), Wrong);
  simt::release(Data, simt::Memory::Device, {"cudaFree"});
  return R;
}

/// It has findings of that kind under so many of 22 schedules, and its twin has none.
static void run(const char *Name, Kernel K, Kind Expected, unsigned Least, bool Together) {
  unsigned Found = 0;
  for (Config C : schedules(20)) {
    C.Cooperative = Together;
    const Report R = run(C, K, true);
    Found += R.has(Expected);
    if (!R.has(Expected) && !R.ok())
      check(false, Name + (", " + name(C) + ", wrong, has another finding:\n") + R.str());
    ok(run(C, K, false), Name + (", " + name(C) + ", right"));
  }
  printf("%s: %s under %u of 22\n", Name, simt::name(Expected), Found);
  check(Found >= Least, std::string(Name) + " is found too seldom");
}

#define DECLARE(NAME, ...) void NAME(int *Data, int *Host, int Wrong);
#define REGISTER(NAME, ...) simt::registerKernel(reinterpret_cast<const void *>(NAME));
#define RUN(NAME, KIND, LEAST) run(#NAME, NAME, Kind::KIND, LEAST, Together);
/// \p PROGRAMS: name, kind, under how many of the schedules it must be found.
#define MAIN(PROGRAMS, TOGETHER)                                                                   \
  PROGRAMS(DECLARE)                                                                                \
  int main() {                                                                                     \
    const bool Together = TOGETHER;                                                                \
    PROGRAMS(REGISTER)                                                                             \
    PROGRAMS(RUN)                                                                                  \
    return finish();                                                                               \
  }
#endif
#endif
