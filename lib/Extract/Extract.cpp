//===- Extract.cpp - one walk over a unit ---------------------------------===//

#include "Extract/Extract.h"

#include "Extract/Errors/BrokenFunctions.h"
#include "Extract/Errors/HarmfulErrors.h"

#include "Analysis/SharedMemory/PassedPointers.h"
#include "Analysis/Source/BrokenDecls.h"
#include "Analysis/Source/Walks/Nesting.h"
#include "Extract/AnalysedFunction.h"
#include "Extract/Collector.h"
#include "Extract/Errors/NestingDepth.h"
#include "Extract/Errors/NothingParsed.h"
#include "Extract/Files/FileFacts.h"
#include "Extract/Files/Inactive.h"
#include "Extract/Files/LostNames.h"
#include "Extract/Files/MisreadText.h"
#include "Extract/Files/MissingHeaders.h"
#include "Extract/Files/PreprocessorRecord.h"
#include "Extract/Files/StrayMentions.h"
#include "Extract/FunctionSummaries.h"
#include "Extract/Launches/Launches.h"
#include "Extract/SiteFinder.h"
#include "Extract/Templates/Patterns.h"
#include "Extract/Trials/UnusedTemplates.h"
#include "Extract/Uses/CallerWords.h"
#include "Extract/Uses/FixedUses.h"
#include "Extract/Uses/LinkerNames.h"
#include "Model/FunctionNames.h"
#include "Model/GroupNames.h"
#include "Model/Output/WrittenNames.h"
#include "Support/TimeLimit.h"

#include "llvm/Support/Path.h"

#include <optional>
#include <set>

using namespace clang;

namespace coopify {
namespace {

class Extraction {
public:
  Extraction(ASTContext &Context, const Recording &Record, const std::vector<SeenError> &Errors,
             PassCost &Cost, ArrayRef<const Decl *> Instances, BodyFacts Bodies)
      : Context(Context), Record(Record), Errors(Errors), Cost(Cost), Instances(Instances),
        Bodies(std::move(Bodies)), Text(Context), Roots(Reached::roots(Context)),
        Found(Context, Text) {}

  TUSummary run();
  TUSummary runOn(ArrayRef<const FunctionDecl *> Bodies);
  std::vector<const FunctionDecl *> unused(const TUSummary &Unit) const {
    return unusedTemplates(Found.Patterns, Found.Functions, Unit, Text);
  }

private:
  void walk();
  void reached();
  void nameCallees(const ConvergenceAnalysis &Analysis);
  std::vector<const FunctionDecl *> bodies();
  void findKnown();
  void takeKnown(const KnownBodies::Body &Known, const FunctionSummary &Here);
  void keep(FunctionSummary Declared, size_t FirstSite, size_t FirstNote);
  FunctionSummary declared(const FunctionDecl *F) const;
  void timed(const FunctionDecl *F);
  void patterns(llvm::ArrayRef<Site> Inactive);
  void function(const FunctionDecl *F);
  void takeOurNames(FunctionSummary &F) const;
  const SeenError *errorIn(const TextRange &R) const;
  const SeenError *findErrorIn(const TextRange &R, FunctionSummary &F) const;
  TextRange templateText(const FunctionDecl *F) const;
  bool isGivenUp(const FunctionDecl *F) const;
  void brokenInstance(const FunctionDecl *F, FunctionSummary &Summary);
  void claim(size_t First);
  void presetParseErrors(size_t First, const FunctionSummary &F, const SeenError *Error);
  void presetCallOfGivenUp(size_t First, const ConvergenceAnalysis &Analysis);
  void presetTooLarge(size_t First, const FunctionSummary &F);

  ASTContext &Context;
  const Recording &Record;
  const std::vector<SeenError> &Errors;
  PassCost &Cost;
  ArrayRef<const Decl *> Instances;
  const BodyFacts Bodies;
  llvm::DenseMap<const FunctionDecl *, const KnownBodies::Body *> Known; ///< by definition
  SourceText Text;
  std::vector<Decl *> Roots;
  Collectives CollectiveUses{Text};
  Collector Found;
  PassedPointers Passed{Found.Calls, Found.Functions};
  std::optional<SiteMatches> Matches;
  std::vector<TextRange> GivenUp; ///< texts of templates that have an instance without a body
  TUSummary Out;
};

/// What is added to a file moves its lines.
static ParseNote lineNote(Location At) {
  const llvm::StringRef File = llvm::sys::path::filename(At.File);
  return {"line-number", (File + ":" + llvm::Twine(At.Line)).str(), std::move(At)};
}

TUSummary Extraction::run() {
  const SourceManager &SM = Context.getSourceManager();
  Out.MainFile = Text.path(SM.getMainFileID());
  Out.RelocatableDevice = Context.getLangOpts().GPURelocatableDeviceCode;
  if (std::optional<Location> At = nestedTooDeeply(Context, Text)) {
    Out.Unread = true;
    Out.Notes.push_back(nestingNote(*At));
    return std::move(Out);
  }
  walk();
  const BrokenDeclsScope Broken(Context, [&](const Decl *D) {
    const auto *F = dyn_cast<FunctionDecl>(D);
    return errorIn(Text.range(D->getSourceRange())) || (F && F->hasBody() && holdsError(F));
  });
  findKnown();
  Matches.emplace(Context, bodies());
  for (size_t I = 0; I != Found.Functions.size(); ++I) { // what one calls may be a new one
    timed(Found.Functions[I]);
    reached();
  }
  Context.setTraversalScope(Roots);
  namedForLinker(Found.Asms, Found.Functions, Text, Out.Functions);
  std::vector<Site> Inactive = inactiveCalls(Record, Text, wordsOfCallers(Found, Text));
  patterns(Inactive);
  for (Site &S : strayMentions(Found, Text, Out.Sites))
    Out.Sites.push_back(std::move(S));
  addInactiveSites(Record, Text, Context, Out.Sites);
  llvm::append_range(Out.Sites, Inactive);
  for (auto *Functions : {&Out.Functions, &Out.TemplateTexts})
    markFixedUses({Found.Patterns, Found.Calls, Found.Constructions, Found.Inherited,
                   Found.Functions, Found.Asks},
                  Text, *Functions);
  multiDeviceLaunches(Found.Calls, Text, Out.Sites);
  Out.Launches = findLaunches(Found.Calls, Found.KernelNames, Found.Functions, Context, Text);
  for (const Recording::Expansion &E : Record.Expansions)
    if (Text.isUserFile(E.Definition))
      Out.Expansions.push_back({E.Name, Text.location(E.Definition), Text.expansion(E.At)});
  for (SourceLocation At : Record.Lines)
    if (Text.isUserFile(At))
      Out.Notes.push_back(lineNote(Text.location(At)));
  std::vector<Location> ErrorsAt;
  for (const SeenError &E : Errors)
    ErrorsAt.push_back(E.Where);
  findLostNames(Context, Text, Record, ErrorsAt, GivenUp, wordsOfCallers(Found, Text), Out);
  std::vector<const FunctionDecl *> All = Found.Functions;
  llvm::append_range(All, Found.Patterns);
  findMisreadText(Errors, Out);
  findHarmfulErrors(Context, Text, Errors, Out);
  if (Out.Sites.empty() && nothingParsed(Roots, Text, Errors))
    Out.Notes.push_back(nothingParsedNote(Errors.front()));
  findMissingHeaders(Record, Text, All, Out);
  FilesOfUnit Files = fileFacts(Context, Text, Record, Found);
  Out.Files = std::move(Files.Users);
  Out.Libraries = std::move(Files.Libraries);
  if (Bodies.Keep)
    Bodies.Keep->setText(Out.Files, Out.Libraries, !Errors.empty());
  return std::move(Out);
}

TUSummary Extraction::runOn(ArrayRef<const FunctionDecl *> Bodies) {
  Context.setTraversalScope(Roots);
  for (const FunctionDecl *F : Bodies)
    Found.TraverseDecl(const_cast<FunctionDecl *>(F));
  Matches.emplace(Context, bodies());
  for (const FunctionDecl *F : Found.Functions)
    timed(F);
  Context.setTraversalScope(Roots);
  return std::move(Out);
}

/// Of a precompiled prelude only what the unit may reach: to read all of it takes several times as
/// long as to parse a small unit.
void Extraction::walk() {
  Context.setTraversalScope(Roots);
  Found.TraverseDecl(Context.getTranslationUnitDecl());
  for (const Decl *D : Instances)
    Found.Named.add(D);
  reached();
}

/// Some calls are not written anywhere.
void Extraction::nameCallees(const ConvergenceAnalysis &Analysis) {
  for (const Expr *E : Analysis.calls())
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
      Found.Named.add(Construct->getConstructor());
    else
      Found.Named.add(cast<CallExpr>(E)->getDirectCallee());
  for (const ConvergenceAnalysis::HiddenCall &Call : Analysis.hiddenCalls())
    Found.Named.add(Call.Callee);
}

void Extraction::reached() {
  while (Decl *D = Found.Named.next())
    Found.TraverseDecl(D);
}

/// What another pass over this text has found.
void Extraction::findKnown() {
  if (Bodies.Known.empty() || !Errors.empty())
    return;
  const FilesOfUnit Files = fileFacts(Context, Text, Record, Found);
  auto Same = llvm::find_if(Bodies.Known, [&](const KnownBodies *Other) {
    return Other->isOfText(Files.Users, Files.Libraries);
  });
  if (Same == Bodies.Known.end())
    return;
  const FunctionDecl *Definition = nullptr;
  for (const FunctionDecl *F : Found.Functions)
    if (F->hasBody(Definition))
      if (const KnownBodies::Body *Body = (*Same)->of(declared(F)))
        Known[Definition] = Body;
}

/// The bodies that may hold sites.
std::vector<const FunctionDecl *> Extraction::bodies() {
  std::vector<const FunctionDecl *> Out;
  const FunctionDecl *Definition = nullptr;
  for (const FunctionDecl *F : Found.Functions)
    if (F->hasBody(Definition) && Text.isUserFile(Definition->getLocation()) &&
        Definition->getBody() && !Definition->isDependentContext() && !Known.count(Definition))
      Out.push_back(Definition);
  return Out;
}

void Extraction::patterns(ArrayRef<Site> Inactive) {
  std::set<Location> Instantiated;
  for (const Site &S : Out.Sites)
    Instantiated.insert(S.Loc);
  Patterns Templates(Text, std::move(Instantiated));
  for (const FunctionDecl *F : Found.Patterns)
    Templates.pattern(F);
  for (const Expr *Init : Found.DependentInits)
    Templates.initialiser(Init, Context);
  llvm::append_range(Out.Sites, Templates.Sites);
  for (const FriendDecl *D : Found.DependentFriends)
    Templates.friendOf(D);
  for (FunctionSummary &F : Out.Functions)
    Templates.addCalls(F);
  llvm::StringSet<> Words;
  for (const Site &S : Inactive)
    Words.insert(S.Name);
  auto Dependent = Templates.dependentCalls(std::move(Words));
  for (FunctionSummary &F : Out.Functions)
    if (auto It = Dependent.find(scopeAndWord(F.Name).second.str()); It != Dependent.end())
      llvm::copy_if(It->second, std::back_inserter(F.TemplateCalls),
                    [&](const Location &L) { return !Templates.looksUp(L, F.Pattern); });
  Out.TemplateTexts = std::move(Templates.Texts);
  for (FunctionSummary &F : Out.TemplateTexts) {
    Templates.addCalls(F);
    findErrorIn(F.Body, F);
    takeOurNames(F);
  }
}

/// What must not be hidden by a new name.
void Extraction::takeOurNames(FunctionSummary &F) const {
  takeNames(Record.HandleMacros, F);
  if (Found.HidesCoopify)
    takeNames({meansAnother(BundledGroups)}, F);
}

//===- Concrete functions -------------------------------------------------===//

void Extraction::timed(const FunctionDecl *F) {
  TimeLimitScope::check();
  const double Start = cpuSeconds();
  function(F);
  const double Seconds = cpuSeconds() - Start;
  ++Cost.Functions;
  if (Seconds > Cost.SlowestSeconds) {
    Cost.SlowestSeconds = Seconds;
    Cost.Slowest = F->getQualifiedNameAsString();
  }
}

/// The first one.
const SeenError *Extraction::errorIn(const TextRange &R) const {
  const auto Found = llvm::find_if(Errors, [&](const SeenError &E) {
    return R.valid() && E.Where.File == R.File && E.Where.Offset >= R.Begin &&
           E.Where.Offset < R.End;
  });
  return Found == Errors.end() ? nullptr : &*Found;
}

const SeenError *Extraction::findErrorIn(const TextRange &R, FunctionSummary &F) const {
  const SeenError *Error = errorIn(R);
  if (Error) {
    F.HasParseError = true;
    F.ParseErrorAt = Error->Where;
  }
  return Error;
}

/// An instance with an error in it has no body: what it calls is not known, nor its steps.
bool Extraction::isGivenUp(const FunctionDecl *F) const {
  return F && !Errors.empty() && !F->hasBody() && patternOf(F) != F && patternOf(F)->hasBody() &&
         F->getPointOfInstantiation().isValid();
}

/// From the name on: what stands before it may come from a macro (__device__).
TextRange Extraction::templateText(const FunctionDecl *F) const {
  const FunctionDecl *Pattern = patternOf(F), *Definition = nullptr;
  if (Pattern == F || !Pattern->hasBody(Definition))
    return {};
  const TextRange Name = Text.token(Definition->getLocation()),
                  Body = Text.range(Definition->getBody()->getSourceRange());
  if (!Body.valid() || Name.File != Body.File)
    return {};
  return {Body.File, std::min(Name.Begin, Body.Begin), Body.End};
}

void Extraction::brokenInstance(const FunctionDecl *F, FunctionSummary &Summary) {
  const TextRange Whole = templateText(F);
  if (!Whole.valid() || Summary.InSystemHeader)
    return;
  if (isGivenUp(F))
    GivenUp.push_back(Whole);
  const SeenError *Error = findErrorIn(Whole, Summary);
  takeNames(Text.identifiers(Whole), Summary);
  presetParseErrors(Out.Sites.size(), Summary, Error);
}

FunctionSummary Extraction::declared(const FunctionDecl *F) const {
  FunctionSummary Summary = summarize(F, Text);
  for (const auto *Places : {&Found.Addressed, &Found.Substituted})
    if (auto At = Places->find(F->getCanonicalDecl());
        At != Places->end() && !Summary.AddressTaken) {
      Summary.AddressTaken = true;
      Summary.AddressTakenAt = Text.expansion(At->second);
    }
  return Summary;
}

void Extraction::takeKnown(const KnownBodies::Body &Body, const FunctionSummary &Here) {
  FunctionSummary &F = Out.Functions.emplace_back(Body.Found);
  F.AddressTaken = Here.AddressTaken;
  F.AddressTakenAt = Here.AddressTakenAt;
  llvm::append_range(Out.Sites, Body.Sites);
  llvm::append_range(Out.Notes, Body.Notes);
}

/// Of the function that was added last.
void Extraction::keep(FunctionSummary Declared, size_t FirstSite, size_t FirstNote) {
  if (Bodies.Keep)
    Bodies.Keep->add({std::move(Declared),
                      Out.Functions.back(),
                      {Out.Sites.begin() + FirstSite, Out.Sites.end()},
                      {Out.Notes.begin() + FirstNote, Out.Notes.end()}});
}

void Extraction::function(const FunctionDecl *F) {
  FunctionSummary Summary = declared(F);
  if (Summary.USR.empty())
    return;
  const FunctionDecl *Definition = nullptr;
  if (!F->hasBody(Definition) || !Definition->getBody() || Definition->isDependentContext()) {
    brokenInstance(F, Summary);
    return Out.Functions.push_back(std::move(Summary));
  }
  if (const KnownBodies::Body *Body = Known.lookup(Definition))
    return takeKnown(*Body, Summary);
  FunctionSummary Declared = Summary;
  const size_t First = Out.Sites.size(), FirstNote = Out.Notes.size();
  const SeenError *Error =
      findErrorIn(Text.range(Definition->getBody()->getSourceRange()), Summary);
  if (!Summary.HasParseError && holdsError(Definition)) {
    Summary.HasParseError = true;
    Summary.ParseErrorAt = Text.expansion(Definition->getLocation());
    Error = findErrorIn(Text.range(Definition->getSourceRange()), Summary); // of its declaration
  }
  // getParents() maps what is in scope; and a call that instances of a template share
  // has one parent in each.
  Context.setTraversalScope({const_cast<FunctionDecl *>(Definition)});
  const NestingScope Nesting(Definition->getBody());
  auto [Made, Slots] = analyse(Definition, Summary.USR, Context, Text, CollectiveUses, &Passed);
  Summary.Slots = std::move(Slots);
  const ConvergenceAnalysis &Analysis = *Made;
  FunctionView View{Definition, Summary.USR, Context, Text, Analysis, &Passed};
  summarizeBody(View, Summary);
  if (Summary.HasParseError)
    forgetFacts(Summary);
  nameCallees(Analysis);
  takeOurNames(Summary);
  if (!Summary.InSystemHeader) {
    Matches->sites(View, Out.Sites);
    claim(First);
    presetParseErrors(First, Summary, Error);
    presetCallOfGivenUp(First, Analysis);
    if (Analysis.tooLarge())
      presetTooLarge(First, Summary);
  }
  Cost.MostSteps = std::max(Cost.MostSteps, Analysis.work());
  Out.Functions.push_back(std::move(Summary));
  keep(std::move(Declared), First, FirstNote);
}

/// A pattern owns the calls inside of its pieces.
void Extraction::claim(size_t First) {
  for (size_t I = First; I < Out.Sites.size(); ++I) {
    if (Out.Sites[I].Parts.empty())
      continue;
    for (size_t J = First; J < Out.Sites.size(); ++J)
      for (const PatternPart &P : Out.Sites[I].Parts)
        if (J != I && (Out.Sites[J].Parts.empty() || Out.Sites[J].Kind == SiteKind::Vote) &&
            P.Role == "claims" && P.Range == Out.Sites[J].Range)
          Out.Sites[J].ClaimedBy = Out.Sites[I].Kind;
  }
}

void Extraction::presetParseErrors(size_t First, const FunctionSummary &F, const SeenError *Error) {
  if (!F.HasParseError)
    return;
  const bool Steps = llvm::is_contained(F.TakenNames, "volatile") ||
                     llvm::is_contained(F.TakenNames, "__shared__");
  if (Steps && llvm::none_of(llvm::drop_begin(Out.Sites, First),
                             [](const Site &S) { return S.Kind == SiteKind::SharedSteps; })) {
    Site &S = Out.Sites.emplace_back();
    S.Kind = SiteKind::SharedSteps;
    S.Name = F.Name;
    S.Loc = F.Loc;
    S.Function = F.USR;
  }
  for (size_t I = First; I < Out.Sites.size(); ++I)
    if (!Out.Sites[I].NotASite)
      Out.Sites[I].Preset = Refusal{
          ReasonId::ParseError,
          "the function '" + F.Name + "' has an error that the parser met here" +
              (Error ? ": " + Error->Text : ""),
          F.ParseErrorAt, "add the missing include path or macro, or fix the error, and rerun"};
}

/// Steps of such an instance stay as they are, with what they leave undone for its caller.
void Extraction::presetCallOfGivenUp(size_t First, const ConvergenceAnalysis &Analysis) {
  const FunctionDecl *Broken = nullptr;
  for (const Expr *E : Analysis.calls())
    if (const auto *Call = dyn_cast<CallExpr>(E); Call && isGivenUp(Call->getDirectCallee()))
      Broken = Call->getDirectCallee();
    else if (const auto *C = dyn_cast<CXXConstructExpr>(E); C && isGivenUp(C->getConstructor()))
      Broken = C->getConstructor();
  if (!Broken)
    return;
  // Errors of what the template calls in turn may be all that there is.
  const SeenError *Error = errorIn(templateText(Broken));
  const Location &Where = (Error ? *Error : Errors.front()).Where;
  for (Site &S : llvm::drop_begin(Out.Sites, First))
    if (S.Kind == SiteKind::SharedSteps && !S.NotASite && !S.Preset)
      S.Preset =
          Refusal{ReasonId::ParseError,
                  "the parser gave up '" + Broken->getNameAsString() +
                      "', which is called here, for an error",
                  Where, "add the missing include path or macro, or fix the error, and rerun"};
}

/// Also where the bound was met on the way through the sites: all of them or none.
void Extraction::presetTooLarge(size_t First, const FunctionSummary &F) {
  Out.Notes.push_back({"too-large", F.Name, F.Loc});
  for (size_t I = First; I < Out.Sites.size(); ++I) {
    Site &S = Out.Sites[I];
    S.Divided.reset();
    S.Conv.Steps.clear();
    if (!S.NotASite && !S.Preset)
      S.Preset =
          Refusal{ReasonId::TooLarge,
                  "'" + F.Name + "' has more branches, loops and variables than coopify follows",
                  F.Loc, "split it into functions that can be followed one by one"};
  }
}

} // namespace

TUSummary extract(ASTContext &Context, const PreprocessorRecord &Record,
                  const std::vector<SeenError> &Errors, PassCost *Cost,
                  ArrayRef<const Decl *> Instances, std::vector<const FunctionDecl *> *Unused,
                  const BodyFacts &Bodies) {
  PassCost Nobody;
  Extraction All(Context, static_cast<const Recording &>(Record), Errors, Cost ? *Cost : Nobody,
                 Instances, Bodies);
  TUSummary Out = All.run();
  if (Unused && !Out.Unread && Context.getLangOpts().CUDAIsDevice)
    *Unused = All.unused(Out);
  return Out;
}

TUSummary extractTrials(ASTContext &Context, const PreprocessorRecord &Record,
                        const std::vector<SeenError> &Errors,
                        ArrayRef<const FunctionDecl *> Bodies) {
  if (Bodies.empty())
    return {};
  PassCost Nobody;
  return Extraction(Context, static_cast<const Recording &>(Record), Errors, Nobody, {}, {})
      .runOn(Bodies);
}

} // namespace coopify
