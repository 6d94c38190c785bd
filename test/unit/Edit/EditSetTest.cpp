#include "Edit/EditSet.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

Edit edit(unsigned Begin, unsigned End, std::string Text, std::string File = "/f.cu") {
  return {{std::move(File), Begin, End}, std::move(Text)};
}

/// The text that "0123456789" becomes.
std::string digits(const EditSet &Set) {
  auto It = Set.byFile().find("/f.cu");
  if (It == Set.byFile().end())
    return "0123456789";
  llvm::Expected<std::string> Text = applyEdits("0123456789", It->second);
  return Text ? *Text : llvm::toString(Text.takeError());
}

TEST(EditSetTest, KeepsEditsSorted) {
  EditSet Set;
  EXPECT_FALSE(Set.add({edit(8, 9, "x"), edit(2, 3, "y")}));
  EXPECT_FALSE(Set.add({edit(5, 5, "+")}));
  EXPECT_EQ(digits(Set), "01y34+567x9");
}

TEST(EditSetTest, EqualReplacementsCountOnce) {
  EditSet Set;
  EXPECT_FALSE(Set.add({edit(2, 4, "x")}));
  EXPECT_FALSE(Set.add({edit(2, 4, "x")}));
  EXPECT_FALSE(Set.add({edit(6, 7, "y"), edit(6, 7, "y")}));
  EXPECT_EQ(digits(Set), "01x45y789");
}

TEST(EditSetTest, EqualInsertionFromAnotherPassCountsOnce) {
  EditSet Set;
  EXPECT_FALSE(Set.add({edit(3, 3, "+")}));
  EXPECT_FALSE(Set.add({edit(3, 3, "+")}));
  EXPECT_EQ(digits(Set), "012+3456789");
}

TEST(EditSetTest, WholeFindingFromAnotherPassCountsOnce) {
  EditSet Set;
  std::vector<Edit> Finding = {edit(1, 2, "f"), edit(3, 3, "("), edit(4, 4, ")"), edit(4, 4, ")")};
  EXPECT_FALSE(Set.add(Finding));
  EXPECT_FALSE(Set.add(Finding));
  EXPECT_EQ(digits(Set), "0f2(3))456789");
}

TEST(EditSetTest, ReplacementInCommonMakesInsertionsTheSame) {
  EditSet Set;
  EXPECT_FALSE(Set.add({edit(1, 2, "f"), edit(4, 4, ")")}));
  EXPECT_FALSE(Set.add({edit(1, 2, "f"), edit(4, 4, ")"), edit(7, 8, "")}));
  EXPECT_EQ(digits(Set), "0f23)45689");
}

// f(g(x)) where both calls get a cast that ends at one offset.
TEST(EditSetTest, NestedFindingsKeepEqualInsertions) {
  EditSet Set;
  EXPECT_FALSE(Set.add({edit(0, 1, "F"), edit(2, 2, "("), edit(7, 7, ")")}));
  EXPECT_FALSE(Set.add({edit(2, 3, "G"), edit(4, 4, "("), edit(7, 7, ")")}));
  EXPECT_EQ(digits(Set), "F1(G3(456))789");
}

TEST(EditSetTest, DifferentInsertionsOfOnePlaceKeepTheirOrder) {
  EditSet Set;
  EXPECT_FALSE(Set.add({edit(3, 3, "b"), edit(3, 3, "a")}));
  EXPECT_FALSE(Set.add({edit(3, 3, "c")}));
  EXPECT_EQ(digits(Set), "012bac3456789");
}

/// Open in front of the digits from Begin to End, Close behind them.
std::vector<Edit> around(unsigned Begin, unsigned End, std::string Open, std::string Close) {
  const TextRange What = {"/f.cu", Begin, End};
  return {{{"/f.cu", Begin, Begin}, std::move(Open), {}, What},
          {{"/f.cu", End, End}, std::move(Close), {}, What}};
}

TEST(EditSetTest, WhatIsPutAroundTextNestsInAnyOrder) {
  for (bool OuterFirst : {false, true}) {
    EditSet Begin, End;
    for (bool Outer : {OuterFirst, !OuterFirst}) {
      EXPECT_FALSE(Begin.add(Outer ? around(2, 8, "(", ")") : around(2, 5, "[", "]")));
      EXPECT_FALSE(End.add(Outer ? around(2, 8, "(", ")") : around(5, 8, "[", "]")));
    }
    EXPECT_EQ(digits(Begin), "01([234]567)89");
    EXPECT_EQ(digits(End), "01(234[567])89");
  }
  EditSet Same; // what was added first is the outer one
  EXPECT_FALSE(Same.add(around(2, 5, "(", ")")));
  EXPECT_FALSE(Same.add(around(2, 5, "[", "]")));
  EXPECT_EQ(digits(Same), "01([234])56789");
}

TEST(EditSetTest, NeighboursCloseAndStandBeforeTheNextOpens) {
  EditSet Set;
  EXPECT_FALSE(Set.add(around(5, 8, "[", "]")));
  EXPECT_FALSE(Set.add({edit(5, 5, "+")}));
  EXPECT_FALSE(Set.add(around(2, 5, "(", ")")));
  EXPECT_EQ(digits(Set), "01(234)+[567]89");
}

TEST(EditSetTest, InsertionComesBeforeReplacementOfTheSamePlace) {
  EditSet Set;
  EXPECT_FALSE(Set.add({edit(3, 5, "R")}));
  EXPECT_FALSE(Set.add({edit(3, 3, "i")}));
  EXPECT_EQ(digits(Set), "012iR56789");
}

TEST(EditSetTest, TouchingIsNoConflict) {
  EditSet Set;
  EXPECT_FALSE(Set.add({edit(3, 5, "a")}));
  EXPECT_FALSE(Set.add({edit(5, 6, "b"), edit(5, 5, "i"), edit(1, 3, "c")}));
  EXPECT_EQ(digits(Set), "0caib6789");
}

TEST(EditSetTest, OverlapIsConflictAndNamesTheEarlierEdit) {
  EditSet Set;
  EXPECT_FALSE(Set.add({edit(3, 6, "a")}));
  EXPECT_EQ(Set.add({edit(5, 8, "b")}), edit(3, 6, "a"));
  EXPECT_EQ(Set.add({edit(0, 4, "b")}), edit(3, 6, "a"));
  EXPECT_EQ(Set.add({edit(4, 5, "b")}), edit(3, 6, "a"));
  EXPECT_EQ(Set.add({edit(0, 9, "b")}), edit(3, 6, "a"));
  EXPECT_EQ(digits(Set), "012a6789");
}

TEST(EditSetTest, SameRangeOtherTextIsConflict) {
  EditSet Set;
  EXPECT_FALSE(Set.add({edit(3, 6, "a")}));
  EXPECT_TRUE(Set.add({edit(3, 6, "b")}));
}

TEST(EditSetTest, InsertionInsideOfReplacementIsConflict) {
  EditSet Set;
  EXPECT_FALSE(Set.add({edit(3, 6, "a")}));
  EXPECT_TRUE(Set.add({edit(4, 4, "i")}));
  EditSet Other;
  EXPECT_FALSE(Other.add({edit(4, 4, "i")}));
  EXPECT_EQ(Other.add({edit(3, 6, "a")}), edit(4, 4, "i"));
}

TEST(EditSetTest, ConflictKeepsAllOfTheFindingOut) {
  EditSet Set;
  EXPECT_FALSE(Set.add({edit(3, 6, "a")}));
  EXPECT_TRUE(Set.add({edit(0, 1, "x"), edit(4, 5, "b"), edit(8, 9, "y")}));
  EXPECT_EQ(digits(Set), "012a6789");
}

TEST(EditSetTest, FindingMayNotCutIntoItself) {
  EditSet Set;
  EXPECT_TRUE(Set.add({edit(3, 6, "a"), edit(5, 7, "b")}));
  EXPECT_TRUE(Set.empty());
}

TEST(EditSetTest, FilesAreApart) {
  EditSet Set;
  EXPECT_FALSE(Set.add({edit(3, 6, "a"), edit(3, 6, "b", "/g.cu")}));
  EXPECT_EQ(Set.byFile().size(), 2u);
}

TEST(EditSetTest, NothingAddedIsEmpty) {
  EditSet Set;
  EXPECT_FALSE(Set.add({}));
  EXPECT_TRUE(Set.empty());
}

TEST(ApplyEditsTest, WholeTextAndItsEnds) {
  EXPECT_EQ(llvm::cantFail(applyEdits("ab", {edit(0, 0, "<"), edit(2, 2, ">")})), "<ab>");
  EXPECT_EQ(llvm::cantFail(applyEdits("ab", {edit(0, 2, "")})), "");
  EXPECT_EQ(llvm::cantFail(applyEdits("", {})), "");
}

std::string failure(llvm::StringRef Code, std::vector<Edit> Edits) {
  llvm::Expected<std::string> Text = applyEdits(Code, Edits);
  return Text ? "none: " + *Text : llvm::toString(Text.takeError());
}

TEST(ApplyEditsTest, RangesAreChecked) {
  EXPECT_EQ(failure("ab", {edit(1, 3, "x")}),
            "/f.cu: edit of bytes 1 to 3 lies outside of the text");
  EXPECT_EQ(failure("ab", {edit(2, 1, "x")}),
            "/f.cu: edit of bytes 2 to 1 lies outside of the text");
  EXPECT_EQ(failure("abcd", {edit(0, 2, "x"), edit(1, 3, "y")}),
            "/f.cu: edit of bytes 1 to 3 overlaps the one before it");
}

TEST(EditSetTest, EditsBeforeAPlaceMoveItsLine) {
  const llvm::StringRef Code = "a\nb\nc\nd\n";
  const std::vector<Edit> Edits = {edit(0, 0, "x\ny\n"), edit(2, 4, ""), edit(6, 7, "d\ne")};
  EXPECT_EQ(lineAfter({"/f.cu", 0, 1, 1}, Edits, Code), 3U);
  EXPECT_EQ(lineAfter({"/f.cu", 4, 3, 1}, Edits, Code), 4U);
  EXPECT_EQ(lineAfter({"/f.cu", 6, 4, 1}, Edits, Code), 5U);
}

} // namespace
