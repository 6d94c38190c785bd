//===- AsmOperationsTest.cpp - what asm statements ask of other threads ---===//

#include "OperationSnippet.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

std::string isAsm(const std::string &Code) {
  return is("asm volatile(\"" + Code + "\" ::: \"memory\");");
}

TEST(AsmOperations, BarrierZeroIsTheBlocks) {
  const std::string Barrier =
      "block barrier 'bar.sync 0' waits for the block, orders those it waits for";
  for (const char *Code : {"bar.sync 0;", "barrier.sync 0;", "bar.cta.sync 0;",
                           "barrier.cta.sync.aligned 0;", "{ bar.sync 0; }", "bar.sync\\t0 ;",
                           "bar.sync 0x0;", "membar.cta; bar.sync 0;", "bar.sync /* all */ 0;"})
    EXPECT_EQ(isAsm(Code), Barrier) << Code;
}

TEST(AsmOperations, BarriersForSomeAreNamed) {
  for (const std::string Code :
       {"bar.sync 1;", "bar.sync 0, 64;", "bar.sync 10;", "bar.red.popc.u32 r, 0, p;",
        "bar.arrive 0, 64;", "@p bar.sync 0;", "bar.sync r0;"})
    EXPECT_EQ(OperationSnippet("asm(\"" + Code + "\");").Is.Kind, OperationKind::NamedBarrier)
        << Code;
  EXPECT_EQ(OperationSnippet("asm(\"bar.sync %0;\" :: \"r\"(n));").Is.Kind,
            OperationKind::NamedBarrier);
  EXPECT_EQ(ordered("asm volatile(\"bar.sync 1, 64;\" ::: \"memory\");"), warpWidth());
  EXPECT_EQ(ordered("asm volatile(\"bar.arrive 1, 64;\" ::: \"memory\");"), 0u);
  EXPECT_EQ(ordered("asm volatile(\"@p bar.sync 1;\" ::: \"memory\");"), 0u);
}

TEST(AsmOperations, ThatMayMoveOrdersNothing) {
  EXPECT_EQ(ordered("asm volatile(\"bar.warp.sync -1;\" ::: \"memory\");"), 32u);
  EXPECT_EQ(ordered("asm(\"bar.warp.sync -1;\" ::: \"memory\");"), 32u); // nothing to leave out
  EXPECT_EQ(
      ordered("asm volatile(\"bar.warp.sync -1; mov.u32 %0, 1;\" : \"=r\"(n) :: \"memory\");"),
      32u);
  EXPECT_EQ(ordered("asm(\"bar.warp.sync -1; mov.u32 %0, 1;\" : \"=r\"(n) :: \"memory\");"), 0u);
  EXPECT_EQ(ordered("asm(\"bar.warp.sync -1; mov.u32 %0, 1;\" : \"=r\"(n));"), 0u);
  EXPECT_EQ(ordered("asm volatile(\"bar.warp.sync -1;\");"), 0u);
  EXPECT_EQ(ordered("asm volatile(\"bar.sync 0;\" :: \"r\"(n));"), 0u);
  EXPECT_TRUE(OperationSnippet("asm(\"bar.warp.sync -1; mov.u32 %0, 1;\" : \"=r\"(n));")
                  .Is.concernsOthers());
}

TEST(AsmOperations, ThatOnlyMentionsOne) {
  for (const char *Code :
       {"// bar.sync 0;", "/* barrier.sync 0; */ mov.u32 a, b;", "mov.u32 bar.sync, 0;",
        "barrier: mov.u32 a, b;", ".reg .u32 shfl;", "mov.u32 %%shfl, 1;",
        "ld.shared.u32 r, [bar];", "mov.u32 matched, vote_count;", ""})
    EXPECT_FALSE(OperationSnippet("asm(\"" + std::string(Code) + "\");").Is.concernsOthers())
        << Code;
}

TEST(AsmOperations, FencesWaitForNobody) {
  EXPECT_EQ(isAsm("membar.gl;"), "fence 'membar.gl' waits for nobody, orders the device");
  EXPECT_EQ(isAsm("fence.acq_rel.cta;"),
            "fence 'fence.acq_rel.cta' waits for nobody, orders the block");
  EXPECT_EQ(ordered("asm(\"membar.cta;\");"), 0u);
}

TEST(AsmOperations, OfWarps) {
  EXPECT_EQ(isAsm("shfl.sync.idx.b32 a, b, 0, 31, 0xffffffff;"),
            "collective 'shfl.sync.idx.b32' waits for a mask 0xffffffff, orders nothing");
  EXPECT_EQ(isAsm("vote.sync.any.pred p, q, -1;"),
            "collective 'vote.sync.any.pred' waits for a mask 0xffffffff, orders nothing");
  EXPECT_EQ(isAsm("shfl.idx.b32 a, b, 0, 31;"),
            "collective 'shfl.idx.b32' waits for nobody, but needs lanes, orders nothing");
  EXPECT_EQ(
      isAsm("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {a, b}, {c}, {d}, {e};").substr(0, 10),
      "collective");
  EXPECT_EQ(ordered("asm volatile(\"bar.warp.sync 0xffffffff;\" ::: \"memory\");"), 32u);
  EXPECT_EQ(ordered("asm volatile(\"bar.warp.sync 0xff;\" ::: \"memory\");"), 0u);
  EXPECT_EQ(ordered("asm volatile(\"bar.warp.sync %0;\" :: \"n\"(0xffffffff) : \"memory\");"), 32u);
  OperationSnippet S("asm(\"bar.warp.sync %0;\" :: \"r\"(m));");
  EXPECT_EQ(S.Is.orderedLanes(), 0u);
  EXPECT_TRUE(S.Is.Mask);
  EXPECT_TRUE(OperationSnippet("asm(\"shfl.sync.idx.b32 a, b, 0, 31, m;\");").Is.shuffles());
}

TEST(AsmOperations, ThatNoTableKnows) {
  for (const std::string Code :
       {"mbarrier.test_wait.shared.b64 p, [a], b;", "bra L;", "exit;", "call f, (a);",
        "frobnicate.sync a;", "bar.frobnicate 0;", "= 4;"}) {
    OperationSnippet S("asm(\"" + Code + "\");");
    EXPECT_EQ(S.Is.Kind, OperationKind::Unknown) << Code;
    EXPECT_TRUE(S.Is.concernsOthers()) << Code;
  }
  // A barrier is not lost behind it, but promises nothing.
  OperationSnippet S("asm(\"bar.sync 0; frobnicate a;\");");
  EXPECT_EQ(S.Is.Kind, OperationKind::BlockBarrier);
  EXPECT_EQ(S.Is.orderedLanes(), 0u);
}

} // namespace
