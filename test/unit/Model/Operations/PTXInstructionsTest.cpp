//===- PTXInstructionsTest.cpp --------------------------------------------===//

#include "Model/Operations/PTXInstructions.h"

#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace coopify;

namespace {

/// "opcode(a|b) opcode()", a guard as '@'.
std::string read(llvm::StringRef Asm) {
  std::vector<std::string> Out;
  for (const PTXInstruction &I : ptxInstructions(Asm))
    Out.push_back((I.Guarded ? "@" : "") + I.Opcode + "(" + llvm::join(I.Operands, "|") + ")");
  return llvm::join(Out, " ");
}

TEST(PTXInstructions, StatementsAndOperands) {
  EXPECT_EQ(read("bar.sync 0;"), "bar.sync(0)");
  EXPECT_EQ(read("mov.u32 %0, %laneid; add.u32 a,b , c;"), "mov.u32(%0|%laneid) add.u32(a|b|c)");
  EXPECT_EQ(read("ld.v2.u32 {a, b}, [p + 4];"), "ld.v2.u32({a, b}|[p + 4])");
  EXPECT_EQ(read("exit;"), "exit()");
  EXPECT_EQ(read("bar.sync 0"), "bar.sync(0)");
  EXPECT_EQ(read("bar.sync\t0\n;"), "bar.sync(0)");
}

TEST(PTXInstructions, WhatIsNone) {
  EXPECT_EQ(read(""), "");
  EXPECT_EQ(read(" ; ;"), "");
  EXPECT_EQ(read("// bar.sync 0;"), "");
  EXPECT_EQ(read("/* bar.sync 0; */"), "");
  EXPECT_EQ(read(".reg .pred p;"), "");
  EXPECT_EQ(read("L1:"), "");
  EXPECT_EQ(read("{ }"), "");
}

TEST(PTXInstructions, BlocksLabelsAndGuards) {
  EXPECT_EQ(read("{ .reg .pred p; @p bra L; L: bar.sync 1; }"), "@bra(L) bar.sync(1)");
  EXPECT_EQ(read("{ bar.sync 0 }"), "bar.sync(0)");
  EXPECT_EQ(read("@!%p1 bar.sync 0, 64;"), "@bar.sync(0|64)");
  EXPECT_EQ(read("st.shared::cta.u32 [a], b;"), "st.shared::cta.u32([a]|b)");
  EXPECT_EQ(read("= 4;"), "(= 4)");
}

TEST(PTXInstructions, Meanings) {
  auto Meaning = [](const char *Asm) { return meaningOf(ptxInstructions(Asm).at(0)); };
  EXPECT_EQ(Meaning("bar.sync 3, 64;").Number, 3u);
  EXPECT_FALSE(Meaning("bar.sync 3, 64;").Whole);
  EXPECT_TRUE(Meaning("bar.sync 3;").Whole);
  EXPECT_FALSE(Meaning("bar.sync %0;").Number);
  EXPECT_EQ(Meaning("bar.red.popc.u32 d, 2, p;").Number, 2u);
  EXPECT_TRUE(Meaning("bar.red.popc.u32 d, 2, p;").Whole);
  EXPECT_FALSE(Meaning("bar.red.popc.u32 d, 2, 64, p;").Whole);
  EXPECT_EQ(Meaning("bar.warp.sync 7;").Mask, "7");
  EXPECT_EQ(Meaning("shfl.sync.idx.b32 a|p, b, 0, 31, %4;").Mask, "%4");
  EXPECT_EQ(Meaning("barrier.cluster.wait.aligned;").Kind, PTXKind::ClusterBarrier);
  EXPECT_EQ(Meaning("match.any.sync.b32 a, b, c;").Waits, WaitsFor::Mask);
  EXPECT_EQ(Meaning("match.any.b32 a, b, c;").Kind, PTXKind::Unknown);
  EXPECT_EQ(Meaning("cp.async.wait_all;").Kind, PTXKind::OneLane);
  EXPECT_EQ(Meaning("membar;").Kind, PTXKind::Unknown);
  EXPECT_EQ(Meaning("bars.sync 0;").Kind, PTXKind::Unknown);
}

TEST(PTXInstructions, Numbers) {
  EXPECT_EQ(ptxNumber("0x1f"), 31u);
  EXPECT_EQ(ptxNumber(" -1 "), ~uint64_t(0));
  EXPECT_EQ(ptxNumber("7U"), 7u);
  EXPECT_FALSE(ptxNumber("%1"));
  EXPECT_FALSE(ptxNumber(""));
  EXPECT_FALSE(ptxNumber("1 + 1"));
}

} // namespace
