#include "Driver/Verify/RollBack.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

ParseError errorAt(std::string File, unsigned Offset, unsigned Line, unsigned Column,
                   std::string Text = "broken") {
  return {{std::move(File), Offset, Line, Column}, std::move(Text)};
}

TEST(NewErrors, LinesMayMove) {
  EXPECT_TRUE(newErrors({errorAt("a", 10, 2, 1)}, {errorAt("a", 90, 7, 1)}).empty());
}

TEST(NewErrors, AnotherFileOrTextIsNew) {
  EXPECT_EQ(newErrors({errorAt("a", 0, 1, 1)}, {errorAt("b", 0, 1, 1)}).size(), 1u);
  EXPECT_EQ(newErrors({errorAt("a", 0, 1, 1)}, {errorAt("a", 0, 1, 1, "other")}).size(), 1u);
}

TEST(NewErrors, MoreOfTheSameAreNew) {
  const ParseError E = errorAt("a", 0, 1, 1);
  EXPECT_EQ(newErrors({E}, {E, E}).size(), 1u);
  EXPECT_TRUE(newErrors({E, E}, {E}).empty()) << "a repaired error is no error";
}

TEST(OffsetBefore, UndoesEdits) {
  //                      0123456789
  // before               ab(cd)ef         "(cd)" -> "+", insert "XYZ" at 7
  // after                ab+eXYZf
  const std::vector<Edit> Edits = {{{"a", 2, 6}, "+"}, {{"a", 7, 7}, "XYZ"}};
  EXPECT_EQ(offsetBefore(0, Edits), 0u);
  EXPECT_EQ(offsetBefore(2, Edits), 2u) << "inside new text: where it was put";
  EXPECT_EQ(offsetBefore(3, Edits), 6u);
  EXPECT_EQ(offsetBefore(5, Edits), 7u);
  EXPECT_EQ(offsetBefore(7, Edits), 7u);
}

TEST(PlaceBefore, CountsLinesOfTheUsersText) {
  const std::vector<Edit> Edits = {{{"a", 0, 0}, "#include <x>\n"}};
  const Location Now = {"a", 13 + 6, 3, 3};
  EXPECT_EQ(placeBefore(Now, Edits, "one\ntwo\n"), (Location{"a", 6, 2, 3}));
}

/// Two functions of one file, an edit in each and one in another file.
class RollBack : public testing::Test {
protected:
  // a.cu:  void f(){..}\nvoid g(){..}\n   bodies [8,12) and [21,25)
  RollBack() : Facts(link({unit()})) {
    add("a.cu", 9, "f");
    add("a.cu", 22, "g");
    add("b.cuh", 3, "h");
  }

  static TUSummary unit() {
    TUSummary Unit;
    Unit.Functions = {function("f", "a.cu", 8, 12), function("g", "a.cu", 21, 25),
                      function("h", "b.cuh", 5, 9)};
    Unit.Functions.back().Declarations = {{{"b.cuh", 1, 1, 2}, {"b.cuh", 3, 3}, {}}};
    return Unit;
  }

  static FunctionSummary function(std::string Name, std::string File, unsigned Begin,
                                  unsigned End) {
    FunctionSummary F;
    F.USR = F.Pattern = F.Name = std::move(Name);
    F.HasBody = true;
    F.Loc = {File, Begin, 1, 1};
    F.Body = {File, Begin, End};
    return F;
  }

  void add(std::string File, unsigned Offset, std::string Function) {
    Finding F;
    F.Where.Function = std::move(Function);
    F.Verdict.What = Rewrite{};
    const Edit E = {{std::move(File), Offset, Offset + 1}, "X"}; // moves nothing
    Plan.Edits.add(E);
    Plan.Outcomes.push_back(Applied{{E}});
    Findings.push_back(std::move(F));
  }

  std::set<size_t> guilty(ParseError Error, BlameReach From = BlameReach::Line) {
    return blame({std::move(Error), {"a.cu"}}, From, Findings, Plan, Facts);
  }

  ProgramFacts Facts;
  std::vector<Finding> Findings;
  EditPlan Plan;
};

TEST_F(RollBack, TheEditOnTheLine) {
  EXPECT_EQ(guilty(errorAt("a.cu", 10, 1, 11)), std::set<size_t>{0});
  EXPECT_EQ(guilty(errorAt("a.cu", 23, 2, 11)), std::set<size_t>{1});
}

TEST_F(RollBack, TheLineThatUsesTheMacro) {
  ParseError Error = errorAt("a.cu", 40, 5, 1);
  Error.Used = {"a.cu", 23, 2, 11};
  EXPECT_EQ(guilty(Error), std::set<size_t>{1});
}

TEST_F(RollBack, TheDeclarationThatACallDoesNotFit) {
  ParseError Error = errorAt("a.cu", 40, 5, 1);
  Error.Candidates = {{"b.cuh", 1, 1, 2}};
  EXPECT_EQ(guilty(Error), std::set<size_t>{2}) << "not all of the file, or the unit";
  Error.Candidates = {{"b.cuh", 0, 1, 1}};
  EXPECT_EQ(guilty(Error), (std::set<size_t>{0, 1})) << "no edit is there";
  Error = errorAt("a.cu", 10, 1, 11);
  Error.Candidates = {{"b.cuh", 1, 1, 2}};
  EXPECT_EQ(guilty(Error), std::set<size_t>{0}) << "the edit on its own line is nearer";
}

TEST_F(RollBack, TheFunctionIfTheLineHasNone) {
  // The second line of a body whose first line is edited.
  EXPECT_EQ(guilty(errorAt("a.cu", 24, 3, 1)), std::set<size_t>{1});
}

TEST_F(RollBack, TheFileIfNoFunctionHasIt) {
  EXPECT_EQ(guilty(errorAt("a.cu", 40, 5, 1)), (std::set<size_t>{0, 1}));
}

TEST_F(RollBack, TheUnitIfTheFileHasNoEdit) {
  EXPECT_EQ(guilty(errorAt("c.cuh", 0, 1, 1)), (std::set<size_t>{0, 1}));
}

TEST_F(RollBack, TheProgramIfTheUnitHasNoEdit) {
  EXPECT_EQ(blame({errorAt("c.cu", 0, 1, 1), {"c.cu"}}, BlameReach::Line, Findings, Plan, Facts),
            (std::set<size_t>{0, 1, 2}));
}

TEST_F(RollBack, NotWhatWasTakenBackBefore) {
  Plan.Outcomes[0] = Refused{{ReasonId::DoesNotCompile, "", {}, ""}};
  EXPECT_EQ(guilty(errorAt("a.cu", 10, 1, 11)), std::set<size_t>{1});
}

TEST_F(RollBack, ReachesAsFarAsAsked) {
  EXPECT_EQ(guilty(errorAt("a.cu", 10, 1, 11), BlameReach::File), (std::set<size_t>{0, 1}));
}

/// The reasons of the refusals in \p Against, by finding.
std::map<size_t, ReasonId> reasons(const Vetoes &Against) {
  std::map<size_t, ReasonId> Out;
  for (const auto &[Index, Veto] : Against)
    if (const Refusal *Why = std::get_if<Refusal>(&Veto))
      Out[Index] = Why->Reason;
  return Out;
}
using Reasons = std::map<size_t, ReasonId>;

TEST_F(RollBack, TakeBackRefusesTheWholeGroup) {
  Findings[0].Verdict.Group = Findings[2].Verdict.Group = "block";
  Vetoes Against;
  rollBack(Findings, 0, errorAt("a.cu", 10, 1, 11, "no member named 'any'"), Against);
  EXPECT_EQ(reasons(Against),
            (Reasons{{0, ReasonId::DoesNotCompile}, {2, ReasonId::DoesNotCompile}}))
      << "and not another group";
  EXPECT_NE(std::get<Refusal>(Against.at(0)).Text.find("no member named 'any'"), std::string::npos);
  EXPECT_EQ(Against.at(0), Against.at(2));
}

TEST_F(RollBack, TakeBackLeavesOthersWithoutAGroup) {
  Vetoes Against;
  rollBack(Findings, 0, errorAt("a.cu", 10, 1, 11), Against);
  EXPECT_EQ(reasons(Against), (Reasons{{0, ReasonId::DoesNotCompile}}))
      << "no group is not a common group";
}

TEST_F(RollBack, TakeBackOfACallThatMeansAnotherFunction) {
  ParseError Error = errorAt("a.cu", 10, 1, 11);
  Error.Means = {"b.cuh", 3, 1, 4};
  Vetoes Against;
  rollBack(Findings, 1, Error, Against);
  EXPECT_EQ(reasons(Against), (Reasons{{1, ReasonId::OtherFunction}}));
}

TEST_F(RollBack, TakeBackLeavesTheFirstWord) {
  Vetoes Against = {{0, Refusal{ReasonId::EditConflict, "earlier", {}, ""}}};
  rollBack(Findings, 0, errorAt("a.cu", 10, 1, 11), Against);
  EXPECT_EQ(reasons(Against), (Reasons{{0, ReasonId::EditConflict}}));
}

} // namespace
