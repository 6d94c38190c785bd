//===- Checks.cpp - every rule is a clang-tidy check ------------------------===//
#include "UnitFindings.h"

#include "Rules/Rule.h"

#include "clang-tidy/ClangTidyCheck.h"
#include "clang-tidy/ClangTidyModule.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace clang::tidy;

namespace coopify {
namespace {

/// Places of the stages, which know files and offsets, for Clang.
class Places {
public:
  explicit Places(SourceManager &SM) : SM(SM) {}

  SourceLocation at(llvm::StringRef File, unsigned Offset) const {
    OptionalFileEntryRef Entry = SM.getFileManager().getOptionalFileRef(File);
    const FileID ID = Entry ? SM.translateFile(*Entry) : FileID();
    return ID.isValid() ? SM.getComposedLoc(ID, Offset) : SourceLocation();
  }
  SourceLocation at(const Location &Where) const { return at(Where.File, Where.Offset); }

  std::string text(const TextRange &Range) const {
    const SourceLocation Begin = at(Range.File, Range.Begin);
    return Begin.isInvalid()
               ? ""
               : SM.getBufferData(SM.getFileID(Begin)).slice(Range.Begin, Range.End).str();
  }

  FixItHint fix(const Edit &E) const {
    const TextRange Range = E.Text.empty() ? keepIndentation(E.Range) : E.Range;
    const SourceLocation Begin = at(Range.File, Range.Begin);
    if (Range.length() == 0)
      return FixItHint::CreateInsertion(Begin, E.Text);
    return FixItHint::CreateReplacement(
        CharSourceRange::getCharRange(Begin, at(Range.File, Range.End)), E.Text);
  }

private:
  /// clang::edit takes a space with what it removes, be it the next line's
  /// indentation; so of whole lines the line break before them is removed, and
  /// not the one behind them.
  TextRange keepIndentation(TextRange Range) const {
    const SourceLocation Begin = at(Range.File, Range.Begin);
    if (Begin.isInvalid() || Range.Begin == 0)
      return Range;
    const llvm::StringRef Code = SM.getBufferData(SM.getFileID(Begin));
    if (Code[Range.Begin - 1] != '\n' || Code[Range.End - 1] != '\n')
      return Range;
    return {Range.File, Range.Begin - 1, Range.End - 1};
  }

  SourceManager &SM;
};

/// As clang-tidy reads --line-filter: the first entry that fits the file decides.
bool passes(llvm::ArrayRef<FileFilter> LineFilter, const Location &At) {
  const auto *Entry = llvm::find_if(
      LineFilter, [&](const FileFilter &F) { return llvm::StringRef(At.File).ends_with(F.Name); });
  if (Entry == LineFilter.end())
    return LineFilter.empty();
  return Entry->LineRanges.empty() || llvm::any_of(Entry->LineRanges, [&](const auto &Lines) {
           return Lines.first <= At.Line && At.Line <= Lines.second;
         });
}

/// Whether --checks or .clang-tidy says it in full: `coopify-*` does not turn on what is off by
/// default, as --checks=* does not.
bool isNamed(llvm::StringRef Check, const ClangTidyContext &Context) {
  const std::string Globs = Context.getOptions().Checks.value_or("");
  llvm::SmallVector<llvm::StringRef> All;
  llvm::SplitString(Globs, All, ",\n");
  return llvm::any_of(All, [&](llvm::StringRef Glob) { return Glob.trim() == Check; });
}

class RuleCheck : public ClangTidyCheck {
public:
  RuleCheck(const Rule &R, llvm::StringRef Name, ClangTidyContext *Context)
      : ClangTidyCheck(Name, Context), R(R), LineFilter(Context->getGlobalOptions().LineFilter),
        FixUnproven(Options.get("FixUnproven", false)),
        Program(Options.getLocalOrGlobal("CoopifyProgram", "").str()),
        Enabled(Options.get("Enabled", R.onByDefault() || isNamed(Name, *Context))) {
    for (const LinkSwitch &S : R.switches())
      Link.*S.Member = Options.get(S.Name, false);
  }

  void storeOptions(ClangTidyOptions::OptionMap &Opts) override {
    Options.store(Opts, "FixUnproven", FixUnproven);
    Options.store(Opts, "CoopifyProgram", Program);
    if (!R.onByDefault())
      Options.store(Opts, "Enabled", Enabled);
    for (const LinkSwitch &S : R.switches())
      Options.store(Opts, S.Name, Link.*S.Member);
  }

  bool isLanguageVersionSupported(const LangOptions &LangOpts) const override {
    return LangOpts.CUDA && Enabled;
  }

  void registerPPCallbacks(const SourceManager &, Preprocessor *PP, Preprocessor *) override {
    Unit = UnitFindings::of(*PP);
    Unit->enable(R, Link, Program);
  }

  void registerMatchers(MatchFinder *Finder) override {
    Finder->addMatcher(translationUnitDecl().bind("unit"), this);
  }

  void check(const MatchFinder::MatchResult &Result) override {
    const Places At(Result.Context->getSourceManager());
    auto IsShown = [&](const Location &L) { return passes(LineFilter, L); };
    for (const UnitFinding &U : Unit->get(*Result.Context, IsShown))
      if (U.Found.Check == R.id() && !U.result().isSubsumed() && !U.result().leave() &&
          At.at(U.Found.Where.Loc).isValid())
        report(U, At);
  }

private:
  void report(const UnitFinding &U, const Places &At);
  void reportWhy(const Result &Of, SourceLocation Site, const Places &At);
  void reportUnproven(const UnitFinding &U, SourceLocation Site, const Places &At);

  const Rule &R;
  const std::vector<FileFilter> LineFilter;
  const bool FixUnproven;    ///< notes carry the edits that this unit alone does not prove
  const std::string Program; ///< files that --extract wrote; empty: the unit is judged by itself
  const bool Enabled;
  LinkOptions Link;
  std::shared_ptr<UnitFindings> Unit;
};

void RuleCheck::report(const UnitFinding &U, const Places &At) {
  const SourceLocation Site = At.at(U.Found.Where.Loc);
  {
    // A diagnostic is shown when its builder goes, and notes come after it.
    DiagnosticBuilder Warning = diag(Site, "%0") << U.Found.Verdict.Message;
    if (U.Caveat.empty())
      for (const Edit &E : U.Edits)
        Warning << At.fix(E);
  }
  reportWhy(U.result(), Site, At);
  if (U.FixedWith)
    diag(Site, "changed together with line %0, in one fix", DiagnosticIDs::Note)
        << U.FixedWith->Where.Loc.Line;
  if (!U.Caveat.empty())
    reportUnproven(U, Site, At);
}

static std::string quoted(llvm::StringRef Text) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  OS << '\'';
  OS.write_escaped(Text) << '\'';
  return Out;
}

/// clang-apply-replacements, and so run-clang-tidy -fix, takes the fixes of notes for those of the
/// warning: what is not proven is told in words.
void RuleCheck::reportUnproven(const UnitFinding &U, SourceLocation Site, const Places &At) {
  {
    DiagnosticBuilder Note = diag(Site, "%0", DiagnosticIDs::Note) << U.Caveat;
    for (const Edit &E : U.Edits)
      if (FixUnproven)
        Note << At.fix(E);
  }
  for (const Edit &E : U.Edits)
    if (const SourceLocation Where = At.at(E.Range.File, E.Range.Begin);
        !FixUnproven && Where.isValid()) {
      const std::string Old = At.text(E.Range);
      diag(Where, "%0", DiagnosticIDs::Note)
          << (Old.empty() ? "insert " + quoted(E.Text)
                          : "replace " + quoted(Old) + " with " + quoted(E.Text));
    }
}

void RuleCheck::reportWhy(const Result &Of, SourceLocation Site, const Places &At) {
  std::vector<ProofStep> Proof = Of.Found.Verdict.Proof;
  if (const std::optional<ProofStep> &Dear = Of.Found.Verdict.Dear)
    Proof.push_back(*Dear);
  for (auto It = Proof.begin(); It != Proof.end(); ++It) {
    const ProofStep &Step = *It;
    if (std::find(Proof.begin(), It, Step) != It)
      continue;
    const SourceLocation Where = At.at(Step.Where);
    diag(Where.isValid() ? Where : Site, "%0", DiagnosticIDs::Note) << Step.Text;
  }
  const Refusal *Why = Of.refusal();
  if (!Why)
    return;
  const SourceLocation Where = At.at(Why->Where);
  diag(Where.isValid() ? Where : Site, "not rewritten (%0): %1", DiagnosticIDs::Note)
      << toString(Why->Reason) << Why->Text;
  if (!Why->Help.empty())
    diag(Site, "%0", DiagnosticIDs::Note) << Why->Help;
}

class CoopifyModule : public ClangTidyModule {
public:
  void addCheckFactories(ClangTidyCheckFactories &Factories) override {
    for (const Rule *R : allRules())
      Factories.registerCheckFactory(
          ("coopify-" + R->id()).str(),
          [R](llvm::StringRef Name, ClangTidyContext *Context) -> std::unique_ptr<ClangTidyCheck> {
            return std::make_unique<RuleCheck>(*R, Name, Context);
          });
  }
};

ClangTidyModuleRegistry::Add<CoopifyModule> Register("coopify-module",
                                                     "Warp-synchronous CUDA to cooperative groups");

} // namespace
} // namespace coopify
