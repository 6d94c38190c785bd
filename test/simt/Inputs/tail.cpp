// The harness of tail.cu.
#include "simt/machine.h"

#include <cstdio>
#include <numeric>
#include <vector>

void tail(int *In, int *Out); // as in tail.cu, without __global__
void shuffleSum(int *In, int *Out);

int main() {
  std::vector<int> In(128), Out(2);
  std::iota(In.begin(), In.end(), 1); // sums: 2080 and 6176
  auto show = [&](const char *What, const simt::Report &R) {
    printf("%s: %d %d, %s\n", What, Out[0], Out[1], R.ok() ? "ok" : R.Findings[0].str().c_str());
  };
  simt::Config C; // lockstep
  show("tail, lockstep", simt::launch(C, tail, 2, 64, 0, In.data(), Out.data()));
  show("shuffles, lockstep", simt::launch(C, shuffleSum, 2, 64, 16, In.data(), Out.data()));
  C.Schedule = simt::Policy::Adversarial;
  int TailsWrong = 0, ShufflesWrong = 0;
  for (C.Seed = 0; C.Seed < 200; ++C.Seed) {
    simt::launch(C, tail, 2, 64, 0, In.data(), Out.data());
    TailsWrong += Out[0] != 2080;
    simt::launch(C, shuffleSum, 2, 64, 16, In.data(), Out.data());
    ShufflesWrong += Out[0] != 2080;
  }
  printf("wrong under 200 seeds: tail %d, shuffles %d\n", TailsWrong, ShufflesWrong);
  C.Seed = 1;
  show("tail, seed 1", simt::launch(C, tail, 2, 64, 0, In.data(), Out.data()));
}
