//===- Extract.cpp - one walk over a unit ---------------------------------===//

#include "Extract/Extract.h"

#include "Extract/Collector.h"
#include "Extract/FixedUses.h"
#include "Extract/FunctionSummaries.h"
#include "Extract/FunctionView.h"
#include "Extract/Inactive.h"
#include "Extract/IncludePoint.h"
#include "Extract/InlineAsm.h"
#include "Extract/Names.h"
#include "Extract/PreprocessorRecord.h"
#include "Rules/Rule.h"

#include "clang/AST/Attr.h"

#include <map>
#include <set>

using namespace clang;

namespace coopify {

namespace {

class Extraction {
public:
  Extraction(ASTContext &Context, const Recording &Record, const std::vector<Location> &ErrorsAt,
             PassCost &Cost)
      : Context(Context), Record(Record), ErrorsAt(ErrorsAt), Cost(Cost), Text(Context),
        Found(Text) {}

  TUSummary run();

private:
  void timed(const FunctionDecl *F);
  void function(const FunctionDecl *F);
  void builtInSites(const FunctionView &View);
  void pattern(const FunctionDecl *F);
  void file(const std::string &Path, FileID ID);
  void files();
  void claim(size_t First);
  void presetParseErrors(size_t First, const FunctionSummary &F);
  void presetTooLarge(size_t First, const FunctionSummary &F);
  void whatCgMeans(FileFacts &F) const;

  ASTContext &Context;
  const Recording &Record;
  const std::vector<Location> &ErrorsAt;
  PassCost &Cost;
  SourceText Text;
  Collectives Meetings{Text};
  Collector Found;
  TUSummary Out;
  std::set<Location> Instantiated; ///< places of sites in concrete code
  std::map<std::string, std::vector<Location>> CalledFromTemplates; ///< by USR
};

TUSummary Extraction::run() {
  const SourceManager &SM = Context.getSourceManager();
  Out.MainFile = Text.path(SM.getMainFileID());
  Out.RelocatableDevice = Context.getLangOpts().GPURelocatableDeviceCode;
  Found.TraverseDecl(Context.getTranslationUnitDecl());
  for (const FunctionDecl *F : Found.Functions)
    timed(F);
  Context.setTraversalScope({Context.getTranslationUnitDecl()});
  for (const Site &S : Out.Sites)
    Instantiated.insert(S.Loc);
  for (const FunctionDecl *F : Found.Patterns)
    pattern(F);
  for (Site &S : inactiveSites(Record, Text))
    Out.Sites.push_back(std::move(S));
  for (FunctionSummary &F : Out.Functions)
    if (auto It = CalledFromTemplates.find(F.Pattern); It != CalledFromTemplates.end())
      F.TemplateCalls = It->second;
  markFixedUses({Found.Patterns, Found.Calls, Found.Constructions, Found.Inherited}, Text,
                Out.Functions);
  collectLaunches(Found.Calls, Context, Text, Out.Launches);
  for (const Recording::Expansion &E : Record.Expansions)
    if (Text.isUserFile(E.Definition))
      Out.Expansions.push_back({E.Name, Text.location(E.Definition), Text.expansion(E.At)});
  files();
  return std::move(Out);
}

//===- Concrete functions -------------------------------------------------===//

/// Anything inside that the parser could not make sense of.
static bool holdsError(const FunctionDecl *F) {
  if (F->isInvalidDecl())
    return true;
  struct Finder : RecursiveASTVisitor<Finder> {
    bool Found = false;
    bool VisitExpr(Expr *E) { return !(Found |= isa<RecoveryExpr>(E)); }
    bool VisitVarDecl(VarDecl *V) { return !(Found |= V->isInvalidDecl()); }
  } F2;
  F2.TraverseStmt(F->getBody());
  return F2.Found;
}

void Extraction::timed(const FunctionDecl *F) {
  const double Start = cpuSeconds();
  function(F);
  const double Seconds = cpuSeconds() - Start;
  ++Cost.Functions;
  if (Seconds > Cost.SlowestSeconds) {
    Cost.SlowestSeconds = Seconds;
    Cost.Slowest = F->getQualifiedNameAsString();
  }
}

void Extraction::function(const FunctionDecl *F) {
  FunctionSummary Summary = summarize(F, Text);
  if (Summary.USR.empty())
    return;
  for (const auto *Places : {&Found.Addressed, &Found.Substituted})
    if (auto At = Places->find(F->getCanonicalDecl());
        At != Places->end() && Summary.Kind != FunctionKind::Kernel && !Summary.AddressTaken) {
      Summary.AddressTaken = true;
      Summary.AddressTakenAt = Text.expansion(At->second);
    }
  const FunctionDecl *Definition = nullptr;
  if (!F->hasBody(Definition) || !Definition->getBody() || Definition->isDependentContext()) {
    Out.Functions.push_back(std::move(Summary));
    return;
  }
  TextRange Body = Text.range(Definition->getBody()->getSourceRange());
  for (const Location &At : ErrorsAt)
    if (Body.valid() && At.File == Body.File && At.Offset >= Body.Begin && At.Offset < Body.End) {
      Summary.HasParseError = true;
      Summary.ParseErrorAt = At;
      break;
    }
  if (!Summary.HasParseError && holdsError(Definition)) {
    Summary.HasParseError = true;
    Summary.ParseErrorAt = Text.expansion(Definition->getLocation());
  }
  // getParents() maps what is in scope; and a call that instances of a template share
  // has one parent in each.
  Context.setTraversalScope({const_cast<FunctionDecl *>(Definition)});
  ConvergenceAnalysis Analysis(Definition, Context, Text, Meetings);
  FunctionView View{Definition, Summary.USR, Context, Text, Analysis};
  summarizeBody(View, Summary);
  takeNames(Record.HandleMacros, Summary);
  size_t First = Out.Sites.size();
  if (!Summary.InSystemHeader) {
    builtInSites(View);
    asmSites(View, Out.Sites);
    for (const Rule *R : allRules())
      R->extract(View, Out.Sites);
    claim(First);
    presetParseErrors(First, Summary);
    if (Analysis.tooLarge())
      presetTooLarge(First, Summary);
  }
  Cost.MostSteps = std::max(Cost.MostSteps, Analysis.work());
  Out.Functions.push_back(std::move(Summary));
}

/// The kind of site that a call of the toolkit's \p Name is, or "".
static StringRef siteKind(StringRef Name) {
  if (Name == "__syncthreads")
    return "barrier";
  if (Name == "__activemask")
    return "activemask";
  if (!isLegacyWarpName(Name))
    return "";
  return Name.starts_with("__shfl") ? "shuffle" : "vote";
}

void Extraction::builtInSites(const FunctionView &View) {
  View.forEachStmt([&](const Stmt *S) {
    const auto *Call = dyn_cast<CallExpr>(S);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    if (!Callee || !Callee->getIdentifier())
      return;
    StringRef Kind = siteKind(Callee->getName());
    if (Kind.empty() || isa<CXXMethodDecl>(Callee))
      return;
    Site New = View.site(Kind, Call);
    if (!Text.isToolkit(Callee))
      New.NotASite = "user-overload";
    else if (!View.Analysis.reachable(Call))
      New.NotASite = "unreachable";
    Out.Sites.push_back(std::move(New));
  });
}

/// A pattern owns the calls inside of its pieces.
void Extraction::claim(size_t First) {
  for (size_t I = First; I < Out.Sites.size(); ++I) {
    if (Out.Sites[I].Pieces.empty())
      continue;
    for (size_t J = First; J < Out.Sites.size(); ++J)
      for (const Piece &P : Out.Sites[I].Pieces)
        if (J != I && Out.Sites[J].Pieces.empty() && P.Role == "claims" &&
            P.Range == Out.Sites[J].Range)
          Out.Sites[J].ClaimedBy = Out.Sites[I].Kind;
  }
}

void Extraction::presetParseErrors(size_t First, const FunctionSummary &F) {
  if (!F.HasParseError)
    return;
  for (size_t I = First; I < Out.Sites.size(); ++I)
    if (Out.Sites[I].NotASite.empty())
      Out.Sites[I].Preset = Refusal{
          "parse-error", "the function '" + F.Name + "' has an error that the parser met here",
          F.ParseErrorAt, "give the missing header or define, or mend the line, and run again"};
}

/// Also where the bound was met on the way through the sites: all of them or none.
void Extraction::presetTooLarge(size_t First, const FunctionSummary &F) {
  Out.Notes.push_back({"too-large", F.Name, F.Loc});
  for (size_t I = First; I < Out.Sites.size(); ++I) {
    Site &S = Out.Sites[I];
    S.Divided.reset();
    S.Conv.Steps.clear();
    if (S.NotASite.empty() && !S.Preset)
      S.Preset =
          Refusal{"too-large",
                  "'" + F.Name + "' has more branches, loops and variables than coopify follows",
                  F.Loc, "split it into functions that can be followed one by one"};
  }
}

//===- Templates that nobody instantiates ---------------------------------===//

/// Where an instance of \p Call has its place: CXXMemberCallExpr tells the
/// member's name, other calls where they begin. A template's call of a member
/// that depends on its parameters is not such an expression yet.
static SourceLocation calledAt(const CallExpr *Call, const Expr *Callee,
                               const FunctionDecl *Function) {
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  bool Bound = isa<UnresolvedMemberExpr, MemberExpr>(Callee) && Method && Method->isInstance();
  return Bound ? Callee->getExprLoc() : Call->getExprLoc();
}

void Extraction::pattern(const FunctionDecl *F) {
  struct Calls : RecursiveASTVisitor<Calls> {
    std::vector<std::pair<const Expr *, const CallExpr *>> Found;
    bool VisitCallExpr(CallExpr *E) {
      Found.push_back({E->getCallee()->IgnoreParenImpCasts(), E});
      return true;
    }
  } Visitor;
  Visitor.TraverseStmt(F->getBody());
  bool User = Text.isUserFile(F->getLocation());
  for (auto [Callee, Call] : Visitor.Found) {
    std::string Name;
    SourceLocation Loc;
    bool Toolkit = false;
    auto Add = [&, Call = Call, Callee = Callee](const NamedDecl *D) {
      if (const auto *T = dyn_cast<FunctionTemplateDecl>(D))
        D = T->getTemplatedDecl();
      if (const auto *Function = dyn_cast<FunctionDecl>(D)) {
        Toolkit |= Text.isToolkit(Function);
        if (!Text.isToolkit(Function) && !Instantiated.contains(Text.location(Loc)))
          CalledFromTemplates[usrOf(Function)].push_back(
              Text.expansion(calledAt(Call, Callee, Function)));
      }
    };
    if (const auto *Lookup = dyn_cast<OverloadExpr>(Callee)) {
      Name = Lookup->getName().getAsString();
      Loc = Lookup->getNameLoc();
      for (const NamedDecl *D : Lookup->decls())
        Add(D->getUnderlyingDecl());
    } else if (const auto *Ref = dyn_cast<DeclRefExpr>(Callee)) {
      Name = Ref->getDecl()->getDeclName().getAsString();
      Loc = Ref->getLocation();
      Add(Ref->getDecl());
    }
    StringRef Kind = siteKind(Name);
    if (!User || !Toolkit || Kind.empty() || Kind == "activemask" ||
        Instantiated.contains(Text.location(Loc)))
      continue;
    Site S;
    S.Kind = Kind.str();
    S.Name = Name;
    S.Loc = Text.location(Loc);
    S.Range = Text.range(Call->getSourceRange());
    S.Callee = Text.token(Loc);
    S.Macro = Text.macroUse(Call->getBeginLoc(), Call->getEndLoc());
    S.Function = usrOf(F);
    S.Preset = notInstantiated(F, Text);
    Out.Sites.push_back(std::move(S));
  }
  asmSitesOfPattern(F, Text, Instantiated, Out.Sites);
}

//===- Files --------------------------------------------------------------===//

void Extraction::whatCgMeans(FileFacts &F) const {
  F.CgTaken = Record.MacroCg || Found.HidesCg;
  for (const NamedDecl *D : Context.getTranslationUnitDecl()->lookup(&Context.Idents.get("cg"))) {
    const auto *Alias = dyn_cast<NamespaceAliasDecl>(D);
    std::string Name = Alias ? Alias->getNamespace()->getQualifiedNameAsString() : "";
    if (isGroupsNamespace(Name))
      F.CgMeans = Name;
    else
      F.CgTaken = true;
  }
}

void Extraction::file(const std::string &Path, FileID ID) {
  FileFacts F;
  F.Path = Path;
  bool Invalid = false;
  StringRef Code = Context.getSourceManager().getBufferData(ID, &Invalid);
  if (Invalid)
    return;
  IncludePoint Point = findIncludePoint(Code);
  F.IncludesCG = Point.IncludesCG;
  F.IncludesBundled = Point.IncludesBundled;
  F.IncludesMaskedWarp = Point.IncludesMaskedWarp || Point.IncludesBundled;
  F.IncludesReduce = Point.IncludesReduce;
  F.IncludesScan = Point.IncludesScan;
  F.CRLF = Point.CRLF;
  F.IncludePoint = {Path, Point.Offset, Point.Offset};
  F.NeedsBlankBefore = !Point.AfterInclude;
  auto [Before, After] = std::pair(Code.take_front(Point.Offset), Code.substr(Point.Offset));
  F.BlankBefore = Before.substr(Before.rtrim().size()).count('\n') > 1;
  F.BlankAfter = After.trim().empty() || After.ltrim(" \t\r").starts_with("\n");
  whatCgMeans(F);
  F.IsHeader = ID != Context.getSourceManager().getMainFileID();
  for (const NamespaceAliasDecl *A : Found.Aliases)
    if (Location At = Text.expansion(A->getLocation()); At.File == Path) {
      F.Alias = A->getNameAsString();
      F.AliasOf = A->getNamespace()->getQualifiedNameAsString();
      F.AliasAt = At;
    }
  Out.Files.push_back(std::move(F));
}

void Extraction::files() {
  const SourceManager &SM = Context.getSourceManager();
  std::map<std::string, FileID> User;
  // Not SM.translateFile(), which looks through all of the includes for each file.
  for (unsigned I = 1; I < SM.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isFile() || !Entry.getFile().getContentCache().OrigEntry)
      continue;
    FileID ID = SM.getFileID(SourceLocation::getFromRawEncoding(Entry.getOffset()));
    if (ID.isInvalid() || !Text.isUserFile(SM.getLocForStartOfFile(ID)))
      continue;
    User.try_emplace(Text.path(ID), ID);
  }
  for (const auto &[Path, ID] : User)
    if (!Path.empty())
      file(Path, ID);
}

//===- The action ---------------------------------------------------------===//

/// Passes diagnostics on and remembers where errors are.
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
    if (Level >= DiagnosticsEngine::Error && Info.getLocation().isValid())
      Places.push_back(Info.getLocation());
    Next.HandleDiagnostic(Level, Info);
  }
  std::vector<SourceLocation> Places;

private:
  DiagnosticConsumer &Next;
};

class ExtractConsumer : public ASTConsumer {
public:
  ExtractConsumer(TUSummary &Out, PassCost &Cost, std::shared_ptr<PreprocessorRecord> Record,
                  ErrorPlaces &Errors)
      : Out(Out), Cost(Cost), Record(std::move(Record)), Errors(Errors) {}
  void HandleTranslationUnit(ASTContext &Context) override {
    const double Parsed = cpuSeconds();
    Cost.Parse = Parsed - Started;
    SourceText Text(Context);
    std::vector<Location> At;
    for (SourceLocation L : Errors.Places)
      At.push_back(Text.expansion(L));
    Out = extract(Context, *Record, At, &Cost);
    Cost.Analysis = cpuSeconds() - Parsed;
  }

private:
  const double Started = cpuSeconds();
  TUSummary &Out;
  PassCost &Cost;
  std::shared_ptr<PreprocessorRecord> Record;
  ErrorPlaces &Errors;
};

class ExtractAction : public ASTFrontendAction {
public:
  ExtractAction(TUSummary &Out, PassCost &Cost) : Out(Out), Cost(Cost) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, StringRef) override {
    DiagnosticsEngine &Diags = CI.getDiagnostics();
    Owned = Diags.takeClient();
    Wrapped = Owned ? Owned.get() : Diags.getClient();
    Errors = std::make_unique<ErrorPlaces>(*Wrapped);
    Diags.setClient(Errors.get(), /*ShouldOwnClient=*/false);
    return std::make_unique<ExtractConsumer>(
        Out, Cost, PreprocessorRecord::attach(CI.getPreprocessor()), *Errors);
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
  std::unique_ptr<DiagnosticConsumer> Owned;
  DiagnosticConsumer *Wrapped = nullptr;
  std::unique_ptr<ErrorPlaces> Errors;
};

} // namespace

TUSummary extract(ASTContext &Context, const PreprocessorRecord &Record,
                  const std::vector<Location> &ErrorsAt, PassCost *Cost) {
  PassCost Nobody;
  return Extraction(Context, static_cast<const Recording &>(Record), ErrorsAt,
                    Cost ? *Cost : Nobody)
      .run();
}

std::unique_ptr<FrontendAction> makeExtractAction(TUSummary &Out, PassCost &Cost) {
  return std::make_unique<ExtractAction>(Out, Cost);
}

} // namespace coopify
