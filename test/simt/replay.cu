// RUN: %{run-simt} > %t.first && %t.exe > %t.second && cmp %t.first %t.second
// RUN: %FileCheck %s < %t.first
// CHECK: {{^[0-9]+}}
// CHECK: all equal
//
// A seed is the whole schedule: in one process, in the next one, and whatever
// ran before. printf comes in the order of the schedule.
#ifdef __CUDACC__

__global__ void chatter(int *Out) {
  __shared__ int Last;
  for (int I = 0; I < 3; ++I) {
    Last = threadIdx.x;
    int Value = __shfl(Last, 3);
    if (threadIdx.x % 16 == 0 && I == 2)
      printf("%d: %d\n", (int)threadIdx.x, Last);
    Out[threadIdx.x] += Value;
  }
}

#else
#include "harness.h"

#include <algorithm>
#include <set>

void chatter(int *Out);

// In the same memory each time: which late stores displace others is a question of addresses.
static uint64_t trace(const Config &C, std::vector<int> &Out) {
  static int Data[64];
  std::fill_n(Data, 64, 0);
  Report R = simt::launch(C, chatter, 2, 64, 0, Data);
  Out.assign(Data, Data + 64);
  return R.Trace ^ R.Steps;
}

int main() {
  std::set<uint64_t> Traces;
  std::vector<int> First, Second;
  for (Config C : schedules(50)) {
    C.CheckRaces = false;
    uint64_t Trace = trace(C, First);
    Traces.insert(Trace);
    equal(trace(C, Second), Trace, "the trace of " + name(C));
    check(First == Second, "results of " + name(C));
    printf("%llu\n", (unsigned long long)Trace);
  }
  equal(Traces.size(), size_t(52), "schedules that differ");
  return finish();
}
#endif
