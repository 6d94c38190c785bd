#include "Model/Reasons/Reasons.h"

#include "llvm/ADT/StringSet.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

TEST(ReasonsTest, IdsAreUnique) {
  llvm::StringSet<> Ids;
  for (const Reason &R : allReasons())
    EXPECT_TRUE(Ids.insert(R.Id).second) << R.Id.str();
}

TEST(ReasonsTest, EveryIdReadsBack) {
  for (const Reason &R : allReasons()) {
    std::optional<ReasonId> Id = parseReasonId(R.Id);
    ASSERT_TRUE(Id) << R.Id.str();
    EXPECT_EQ(&reasonOf(*Id), &R);
    EXPECT_EQ(toString(*Id), R.Id);
  }
}

TEST(ReasonsTest, KindsAreTheTables) {
  EXPECT_EQ(reasonOf(ReasonId::Divergent).Kind, ReasonKind::Refusal);
  EXPECT_EQ(reasonOf(ReasonId::AlreadyPortable).Kind, ReasonKind::Note);
  EXPECT_EQ(reasonOf(ReasonId::Assumed).Kind, ReasonKind::NotApplied);
}

TEST(ReasonsTest, UnknownIdsAreNotFound) {
  EXPECT_EQ(parseReasonId(""), std::nullopt);
  EXPECT_EQ(parseReasonId("diverg"), std::nullopt);
  EXPECT_EQ(parseReasonId("divergent "), std::nullopt);
}

TEST(ReasonsTest, AFailingTestPrintsTheId) {
  EXPECT_EQ(testing::PrintToString(ReasonId::ParseError), "parse-error");
}

TEST(ReasonsTest, EveryRefusalSaysWhatToDo) {
  for (const Reason &R : allReasons()) {
    EXPECT_FALSE(R.Meaning.empty()) << R.Id.str();
    EXPECT_TRUE(R.Kind != ReasonKind::Refusal || !R.Help.empty()) << R.Id.str();
    EXPECT_FALSE(R.Meaning.ends_with(".") || R.Help.ends_with(".")) << R.Id.str();
  }
}

} // namespace
