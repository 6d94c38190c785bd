//===- RuleHarness.h - a program made by hand, decided and rendered -*- C++ -*-===//
//
// Sites are found in the text of one file, so that a test compares text with
// text; what the parser would know more is set on the returned Site.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_TEST_UNIT_RULES_RULEHARNESS_H
#define COOPIFY_TEST_UNIT_RULES_RULEHARNESS_H

#include "Edit/EditSet.h"
#include "Link/ProgramFacts.h"
#include "Rules/Decide/Decide.h"

#include "llvm/ADT/StringExtras.h"

#include "gtest/gtest.h"

#include <deque>

namespace coopify {

inline constexpr const char *TestFile = "/a.cu";

/// The names that an empty function would get.
class PlainNames : public RenderContext {
public:
  std::string handle(const HandleRequest &R, const Site &At) const override {
    if (R.Kind != HandleRequest::Tile)
      return R.Kind == HandleRequest::Block ? "block" : "lanes";
    if (At.Macro.Kind == MacroKind::Body)
      return "cg::tiled_partition<" + R.Size + ">(cg::this_thread_block())";
    if (R.Size == "32")
      return "warp";
    return llvm::isDigit(R.Size.front()) ? "tile" + R.Size : "tile";
  }
  std::string groups(llvm::StringRef) const override { return "cg::"; }
  std::string freshName(llvm::StringRef Wanted, const Site &) const override {
    return Wanted.str();
  }
};

class RuleHarness {
public:
  explicit RuleHarness(std::string Code) : Code(std::move(Code)) {}

  Location at(llvm::StringRef Text, size_t From = 0) const {
    size_t Offset = Code.find(Text.str(), From);
    EXPECT_NE(Offset, std::string::npos) << Text.str();
    unsigned Line = llvm::StringRef(Code).take_front(Offset).count('\n') + 1;
    return {TestFile, unsigned(Offset), Line, 1};
  }
  TextRange range(llvm::StringRef Text, size_t From = 0) const {
    unsigned Begin = at(Text, From).Offset;
    return {TestFile, Begin, Begin + unsigned(Text.size())};
  }

  FunctionSummary &function(std::string Name, FunctionKind Kind = FunctionKind::Kernel) {
    FunctionSummary &F = Functions.emplace_back();
    F.USR = F.Pattern = F.Name = Name;
    F.Kind = Kind;
    F.HasBody = true;
    F.Loc = {TestFile, 0, 1, 1};
    return F;
  }

  /// The call \p Text in \p Function; its kind follows from its name.
  Site &call(llvm::StringRef Text, std::string Function, size_t From = 0) {
    Site &S = Sites.emplace_back();
    size_t Paren = Text.find('(');
    S.Name = Text.take_front(Paren).ltrim(':').str();
    S.Kind = llvm::StringRef(S.Name).starts_with("__shfl") ? SiteKind::Shuffle
             : S.Name == "__syncthreads"                   ? SiteKind::Barrier
                                                           : SiteKind::Vote;
    S.Range = range(Text, From);
    S.Loc = at(Text, From);
    S.Callee = {TestFile, S.Range.Begin, unsigned(S.Range.Begin + Paren)};
    S.LParen = {TestFile, S.Callee.End, S.Callee.End + 1};
    S.RParen = {TestFile, S.Range.End - 1, S.Range.End};
    S.Function = std::move(Function);
    addArguments(S);
    return S;
  }

  ProgramFacts facts() {
    TUSummary Unit;
    Unit.MainFile = TestFile;
    Unit.Pass = "sm_70";
    Unit.Functions.assign(Functions.begin(), Functions.end());
    Unit.Sites.assign(Sites.begin(), Sites.end());
    Unit.Expansions = Expansions;
    std::vector<TUSummary> Units;
    Units.push_back(std::move(Unit));
    return link(std::move(Units));
  }

  std::vector<Finding> findings() { return decideAll(facts(), allRules()); }

  /// The one finding; a failure and an empty one if there are more or none.
  Finding finding() {
    std::vector<Finding> All = findings();
    EXPECT_EQ(All.size(), 1u);
    return All.size() == 1 ? All.front() : Finding();
  }

  /// Its reason, or "rewrite" or "leave".
  std::string reason() {
    Finding F = finding();
    if (const Refusal *R = F.Verdict.refusal())
      return toString(R->Reason).str();
    return F.Verdict.rewrite() ? "rewrite" : "leave";
  }

  /// The text after every rewrite.
  std::string rewritten() {
    EditSet Edits;
    for (const Finding &F : findings())
      for (const Rule *R : allRules())
        if (R->id() == F.Check && F.Verdict.rewrite())
          EXPECT_FALSE(Edits.add(R->render(F.Where, *F.Verdict.rewrite(), PlainNames())));
    auto It = Edits.byFile().find(TestFile);
    if (It == Edits.byFile().end())
      return Code;
    return llvm::cantFail(applyEdits(Code, It->second));
  }

  std::string Code;
  std::deque<FunctionSummary> Functions; // references stay valid
  std::deque<Site> Sites;
  std::vector<MacroExpansion> Expansions;

private:
  void addArguments(Site &S) {
    int Depth = 0;
    unsigned Begin = S.LParen.End;
    for (unsigned I = Begin; I <= S.RParen.Begin; ++I) {
      char C = Code[I];
      if (I == S.RParen.Begin || (C == ',' && Depth == 0)) {
        if (I > Begin)
          S.Args.push_back(argument(Begin, I));
        Begin = I + 1;
      }
      Depth += (C == '(') - (C == ')');
    }
  }

  Argument argument(unsigned Begin, unsigned End) const {
    while (Begin < End && Code[Begin] == ' ')
      ++Begin;
    Argument A;
    A.Range = {TestFile, Begin, End};
    A.Text = Code.substr(Begin, End - Begin);
    A.Type = A.ParamType = "int";
    if (int64_t Value; !llvm::StringRef(A.Text).getAsInteger(0, Value)) {
      A.Constant = Value;
      A.ConstantAtEntry = true;
    }
    return A;
  }
};

inline Uniformity laneDependent(Location Where = {TestFile, 0, 7, 1}) {
  return divergent(ObstacleKind::LaneDependent, "'lane < n' differs from lane to lane", Where);
}

inline Uniformity unknownHere(Location Where = {TestFile, 0, 8, 1}) {
  return divergent(ObstacleKind::Unknown, "'*p' may differ", Where);
}

inline Uniformity wholeGroupsOf(unsigned Width) {
  Uniformity U;
  U.UniformOver = Width;
  if (Width < warpWidth())
    U.Why = Obstacle{ObstacleKind::LaneDependent, "'lane / 8 == 2' splits the warp", {}};
  return U;
}

} // namespace coopify

#endif // COOPIFY_TEST_UNIT_RULES_RULEHARNESS_H
