// RUN: %{run-simt} | %FileCheck %s
// RUN: %not %simtcc --device-only -DUNKNOWN -o %t.unknown.o %s 2>&1 | %FileCheck --check-prefix=UNKNOWN %s
// CHECK: all equal
//
// The asm statements that legacy warp code has.
#ifdef __CUDACC__

__global__ void registers(unsigned *Out) {
  unsigned Id = threadIdx.x, *Row = Out + Id * 8;
  long long Before, After;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(Before));
  asm("mov.u32 %0, %%laneid;" : "=r"(Row[0]));
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(Row[1]));
  asm("mov.u32 %0, %%lanemask_le;" : "=r"(Row[2]));
  asm("mov.u32 %0, %%lanemask_eq;" : "=r"(Row[3]));
  asm("mov.u32 %0, %%lanemask_ge;" : "=r"(Row[4]));
  asm volatile("mov.u32 %0, %%lanemask_gt;" : "=r"(Row[5]));
  asm volatile("" ::: "memory");
  asm volatile("activemask.b32 %0;" : "=r"(Row[6]));
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(After));
  Row[7] = After > Before;
}

__global__ void laneArithmetic(unsigned *Out) {
  unsigned *Row = Out + threadIdx.x * 8;
  asm("{ .reg .u32 l; mov.u32 l, %%laneid; shl.b32 %0, l, 2; }" : "=r"(Row[0]));
  asm("{ .reg .u32 l; mov.u32 l, %%laneid; add.u32 %0, l, 16; }" : "=r"(Row[1]));
  asm("{ .reg .u32 l; mov.u32 l, %%laneid; and.b32 %0, l, 3; }" : "=r"(Row[2]));
  asm("{ .reg .u32 l; mov.u32 l, %%laneid; shr.u32 %0, l, 1; }" : "=r"(Row[3]));
}

__global__ void shuffles(unsigned *Out) {
  unsigned Id = threadIdx.x, V = 100 + Id, *Row = Out + Id * 8, P;
  asm volatile("shfl.down.b32 %0, %1, %2, 0x1f;" : "=r"(Row[0]) : "r"(V), "r"(3));
  asm volatile("shfl.idx.b32 %0, %1, 5, %2;" : "=r"(Row[1]) : "r"(V), "r"(0x1f));
  asm volatile("shfl.sync.bfly.b32 %0, %1, %2, %3, %4;"
               : "=r"(Row[2])
               : "r"(V), "r"(1), "r"(0x1f), "r"(0xffffffff));
  asm volatile("{\n\t"
               ".reg .pred p;\n\t"
               "shfl.up.b32 %0|p, %2, 2, 0;\n\t"
               "selp.u32 %1, 1, 0, p;\n\t"
               "}"
               : "=r"(Row[3]), "=r"(Row[4])
               : "r"(V));
  asm volatile("{ .reg .pred q; shfl.sync.down.b32 %0|q, %2, 1, 0x181f, 0xffffffff; "
               "selp.b32 %1, 1, 0, q; }"
               : "=r"(Row[5]), "=r"(P)
               : "r"(V));
  Row[5] += P * 1000;
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.ballot.b32 %0, p; }"
               : "=r"(Row[6])
               : "r"(Id & 4));
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, %2; }"
               : "=r"(Row[7])
               : "r"(Id & 2), "r"(0xffffffff));
}

__global__ void barriers(unsigned *Out) {
  __shared__ unsigned S[64];
  S[threadIdx.x] = threadIdx.x;
  asm volatile("bar.sync 0;" ::: "memory");
  unsigned V = S[threadIdx.x ^ 33];
  asm volatile("bar.warp.sync %0;" ::"r"(0xffffffff));
  asm volatile("membar.cta;");
  if (threadIdx.x >= 60)
    asm volatile("exit;");
  Out[threadIdx.x] = V;
}

#ifdef UNKNOWN
// UNKNOWN: inline-ptx.cu:[[#@LINE+2]]:{{.*}} error: the SIMT machine does not know this inline PTX: bfind.u32 $0,$1
__global__ void unknown(unsigned *Out) {
  asm("bfind.u32 %0, %1;" : "=r"(Out[0]) : "r"(Out[1]));
}
// UNKNOWN: 1 error generated
#endif

#else
#include "harness.h"

void registers(unsigned *Out), laneArithmetic(unsigned *Out), shuffles(unsigned *Out), barriers(unsigned *Out);

static void row(const unsigned *Actual, std::vector<unsigned> Expected, const char *What) {
  for (unsigned I = 0; I < Expected.size(); ++I)
    equal(Actual[I], Expected[I], std::string(What) + " " + std::to_string(I));
}

int main() {
  std::vector<unsigned> Out(32 * 8);
  ok(simt::launch(lockstep(), registers, 1, 32, 0, Out.data()), "registers");
  for (unsigned L = 0; L < 32; ++L) {
    unsigned Eq = 1u << L, Lt = Eq - 1;
    row(&Out[L * 8], {L, Lt, Lt | Eq, Eq, ~Lt, ~(Lt | Eq), 0xffffffff, 1}, "registers");
  }
  ok(simt::launch(lockstep(), laneArithmetic, 1, 32, 0, Out.data()), "laneArithmetic");
  for (unsigned L = 0; L < 32; ++L)
    row(&Out[L * 8], {L << 2, L + 16, L & 3, L >> 1}, "laneArithmetic");
  ok(simt::launch(lockstep(), shuffles, 1, 32, 0, Out.data()), "shuffles");
  for (unsigned L = 0; L < 32; ++L) {
    unsigned V = 100 + L;
    bool InEight = L % 8 < 7; // c = 0x181f: groups of eight
    row(&Out[L * 8],
        {L + 3 < 32 ? V + 3 : V, 105, 100 + (L ^ 1),
         L >= 2 ? V - 2 : V, L >= 2, InEight ? V + 1 + 1000 : V, 0xf0f0f0f0, 0xcccccccc},
        "shuffles");
  }
  for (const Config &C : schedules(20)) {
    Out.assign(64, 7);
    ok(simt::launch(C, barriers, 1, 64, 0, Out.data()), "barriers");
    for (unsigned I = 0; I < 64; ++I)
      equal(Out[I], I < 60 ? I ^ 33 : 7, "barriers");
  }
  return finish();
}
#endif
