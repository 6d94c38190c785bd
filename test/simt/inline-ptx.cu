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
  unsigned long long Both = 0x0102030405060708ull + threadIdx.x, Swapped;
  asm("{ .reg .b32 l, h; mov.b64 {l, h}, %1; prmt.b32 l, l, 0, 0x0123; prmt.b32 h, h, 0, 0x0123; "
      "mov.b64 %0, {h, l}; }" : "=l"(Swapped) : "l"(Both));
  asm("mov.b64 {%0, %1}, %2;" : "=r"(Row[4]), "=r"(Row[5]) : "l"(Swapped));
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

// Loads and stores are accesses like all others; an address of shared memory may have 32 bits.
__global__ void memory(unsigned *Out) {
  __shared__ unsigned S[64];
  const unsigned Id = threadIdx.x;
  unsigned long long Generic;
  unsigned Shared, IsShared, Old, A, B, *Row = Out + Id * 8;
  asm("{ .reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a; }" : "=r"(Shared) : "l"(S + Id));
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(Shared), "r"(Id * 3) : "memory");
  asm volatile("st.volatile.shared.v2.u32 [%0+128], {%1, 7};" ::"r"(Shared - Id % 2 * 4), "r"(Id));
  __syncwarp();
  asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(Row[0]) : "r"(Shared));
  asm("ld.shared.v2.u32 {%0, %1}, [%2 + 128];" : "=r"(A), "=r"(B) : "r"(Shared - Id % 2 * 4));
  Row[1] = A % 2 * 100 + B; // of the pair's last writer, which is odd
  asm("{ .reg .pred p; isspacep.shared p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(IsShared) : "l"(S));
  asm("ld.global.nc.L1::no_allocate.s8 %0, [%1];" : "=r"(Row[2]) : "l"(Row + 7));
  asm volatile("red.global.add.u32 [%0], %1;" ::"l"(Out + 7), "r"(0));
  asm volatile("atom.acq_rel.gpu.shared.max.s32 %0, [%1], -5;" : "=r"(Old) : "r"(Shared));
  asm volatile("atom.shared::cta.cas.b32 %0, [%1], %2, 99;" : "=r"(A) : "r"(Shared), "r"(Id * 3));
  asm("mov.u64 %0, %1;" : "=l"(Generic) : "l"(S + Id));
  Row[3] = Old + IsShared, Row[4] = A;
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 16; @p st.u32 [%0], %1; }" ::"l"(Generic), "r"(Id));
  asm volatile("ld.relaxed.gpu.u32 %0, [%1];" : "=r"(Row[5]) : "l"(Generic));
  asm volatile("prefetch.global.L2 [%0];" ::"l"(Out));
}

__global__ void collectives(unsigned *Out) {
  const unsigned Id = threadIdx.x;
  unsigned *Row = Out + Id * 8, Any, All;
  asm volatile("{ .reg .pred p, q; setp.eq.u32 p, %2, 5; vote.sync.any.pred q, p, -1; "
               "selp.u32 %0, 1, 0, q; vote.all.pred q, !p; selp.u32 %1, 1, 0, q; }"
               : "=r"(Any), "=r"(All)
               : "r"(Id));
  asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(Row[0]) : "r"(Id / 16));
  asm volatile("redux.sync.add.s32 %0, %1, %2;" : "=r"(Row[1]) : "r"(Id), "r"(0xffffffff));
  asm("mov.u32 %0, %%tid.x;" : "=r"(Row[2]));
  asm("{ .reg .u32 a, b; mov.u32 a, %%ntid.x; mov.u32 b, %%ctaid.y; add.u32 %0, a, b; }" : "=r"(Row[3]));
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 8; @!p mov.u32 %0, 3; @p mov.u32 %0, 4; "
               "@p bar.warp.sync 0xff; }" : "=r"(Row[4]) : "r"(Id));
  Row[5] = Any * 2 + All;
  asm("vshl.u32.u32.u32.clamp.add %0, %1, %2, 5;" : "=r"(Row[6]) : "r"(3), "r"(Id * 2));
  asm("vshr.u32.u32.u32.wrap %0, %1, %2;" : "=r"(Row[7]) : "r"(0x80000000), "r"(Id * 2));
}

// An instruction whose guard is false changes nothing, also if it is the first that writes its operand.
__global__ void guarded(unsigned *Out) {
  const unsigned Id = threadIdx.x;
  unsigned *Row = Out + Id * 8, Word = 7, Loaded = 5, Other = 70;
  unsigned long long Long = 1ull << 40;
  int Twice = -3;
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 5; @p add.u32 %0, %0, 1; }" : "+r"(Word) : "r"(Id));
  Row[0] = Word;
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 5; @!p mov.u32 %0, 9; }" : "+r"(Word) : "r"(Id));
  Row[1] = Word;
  asm volatile("{ .reg .pred p; setp.ge.u32 p, %1, 30; @p shl.b64 %0, %0, 1; }" : "+l"(Long) : "r"(Id));
  Row[2] = Long >> 40;
  asm volatile("{ .reg .pred p; setp.eq.u32 p, %2, 3; @p ld.global.u32 %0, [%1]; }" : "+r"(Loaded) : "l"(Row), "r"(Id));
  Row[3] = Loaded;
  asm volatile("{ .reg .pred p, q; setp.lt.s32 p, %1, 8; setp.lt.s32 q, %1, 16; @p add.s32 %0, %0, 1; @q add.s32 %0, %0, 1; }"
               : "+r"(Twice)
               : "r"(Id));
  Row[4] = Twice;
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %2, 5; @p mov.u32 %0, %2; @!p mov.u32 %1, %2; }"
               : "+r"(Word), "+r"(Other)
               : "r"(Id));
  Row[5] = Word, Row[6] = Other;
  unsigned Byte = 300;
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0; @p ld.global.u8 %0, [%1]; }" : "+r"(Byte) : "l"(Row), "r"(Id & 1));
  Row[7] = Byte;
}

#ifdef UNKNOWN
// UNKNOWN: inline-ptx.cu:[[#@LINE+2]]:{{.*}} error: the SIMT machine does not know this inline PTX: addc.u32 $0,$1,0
__global__ void unknown(unsigned *Out) { // the carry of another statement
  asm("addc.u32 %0, %1, 0;" : "=r"(Out[0]) : "r"(Out[1]));
}
// UNKNOWN: inline-ptx.cu:[[#@LINE+2]]:{{.*}} error: the SIMT machine does not know this inline PTX: ex2.approx.f32 $0,$1
__global__ void unknownToo(unsigned *Out) {
  asm("mov.b32 %0, %1; ex2.approx.f32 %0, %1;" : "=r"(Out[0]) : "r"(Out[1]));
}
// UNKNOWN: 2 errors generated
#endif

#else
#include "harness.h"

void registers(unsigned *Out), laneArithmetic(unsigned *Out), shuffles(unsigned *Out);
void barriers(unsigned *Out), memory(unsigned *Out), collectives(unsigned *Out);
void guarded(unsigned *Out);

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
    row(&Out[L * 8],
        {L << 2, L + 16, L & 3, L >> 1, 0x04030201, 0x08070605 + (L << 24)}, "laneArithmetic");
  ok(simt::launch(lockstep(), shuffles, 1, 32, 0, Out.data()), "shuffles");
  for (unsigned L = 0; L < 32; ++L) {
    unsigned V = 100 + L;
    bool InEight = L % 8 < 7; // c = 0x181f: groups of eight
    row(&Out[L * 8],
        {L + 3 < 32 ? V + 3 : V, 105, 100 + (L ^ 1),
         L >= 2 ? V - 2 : V, L >= 2, InEight ? V + 1 + 1000 : V, 0xf0f0f0f0, 0xcccccccc},
        "shuffles");
  }
  Out.assign(32 * 8, 0xfffffff0);
  ok(simt::launch(lockstep(), memory, 1, 32, 0, Out.data()), "memory");
  for (unsigned L = 0; L < 32; ++L)
    row(&Out[L * 8], {L * 3, 107, ~15u, L * 3 + 1, L * 3, L < 16 ? L : 99}, "memory");
  ok(simt::launch(lockstep(), collectives, 1, 32, 0, Out.data()), "collectives");
  for (unsigned L = 0; L < 32; ++L)
    row(&Out[L * 8],
        {L < 16 ? 0xffffu : 0xffff0000u, 496, L, 32, L < 8 ? 4u : 3u, 2,
         unsigned(L < 16 ? 3ull << L * 2 : 0) + 5, 0x80000000u >> L * 2 % 32},
        "collectives");
  ok(simt::launch(lockstep(), guarded, 1, 32, 0, Out.data()), "guarded");
  for (unsigned L = 0; L < 32; ++L) {
    const bool IsLow = L < 5;
    row(&Out[L * 8],
        {IsLow ? 8u : 7u, IsLow ? 8u : 9u, L >= 30 ? 2u : 1u, L == 3 ? 8u : 5u,
         L < 8    ? ~0u
         : L < 16 ? ~1u
                  : ~2u,
         IsLow ? L : 9u, IsLow ? 70u : L, L % 2 ? (IsLow ? 8u : 7u) : 300u},
        "guarded");
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
