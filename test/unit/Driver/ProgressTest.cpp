#include "Driver/Units/Progress.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

TEST(ProgressTest, SaysHowFarItIs) {
  EXPECT_EQ(progressText({12, 3, 318, 1.5, "src/foo.cu"}, 80),
            "12 of 318 units, 3 at work, about 39 s left: src/foo.cu");
  EXPECT_EQ(progressText({0, 1, 1, 5, "a.cu"}, 80), "0 of 1 unit: a.cu");
  EXPECT_EQ(progressText({2, 0, 2, 5, ""}, 80), "2 of 2 units");
}

TEST(ProgressTest, LongTimesAreMinutes) {
  EXPECT_EQ(progressText({1, 1, 10, 60, "a.cu"}, 80), "1 of 10 units, about 9 min left: a.cu");
}

TEST(ProgressTest, OfTheFirstSecondNothingFollows) {
  EXPECT_EQ(progressText({1, 1, 10, 0.5, "a.cu"}, 80), "1 of 10 units: a.cu");
}

TEST(ProgressTest, StaysOnItsLine) {
  const ReadingState S = {0, 1, 2, 0, "a/very/long/path/to/file.cu"};
  EXPECT_EQ(progressText(S, 30), "0 of 2 units: ...h/to/file.cu");
  for (unsigned Columns = 0; Columns < 60; ++Columns)
    EXPECT_LE(progressText(S, Columns).size(), Columns == 0 ? 0 : Columns - 1);
  EXPECT_EQ(progressText(S, 42), "0 of 2 units: a/very/long/path/to/file.cu");
}

} // namespace
