#include "Model/Reasons/Assumptions.h"

#include "llvm/ADT/StringSet.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

TEST(AssumptionsTest, IdsAreUnique) {
  llvm::StringSet<> Ids;
  for (const Assumption &A : allAssumptions())
    EXPECT_TRUE(Ids.insert(A.Id).second) << A.Id.str();
}

TEST(AssumptionsTest, FindsByConstant) {
  ASSERT_NE(findAssumption(assumption::ConvergedCallers), nullptr);
  EXPECT_EQ(findAssumption(assumption::ConvergedCallers)->Id, "converged-callers");
  EXPECT_EQ(findAssumption(assumption::Block1D)->Id, "block-1d");
}

TEST(AssumptionsTest, UnknownIdsAreNotFound) {
  EXPECT_EQ(findAssumption(""), nullptr);
  EXPECT_EQ(findAssumption("block"), nullptr);
  EXPECT_EQ(findAssumption("divergent"), nullptr) << "a reason is none";
}

TEST(AssumptionsTest, AllAreClauses) {
  for (const Assumption &A : allAssumptions())
    for (llvm::StringRef Text : {A.Meaning, A.Settled, A.Help}) {
      EXPECT_FALSE(Text.empty()) << A.Id.str();
      EXPECT_FALSE(Text.ends_with(".")) << Text.str();
    }
}

} // namespace
