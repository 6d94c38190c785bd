// RUN: %{run-simt} > %t.txt && diff %t.txt %S/../gpu/barriers/lockstep.txt
//
// In lockstep a block barrier counts warps, whichever of their lanes execute it: such programs worked before
// Volta, and have no finding. test/gpu/barriers/run.py compares the same words with a GPU's.
#ifdef __CUDACC__
#include "../gpu/barriers/kernels.cu"
#else
#include "harness.h"

using Kernel = void(const int *, int *);
#define KERNELS(DO)                                                                                \
  DO(groupsContinue)                                                                               \
  DO(rowsWithBounds)                                                                               \
  DO(bothArms)                                                                                     \
  DO(halvesInTurn)                                                                                 \
  DO(twiceAndOnce)                                                                                 \
  DO(leavesOneByOne)                                                                               \
  DO(breaksBefore)                                                                                 \
  DO(exits)                                                                                        \
  DO(votesOfSome)                                                                                  \
  DO(placesPairUp)                                                                                 \
  DO(helperPerGroup)

#define DECLARE(NAME) extern "C" Kernel NAME;
KERNELS(DECLARE)

static std::vector<int> In(96), Out(96);

static Report launch(const Config &C, Kernel *K) {
  Out.assign(96, -1);
  return simt::launch(C, K, 1, {32, 3}, 0, In.data(), Out.data());
}

static void print(const char *Name) {
  printf("%s:", Name);
  for (int Word : Out)
    printf(" %d", Word);
  printf("\n");
}

// Independent threads find each of them, under one schedule or another; in lockstep nothing depends
// on which warp is first.
static void run(const char *Name, Kernel *K) {
  const bool IsLegal = K == exits;
  const Report R = launch(lockstep(), K);
  ok(R, Name);
  equal(R.BarriersDiverged, !IsLegal, std::string(Name) + " has barriers that diverge");
  print(Name);
  const std::vector<int> Expected = Out;
  for (unsigned Seed = 1; Seed < 20; ++Seed) {
    Config C = lockstep();
    C.ShuffleWarps = true, C.Seed = Seed;
    ok(launch(C, K), std::string(Name) + " with warps in another order");
    check(Out == Expected, std::string(Name) + " depends on the order of warps");
  }
  unsigned Found = 0;
  for (unsigned Seed = 0; Seed < 20; ++Seed) {
    const Report Of = launch(adversarial(Seed), K);
    Found += Of.has(Kind::DivergentCollective) || Of.has(Kind::Deadlock);
  }
  check(IsLegal ? Found == 0 : Found > 10, Name + (" is found under " + std::to_string(Found)));
}

int main() {
  for (int I = 0; I < 96; ++I)
    In[I] = (7 * I + I / 5) % 32;
#define RUN(NAME) run(#NAME, NAME);
  KERNELS(RUN)
  return Failures != 0;
}
#endif
