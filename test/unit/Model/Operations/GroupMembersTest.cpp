//===- GroupMembersTest.cpp -----------------------------------------------===//

#include "Model/Operations/GroupMembers.h"
#include "Model/WarpIntrinsics.h"

#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

using namespace coopify;

namespace {

TEST(GroupMembers, NamesAreUnique) {
  llvm::StringSet<> Members, Functions;
  for (const GroupMember &M : groupMembers()) {
    EXPECT_TRUE(!M.AsMember || Members.insert(M.Name).second) << M.Name.str();
    EXPECT_TRUE(!M.AsFunction || Functions.insert(M.Name).second) << M.Name.str();
    EXPECT_TRUE(M.AsMember || M.AsFunction) << M.Name.str();
  }
}

TEST(GroupMembers, AreFoundByTheirForm) {
  EXPECT_TRUE(findGroupMember("sync", true));
  EXPECT_TRUE(findGroupMember("sync", false));
  EXPECT_FALSE(findGroupMember("reduce", true));
  EXPECT_FALSE(findGroupMember("shfl", false));
  EXPECT_FALSE(findGroupMember("shfl_", true));
  EXPECT_FALSE(findGroupMember("", true));
}

TEST(GroupMembers, OnlyBarriersOrderMemory) {
  for (const GroupMember &M : groupMembers()) {
    // Half of a split barrier orders nothing of what stands between the halves.
    const bool Whole = M.Family == GroupFamily::Barrier && M.Name != "barrier_wait";
    EXPECT_EQ(M.Memory == Orders::Waited, Whole) << M.Name.str();
    EXPECT_LE(M.Memory, Orders::Waited) << M.Name.str();
    if (M.Memory == Orders::Waited)
      EXPECT_EQ(M.Waits, WaitsFor::Group) << M.Name.str();
    EXPECT_EQ(M.Shuffle != ShuffleMode::None, M.Family == GroupFamily::Shuffle) << M.Name.str();
  }
}

/// Rules render these members, and what was rendered is read again.
TEST(GroupMembers, WhatIntrinsicsBecomeIsKnown) {
  for (const WarpIntrinsic &I : warpIntrinsics())
    if (!I.Member.empty())
      EXPECT_TRUE(findGroupMember(I.Member, true)) << I.Member.str();
}

TEST(GroupMembers, Classes) {
  EXPECT_EQ(findGroupClass("thread_block"), GroupKind::ThreadBlock);
  EXPECT_EQ(nameOf(GroupKind::MaskedWarp), "masked_warp");
  EXPECT_FALSE(findGroupClass("thread_block_til"));
  EXPECT_FALSE(findGroupClass(""));
}

} // namespace
