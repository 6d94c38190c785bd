#include "Report/Terminal/TextFinding.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

Location line(unsigned Line, llvm::StringRef File = "/r/a.cu") {
  return {File.str(), Line * 100, Line, 1};
}

/// Findings on these lines that say the same of another place, and what to do of themselves.
std::vector<TextFinding> alike(llvm::ArrayRef<unsigned> Lines) {
  std::vector<TextFinding> Out;
  for (unsigned Line : Lines)
    Out.push_back({line(Line), "a finding", {{line(2), "differs", true}, {line(Line), "help"}}});
  return Out;
}

std::string note(const TextFinding &F, size_t Index) {
  return Index < F.Notes.size() ? F.Notes[Index].Text : "";
}

TEST(FoldTest, NeighboursShareWhatTheySay) {
  auto All = alike({10, 11, 14});
  EXPECT_EQ(foldNotes(All), 4u);
  EXPECT_EQ(note(All[0], 0), "differs (also at lines 11-14)");
  EXPECT_EQ(note(All[0], 1), "help (also at lines 11-14)");
  EXPECT_TRUE(All[0].Notes[0].Quoted);
  EXPECT_TRUE(All[1].Notes.empty());
  EXPECT_TRUE(All[2].Notes.empty());
}

TEST(FoldTest, TwoThatStandFarApartKeepTheirs) {
  auto All = alike({10, 21});
  EXPECT_EQ(foldNotes(All), 0u);
  EXPECT_EQ(note(All[1], 0), "differs");
  All = alike({10, 20});
  EXPECT_EQ(foldNotes(All), 2u);
  EXPECT_EQ(note(All[0], 1), "help (also at line 20)");
}

TEST(FoldTest, ManyAreToldOnceHoweverFarApart) {
  auto All = alike({10, 100, 200});
  EXPECT_EQ(foldNotes(All), 0u);
  All = alike({10, 100, 200, 300});
  EXPECT_EQ(foldNotes(All), 6u);
  EXPECT_EQ(note(All[0], 0), "differs (also at lines 100-300)");
}

TEST(FoldTest, ARangeHasNoFindingWithoutTheNote) {
  auto All = alike({10, 11, 12, 13, 14});
  All[2].Notes = {{line(12), "another"}};
  foldNotes(All);
  EXPECT_EQ(note(All[0], 0), "differs (also at lines 11, 13-14)");
  EXPECT_EQ(note(All[2], 0), "another");
}

TEST(FoldTest, TwoOnALineNameItOnce) {
  auto All = alike({10, 11, 11});
  foldNotes(All);
  EXPECT_EQ(note(All[0], 0), "differs (also at line 11)");
}

TEST(FoldTest, OtherPlacesAreOtherFacts) {
  auto All = alike({10, 11});
  All[1].Notes[0].Where = line(3);
  EXPECT_EQ(foldNotes(All), 1u);
  EXPECT_EQ(note(All[0], 0), "differs");
  EXPECT_EQ(note(All[1], 0), "differs");
}

TEST(FoldTest, EachFileTellsItsOwn) {
  auto All = alike({10, 11});
  All[1].Where = line(11, "/r/b.cu");
  All[1].Notes[1].Where = All[1].Where;
  EXPECT_EQ(foldNotes(All), 0u);
}

/// The headlines of findings that name these.
std::vector<std::string> named(llvm::ArrayRef<const char *> Names, size_t Cut) {
  std::vector<TextFinding> All;
  for (const char *Name : Names)
    All.push_back({line(1), std::string("calls '") + Name + "'", {}});
  EXPECT_EQ(shortenNames(All), Cut);
  std::vector<std::string> Out;
  for (const TextFinding &F : All)
    Out.push_back(F.Headline);
  return Out;
}

using Texts = std::vector<std::string>;

TEST(FoldTest, LongArgumentsAreCut) {
  EXPECT_EQ(named({"blockSum<int, std::integral_constant<int, 256>>"}, 1),
            Texts{"calls 'blockSum<int, ...>'"});
  EXPECT_EQ(named({"blockSum<int, float>"}, 0), Texts{"calls 'blockSum<int, float>'"});
  EXPECT_EQ(named({"f<std::integral_constant<unsigned long long, 256>, int>::g<1>"}, 1),
            Texts{"calls 'f<...>::g<1>'"});
}

TEST(FoldTest, WhatTellsNamesApartStays) {
  EXPECT_EQ(named({"sum<int, std::integral_constant<int, 256>, Traits<1>>",
                   "sum<int, std::integral_constant<int, 256>, Traits<2>>"},
                  2),
            (Texts{"calls 'sum<int, ..., Traits<1>>'", "calls 'sum<int, ..., Traits<2>>'"}));
  // In an argument of an argument.
  EXPECT_EQ(named({"sum<int, AVeryLongTraitsName<double, float, unsigned, 1>>",
                   "sum<int, AVeryLongTraitsName<double, float, unsigned, 2>>"},
                  2),
            (Texts{"calls 'sum<int, AVeryLongTraitsName<double, ..., 1>>'",
                   "calls 'sum<int, AVeryLongTraitsName<double, ..., 2>>'"}));
  // One is the beginning of the other.
  EXPECT_EQ(named({"sum<int, std::integral_constant<int, 256>>",
                   "sum<int, std::integral_constant<int, 256>, float>"},
                  2),
            (Texts{"calls 'sum<int, ...>'", "calls 'sum<int, ..., float>'"}));
  // Behind the arguments.
  EXPECT_EQ(named({"f<std::integral_constant<unsigned long long, 256>>::a",
                   "f<std::integral_constant<unsigned long long, 256>>::b"},
                  2),
            (Texts{"calls 'f<...>::a'", "calls 'f<...>::b'"}));
}

TEST(FoldTest, CodeIsNoName) {
  const char *Code = "i < count && data[i] > some_other_value + another_value";
  EXPECT_EQ(named({Code}, 0), Texts{std::string("calls '") + Code + "'"});
  Code = "x<(first_long_operand + second_long_operand)>y";
  EXPECT_EQ(named({Code}, 0), Texts{std::string("calls '") + Code + "'"});
}

TEST(FoldTest, AnApostropheOpensNothing) {
  std::vector<TextFinding> All = {
      {line(1), "NVIDIA's f<std::integral_constant<unsigned long long, 256>, int>'s", {}}};
  EXPECT_EQ(shortenNames(All), 0u);
}

} // namespace
