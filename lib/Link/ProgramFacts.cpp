//===- ProgramFacts.cpp -------------------------------------------------------===//
#include "Link/ProgramFacts.h"

#include "Link/Barriers/GridLaunches.h"
#include "Link/Barriers/GroupClosure.h"
#include "Link/Merge/ExternalUsers.h"
#include "Link/Merge/Trials.h"
#include "Link/Proofs/Callers.h"
#include "Link/Proofs/DivergentWaits.h"
#include "Model/Warps/ScaleWarps.h"

#include "llvm/ADT/STLExtras.h"

using namespace coopify;

static Program merged(std::vector<TUSummary> Units, World Outside) {
  Program P = mergeUnits(std::move(Units), Outside);
  refuseCrossingWarps(P);
  return P;
}

/// The functions of \p USRs, by index.
static std::vector<bool> indexed(const Program &P, llvm::ArrayRef<std::string> USRs) {
  std::vector<bool> Out(P.Functions.size());
  for (const std::string &USR : USRs)
    if (std::optional<unsigned> F = P.find(USR))
      Out[*F] = true;
  return Out;
}

/// By function: it gets the parameter.
static std::vector<bool> given(const Program &P, const GroupClosure &Warps) {
  std::vector<bool> Out;
  for (unsigned F = 0; F < P.Functions.size(); ++F)
    Out.push_back(Warps.of(F).Kind == GroupParameter::Parameter);
  return Out;
}

static std::unique_ptr<TrialProgram> withTrials(const std::vector<TUSummary> &Units,
                                                World Outside) {
  std::vector<TUSummary> More = unitsWithTrials(Units);
  return More.empty() ? nullptr : std::make_unique<TrialProgram>(merged(std::move(More), Outside));
}

/// Lives on the heap and never moves: its parts refer to each other.
struct ProgramFacts::Impl {
  std::shared_ptr<const Program> Whole;
  std::shared_ptr<const TrialProgram> Trials; ///< null: there are none
  const Program &P;
  LinkOptions Options;
  Prover Inside; ///< with the groups that the code has
  GroupClosure Warps;
  Prover Facts;
  DivergentWaits Waits;
  GroupClosure Barriers;
  std::vector<Site> Sites;
  const WarpLanes Lanes = warpLanes();

  Impl(std::shared_ptr<const Program> Read, std::shared_ptr<const TrialProgram> Tried,
       const LinkOptions &Options, llvm::ArrayRef<std::string> WarpHelpers)
      : Whole(std::move(Read)), Trials(std::move(Tried)), P(*Whole), Options(Options), Inside(P),
        Warps(P, Inside, indexed(P, WarpHelpers)), Facts(P, given(P, Warps)),
        Waits(divergentWaits(P, Facts)), Barriers(P, Facts, Waits.Parted, Options), Sites(P.Sites) {
    dropInactiveCalls(P, Barriers, Sites);
    llvm::append_range(Sites, barrierSites(P, Barriers));
    llvm::append_range(Sites, warpSites(P, Warps));
    llvm::append_range(Sites, Waits.Sites);
    addGridLaunches(P, Sites);
    if (Trials)
      llvm::append_range(Sites, Trials->P.Sites);
    llvm::sort(Sites, [](const Site &A, const Site &B) {
      return std::tie(A.Loc, A.Kind, A.Name, A.Function, A.Macro.Expansion, A.Subject, A.Range) <
             std::tie(B.Loc, B.Kind, B.Name, B.Function, B.Macro.Expansion, B.Subject, B.Range);
    });
  }

  /// Where \p USR is a trial: its index there.
  std::optional<unsigned> trial(llvm::StringRef USR) const {
    std::optional<unsigned> F = Trials ? Trials->P.find(USR) : std::nullopt;
    return F && Trials->P.Functions[*F].Trial ? F : std::nullopt;
  }

  /// Of a function that was not seen, where \p USR has none.
  template <typename Fact> Proven prove(const Fact &What, llvm::StringRef USR) const;
};

ProgramFacts::ProgramFacts(std::unique_ptr<Impl> I) : I(std::move(I)) {}
ProgramFacts::ProgramFacts(ProgramFacts &&) = default;
ProgramFacts::~ProgramFacts() = default;

ProgramFacts coopify::link(std::vector<TUSummary> Units, const LinkOptions &Options) {
  const WarpLanes Warps = warpsOf(Units);
  for (TUSummary &Unit : Units)
    if (Warps.Differ && Unit.WarpWidth == SmallWarp)
      scaleWarps(Unit);
  WarpWidthScope Warp(Warps);
  std::shared_ptr<const TrialProgram> Tried = withTrials(Units, Options.Outside);
  auto Read = std::make_shared<const Program>(merged(std::move(Units), Options.Outside));
  return ProgramFacts(std::make_unique<ProgramFacts::Impl>(std::move(Read), std::move(Tried),
                                                           Options, llvm::ArrayRef<std::string>()));
}

ProgramFacts ProgramFacts::withWarpHelpers(llvm::ArrayRef<std::string> USRs) const {
  WarpWidthScope Warp(I->Lanes);
  return ProgramFacts(std::make_unique<Impl>(I->Whole, I->Trials, I->Options, USRs));
}

const LinkOptions &ProgramFacts::options() const { return I->Options; }
WarpLanes ProgramFacts::warps() const { return I->Lanes; }
llvm::ArrayRef<Site> ProgramFacts::sites() const { return I->Sites; }
llvm::ArrayRef<FunctionSummary> ProgramFacts::functions() const { return I->P.Functions; }
std::vector<const FunctionSummary *> ProgramFacts::trials() const {
  std::vector<const FunctionSummary *> Out;
  if (I->Trials)
    for (const FunctionSummary &F : I->Trials->P.Functions)
      if (F.Trial)
        Out.push_back(&F);
  return Out;
}

llvm::ArrayRef<FileFacts> ProgramFacts::files() const { return I->P.Files; }
llvm::ArrayRef<ParseNote> ProgramFacts::notes() const { return I->P.Notes; }
llvm::ArrayRef<MacroExpansion> ProgramFacts::expansions() const { return I->P.Expansions; }

const FunctionSummary *ProgramFacts::function(llvm::StringRef USR) const {
  if (std::optional<unsigned> F = I->trial(USR))
    return &I->Trials->P.Functions[*F];
  std::optional<unsigned> F = I->P.find(USR);
  return F ? &I->P.Functions[*F] : nullptr;
}

const FileFacts *ProgramFacts::file(llvm::StringRef Path) const {
  auto It = llvm::lower_bound(I->P.Files, Path, [](const FileFacts &F, llvm::StringRef Path) {
    return llvm::StringRef(F.Path) < Path;
  });
  return It != I->P.Files.end() && It->Path == Path ? &*It : nullptr;
}

/// Nothing is known of a function that no unit describes.
static Proven unproven() {
  Proven Out;
  Out.Width = DivergentWidth;
  Out.Why = Obstacle{ObstacleKind::Unknown, "the function around it was not seen", {}};
  return Out;
}

template <typename Fact>
Proven ProgramFacts::Impl::prove(const Fact &What, llvm::StringRef USR) const {
  if (std::optional<unsigned> F = trial(USR))
    return Trials->Facts.prove(What, *F);
  std::optional<unsigned> F = P.find(USR);
  if (!F)
    return unproven();
  Proven Out = Facts.prove(What, *F);
  std::optional<unsigned> There =
      Trials && !Out.Assumptions.empty() ? Trials->P.find(USR) : std::nullopt;
  return There ? vetoed(std::move(Out), Trials->Facts.prove(What, *There)) : Out;
}

bool ProgramFacts::hasSlots() const {
  return !I->P.SlotOwners.empty() || (I->Trials && !I->Trials->P.SlotOwners.empty());
}

Proven ProgramFacts::prove(const Convergence &C, llvm::StringRef Function) const {
  return I->prove(C, Function);
}

Proven ProgramFacts::proveReached(const Convergence &C, llvm::StringRef Function) const {
  return I->prove(Reached{C}, Function);
}

Proven ProgramFacts::prove(const Uniformity &U, llvm::StringRef Function) const {
  return I->prove(U, Function);
}

namespace {
/// Follows a parameter through the callers that only pass it on.
class ConstantSearch {
public:
  explicit ConstantSearch(const Program &P) : P(P), Unknown(findUnknownCallers(P)) {}

  std::optional<int64_t> run(unsigned Function, int64_t Index) {
    Agree = !collect(Function, Index) ? std::nullopt : Agree;
    return Agree;
  }

private:
  bool collect(unsigned Function, int64_t Index) {
    if (!Seen.insert({Function, Index}).second)
      return true; // on the way round already
    if (Unknown[Function] || (P.Callers[Function].empty() && P.LaunchesOf[Function].empty()))
      return false;
    return llvm::all_of(
               P.Callers[Function],
               [&](CallRef C) { return passes(P.edge(C).ConstantArgs, Index, C.Caller); }) &&
           llvm::all_of(P.LaunchesOf[Function], [&](unsigned L) {
             return passes(P.Launches[L].ConstantArgs, Index, std::nullopt);
           });
  }
  bool passes(const std::vector<PassedConstant> &Numbers, int64_t Index,
              std::optional<unsigned> Caller) {
    if (Index < 0 || size_t(Index) >= Numbers.size())
      return false;
    const PassedConstant &N = Numbers[Index];
    if (!N.Constant)
      return Caller && N.Parameter && collect(*Caller, *N.Parameter);
    bool Fits = !Agree || *Agree == *N.Constant;
    Agree = N.Constant;
    return Fits;
  }

  const Program &P;
  std::vector<bool> Unknown;
  std::set<std::pair<unsigned, int64_t>> Seen;
  std::optional<int64_t> Agree;
};
} // namespace

std::optional<int64_t> ProgramFacts::constantParameter(llvm::StringRef Function,
                                                       int64_t Index) const {
  std::optional<unsigned> F = I->P.find(Function);
  return F ? ConstantSearch(I->P).run(*F, Index) : std::nullopt;
}

bool ProgramFacts::mayBeCalledUnseen(llvm::StringRef Function) const {
  std::optional<unsigned> F = I->P.find(Function);
  return !F || I->P.Functions[*F].DependentCallAt.valid() || !I->P.TextCallers[*F].empty() ||
         I->Facts.hasUnknownCallers(*F);
}

std::optional<ProofStep> ProgramFacts::mayBeCompiledUnseen(const Location &Where) const {
  return compiledUnseen(I->P, Where);
}

GroupParameter ProgramFacts::blockParameter(llvm::StringRef Function) const {
  std::optional<unsigned> F = I->P.find(Function);
  return F ? I->Barriers.of(*F) : GroupParameter();
}

GroupParameter ProgramFacts::warpParameter(llvm::StringRef Function) const {
  std::optional<unsigned> F = I->P.find(Function);
  return F ? I->Warps.of(*F) : GroupParameter();
}
