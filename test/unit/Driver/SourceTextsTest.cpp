#include "Driver/Units/SourceTexts.h"

#include "TemporaryFolder.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

using Clock = std::chrono::system_clock;

TEST(SourceTexts, KeepsTheFirstText) {
  TemporaryFolder Folder;
  const std::string File = Folder.write("a.cu", "one");
  SourceTexts Texts;
  EXPECT_EQ(Texts.get(File), "one");
  EXPECT_TRUE(Texts.unchanged(File));
  Folder.write("a.cu", "two");
  EXPECT_EQ(Texts.get(File), "one");
  EXPECT_FALSE(Texts.unchanged(File));
}

TEST(SourceTexts, AFileWrittenDuringItsParseIsNotEdited) {
  TemporaryFolder Folder;
  const std::string File = Folder.write("a.cu", "one");
  SourceTexts Early, Late;
  Early.remember(File, Clock::now() + std::chrono::seconds(1));
  EXPECT_TRUE(Early.unchanged(File));
  Late.remember(File, Clock::now() - std::chrono::hours(1));
  EXPECT_FALSE(Late.unchanged(File));
}

TEST(SourceTexts, AMissingFileHasNoText) {
  SourceTexts Texts;
  EXPECT_EQ(Texts.get("/no/such/file"), std::nullopt);
  EXPECT_FALSE(Texts.unchanged("/no/such/file"));
}

} // namespace
