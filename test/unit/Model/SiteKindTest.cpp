#include "Model/SiteKind.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

constexpr SiteKind All[] = {
#define SITE_KIND(KIND, ID, MEANING) SiteKind::KIND,
#include "Model/SiteKinds.def"
};

TEST(SiteKindTest, EveryIdReadsBack) {
  for (SiteKind Kind : All)
    EXPECT_EQ(parseSiteKind(toString(Kind)), Kind);
  EXPECT_EQ(toString(SiteKind::SharedSteps), "shared-steps");
}

TEST(SiteKindTest, KindsAreInTheOrderOfTheirIds) {
  EXPECT_TRUE(
      llvm::is_sorted(All, [](SiteKind A, SiteKind B) { return toString(A) < toString(B); }));
}

TEST(SiteKindTest, UnknownIdsAreNone) {
  EXPECT_EQ(parseSiteKind(""), std::nullopt);
  EXPECT_EQ(parseSiteKind("shuffles"), std::nullopt);
}

TEST(SiteKindTest, AFailingTestPrintsTheId) {
  EXPECT_EQ(testing::PrintToString(SiteKind::WarpWait), "warp-wait");
}

} // namespace
