//===- Operations.cpp - of calls ------------------------------------------===//

#include "Analysis/Operations/Operations.h"

#include "Analysis/Operations/AsmOperation.h"
#include "Analysis/Source/Decls.h"
#include "Analysis/Source/IntegerConstant.h"
#include "Model/GroupNames.h"
#include "Model/Operations/LibraryFunctions.h"
#include "Model/Uniformity.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

//===- Questions ----------------------------------------------------------===//

bool Operation::concernsOthers() const {
  return Kind > OperationKind::Fence; // None, UserCall, Fence: it waits for nobody itself
}

bool Operation::shuffles() const {
  return is(GroupFamily::Shuffle) || is(WarpFamily::Shuffle) || ShufflesInAsm;
}

unsigned Operation::warpLanes() const {
  switch (Waits) {
  case WaitsFor::Mask:
    return Lanes && namesAllLanes(*Lanes) ? warpWidth() : 0;
  case WaitsFor::Group:
    return Group ? Group->warpLanes() : 0;
  case WaitsFor::Warp:
    return warpWidth();
  default:
    return 0;
  }
}

bool isFullWarp(const Expr *E) {
  E = E ? E->IgnoreParenImpCasts() : nullptr;
  while (const auto *Full = dyn_cast_or_null<FullExpr>(E))
    E = Full->getSubExpr()->IgnoreParenImpCasts();
  if (const auto *Call = dyn_cast_or_null<CallExpr>(E)) {
    const GroupMember *M = groupMember(Call);
    return M && M->Name == "full";
  }
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && !isa<ParmVarDecl>(V) && V->getType().isConstQualified() && V->getInit() &&
         isFullWarp(V->getInit());
}

static unsigned orderedLanes(const GroupType &G, const Expr *Object) {
  switch (G.Kind) {
  case GroupKind::Tile:
    return G.Size;
  case GroupKind::ThreadBlock:
  case GroupKind::Cluster:
  case GroupKind::Grid:
  case GroupKind::MultiGrid:
    return BlockWidth;
  case GroupKind::MaskedWarp: // of a part of the warp the others do not wait
    return isFullWarp(Object) ? warpWidth() : 0;
  case GroupKind::Coalesced: // any that happen to be here
  case GroupKind::ThreadGroup:
    return 0;
  }
  llvm_unreachable("all kinds");
}

unsigned Operation::orderedLanes() const {
  if (Memory != Orders::Waited)
    return 0;
  switch (Waits) {
  case WaitsFor::Group:
    return Group ? coopify::orderedLanes(*Group, Object) : 0;
  case WaitsFor::Numbered: // by whole warps (PTX ISA, bar)
    return warpWidth();
  case WaitsFor::Block:
  case WaitsFor::Cluster:
  case WaitsFor::Grid:
    return BlockWidth;
  default:
    return warpLanes();
  }
}

//===- Intrinsics ---------------------------------------------------------===//

static OperationKind kindOf(const WarpIntrinsic &I) {
  switch (I.Family) {
  case WarpFamily::Shuffle:
  case WarpFamily::Vote:
  case WarpFamily::Match:
  case WarpFamily::Reduce:
    return OperationKind::Collective;
  case WarpFamily::ActiveMask:
    return OperationKind::Query;
  case WarpFamily::WarpBarrier:
    return OperationKind::WarpBarrier;
  case WarpFamily::BlockBarrier:
  case WarpFamily::BlockVote:
    return I.Waits == WaitsFor::Block ? OperationKind::BlockBarrier : OperationKind::NamedBarrier;
  case WarpFamily::Fence:
    return OperationKind::Fence;
  case WarpFamily::LaneId:
  case WarpFamily::Clock:
  case WarpFamily::Atomic:
    return OperationKind::None;
  }
  llvm_unreachable("all families");
}

/// Barrier 0 without a number of threads is that of __syncthreads() (PTX ISA).
static bool isBarrierZero(const CallExpr *Call) {
  const auto *Number = Call->getNumArgs() == 1
                           ? dyn_cast<IntegerLiteral>(Call->getArg(0)->IgnoreParenImpCasts())
                           : nullptr;
  return Number && Number->getValue() == 0;
}

static Operation intrinsic(const CallExpr *Call, const WarpIntrinsic &I,
                           const ASTContext &Context) {
  Operation O;
  O.Kind = kindOf(I);
  O.Name = I.Name.str();
  O.Waits = I.Waits;
  O.Memory = I.Memory;
  O.Intrinsic = &I;
  if (O.Kind == OperationKind::NamedBarrier && isBarrierZero(Call)) {
    O.Kind = OperationKind::BlockBarrier;
    O.Waits = WaitsFor::Block;
  }
  if (I.Waits != WaitsFor::Mask)
    return O;
  if (Call->getNumArgs() == 0) {
    O.Lanes = allLanes(); // __syncwarp()
    return O;
  }
  const auto *Default = dyn_cast<CXXDefaultArgExpr>(Call->getArg(0));
  O.Mask = Default ? nullptr : Call->getArg(0);
  if (auto N = maskConstant(Default ? Default->getExpr() : O.Mask, Context))
    O.Lanes = uint64_t(*N) & allLanes();
  return O;
}

//===- Groups -------------------------------------------------------------===//

static OperationKind barrierOf(const std::optional<GroupType> &G) {
  if (!G)
    return OperationKind::Unknown;
  switch (G->Kind) {
  case GroupKind::ThreadBlock:
    return OperationKind::BlockBarrier;
  case GroupKind::Tile:
    return G->warpLanes() ? OperationKind::WarpBarrier : OperationKind::GroupBarrier;
  case GroupKind::Coalesced:
  case GroupKind::MaskedWarp:
    return OperationKind::WarpBarrier;
  case GroupKind::ThreadGroup:
    return OperationKind::GroupBarrier;
  case GroupKind::Cluster:
    return OperationKind::ClusterBarrier;
  case GroupKind::Grid:
  case GroupKind::MultiGrid:
    return OperationKind::GridBarrier;
  }
  llvm_unreachable("all kinds");
}

static OperationKind kindOf(const GroupMember &M, const std::optional<GroupType> &G) {
  switch (M.Family) {
  case GroupFamily::Barrier:
  case GroupFamily::Arrival:
    return barrierOf(G);
  case GroupFamily::Rank:
  case GroupFamily::Size:
  case GroupFamily::Query:
    return OperationKind::Query;
  case GroupFamily::Making:
    return OperationKind::Making;
  default:
    return OperationKind::Collective;
  }
}

static Operation unknown(std::string Name) {
  Operation O;
  O.Kind = OperationKind::Unknown;
  O.Name = std::move(Name);
  O.Waits = WaitsFor::Anybody;
  O.OperandsFirst = false;
  return O;
}

/// \p Callee is in \p Space, a namespace of groups.
static Operation ofGroup(const CallExpr *Call, const FunctionDecl *Callee, StringRef Space) {
  Operation O;
  if (!Callee->getIdentifier()) { // a conversion, a functor of reduce()
    O.Kind = OperationKind::Query;
    return O;
  }
  const GroupMember *M = groupMember(Call);
  if (!M)
    return unknown(Callee->getNameAsString());
  O.Member = M;
  O.Object = groupOperand(Call);
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  O.Group = O.Object ? groupOf(O.Object) : std::nullopt;
  if (!O.Object && Method) // thread_block::sync()
    O.Group = groupType(Callee->getASTContext().getCanonicalTagType(Method->getParent()));
  O.Kind = kindOf(*M, O.Group);
  O.Name =
      (Method ? O.Group ? nameOf(O.Group->Kind) : Method->getParent()->getName() : Space).str();
  O.Name += "::" + M->Name.str();
  O.Waits = M->Waits;
  O.Memory = M->Memory;
  O.OperandsFirst = M->OperandsFirst;
  if (O.Waits == WaitsFor::Group && !O.Group)
    O.Waits = WaitsFor::Anybody;
  if (M->Family == GroupFamily::Making && !Method && Call->getNumArgs() > 0 &&
      O.Waits == WaitsFor::Present && !O.Group)
    O.Waits = WaitsFor::Block; // this_thread_block(memory)
  return O;
}

//===- Calls --------------------------------------------------------------===//

static StringRef nameOf(const FunctionDecl *F) {
  return F->getIdentifier() ? F->getName() : StringRef();
}

/// The outermost namespace around it; "std" if one of them is called so.
static StringRef libraryOf(const FunctionDecl *F) {
  StringRef Outermost;
  for (const DeclContext *C = F->getDeclContext(); C; C = C->getParent())
    if (const auto *N = dyn_cast<NamespaceDecl>(C); N && N->getName() == "std")
      return "std";
    else if (N)
      Outermost = N->getDeclName() ? N->getName() : "(anonymous)";
  return Outermost;
}

/// A class or a function of the user's, which \p F may call: an operator, a copy, a comparison.
static bool takesUsers(const FunctionDecl *F, const SourceText &Text) {
  return llvm::any_of(F->parameters(), [&](const ParmVarDecl *P) {
    QualType T = P->getType().getNonReferenceType();
    const auto *R = T->getAsCXXRecordDecl();
    return T->isFunctionPointerType() || T->isFunctionType() ||
           (R && Text.isUserFile(R->getLocation()));
  });
}

/// Of the standard library what can be computed at compile time waits for nobody, and what moves
/// values on; of the rest, and of other libraries in namespaces (cuda::barrier, cub, nvcuda::wmma),
/// the table has nothing. Operators and constructors of the toolkit's own types do arithmetic.
bool staysInLane(const FunctionDecl *F, const SourceText &Text) {
  const StringRef Name = nameOf(F), Library = libraryOf(F);
  if (!groupsAround(F->getDeclContext()).empty())
    return Name.empty(); // a conversion, a group's constructor, a functor of reduce()
  if (Library == "std")
    return onlyPassesOn(Name) ||
           ((F->isConstexpr() || Name.empty() || coopify::staysInLane(Name)) &&
            !takesUsers(F, Text));
  if (!Library.empty())
    return F->isTrivial();
  if (Name.empty())
    return F->isImplicit() || F->hasBody() || Text.isToolkitFile(F);
  return coopify::staysInLane(Name) && !llvm::any_of(F->parameters(), [](const ParmVarDecl *P) {
           return isOfManyLanes(P->getType().getAsString());
         });
}

static Operation callOperation(const CallExpr *Call, const SourceText &Text) {
  if (isa<CUDAKernelCallExpr>(Call)) // a grid of its own
    return {};
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee)
    return unknown("");
  if (!Text.isToolkit(Callee)) {
    Operation O;
    O.Kind = OperationKind::UserCall;
    O.Name = Callee->getNameAsString();
    O.Waits = WaitsFor::Anybody;
    O.OperandsFirst = false;
    return O;
  }
  if (StringRef Space = groupsAround(Callee->getDeclContext()); !Space.empty())
    return ofGroup(Call, Callee, Space);
  bool Global = Callee->getDeclContext()->getRedeclContext()->isTranslationUnit();
  if (Global && Callee->getIdentifier())
    if (const WarpIntrinsic *I = findWarpIntrinsic(Callee->getName()))
      return intrinsic(Call, *I, Callee->getASTContext());
  return staysInLane(Callee, Text) ? Operation() : unknown(Callee->getNameAsString());
}

Operation operationOf(const Stmt *S, const SourceText &Text) {
  if (const auto *Call = dyn_cast<CallExpr>(S))
    return callOperation(Call, Text);
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
    return asmOperation(Asm);
  return isa<MSAsmStmt>(S) ? unknown("asm") : Operation();
}

//===- Bodies -------------------------------------------------------------===//

bool mayBeReplaced(const FunctionDecl *F) {
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  const bool Final = M && (M->hasAttr<FinalAttr>() || M->getParent()->hasAttr<FinalAttr>());
  return (M && M->isVirtual() && !Final) || givesWay(F);
}

/// `V::f()` names the function (C++ [class.virtual]), and of a final one there is no overrider.
static bool isDispatched(const CallExpr *Call, const CXXMethodDecl *M) {
  const auto *Member = dyn_cast<MemberExpr>(Call->getCallee()->IgnoreParens());
  return M->isVirtual() && !(Member && Member->hasQualifier()) && !M->hasAttr<FinalAttr>() &&
         !M->getParent()->hasAttr<FinalAttr>();
}

const FunctionDecl *bodyThatRuns(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee(), *Definition = nullptr;
  const auto *M = dyn_cast_or_null<CXXMethodDecl>(F);
  bool Known = F && !givesWay(F) && !(M && isDispatched(Call, M)) && F->hasBody(Definition);
  return Known ? Definition : nullptr;
}

//===- For readers --------------------------------------------------------===//

StringRef nameOf(OperationKind K) {
  static constexpr llvm::StringLiteral Names[] = {
      "none",          "a user's call",     "fence",
      "query",         "making of a group", "collective",
      "warp barrier",  "group barrier",     "block barrier",
      "named barrier", "cluster barrier",   "grid barrier",
      "unknown"};
  return Names[unsigned(K)];
}

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const Operation &O) {
  OS << nameOf(O.Kind) << " '" << O.Name << "' waits for " << nameOf(O.Waits);
  if (O.Waits == WaitsFor::Mask && O.Lanes)
    OS << " 0x" << llvm::Twine::utohexstr(*O.Lanes);
  if (O.Group)
    OS << " (" << *O.Group << ")";
  OS << ", orders " << nameOf(O.Memory);
  if (!O.OperandsFirst)
    OS << ", operands within";
  return OS;
}

} // namespace coopify
