//===- PlanHarness.h - findings made by hand, planned --------------*- C++ -*-===//
#ifndef COOPIFY_TEST_UNIT_EDIT_PLANHARNESS_H
#define COOPIFY_TEST_UNIT_EDIT_PLANHARNESS_H

#include "Edit/Plan.h"

#include "llvm/ADT/StringExtras.h"

#include "gtest/gtest.h"

namespace coopify {

/// Renders by the kind of the site, as the real rules do.
class TestRule : public Rule {
public:
  HeaderSet Needs; ///< of what text() replaces

  explicit TestRule(std::string Id) : Id(std::move(Id)) {}
  llvm::StringRef id() const override { return Id; }
  llvm::StringRef summary() const override { return ""; }
  bool handles(const Site &) const override { return true; }
  Decision decide(const Site &, const ProgramFacts &) const override { return {}; }
  std::vector<Edit> render(const Site &S, const Rewrite &R,
                           const RenderContext &Context) const override {
    if (S.Kind == SiteKind::SharedSteps)
      return {{S.Range, R.Params.at("text"), Needs}};
    if (S.Kind == SiteKind::OpportunisticGroup)
      return {{S.Range, Context.freshName("active", S)}};
    std::string Handle = Context.handle(R.Handles.front(), S);
    if (S.Kind != SiteKind::Signature)
      return {{S.Range, Handle}};
    Handle = "const " + Context.groups(S.Range.File) + "thread_block &" + Handle;
    return {{S.Range, Handle, {GroupHeader::Groups}}};
  }

private:
  std::string Id;
};

inline TextRange place(const std::string &File, const std::string &Code, llvm::StringRef Text) {
  size_t At = Code.find(Text);
  EXPECT_NE(At, std::string::npos) << Text.str();
  return {File, static_cast<unsigned>(At), static_cast<unsigned>(At + Text.size())};
}

inline Location start(const TextRange &R) { return {R.File, R.Begin, 1, R.Begin + 1}; }

/// A program of files whose functions are spelled "name(...) {".
class PlanHarness : public testing::Test {
protected:
  void file(std::string Path, std::string Code) {
    FileFacts F;
    F.Path = Path;
    F.IncludePoint = {Path, 0, 0};
    F.BlankAfter = true;
    Unit.Files.push_back(F);
    Texts[Path] = std::move(Code);
  }
  FileFacts &facts(size_t Index = 0) { return Unit.Files[Index]; }

  FunctionSummary &function(std::string Name, std::string File = "/f.cu") {
    const std::string &Code = Texts[File];
    size_t At = Code.find(Name + "("), Brace = Code.find('{', At);
    size_t First = Code.find_first_not_of(" \n", Brace + 1);
    size_t Line = Code.find_last_of("{\n", First - 1) + 1;
    FunctionSummary F;
    F.USR = F.Pattern = F.Name = Name;
    F.Loc = {File, static_cast<unsigned>(At), 1, 1};
    F.HasBody = true;
    F.BodyBegin = {File, static_cast<unsigned>(Brace + 1), static_cast<unsigned>(Brace + 1)};
    F.Body = {File, static_cast<unsigned>(Brace), static_cast<unsigned>(Code.find('}', Brace) + 1)};
    F.OneLineBody = Line == Brace + 1;
    F.BodyIndent = Code.substr(Line, First - Line);
    Unit.Functions.push_back(F);
    return Unit.Functions.back();
  }

  Finding &finding(SiteKind Kind, std::string Function, llvm::StringRef Text,
                   std::string File = "/f.cu") {
    Finding F;
    F.Check = "test";
    F.Where.Kind = Kind;
    F.Where.Range = place(File, Texts[File], Text);
    F.Where.Loc = start(F.Where.Range);
    F.Where.Name = Text;
    F.Where.Function = F.Where.Subject = Function;
    F.Verdict.What = Rewrite{};
    Findings.push_back(F);
    return Findings.back();
  }
  /// Replaces \p Text by the name of a tile.
  Finding &tile(std::string Function, llvm::StringRef Text, std::string Size = "32",
                std::string File = "/f.cu") {
    Finding &F = finding(SiteKind::Shuffle, Function, Text, File);
    std::get<Rewrite>(F.Verdict.What).Handles = {{HandleRequest::Tile, Size, Function}};
    return F;
  }
  Finding &block(SiteKind Kind, std::string Function, llvm::StringRef Text) {
    Finding &F = finding(Kind, Function, Text);
    std::get<Rewrite>(F.Verdict.What).Handles = {{HandleRequest::Block, "", Function}};
    return F;
  }
  Finding &text(llvm::StringRef From, std::string To, std::string File = "/f.cu") {
    Finding &F = finding(SiteKind::SharedSteps, "", From, File);
    std::get<Rewrite>(F.Verdict.What).Params["text"] = To;
    return F;
  }
  static void assume(Finding &F, std::vector<std::string> Ids) {
    Rewrite &R = std::get<Rewrite>(F.Verdict.What);
    R.Applies = Applicability::Assumed;
    R.Assumptions = std::move(Ids);
  }

  /// The text of \p Path after the plan.
  std::string plan(std::string Path = "/f.cu") {
    const Rule *Rules[] = {&TheRule, &Patterns};
    Last = planEdits(Findings, link({Unit}), Options, Against, Rules);
    auto It = Last.Edits.byFile().find(Path);
    return It == Last.Edits.byFile().end() ? Texts[Path]
                                           : llvm::cantFail(applyEdits(Texts[Path], It->second));
  }
  Result result(size_t Index) { return {Findings[Index], Last.Outcomes[Index]}; }
  bool applied(size_t Index) { return result(Index).isApplied(); }
  std::optional<ReasonId> reason(size_t Index) {
    const Refused *R = std::get_if<Refused>(&Last.Outcomes[Index]);
    return R ? std::optional(R->Why.Reason) : std::nullopt;
  }
  /// The partner because of which a finding is held or refused.
  std::string partner(size_t Index) {
    const Refused *R = std::get_if<Refused>(&Last.Outcomes[Index]);
    const NotApplied *H = std::get_if<NotApplied>(&Last.Outcomes[Index]);
    const std::optional<Partner> Because = R ? R->Because : H ? H->Because : std::nullopt;
    return Because ? Because->Name : "";
  }

  TestRule TheRule{"test"}, Patterns{"pattern"};
  TUSummary Unit;
  std::map<std::string, std::string> Texts;
  std::vector<Finding> Findings;
  PlanOptions Options;
  Vetoes Against;
  EditPlan Last;
};

} // namespace coopify

#endif // COOPIFY_TEST_UNIT_EDIT_PLANHARNESS_H
