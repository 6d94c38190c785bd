//===- Action.cpp ------------------------------------------------------===//

#include "Analysis/Operations/MemoryKinds.h"
#include "Analysis/Source/SourceText.h"
#include "Analysis/Source/Walks/Reached.h"
#include "Extract/CallMeanings.h"
#include "Extract/Extract.h"
#include "Extract/Files/MisreadText.h"
#include "Extract/Files/PreprocessorRecord.h"
#include "Extract/Trials/Trials.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace coopify {

namespace {

/// Passes diagnostics on and remembers the errors.
class ErrorPlaces : public DiagnosticConsumer {
public:
  ErrorPlaces(DiagnosticConsumer &Next) : Next(Next) {}
  void BeginSourceFile(const LangOptions &LO, const Preprocessor *PP) override {
    Next.BeginSourceFile(LO, PP);
  }
  void EndSourceFile() override { Next.EndSourceFile(); }
  bool IncludeInDiagnosticCounts() const override { return Next.IncludeInDiagnosticCounts(); }
  void HandleDiagnostic(DiagnosticsEngine::Level Level, const Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level >= DiagnosticsEngine::Error && Info.getLocation().isValid()) {
      llvm::SmallString<128> Text;
      Info.FormatDiagnostic(Text);
      Seen.push_back({Info.getLocation(), Info.getID(), Text.str().str()});
    }
    Next.HandleDiagnostic(Level, Info);
  }
  struct Error {
    SourceLocation At;
    unsigned ID;
    std::string Text;
  };
  std::vector<Error> Seen;

private:
  DiagnosticConsumer &Next;
};

class ExtractConsumer : public ASTConsumer {
public:
  ExtractConsumer(TUSummary &Out, PassCost &Cost, CallMeanings &Calls,
                  std::shared_ptr<PreprocessorRecord> Record, std::shared_ptr<MacroMeanings> Macros,
                  ErrorPlaces &Errors, CompilerInstance &CI, BodyFacts Bodies)
      : Out(Out), Cost(Cost), Calls(Calls), Record(std::move(Record)), Macros(std::move(Macros)),
        Errors(Errors), CI(CI), Bodies(std::move(Bodies)) {}
  ASTMutationListener *GetASTMutationListener() override { return &Made; }
  void HandleTranslationUnit(ASTContext &Context) override {
    const double Parsed = cpuSeconds();
    Cost.Parse = Parsed - Started;
    if (CI.getCodeGenOpts().RelaxedAliasing)
      letAnyTypeAlias(Context);
    SourceText Text(Context);
    std::vector<SeenError> Seen;
    for (const ErrorPlaces::Error &E : Errors.Seen)
      if (E.ID != diag::err_ref_bad_target || Text.isUserFile(E.At)) // as for the parser's caller
        Seen.push_back({Text.expansion(E.At), E.Text,
                        Text.isUserFile(E.At)
                            ? whatMisread(E.ID, E.Text, E.At, Text.manager(), Context.getLangOpts())
                            : std::string()});
    std::vector<const FunctionDecl *> Unused;
    Out = extract(Context, *Record, Seen, &Cost, Made.Made, &Unused, Bodies);
    if (!Out.Unread)
      Calls = meaningsOf(callTargets(Context));
    if (!Unused.empty() && CI.hasSema() && !CI.getDiagnostics().hasFatalErrorOccurred())
      addTrials(CI.getSema(), *Record, Seen, Made.Made, Unused, Out);
    Calls.Macros = std::move(*Macros);
    Cost.Analysis = cpuSeconds() - Parsed;
  }

private:
  const double Started = cpuSeconds();
  TUSummary &Out;
  PassCost &Cost;
  CallMeanings &Calls;
  std::shared_ptr<PreprocessorRecord> Record;
  std::shared_ptr<MacroMeanings> Macros;
  ErrorPlaces &Errors;
  CompilerInstance &CI;
  const BodyFacts Bodies;
  Instances Made;
};

class ExtractAction : public ASTFrontendAction {
public:
  ExtractAction(TUSummary &Out, PassCost &Cost, CallMeanings &Calls, BodyFacts Bodies)
      : Out(Out), Cost(Cost), Calls(Calls), Bodies(std::move(Bodies)) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, StringRef) override {
    DiagnosticsEngine &Diags = CI.getDiagnostics();
    Owned = Diags.takeClient();
    Wrapped = Owned ? Owned.get() : Diags.getClient();
    Errors = std::make_unique<ErrorPlaces>(*Wrapped);
    Diags.setClient(Errors.get(), /*ShouldOwnClient=*/false);
    auto Macros = std::make_shared<MacroMeanings>();
    auto Record = PreprocessorRecord::attach(CI.getPreprocessor());
    CI.getPreprocessor().addPPCallbacks(recordMacroMeanings(CI, Macros));
    return std::make_unique<ExtractConsumer>(Out, Cost, Calls, std::move(Record), std::move(Macros),
                                             *Errors, CI, Bodies);
  }
  void EndSourceFileAction() override {
    DiagnosticsEngine &Diags = getCompilerInstance().getDiagnostics();
    if (Owned)
      Diags.setClient(Owned.release(), /*ShouldOwnClient=*/true);
    else
      Diags.setClient(Wrapped, /*ShouldOwnClient=*/false);
  }

private:
  TUSummary &Out;
  PassCost &Cost;
  CallMeanings &Calls;
  const BodyFacts Bodies;
  std::unique_ptr<DiagnosticConsumer> Owned;
  DiagnosticConsumer *Wrapped = nullptr;
  std::unique_ptr<ErrorPlaces> Errors;
};

} // namespace

std::unique_ptr<FrontendAction> makeExtractAction(TUSummary &Out, PassCost &Cost,
                                                  CallMeanings &Calls, BodyFacts Bodies) {
  return std::make_unique<ExtractAction>(Out, Cost, Calls, std::move(Bodies));
}

} // namespace coopify
