//===- idioms.h - ways to synchronise, and what each needs -------*- C++ -*-===//
//
// Of test/simt/idioms. A kernel is right as it stands; of what it needs, the first, second ... is
// left out where its argument says so:
//
//   IDIOM(handOver) { Data[0] = 1; if (NEEDS(1)) __threadfence(); atomicExch(&Data[1], 1); ... }
//
// Four blocks of 64 threads run it together; Data are 1024 words, all 0. What is looked for is what
// a whole program is asked for, with SIMT_CHECK as it is.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_TEST_SIMT_IDIOMS_H
#define COOPIFY_TEST_SIMT_IDIOMS_H

#ifdef __CUDACC__

#define IDIOM(NAME) __global__ void NAME([[maybe_unused]] int *Data, [[maybe_unused]] int LeftOut)
#define NEEDS(NUMBER) (LeftOut != (NUMBER))
#define THREAD threadIdx.x
#define BLOCK blockIdx.x
#define LANE (threadIdx.x % 32)
#define WARP (threadIdx.x / 32)
#define ID (blockIdx.x * blockDim.x + threadIdx.x)

#else
#include "harness.h"
#include "simt/memory.h"

#include <cstring>

using Kernel = void (*)(int *Data, int LeftOut);

static Report run(Config C, Kernel K, unsigned LeftOut) {
  int *Data = static_cast<int *>(simt::allocate(4096, simt::Memory::Device, {"cudaMalloc"}));
  memset(Data, 0, 4096);
  C.CheckMemory = C.Cooperative = true;
  C.CheckSameValue = C.CheckHints = false;
  C.MaxSteps = 1'000'000;
  Report R = simt::launch(C, K, 4, 64, 256, Data, LeftOut);
  simt::release(Data, simt::Memory::Device, {"cudaFree"});
  return R;
}

/// Nothing is found as it stands, and something under so many of the schedules whatever is left
/// out.
static void run(const char *Name, Kernel K, unsigned Needed, unsigned Least) {
  const char *const More = getenv("SEEDS");
  const std::vector<Config> All = schedules(More ? unsigned(atoi(More)) : 20);
  for (const Config &C : All)
    if (const Report R = run(C, K, 0); !R.ok()) {
      ok(R, Name + (", " + name(C)));
      break;
    }
  printf("%s:", Name);
  for (unsigned LeftOut = 1; LeftOut <= Needed; ++LeftOut) {
    unsigned Found = 0;
    for (const Config &C : All)
      Found += !run(C, K, LeftOut).ok();
    printf(" %u", Found);
    check(Found >= Least, Name + (" is found too seldom without " + std::to_string(LeftOut)));
  }
  printf(" of %zu\n", All.size());
}

#define DECLARE(NAME, ...) void NAME(int *Data, int LeftOut);
#define REGISTER(NAME, ...) simt::registerKernel(reinterpret_cast<const void *>(NAME));
#define RUN(NAME, NEEDED, LEAST) run(#NAME, NAME, NEEDED, LEAST);
/// \p IDIOMS: name, how many things it needs, under how many schedules it is found that one is
/// left out.
#define MAIN(IDIOMS)                                                                               \
  IDIOMS(DECLARE)                                                                                  \
  int main() {                                                                                     \
    IDIOMS(REGISTER)                                                                               \
    IDIOMS(RUN)                                                                                    \
    return finish();                                                                               \
  }
#endif
#endif
