//===- WaveTerms.cpp - what lanes, warps and masks are called ---------------===//

#include "Extract/Sites/Waves/WaveUses.h"

#include "Analysis/Convergence/LaneNumber.h"
#include "Analysis/Operations/OneLiners.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Builtins.h"
#include "Analysis/Source/Exprs.h"
#include "Model/WarpIntrinsics.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace coopify {

/// Variables may be set to each other in rounds of a loop.
static constexpr unsigned MaxDeep = 8;

Parents::Parents(const Stmt *Body) {
  std::vector<const Stmt *> Work{Body};
  while (!Work.empty()) {
    const Stmt *S = Work.back();
    Work.pop_back();
    for (const Stmt *Part : S->children())
      if (Part) {
        Above[Part] = S;
        Work.push_back(Part);
      }
  }
}

const Stmt *Parents::aboveCasts(const Expr *&E) const {
  const Stmt *P = of(E);
  while (P && isa<ParenExpr, CastExpr, FullExpr, SubstNonTypeTemplateParmExpr>(P)) {
    E = cast<Expr>(P);
    P = of(P);
  }
  return P;
}

//===-- Names ----------------------------------------------------------------===//

static const VarDecl *variableOf(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// "laneId", "lane_id" and "LANEID" are one.
static std::string plainName(StringRef Name) {
  std::string Out;
  for (char C : Name)
    if (C != '_')
      Out += llvm::toLower(C);
  return Out;
}

bool isNameOfLane(StringRef Name) {
  const std::string N = plainName(Name);
  return StringRef(N).contains("lane");
}

bool isNameOfWarp(StringRef Name) {
  const std::string N = plainName(Name);
  return (StringRef(N).contains("warp") || StringRef(N).contains("wave")) || N == "wid";
}

bool isNameOfWarpSize(StringRef Name) {
  const std::string N = plainName(Name);
  const StringRef S = N;
  const bool Of = (S.contains("warp") || S.contains("wave")) && !S.contains("half");
  return Of && (S.contains("siz") || S.contains("sz") || S.contains("width") ||
                S.contains("thread") || S.contains("lanes") || S.ends_with("len"));
}

//===-- Numbers --------------------------------------------------------------===//

Numbers WaveTerms::ofVariable(const VarDecl *V, unsigned Deep) const {
  if (isNameOfLane(V->getName()))
    return Numbers::Lanes;
  const Variables &Vars = View.Analysis.variables();
  if (!V->hasLocalStorage() || isa<ParmVarDecl>(V) || !Vars.followed(V)) {
    const std::string Name = plainName(V->getName());
    return isa<ParmVarDecl>(V) && (Name == "tid" || Name == "threadid") ? Numbers::Threads
                                                                        : Numbers::Nothing;
  }
  for (const auto &Set : Vars.assignments(V))
    if (Set.Value)
      if (Numbers Is = numbers(Set.Value, Deep + 1); Is != Numbers::Nothing)
        return Is;
  return Numbers::Nothing;
}

Numbers WaveTerms::ofBinary(const BinaryOperator *B, unsigned Deep) const {
  const Numbers L = numbers(B->getLHS(), Deep + 1), R = numbers(B->getRHS(), Deep + 1);
  switch (B->getOpcode()) {
  case BO_Add:
  case BO_Sub:
    if (L == Numbers::Items || R == Numbers::Items)
      return Numbers::Items;
    return L == Numbers::Threads || R == Numbers::Threads ? Numbers::Threads : L;
  case BO_Mul: // threadIdx.y * blockDim.x
    if (L == Numbers::Items || R == Numbers::Items)
      return Numbers::Items;
    if (L == Numbers::Block && R == Numbers::Block)
      return Numbers::Block;
    return L == Numbers::Threads || R == Numbers::Threads ? Numbers::Threads : Numbers::Nothing;
  case BO_And:
  case BO_Rem: {
    const std::optional<int64_t> N = View.constant(B->getRHS());
    const int64_t Low = N ? *N + (B->getOpcode() == BO_And) : 0;
    const bool OfWarp = Low == 32 || Low == 64 || isWarpSize(B->getRHS(), View.Text);
    return (L == Numbers::Threads || L == Numbers::Lanes) && OfWarp ? Numbers::Lanes
                                                                    : Numbers::Nothing;
  }
  case BO_Div:
  case BO_Shr:
    return L == Numbers::Threads ? Numbers::Warps : Numbers::Nothing;
  default:
    return Numbers::Nothing;
  }
}

Numbers WaveTerms::numbers(const Expr *E, unsigned Deep) const {
  if (Deep > MaxDeep)
    return Numbers::Nothing;
  E = E->IgnoreParenCasts();
  const Builtin Is = builtinOf(E, View.Text);
  if (Is.Object == "threadIdx")
    return Numbers::Threads;
  if (Is.Object == "blockIdx")
    return Numbers::Items;
  if (Is.Object == "blockDim" || Is.Object == "gridDim")
    return Numbers::Block;
  if (laneNumber(View, E) != LaneNumber::None)
    return Numbers::Lanes;
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return ofBinary(B, Deep);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      return ofVariable(V, Deep);
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return isNameOfLane(Member->getMemberDecl()->getNameAsString()) ? Numbers::Lanes
                                                                    : Numbers::Nothing;
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !Callee->getIdentifier())
    return Numbers::Nothing;
  if (isBitsName(Callee->getName(), "__ffs") && Call->getNumArgs() == 1)
    return isMask(Call->getArg(0)) ? Numbers::Lanes : Numbers::Nothing; // - 1: which one is first
  if (Callee->getName() == "thread_rank")
    return groupOf(Call->getNumArgs() ? Call->getArg(0) : objectOfCall(Call)) ? Numbers::Threads
                                                                              : Numbers::Nothing;
  return isNameOfLane(Callee->getName()) && !Callee->getName().contains("mask") ? Numbers::Lanes
                                                                                : Numbers::Nothing;
}

bool WaveTerms::below32(const Expr *E, unsigned Deep) const {
  E = E->IgnoreParenCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    const std::optional<int64_t> N = View.constant(B->getRHS());
    return N && *N > 0 &&
           ((B->getOpcode() == BO_And && *N < SmallWarp) ||
            (B->getOpcode() == BO_Rem && *N <= SmallWarp));
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || Deep > MaxDeep || !V->hasLocalStorage() || isa<ParmVarDecl>(V) ||
      !View.Analysis.variables().followed(V))
    return false;
  const auto Sets = View.Analysis.variables().assignments(V);
  return Sets.size() == 1 && Sets.front().Value && below32(Sets.front().Value, Deep + 1);
}

//===-- Masks ----------------------------------------------------------------===//

static bool makesMask(StringRef Name) {
  return llvm::is_contained({"__ballot", "__ballot_sync", "__activemask", "__match_any_sync",
                             "__match_all_sync", "__match_any", "__match_all", "__lanemask_lt",
                             "__lanemask_le", "__lanemask_eq", "__lanemask_ge", "__lanemask_gt",
                             "__builtin_amdgcn_ballot_w64"},
                            Name);
}

bool WaveTerms::isMask(const Expr *E, unsigned Deep) const {
  if (Deep > MaxDeep)
    return false;
  E = E->IgnoreParenCasts();
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return makesMask(View.toolkitCallee(Call));
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return B->isBitwiseOp() && (isMask(B->getLHS(), Deep + 1) || isMask(B->getRHS(), Deep + 1));
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_Not && isMask(U->getSubExpr(), Deep + 1);
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E))
    return isMask(C->getTrueExpr(), Deep + 1) || isMask(C->getFalseExpr(), Deep + 1);
  const VarDecl *V = variableOf(E);
  if (!V || !V->hasLocalStorage() || !View.Analysis.variables().followed(V))
    return false;
  return llvm::any_of(View.Analysis.variables().assignments(V),
                      [&](const auto &Set) { return Set.Value && isMask(Set.Value, Deep + 1); });
}

bool WaveTerms::takenInHalves(const Expr *E, unsigned Deep) const {
  E = E->IgnoreParenCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return takenInHalves(B->getLHS(), Deep);
  const VarDecl *V = variableOf(E);
  if (!V || Deep > MaxDeep)
    return false;
  bool Upper = false;
  View.forEachStmt([&](const Stmt *S) {
    const auto *Shift = dyn_cast<BinaryOperator>(S);
    Upper |= Shift && Shift->getOpcode() == BO_Shr && variableOf(Shift->getLHS()) == V &&
             View.constant(Shift->getRHS()) == int64_t(SmallWarp);
  });
  if (Upper || !V->hasLocalStorage() || !View.Analysis.variables().followed(V))
    return Upper;
  return llvm::any_of(View.Analysis.variables().assignments(V), [&](const auto &Set) {
    return Set.Value && takenInHalves(Set.Value, Deep + 1);
  });
}

//===-- Functions ------------------------------------------------------------===//

static bool namesWarp(const CallExpr *Shuffle, const WarpIntrinsic &I, const FunctionView &View) {
  if (int(Shuffle->getNumArgs()) <= I.Width || isa<CXXDefaultArgExpr>(Shuffle->getArg(I.Width)))
    return true;
  const std::optional<int64_t> Width = View.constant(Shuffle->getArg(I.Width));
  return !Width || *Width <= 0 || *Width > int64_t(SmallWarp);
}

std::optional<WarpShuffle> warpShuffle(const Stmt *S, const FunctionView &View) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const WarpIntrinsic *I = Call ? findWarpIntrinsic(View.toolkitCallee(Call)) : nullptr;
  if (!I || I->Family != WarpFamily::Shuffle || int(Call->getNumArgs()) <= I->Lane ||
      !namesWarp(Call, *I, View))
    return std::nullopt;
  return WarpShuffle{Call->getArg(I->Lane), I->Indexed};
}

/// How many lanes a collective is of: 32 where it names so many, 64 for the whole warp; 0: it is
/// none.
static unsigned lanesOfCall(const CallExpr *Call, const FunctionView &View) {
  const WarpIntrinsic *I = findWarpIntrinsic(View.toolkitCallee(Call));
  if (!I) {
    const auto Group = groupMember(Call) ? groupOf(objectOfCall(Call)) : std::nullopt;
    return Group ? Group->warpLanes() : 0;
  }
  switch (I->Family) {
  case WarpFamily::Shuffle:
    return namesWarp(Call, *I, View) ? MaxWarpWidth : SmallWarp;
  case WarpFamily::Vote:
  case WarpFamily::ActiveMask:
  case WarpFamily::Match:
  case WarpFamily::Reduce:
  case WarpFamily::WarpBarrier:
    return MaxWarpWidth;
  default:
    return 0;
  }
}

static void collect(const FunctionDecl *F, const FunctionView &View,
                    llvm::SmallPtrSetImpl<const FunctionDecl *> &Seen, WaveCollectives &Out) {
  constexpr unsigned MaxFunctions = 64;
  if (!F || !F->getDefinition() || Seen.size() > MaxFunctions ||
      !Seen.insert(F->getCanonicalDecl()).second)
    return;
  forEachStmt(F->getDefinition()->getBody(), [&](const Stmt *S) {
    const auto *Call = dyn_cast<CallExpr>(S);
    if (!Call)
      return;
    const unsigned Lanes = lanesOfCall(Call, View);
    Out.OfWarp |= Lanes > SmallWarp;
    Out.OfGroups |= Lanes && Lanes <= SmallWarp;
    if (const FunctionDecl *Callee = Call->getDirectCallee();
        !Lanes && Callee && View.Text.isUserFile(Callee->getLocation()))
      collect(Callee, View, Seen, Out);
  });
}

const WaveCollectives &WaveTerms::collectives() const {
  if (!All) {
    llvm::SmallPtrSet<const FunctionDecl *, 16> Seen;
    collect(View.Function, View, Seen, All.emplace());
  }
  return *All;
}

bool WaveTerms::asksWarp() const { return collectives().OfWarp; }
bool WaveTerms::namesGroups() const { return collectives().OfGroups && !collectives().OfWarp; }

} // namespace coopify
