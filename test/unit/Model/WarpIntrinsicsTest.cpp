#include "Model/WarpIntrinsics.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

TEST(WarpIntrinsics, FindsByTheWholeName) {
  ASSERT_TRUE(findWarpIntrinsic("__shfl"));
  EXPECT_EQ(findWarpIntrinsic("__shfl")->Name, "__shfl");
  EXPECT_FALSE(findWarpIntrinsic("__shf"));
  EXPECT_FALSE(findWarpIntrinsic("__shfl_"));
  EXPECT_FALSE(findWarpIntrinsic(""));
}

TEST(WarpIntrinsics, NamesAreUnique) {
  for (const WarpIntrinsic &I : warpIntrinsics())
    EXPECT_EQ(findWarpIntrinsic(I.Name), &I) << I.Name.str();
}

TEST(WarpIntrinsics, AMaskShiftsTheArguments) {
  for (llvm::StringRef Legacy : {"__shfl", "__shfl_up", "__shfl_down", "__shfl_xor"}) {
    const WarpIntrinsic *Old = findWarpIntrinsic(Legacy);
    const WarpIntrinsic *New = findWarpIntrinsic(Legacy.str() + "_sync");
    ASSERT_TRUE(Old && New) << Legacy.str();
    EXPECT_EQ(Old->Value + 1, New->Value);
    EXPECT_EQ(Old->Lane + 1, New->Lane);
    EXPECT_EQ(Old->Width + 1, New->Width);
    EXPECT_EQ(Old->MaxArgs + 1, New->MaxArgs);
    EXPECT_EQ(Old->Member, New->Member);
  }
}

TEST(WarpIntrinsics, IndicesAreArguments) {
  for (const WarpIntrinsic &I : warpIntrinsics())
    for (int Index : {I.Value, I.Lane, I.Width})
      EXPECT_LT(Index, int(I.MaxArgs)) << I.Name.str();
}

TEST(WarpIntrinsics, MasksMakeTheLanesMeet) {
  for (const WarpIntrinsic &I : warpIntrinsics()) {
    EXPECT_EQ(I.Sync, llvm::StringRef(I.Name).ends_with("_sync") &&
                              !llvm::StringRef(I.Name).starts_with("__barrier") ||
                          I.Name == "__syncwarp")
        << I.Name.str();
    if (I.Sync)
      EXPECT_EQ(I.Waits, WaitsFor::Mask) << I.Name.str();
  }
}

/// CUDA guide 10.19 to 10.22: "does not imply a memory barrier".
TEST(WarpIntrinsics, OnlyBarriersAndFencesOrderMemory) {
  for (const WarpIntrinsic &I : warpIntrinsics()) {
    bool Barrier = I.Family == WarpFamily::WarpBarrier || I.Family == WarpFamily::BlockBarrier ||
                   I.Family == WarpFamily::BlockVote;
    EXPECT_EQ(I.Memory == Orders::Waited, Barrier) << I.Name.str();
    EXPECT_EQ(I.Memory > Orders::Waited, I.Family == WarpFamily::Fence) << I.Name.str();
    if (I.Family == WarpFamily::Fence)
      EXPECT_EQ(I.Waits, WaitsFor::Nobody) << I.Name.str();
  }
}

TEST(WarpIntrinsics, AllHasNoMember) { EXPECT_TRUE(findWarpIntrinsic("__all")->Member.empty()); }

TEST(WarpIntrinsics, OnlyIndexedShufflesNameTheirSource) {
  EXPECT_TRUE(findWarpIntrinsic("__shfl")->Indexed);
  EXPECT_FALSE(findWarpIntrinsic("__shfl_xor")->Indexed);
}

TEST(WarpIntrinsics, AtomicsOfAllScopesDiverge) {
  for (llvm::StringRef Name : {"atomicAdd", "atomicAdd_block", "atomicCAS_system"}) {
    const WarpIntrinsic *I = findWarpIntrinsic(Name);
    ASSERT_TRUE(I) << Name.str();
    EXPECT_EQ(I->Result, WarpResult::Divergent);
  }
  EXPECT_FALSE(findWarpIntrinsic("__any_block"));
}

} // namespace
