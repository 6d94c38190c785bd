#include "Model/Stored/TUSummaryJSON.h"
#include "Model/Stored/TUSummaryBytes.h"

#include "llvm/Support/FormatVariadic.h"

#include <gtest/gtest.h>

using namespace coopify;

namespace {

std::string written(const TUSummary &Unit) { return llvm::formatv("{0}", toJSON(Unit)).str(); }

std::string errorOf(llvm::StringRef Text) {
  llvm::Expected<TUSummary> Unit = parseTUSummary(Text);
  return Unit ? "" : llvm::toString(Unit.takeError());
}

Uniformity someUniformity() {
  return {8,
          {{AtomKind::EntryConverged, 0}, {AtomKind::CallUniform, 7}},
          Obstacle{ObstacleKind::LaneDependent, "'a' differs", {"a.cu", 1, 2, 3}}};
}

Site someSite() {
  Site S;
  S.Kind = SiteKind::Shuffle;
  S.Name = "__shfl_down";
  S.Loc = {"a.cu", 10, 2, 5};
  S.Range = {"a.cu", 10, 40};
  S.Callee = {"a.cu", 10, 21};
  S.LParen = {"a.cu", 21, 22};
  S.RParen = {"a.cu", 39, 40};
  Argument A;
  A.Text = "x < 1 ? \"q\\\" : 'é'";
  A.Plain = false;
  A.Constant = -5;
  A.UpperBound = INT64_MAX;
  A.ConstantAtEntry = true;
  A.Uniform = someUniformity();
  S.Args = {A, Argument()};
  S.Function = "c:@F@f#";
  S.Conv = {someUniformity(), true, {{{"a.cu", 1, 1, 1}, "step"}}, {"a.cu", 9, 2, 3}};
  S.Macro = {MacroKind::Body, "M", {"m.h", 1, 1, 1}, {"a.cu", 9, 9, 9}};
  S.Requires = {{RequirementRole::Tile, "tile16", someUniformity(), 17}, Requirement()};
  S.If = Premise{someUniformity(), true};
  S.Lanes = 8;
  S.TypeMatters = S.VolatileMissing = true;
  S.Parts = {{"role", {"a.cu", 1, 2}, "text"}};
  S.ClaimedBy = SiteKind::MatchLoop;
  S.Preset = Refusal{ReasonId::Macro, "text", {"a.cu", 3, 3, 3}, "help"};
  S.NotASite = ReasonId::AlreadyPortable;
  S.Subject = "c:@F@g#";
  return S;
}

FunctionSummary someFunction() {
  FunctionSummary F;
  F.USR = "c:@F@f#";
  F.Kind = FunctionKind::HostDevice;
  F.Declarations = {{{"a.cu", 1, 1, 1}, {"a.cu", 5, 5}, {"a.cu", 5, 9}, true, false}};
  F.Params = {{"n", "int"}};
  F.HasBody = F.OneLineBody = F.BodyInMacro = F.LiteralsOnly = F.DirectBarrier = F.HasParseError =
      true;
  F.BodyIndent = "\t  ";
  F.TakenNames = {"a", "b"};
  F.Handles = {{"block", "block", {"a.cu", 1, 2}, true}};
  F.AddressTaken = F.Virtual = F.ExternC = F.External = F.Operator = F.Constructor = true;
  F.Destructor = F.Lambda = F.Variadic = F.InSystemHeader = F.Trial = F.TemplateText = true;
  F.Return = someUniformity();
  CallEdge E;
  E.Id = 3;
  E.Callee = "c:@F@g#";
  E.Conv.Exits = true;
  E.Args = {someUniformity(), Uniformity()};
  E.HasArgs = true;
  F.Calls = {E};
  return F;
}

TUSummary someUnit() {
  TUSummary U;
  U.MainFile = "a.cu";
  U.Pass = "sm_70";
  U.RelocatableDevice = true;
  U.Sites = {someSite(), Site()};
  U.Functions = U.TrialFunctions = U.TemplateTexts = {someFunction(), FunctionSummary()};
  U.TrialSites = {someSite()};
  U.Launches = {{"k", {"a.cu", 1, 1, 1}, {128, std::nullopt, 1}}, {"k", {}, {}}};
  U.Expansions = {{"M", {"m.h", 1, 1, 1}, {"a.cu", 2, 2, 2}}};
  FileFacts File;
  File.Path = "a.cu";
  File.CgTaken = File.CRLF = File.NeedsBlankBefore = File.IsHeader = true;
  File.Includes = {GroupHeader::Groups, GroupHeader::Scan};
  File.Alias = "cg";
  File.AliasOf = File.CgMeans = "coopify";
  File.Skipped = {{3, 9}};
  U.Libraries = {{"/opt/lib.h", {{1, 2}}}};
  U.Files = {File};
  U.Notes = {{"missing-header", "x.h", {"a.cu", 1, 1, 1}}};
  return U;
}

TEST(TUSummaryJSON, RoundTrip) {
  llvm::Expected<TUSummary> Back = parseTUSummary(written(someUnit()));
  ASSERT_TRUE(bool(Back)) << llvm::toString(Back.takeError());
  EXPECT_EQ(*Back, someUnit());
  EXPECT_EQ(written(*Back), written(someUnit()));
}

TEST(TUSummaryBytes, RoundTrip) {
  TUSummary Unit = someUnit();
  Unit.Sites[0].Name = llvm::StringRef("\xff\0\n", 3).str();
  Unit.Sites[0].Args[0].Constant = INT64_MIN;
  for (const TUSummary &Each : {Unit, TUSummary()})
    EXPECT_EQ(parseBytes(toBytes(Each)), std::optional(Each));
}

TEST(TUSummaryBytes, CutShortOrTooLongIsNone) {
  const std::string Bytes = toBytes(someUnit());
  for (size_t Length = 0; Length < Bytes.size(); ++Length)
    EXPECT_EQ(parseBytes(llvm::StringRef(Bytes).take_front(Length)), std::nullopt) << Length;
  EXPECT_EQ(parseBytes(Bytes + '\0'), std::nullopt);
}

TEST(TUSummaryBytes, ATextIsWrittenOnce) {
  TUSummary Unit = someUnit();
  Unit.Sites[0].Function = Unit.Functions[0].USR = std::string(1000, 'x');
  EXPECT_LT(toBytes(Unit).size(), toBytes(someUnit()).size() + 1010);
}

TEST(TUSummaryJSON, ItemByItemItIsTheSame) {
  for (const TUSummary &Unit : {someUnit(), TUSummary()}) {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    llvm::json::OStream J(OS);
    writeJSON(J, Unit);
    llvm::Expected<llvm::json::Value> Read = llvm::json::parse(Text);
    ASSERT_TRUE(bool(Read)) << llvm::toString(Read.takeError());
    EXPECT_EQ(*Read, toJSON(Unit));
  }
}

TEST(TUSummaryJSON, DefaultsAreLeftOut) {
  EXPECT_EQ(written(TUSummary()), "{\"FormatVersion\":23}");
  TUSummary U;
  U.Sites = {Site()};
  U.Sites[0].Kind = SiteKind::Vote;
  EXPECT_EQ(written(U), "{\"FormatVersion\":23,\"Sites\":[{\"Kind\":\"vote\"}]}");
}

TEST(TUSummaryJSON, BytesThatAreNotUTF8SurviveAsTheyAre) {
  TUSummary U;
  U.Sites = {Site()};
  U.Sites[0].Name = "caf\xe9 \xff";
  llvm::Expected<TUSummary> Back = parseTUSummary(written(U));
  ASSERT_TRUE(bool(Back)) << llvm::toString(Back.takeError());
  EXPECT_EQ(Back->Sites[0].Name, "caf\xe9 \xff");
}

TEST(TUSummaryJSON, ErrorsNameTheField) {
  EXPECT_EQ(
      errorOf(
          R"({"FormatVersion":23,"Sites":[{"Kind":"vote"},{"Kind":"asm","Loc":["a.cu",0,"x",1]}]})"),
      "expected unsigned integer at TUSummary.Sites[1].Loc[2]");
  EXPECT_EQ(errorOf(R"({"FormatVersion":23,"Sites":[{"Kind":"gadget"}]})"),
            "not one of its values at TUSummary.Sites[0].Kind");
  EXPECT_EQ(errorOf(R"({"FormatVersion":23,"Sites":[{"Kind":"vote","NotASite":"gadget"}]})"),
            "not one of its values at TUSummary.Sites[0].NotASite");
  EXPECT_EQ(errorOf(R"({"FormatVersion":23,"Sites":[{"Name":"__any"}]})"),
            "missing value at TUSummary.Sites[0].Kind");
  EXPECT_EQ(errorOf(R"({"FormatVersion":23,"Functions":[{"Kind":"Gadget"}]})"),
            "not one of its values at TUSummary.Functions[0].Kind");
  EXPECT_EQ(errorOf(R"({"FormatVersion":23,"Functions":7})"),
            "expected array at TUSummary.Functions");
  EXPECT_EQ(errorOf(R"({"FormatVersion":23,"Launches":[{"Dims":[1,2]}]})"),
            "wrong number of elements at TUSummary.Launches[0].Dims");
  EXPECT_EQ(errorOf(R"({"FormatVersion":23,"MainFile":{"Hex":"zz"}})"),
            "expected string at TUSummary.MainFile");
  EXPECT_EQ(errorOf(R"({"FormatVersion":23,"Sites":[{"Kind":"vote","Loc":["a.cu",0,-1,1]}]})"),
            "expected unsigned integer at TUSummary.Sites[0].Loc[2]");
}

// A default (which means "uniform") would silently stand for what it was.
TEST(TUSummaryJSON, UnknownFieldsAreErrors) {
  EXPECT_EQ(errorOf(R"({"FormatVersion":23,"Functions":[{"Return":{"Widht":1}}]})"),
            "unknown field at TUSummary.Functions[0].Return.Widht");
}

TEST(TUSummaryJSON, OtherVersionsAreErrors) {
  EXPECT_NE(errorOf(R"({"FormatVersion":99})").find("version 99"), std::string::npos);
  EXPECT_NE(errorOf(R"({})").find("FormatVersion"), std::string::npos);
  EXPECT_NE(errorOf("[]").find("FormatVersion"), std::string::npos);
}

TEST(TUSummaryJSON, WhatIsNotJSONIsAnError) {
  EXPECT_NE(errorOf(""), "");
  EXPECT_NE(errorOf("{\"FormatVersion\":23,"), "");
  EXPECT_NE(errorOf(llvm::StringRef("\x7f"
                                    "ELF\0\1",
                                    6)),
            "");
}

} // namespace
