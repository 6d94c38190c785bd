//===- SharedRegions.cpp --------------------------------------------------===//

#include "Extract/SharedRegions.h"

#include "Extract/SyncEdits.h"
#include "Model/TUSummary.h"

#include "clang/AST/Attr.h"

using namespace clang;

namespace coopify {

namespace {

/// The syncs of one set of steps, or why there are none.
class SyncPlan {
public:
  SyncPlan(const FunctionView &View, IndexForms &Forms, SharedPlaces &Places,
           const SharedSteps &Steps, const SharedHazards &Hazards,
           const std::set<unsigned> &Component, std::vector<const SharedAccess *> Meant,
           SyncEdits &Edits)
      : View(View), Forms(Forms), Places(Places), Steps(Steps), Hazards(Hazards),
        Component(Component), Meant(std::move(Meant)), Edits(Edits) {}

  /// False: Why says it.
  bool make();

  Refusal Why;
  std::vector<Argument> Needed; ///< as in Site::Args
  std::vector<ProofStep> Dropped;
  std::optional<Convergence> Where;
  std::vector<const Stmt *> Touched;

private:
  bool relevant(const Hazard &H) const;
  bool meant(const SharedAccess &Access) const;
  void betweenSteps();
  bool withinStep(unsigned I);
  bool hoistArguments(unsigned I, llvm::ArrayRef<const Hazard *> Inside);
  bool splitPlain(unsigned I, llvm::ArrayRef<const Hazard *> Inside);
  bool splitGuarded(unsigned I, llvm::ArrayRef<const Hazard *> Inside);
  std::optional<bool> insideGroup(unsigned I);
  std::optional<bool> insideTiles(unsigned I);
  bool within(const SharedSteps &Inner);
  const Stmt *pollingLoop(const SharedStep &S, const Hazard &H, bool Writes);
  bool refusePolling();
  bool refuseAtomics();
  bool refuseComposite(const Hazard &H);
  bool write();
  void need(StringRef Text, unsigned Width, const Uniformity &U);
  bool place(const SharedStep &S, const SyncNeeds &N);
  void explain();

  const FunctionView &View;
  IndexForms &Forms;
  SharedPlaces &Places;
  const SharedSteps &Steps;
  const SharedHazards &Hazards;
  const std::set<unsigned> &Component;
  /// The objects by which the code counts on lockstep, one access of each.
  std::vector<const SharedAccess *> Meant;
  SyncEdits &Edits;
  std::map<unsigned, SyncNeeds> Needs;
  llvm::DenseMap<const Stmt *, std::vector<const Stmt *>> LoopsOf; ///< in a step
};

} // namespace

static bool isEnd(unsigned Step) { return Step == SharedSteps::Entry || Step == SharedSteps::Exit; }

bool SyncPlan::relevant(const Hazard &H) const {
  return (isEnd(H.From) || Component.count(H.From)) && (isEnd(H.To) || Component.count(H.To)) &&
         (meant(*H.First) || meant(*H.Second));
}

/// What a kernel's arguments point to is never shared memory: there lanes are told apart by what
/// nobody here can know, and nothing says that they were meant to meet.
bool SyncPlan::meant(const SharedAccess &Access) const {
  return Access.Place.Of != SharedPlace::KernelArray || Access.Volatile ||
         llvm::any_of(Meant, [&](const SharedAccess *A) { return mayAlias(*A, Access); });
}

void SyncPlan::need(StringRef Text, unsigned Width, const Uniformity &U) {
  Argument A;
  A.Text = Text.str();
  A.Constant = Width;
  A.Uniform = U;
  if (!llvm::is_contained(Needed, A))
    Needed.push_back(A);
}

//===- Refusals -----------------------------------------------------------===//

/// Statements that are evaluated to decide on the next round of \p S, a loop.
static const Expr *loopCondition(const Stmt *S) {
  if (const auto *W = dyn_cast<WhileStmt>(S))
    return W->getCond();
  if (const auto *D = dyn_cast<DoStmt>(S))
    return D->getCond();
  if (const auto *F = dyn_cast<ForStmt>(S))
    return F->getCond();
  return nullptr;
}

static bool holds(const Stmt *Whole, const Stmt *Part) {
  return Whole == Part || llvm::any_of(Whole->children(), [&](const Stmt *Child) {
           return Child && holds(Child, Part);
         });
}

static void forEachLoop(const Stmt *S, llvm::function_ref<void(const Stmt *)> Visit) {
  if (!S)
    return;
  if (loopCondition(S))
    Visit(S);
  for (const Stmt *Part : S->children())
    forEachLoop(Part, Visit);
}

static std::string nameOf(const SharedAccess &A) {
  return "'" + A.Place.Root->getNameAsString() + "'";
}

/// A loop in the step \p S that reads in its condition what \p H is about: one that waits for
/// others to write it, or (Writes) tries again until its own value stays.
const Stmt *SyncPlan::pollingLoop(const SharedStep &S, const Hazard &H, bool Writes) {
  const Stmt *Found = nullptr;
  auto [It, New] = LoopsOf.try_emplace(S.S);
  if (New)
    forEachLoop(S.S, [&](const Stmt *Loop) { It->second.push_back(Loop); });
  for (const Stmt *Loop : It->second) {
    bool Reads = false, Sets = false;
    for (const SharedAccess &A : S.Accesses) {
      if (!mayAlias(A, *H.First))
        continue;
      Reads |= !A.Write && holds(loopCondition(Loop), A.At);
      Sets |= A.Write && holds(Loop, A.At);
    }
    if (Reads && Sets == Writes)
      Found = Loop;
  }
  return Found;
}

/// Who waits in a loop for another lane is not helped by a sync.
bool SyncPlan::refusePolling() {
  for (const Hazard &H : Hazards.all()) {
    if (!relevant(H))
      continue;
    std::string Name = nameOf(*H.First);
    for (unsigned I : {H.From, H.To}) {
      const SharedStep &S = Steps.Steps[I];
      if (!S.Composite)
        continue;
      if (const Stmt *Loop = pollingLoop(S, H, /*Writes=*/false)) {
        Why = Refusal{"spin-loop", "this loop waits for another lane to write " + Name,
                      View.Text.expansion(Loop->getBeginLoc()),
                      "keep it as it is, with volatile: it needs lanes that are scheduled "
                      "independently"};
        return true;
      }
      if (const Stmt *Loop = pollingLoop(S, H, /*Writes=*/true)) {
        Why = Refusal{"tag-vote-loop",
                      "lanes write " + Name +
                          " again until their own value is there: with "
                          "independent lanes updates get lost",
                      View.Text.expansion(Loop->getBeginLoc()),
                      "use an atomic on the shared memory, such as atomicAdd"};
        return true;
      }
    }
  }
  return false;
}

/// Of two parameters it is not known. Nobody takes a counter for what an exchange goes through.
static bool oneObject(const SharedAccess &A, const SharedAccess &B) {
  return A.Place.Root == B.Place.Root ||
         (A.Place.Of == SharedPlace::Dynamic && B.Place.Of == SharedPlace::Dynamic);
}

/// An atomic orders itself; what else reads or writes its element is not known to be meant so.
bool SyncPlan::refuseAtomics() {
  for (const Hazard &H : Hazards.all())
    if (relevant(H) && (H.First->Atomic || H.Second->Atomic) && oneObject(*H.First, *H.Second)) {
      const SharedAccess &A = H.First->Atomic ? *H.First : *H.Second;
      Why = Refusal{"shared-atomic", "an atomic changes " + nameOf(A) + " among the steps",
                    View.Text.expansion(A.At->getBeginLoc()),
                    "put warp.sync() between the atomic and what reads the memory without one"};
      return true;
    }
  return false;
}

/// A step that only some lanes come to, or lanes in different rounds, in which lanes meet.
bool SyncPlan::refuseComposite(const Hazard &H) {
  const SharedAccess *Inner = H.First->Write ? H.First : H.Second;
  const Stmt *First = firstEvaluated(Inner->At, View.Analysis);
  Convergence C = First ? View.Analysis.at(First) : Convergence();
  bool Differs = C.Active.Why && C.Active.Why->Kind == ObstacleKind::LaneDependent;
  if (First && C.Active.Width < Steps.width() && C.Active.Why) {
    Why = Refusal{Differs ? "divergent" : "unproven", C.Active.Why->Text, C.Active.Why->Where,
                  "a sync cannot stand where only some lanes come: let all lanes of the warp take "
                  "the steps, and put a lane's own condition around the reads and the writes only"};
    return false;
  }
  Why = Refusal{"step-not-split", "the steps of this statement cannot be taken apart",
                View.Text.expansion(H.First->At->getBeginLoc()),
                "write each exchange as read, warp.sync(), write, warp.sync()"};
  return false;
}

//===- Between steps ------------------------------------------------------===//

void SyncPlan::betweenSteps() {
  // The last ones first: a sync there may serve what was written before.
  std::set<unsigned> After;
  std::map<unsigned, std::vector<const Hazard *>, std::greater<>> Writes;
  for (const Hazard &H : Hazards.all())
    if (!H.Within && relevant(H) && H.First->Write && H.From != SharedSteps::Entry)
      Writes[H.From].push_back(&H);
  for (const auto &[From, All] : Writes)
    if (llvm::any_of(
            All, [&, At = From](const Hazard *H) { return Hazards.follows(At, H->To, After); })) {
      After.insert(From);
      Needs[From].After = true;
    }
  // The first ones first: a sync there may serve what is written later.
  std::set<unsigned> Before;
  std::map<unsigned, std::vector<const Hazard *>> Rest;
  for (const Hazard &H : Hazards.all())
    if (!H.Within && relevant(H) && (!H.First->Write || H.From == SharedSteps::Entry) &&
        H.To != SharedSteps::Exit)
      Rest[H.To].push_back(&H);
  for (const auto &[To, All] : Rest)
    for (const Hazard *H : All) {
      SyncNeeds &N = Needs[To];
      // Where the step is split, the sync in it is between.
      if (N.Before || (N.Split && H->Second->Write) || !Hazards.follows(H->From, To, After, Before))
        continue;
      N.Before = true;
      Before.insert(To);
    }
}

//===- Within steps -------------------------------------------------------===//

/// The lanes that \p If lets in, if that is the first aligned group of a warp: `tid < 16`.
static std::optional<unsigned> firstGroup(const IfStmt *If, const FunctionView &View,
                                          SharedPlaces &Places) {
  std::vector<LaneBound> Bounds;
  Places.bounds(If->getCond(), Bounds);
  if (Bounds.size() != 1 || Bounds[0].Equal || If->getElse() ||
      !isa<BinaryOperator>(If->getCond()->IgnoreParenImpCasts()) ||
      cast<BinaryOperator>(If->getCond()->IgnoreParenImpCasts())->isLogicalOp())
    return std::nullopt;
  auto N = Bounds[0].Bound.Poly->constant();
  const Value &X = Bounds[0].X.Is;
  const Stmt *First = firstEvaluated(If->getThen(), View.Analysis);
  if (!N || *N < 2 || *N > 16 || (*N & (*N - 1)) || X.Scale != 1 || X.Align < WarpWidth ||
      !X.NonNegative || !First || View.Analysis.at(First).Active.Width != unsigned(*N))
    return std::nullopt;
  return *N;
}

namespace {
/// A template parameter that says how many lanes work together.
struct TileSize {
  std::string Text;
  unsigned Lanes;
};
} // namespace

/// That by which the function divides or takes the rest of threadIdx.x.
static std::optional<TileSize> tileSize(const FunctionView &View) {
  std::optional<TileSize> Size;
  View.forEachStmt([&](const Stmt *S) {
    const auto *B = dyn_cast<BinaryOperator>(S);
    if (!B || (B->getOpcode() != BO_Div && B->getOpcode() != BO_Rem) ||
        builtinNumber(B->getLHS()) != std::pair(StringRef("threadIdx"), StringRef("x")))
      return;
    const Expr *Right = B->getRHS(); // IgnoreImpCasts() would look through the parameter
    while (const auto *C = dyn_cast<ImplicitCastExpr>(Right->IgnoreParens()))
      Right = C->getSubExpr();
    const auto *By = dyn_cast<SubstNonTypeTemplateParmExpr>(Right->IgnoreParens());
    if (auto N = By ? View.constant(B->getRHS()) : std::nullopt; N && *N >= 2 && *N <= WarpWidth)
      Size = TileSize{By->getParameter()->getNameAsString(), unsigned(*N)};
  });
  return Size;
}

/// With a tile of the lanes that are let in; nullopt: they are no such group.
std::optional<bool> SyncPlan::insideGroup(unsigned I) {
  const auto *If = dyn_cast<IfStmt>(Steps.Steps[I].S);
  auto Lanes = If ? firstGroup(If, View, Places) : std::nullopt;
  if (!Lanes)
    return std::nullopt;
  std::vector<LaneBound> Around = Steps.Steps[I].Around;
  Places.bounds(If->getCond(), Around);
  SharedSteps Inner(View, Forms, Places, *Lanes);
  if (!Inner.build(If->getThen(), Around, If))
    return std::nullopt;
  return within(Inner);
}

/// A loop that aligned groups of lanes go round on their own, by one tile for each.
std::optional<bool> SyncPlan::insideTiles(unsigned I) {
  const SharedStep &S = Steps.Steps[I];
  const Stmt *Body = isa<WhileStmt>(S.S) ? cast<WhileStmt>(S.S)->getBody()
                     : isa<ForStmt>(S.S) ? cast<ForStmt>(S.S)->getBody()
                                         : nullptr;
  const Stmt *First = Body ? firstEvaluated(Body, View.Analysis) : nullptr;
  unsigned Lanes = First ? View.Analysis.at(First).Active.Width : 0;
  std::optional<TileSize> Size = tileSize(View);
  if (Lanes < 2 || Lanes >= Steps.width() || (Size && Size->Lanes != Lanes) ||
      (!Size && View.Function->isTemplateInstantiation()))
    return std::nullopt;
  SharedSteps Inner(View, Forms, Places, Lanes, Size ? Size->Text : "");
  if (!Inner.build(S.S, S.Around))
    return std::nullopt;
  // Of other groups nobody waits.
  std::vector<const SharedAccess *> All;
  for (const SharedStep &Each : Inner.Steps)
    for (const SharedAccess &A : Each.Accesses)
      if (meant(A))
        All.push_back(&A);
  for (const SharedAccess *A : All)
    for (const SharedAccess *B : All)
      if ((A->Write || B->Write) && !groupsApart(*A, *B, Forms, Lanes))
        return std::nullopt;
  return within(Inner);
}

/// The syncs of \p Inner, which smaller groups come to.
bool SyncPlan::within(const SharedSteps &Inner) {
  SharedHazards In(View, Inner, Forms);
  for (const std::set<unsigned> &Part : In.components()) {
    SyncPlan Plan(View, Forms, Places, Inner, In, Part, Meant, Edits);
    if (!Plan.make()) {
      Why = Plan.Why;
      return false;
    }
    for (const Argument &A : Plan.Needed)
      need(A.Text, A.Constant.value_or(WarpWidth), A.Uniform);
    llvm::append_range(Dropped, Plan.Dropped);
    llvm::append_range(Touched, Plan.Touched);
    if (Plan.Where)
      need("tile" + std::to_string(Inner.width()), Inner.width(), Plan.Where->Active);
  }
  return true;
}

static const Expr *skip(const Expr *E) { return E->IgnoreParens(); }

/// What a call is passed is read from memory that the call may write.
bool SyncPlan::hoistArguments(unsigned I, llvm::ArrayRef<const Hazard *> Inside) {
  const CallExpr *Call = loneCall(Steps.Steps[I].S);
  if (!Call)
    return false;
  std::vector<const Expr *> Hoisted;
  for (const Hazard *H : Inside) {
    if (H->First->ByCall || !H->Second->ByCall ||
        !llvm::is_contained(Call->arguments(), H->Second->At))
      return false;
    auto Read =
        llvm::find_if(Call->arguments(), [&](const Expr *Arg) { return holds(Arg, H->First->At); });
    if (Read == Call->arg_end() || !(*Read)->getType()->isArithmeticType() || (*Read)->isLValue())
      return false;
    if (!llvm::is_contained(Hoisted, *Read))
      Hoisted.push_back(*Read);
  }
  Needs[I].Split = true;
  Needs[I].Hoisted = std::move(Hoisted);
  return true;
}

bool SyncPlan::splitPlain(unsigned I, llvm::ArrayRef<const Hazard *> Inside) {
  const SharedStep &S = Steps.Steps[I];
  if (hoistArguments(I, Inside))
    return true;
  std::optional<SharedAssignment> A = S.Condition ? std::nullopt : sharedAssignment(S.S);
  for (const Hazard *H : Inside) {
    bool Fits = A && !H->First->Write && H->Second->Write &&
                skip(H->Second->At) == skip(A->Target) &&
                (holds(A->Value, H->First->At) || skip(H->First->At) == skip(A->Target)) &&
                !H->Second->ByCall;
    if (Fits)
      continue;
    Why = Refusal{"step-not-split",
                  "'" + View.Text.text(S.S->getSourceRange()) +
                      "' reads and writes what other lanes write and read",
                  View.Text.expansion(S.S->getBeginLoc()),
                  "write it as read, warp.sync(), write, warp.sync()"};
    return false;
  }
  SyncNeeds &N = Needs[I];
  N.Split = true;
  N.OwnTarget =
      llvm::none_of(Inside, [&](const Hazard *H) { return skip(H->First->At) == skip(A->Target); });
  return true;
}

bool SyncPlan::splitGuarded(unsigned I, llvm::ArrayRef<const Hazard *> Inside) {
  const SharedStep &S = Steps.Steps[I];
  std::vector<SharedAssignment> All = guardedAssignments(S.S);
  if (All.empty())
    return false;
  // All is read before anything is written: no write may have been meant to be read again.
  for (size_t A = 0; A < S.Accesses.size(); ++A)
    for (size_t B = A + 1; B < S.Accesses.size(); ++B) {
      const SharedAccess &First = S.Accesses[A], &Second = S.Accesses[B];
      bool SameTarget = skip(First.At) == skip(Second.At);
      if (First.Write && !SameTarget && !apart(First, Second))
        return false;
    }
  bool Own = true;
  for (const Hazard *H : Inside) {
    if (H->First->ByCall || H->Second->ByCall)
      return false;
    Own &= skip(H->First->At) != skip(H->Second->At);
  }
  Needs[I].Split = true;
  Needs[I].OwnTarget = Own;
  return true;
}

bool SyncPlan::withinStep(unsigned I) {
  std::vector<const Hazard *> Inside;
  for (const Hazard &H : Hazards.all())
    if (H.Within && H.From == I && relevant(H))
      Inside.push_back(&H);
  const SharedStep &S = Steps.Steps[I];
  if (Inside.empty())
    return true;
  if (!S.Composite)
    return splitPlain(I, Inside);
  if (std::optional<bool> Done = insideGroup(I))
    return *Done;
  if (std::optional<bool> Done = insideTiles(I))
    return *Done;
  if (splitGuarded(I, Inside))
    return true;
  if (S.S->getBeginLoc().isMacroID()) {
    Why = stepFromMacro(View, S.S);
    return false;
  }
  return refuseComposite(*Inside.front());
}

//===- The whole ----------------------------------------------------------===//

/// With the steps of both: each sync has its own.
static Convergence both(const Convergence &A, const Convergence &B) {
  Convergence Out = meet(A, B);
  Out.Steps = A.Steps;
  for (const ProofStep &S : B.Steps)
    if (!llvm::is_contained(Out.Steps, S))
      Out.Steps.push_back(S);
  return Out;
}

/// Adds who comes to the syncs of \p S; false: not known.
bool SyncPlan::place(const SharedStep &S, const SyncNeeds &N) {
  std::vector<const Stmt *> At{S.S};
  if (N.After && S.After)
    At.push_back(S.After);
  bool Found = false;
  for (const Stmt *Each : At) {
    const Stmt *First = firstEvaluated(Each, View.Analysis);
    if (!First)
      continue; // nothing in it can part lanes
    if (!View.Analysis.reachable(First)) {
      Found = true;
      continue;
    }
    Convergence C = View.Analysis.at(First);
    // Whether a loop is entered again its own condition decides.
    if (Each == S.S && S.Composite && loopCondition(S.S) && S.Before)
      if (const Stmt *Earlier = firstEvaluated(S.Before, View.Analysis))
        C = View.Analysis.at(Earlier);
    Where = Where ? both(*Where, C) : C;
    Found = true;
  }
  return Found && !(N.After && S.Jumps && S.Composite && !S.After);
}

bool SyncPlan::write() {
  for (const auto &[I, N] : Needs) {
    if (!N.Before && !N.Split && !N.After)
      continue;
    const SharedStep &S = Steps.Steps[I];
    if (S.Condition || !place(S, N)) {
      // `while (s[i] != x)`: nothing can be put beside it.
      Why = Refusal{S.Condition ? "spin-loop" : "step-not-split",
                    "no sync can be put beside '" + View.Text.text(S.S->getSourceRange()) + "'",
                    View.Text.expansion(S.S->getBeginLoc()),
                    "read the shared memory in a statement of its own"};
      return false;
    }
    if (!Edits.step(S, N, Steps.size(), Why))
      return false;
    Touched.push_back(S.S);
  }
  return true;
}

/// Why steps have fewer syncs than read, sync, write, sync.
void SyncPlan::explain() {
  for (const auto &[I, N] : Needs) {
    const SharedStep &S = Steps.Steps[I];
    bool Both = llvm::any_of(S.Accesses, [&](const SharedAccess &A) {
      return !A.Write && llvm::any_of(S.Accesses, [&](const SharedAccess &B) {
        return B.Write && A.At != B.At && mayAlias(A, B);
      });
    });
    Location At = View.Text.expansion(S.S->getBeginLoc());
    if (Both && !N.Split && !N.Before && N.After && !S.Composite)
      Dropped.push_back({At, "no sync between its read and its write: no lane of the warp writes "
                             "what another one reads here"});
    if (N.Split && !N.After && N.Hoisted.empty())
      Dropped.push_back({At, "no sync behind it: before the next barrier no lane reads or writes "
                             "what another one wrote here"});
  }
}

bool SyncPlan::make() {
  if (refusePolling() || refuseAtomics())
    return false;
  for (unsigned I : Component)
    if (!withinStep(I))
      return false;
  betweenSteps();
  if (!write())
    return false;
  explain();
  return true;
}

//===- Sites --------------------------------------------------------------===//

/// Another instance of the function divides by a smaller number.
static bool hasSmallerTiles(const FunctionDecl *F, const TileSize &Size) {
  const FunctionTemplateDecl *Template = F->getPrimaryTemplate();
  if (!Template)
    return false;
  return llvm::any_of(Template->specializations(), [&](const FunctionDecl *Other) {
    const TemplateArgumentList *Args = Other->getTemplateSpecializationArgs();
    for (auto [P, A] : llvm::zip(*Template->getTemplateParameters(), Args->asArray()))
      if (P->getName() == Size.Text && A.getKind() == TemplateArgument::Integral)
        return A.getAsIntegral() < WarpWidth;
    return false;
  });
}

/// Where 32 is the size of the tiles that a template's other instances need, it is written as such.
static std::string warpSize(const FunctionView &View) {
  std::optional<TileSize> Size = tileSize(View);
  bool Named = Size && Size->Lanes == WarpWidth && hasSmallerTiles(View.Function, *Size);
  return Named ? Size->Text : "";
}

namespace {

class RegionFinder {
public:
  RegionFinder(const FunctionView &View)
      : View(View), Forms(View.Function, View.Context, View.Analysis.variables(), &View.Analysis),
        Places(View.Function, View.Context, View.Text, View.Analysis.variables(), Forms),
        Steps(View, Forms, Places, WarpWidth, warpSize(View)), Edits(View) {}

  std::vector<Site> find();

private:
  void region(const SharedHazards &Hazards, const std::set<unsigned> &Component,
              const SharedAccess &Evidence);
  Site start(const Stmt *First, const SharedAccess &Access) const;
  std::vector<Site> tooMany() const;
  bool lives(const std::set<unsigned> &Component) const;
  void oneForAll();

  const FunctionView &View;
  IndexForms Forms;
  SharedPlaces Places;
  SharedSteps Steps;
  SyncEdits Edits;
  std::vector<Site> Sites;
};

} // namespace

static bool isVolatile(QualType T) {
  return T.isVolatileQualified() ||
         (T->isPointerType() && T->getPointeeType().isVolatileQualified());
}

/// Memory that lanes may share is there at all, or a pointer that may lead to it, by which lanes
/// are told apart or which says itself that others write there.
static bool mayShare(const FunctionView &View) {
  bool Shared = false, Pointer = false, Threads = false;
  for (const ParmVarDecl *P : View.Function->parameters()) {
    Pointer |= P->getType()->isPointerType();
    Threads |= isVolatile(P->getType());
  }
  View.forEachStmt([&](const Stmt *S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      Shared |= Ref->getDecl()->hasAttr<CUDASharedAttr>();
      Threads |= isVolatile(Ref->getType()) || (V && V->getName() == "threadIdx");
    } else if (const auto *D = dyn_cast<DeclStmt>(S)) {
      for (const Decl *Declared : D->decls())
        Shared |= Declared->hasAttr<CUDASharedAttr>();
    } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
      Pointer |= Call->getType()->isPointerType();
    } else if (const auto *M = dyn_cast<MemberExpr>(S)) {
      Threads |= isVolatile(M->getType());
    }
  });
  return Shared || (Pointer && Threads);
}

/// What the user calls the object.
static std::string writtenName(const SharedAccess &A) {
  const Stmt *At = A.At;
  while (At && !isa<DeclRefExpr>(At))
    At = At->child_begin() == At->child_end() ? nullptr : *At->child_begin();
  return At ? cast<DeclRefExpr>(At)->getDecl()->getNameAsString() : A.Place.Root->getNameAsString();
}

Site RegionFinder::start(const Stmt *First, const SharedAccess &Access) const {
  Site S;
  S.Kind = "shared-steps";
  S.Name = writtenName(Access);
  S.Function = View.USR;
  S.Loc = View.Text.expansion(First->getBeginLoc());
  S.Range = View.Text.fileRange(First->getSourceRange());
  return S;
}

/// `volatile` says that something is to be looked at, even if all of it is too much.
std::vector<Site> RegionFinder::tooMany() const {
  for (const SharedStep &Step : Steps.Steps)
    for (const SharedAccess &A : Step.Accesses)
      if (A.Volatile) {
        Site S = start(Step.S, A);
        S.Preset = Refusal{"too-large",
                           "the function has more accesses to shared memory than coopify "
                           "compares with each other",
                           S.Loc, "split it into functions that can be followed one by one"};
        return {S};
      }
  return {};
}

bool RegionFinder::lives(const std::set<unsigned> &Component) const {
  return llvm::any_of(Component, [&](unsigned I) {
    const Stmt *First = firstEvaluated(Steps.Steps[I].S, View.Analysis);
    return First && View.Analysis.reachable(First);
  });
}

static bool lacksVolatile(const SharedHazards &Hazards, const std::set<unsigned> &Component,
                          ArrayRef<const SharedAccess *> Meant) {
  return llvm::any_of(Hazards.all(), [&](const Hazard &H) {
    auto IsOf = [&](const SharedAccess *A) { return A->Place.Root == H.First->Place.Root; };
    return llvm::any_of(Meant, IsOf) && Component.count(H.From) && Component.count(H.To) &&
           !H.Within && !H.First->Volatile && !H.Second->Volatile && !H.First->ByCall &&
           !H.Second->ByCall;
  });
}

void RegionFinder::region(const SharedHazards &Hazards, const std::set<unsigned> &Component,
                          const SharedAccess &Evidence) {
  Site S = start(Steps.Steps[*Component.begin()].S, Evidence);
  std::vector<const SharedAccess *> Meant = Hazards.evidences(Component);
  S.TypeMatters = lacksVolatile(Hazards, Component, Meant);
  Edits.nextRegion();
  SyncPlan Plan(View, Forms, Places, Steps, Hazards, Component, std::move(Meant), Edits);
  if (!lives(Component)) {
    S.NotASite = "unreachable";
  } else if (!Plan.make()) {
    S.Preset = Plan.Why;
  } else {
    S.Args = Plan.Needed;
    for (const Uniformity &U : Hazards.used(Component)) {
      Argument A;
      A.Text = "the subscripts";
      A.Constant = WarpWidth;
      A.Uniform = U;
      S.Args.push_back(A);
    }
    S.Conv = Plan.Where.value_or(Convergence());
    llvm::append_range(S.Conv.Steps, Plan.Dropped);
  }
  S.Pieces = Edits.take();
  if (!S.Pieces.empty() || S.Preset || !S.NotASite.empty())
    Sites.push_back(std::move(S));
}

/// The instances of a template share their text, and each has to agree with what is written for
/// the others: one site for the whole function, in the same place in all of them.
void RegionFinder::oneForAll() {
  if (!View.Function->isTemplateInstantiation())
    return;
  // The first of the text: steps differ with what is known to be uniform.
  const SharedAccess *First = nullptr;
  const SourceManager &SM = View.Text.manager();
  for (const SharedStep &S : Steps.Steps)
    for (const SharedAccess &A : S.Accesses)
      if ((A.Volatile || A.Place.Of != SharedPlace::KernelArray) &&
          (!First || SM.isBeforeInTranslationUnit(A.At->getBeginLoc(), First->At->getBeginLoc())))
        First = &A;
  if (!First)
    return Sites.clear();
  Site All = start(First->At, *First);
  for (Site &S : Sites) {
    if (S.Preset && !All.Preset)
      All.Preset = S.Preset;
    if (!S.NotASite.empty())
      continue;
    All.Conv = All.Pieces.empty() ? S.Conv : both(All.Conv, S.Conv);
    All.TypeMatters |= S.TypeMatters;
    llvm::append_range(All.Pieces, S.Pieces);
    llvm::append_range(All.Args, S.Args);
  }
  // Without pieces: nothing to do in this instance, which must not be written into.
  if (All.Pieces.empty() && !Sites.empty() && !All.Preset)
    All.NotASite = "unreachable";
  Sites = {std::move(All)};
}

std::vector<Site> RegionFinder::find() {
  if (!mayShare(View) || !Steps.build(View.Function->getBody(), {}))
    return {};
  SharedHazards Hazards(View, Steps, Forms);
  if (Hazards.tooMany())
    return tooMany();
  for (const std::set<unsigned> &Component : Hazards.components())
    if (const SharedAccess *Evidence = Hazards.evidence(Component))
      region(Hazards, Component, *Evidence);
  oneForAll();
  return std::move(Sites);
}

void sharedStepSites(const FunctionView &View, std::vector<Site> &Sites) {
  llvm::append_range(Sites, RegionFinder(View).find());
}

} // namespace coopify
