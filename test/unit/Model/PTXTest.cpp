//===- PTXTest.cpp --------------------------------------------------------===//

#include "Model/PTX.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

/// \p Asm with what a rewrite would insert, or the obstacle.
std::string masked(std::string Asm) {
  PTXWarpOps Found = findPTXWarpOps(Asm);
  if (!Found.Obstacle.empty())
    return "! " + Found.Obstacle;
  for (auto Op = Found.Ops.rbegin(); Op != Found.Ops.rend(); ++Op) {
    Asm.insert(Op->End, Op->Spaced ? ", M" : ",M");
    Asm.insert(Op->HeadEnd, ".sync");
  }
  return Asm;
}

bool hasObstacle(std::string Asm) { return masked(std::move(Asm))[0] == '!'; }

TEST(PTXTest, EveryLegacyInstruction) {
  for (std::string Mode : {"up", "down", "bfly", "idx"})
    EXPECT_EQ(masked("shfl." + Mode + ".b32 %0, %1, 1, 0;"),
              "shfl.sync." + Mode + ".b32 %0, %1, 1, 0, M;");
  for (std::string Mode : {"all.pred", "any.pred", "uni.pred", "ballot.b32"})
    EXPECT_EQ(masked("vote." + Mode + " p, !q;"), "vote.sync." + Mode + " p, !q, M;");
}

TEST(PTXTest, TheMaskIsSpacedAsTheOperands) {
  EXPECT_EQ(masked("shfl.up.b32 a|p,b,c,d;"), "shfl.sync.up.b32 a|p,b,c,d,M;");
  EXPECT_EQ(masked("shfl.up.b32 %[out], %[in], 1, 0;"), "shfl.sync.up.b32 %[out], %[in], 1, 0, M;");
  EXPECT_EQ(masked("vote.any.pred p , q ;"), "vote.sync.any.pred p , q, M ;");
}

TEST(PTXTest, BlocksVectorsAndPredicatesAround) {
  EXPECT_EQ(masked("{ .reg .b32 a<2>; mov.b64 {a0, a1}, %1;\n shfl.up.b32 a0, a0, 1, 0; { "
                   "@!p add.s32 %0, a0, %2; } }"),
            "{ .reg .b32 a<2>; mov.b64 {a0, a1}, %1;\n shfl.sync.up.b32 a0, a0, 1, 0, M; { "
            "@!p add.s32 %0, a0, %2; } }");
}

TEST(PTXTest, WhatHasSyncOrIsNoOpcodeIsNoSite) {
  for (const char *Asm : {"shfl.sync.up.b32 %0, %1, 1, 0, m;", "shfl.up.sync.b32 %0, %1, 1, 0, m;",
                          "vote.sync.any.pred p, q, m;", "mov.u32 %0, shfl;", "// shfl.up.b32",
                          "mov.u32 my_vote.x, %0;", "/* vote.any.pred p, q; */", "", "%shfl.x"}) {
    PTXWarpOps Found = findPTXWarpOps(Asm);
    EXPECT_TRUE(Found.Ops.empty()) << Asm;
    EXPECT_EQ(Found.Obstacle, "") << Asm;
  }
}

TEST(PTXTest, CommentsAreNoStatements) {
  EXPECT_EQ(masked("vote.any.pred p, /* ; */ q; // label:\n"),
            "vote.sync.any.pred p, /* ; */ q, M; // label:\n");
}

TEST(PTXTest, Obstacles) {
  for (const char *Asm : {"@p shfl.up.b32 %0, %1, 1, 0;",
                          "@!%p1 vote.any.pred p, q;",
                          "L: shfl.up.b32 %0, %1, 1, 0;",
                          "@p bra L; vote.any.pred p, q;",
                          "vote.any.pred p, q; exit;",
                          "vote.any.pred p, q; barrier.sync 0;",
                          "vote.any.pred p, q; call f;",
                          "vote.any.pred p, q; match.any.sync.b32 a, b, c;",
                          "shfl.b32 %0, %1, 1, 0;",
                          "shfl.up.b64 %0, %1, 1, 0;",
                          "vote.any p, q;",
                          "shfl.up.b32 %0, %1, 1, 0, 0xff;",
                          "vote.any.pred p;",
                          "vote.any.pred p, {q};",
                          "vote.any.pred p, q",
                          "{ vote.any.pred p, q;",
                          "vote.any.pred p, q; }",
                          "vote.any.pred p, q; {a, b;",
                          "x = vote.any.pred p, q;",
                          "vote.any.pred p, q; .shared x;",
                          "shfl.",
                          "/* vote.any.pred p, q;\nvote.any.pred p, q; */ shfl.up.b32 a, b;"})
    EXPECT_TRUE(hasObstacle(Asm)) << Asm;
}

TEST(PTXTest, WhatIsNotUnderstoodIsStillFound) {
  PTXWarpOps Found = findPTXWarpOps("@p shfl.up.b32 %0, %1, 1, 0; vote.any.pred p, q;");
  ASSERT_EQ(Found.Ops.size(), 2u);
  EXPECT_EQ(Found.Ops[0].Opcode, "shfl.up.b32");
  EXPECT_EQ(Found.Ops[0].Begin, 3u);
  EXPECT_EQ(Found.Ops[1].Opcode, "vote.any.pred");
}

} // namespace
