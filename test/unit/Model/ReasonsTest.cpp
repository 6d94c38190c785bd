#include "Model/Reasons.h"

#include "llvm/ADT/StringSet.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

TEST(ReasonsTest, IdsAreUnique) {
  llvm::StringSet<> Ids;
  for (const Reason &R : allReasons())
    EXPECT_TRUE(Ids.insert(R.Id).second) << R.Id.str();
}

TEST(ReasonsTest, FindsById) {
  ASSERT_NE(findReason("divergent"), nullptr);
  EXPECT_EQ(findReason("divergent")->Kind, ReasonKind::Refusal);
  EXPECT_EQ(findReason("already-portable")->Kind, ReasonKind::Note);
  EXPECT_EQ(findReason("assumed")->Kind, ReasonKind::Held);
}

TEST(ReasonsTest, UnknownIdsAreNotFound) {
  EXPECT_EQ(findReason(""), nullptr);
  EXPECT_EQ(findReason("diverg"), nullptr);
  EXPECT_EQ(findReason("divergent "), nullptr);
}

TEST(ReasonsTest, EveryRefusalSaysWhatToDo) {
  for (const Reason &R : allReasons()) {
    EXPECT_FALSE(R.Meaning.empty()) << R.Id.str();
    EXPECT_TRUE(R.Kind != ReasonKind::Refusal || !R.Help.empty()) << R.Id.str();
    EXPECT_FALSE(R.Meaning.ends_with(".") || R.Help.ends_with(".")) << R.Id.str();
  }
}

} // namespace
