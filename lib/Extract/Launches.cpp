//===- Launches.cpp -----------------------------------------------------------===//

#include "Extract/Launches.h"

#include "Analysis/Convergence/Variables.h"
#include "Analysis/Source/Decls.h"
#include "Analysis/Source/IntegerConstant.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

namespace {

enum class KernelUse { Launch, Query, Lookup };

/// What a function of the CUDA libraries does with a kernel.
struct KernelCall {
  llvm::StringLiteral Name;
  KernelUse Use;
  unsigned Kernel;    ///< the argument; of a lookup that with its name
  unsigned Block = 0; ///< of a launch: the argument with the shape
};

} // namespace

static constexpr KernelCall KernelCalls[] = {
#define LAUNCH(NAME, KERNEL, BLOCK) {NAME, KernelUse::Launch, KERNEL, BLOCK},
#define QUERY(NAME, KERNEL) {NAME, KernelUse::Query, KERNEL},
#define LOOKUP(NAME, STRING) {NAME, KernelUse::Lookup, STRING},
#include "Model/KernelCalls.def"
};

static const KernelCall *kernelCall(const CallExpr *E, const SourceText &Text) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F || !F->getIdentifier())
    return nullptr;
  const KernelCall *Known =
      llvm::find_if(KernelCalls, [&](const KernelCall &C) { return C.Name == F->getName(); });
  const bool Fits = Known != std::end(KernelCalls) && E->getNumArgs() > Known->Kernel &&
                    E->getNumArgs() > Known->Block;
  // A user's function of that name may do anything, but a lookup is one wherever it is declared.
  return Fits && (Known->Use == KernelUse::Lookup || Text.isToolkit(F)) ? Known : nullptr;
}

/// "k", "&k", "(void *)k"; nullptr for anything else.
static const DeclRefExpr *namedKernel(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_AddrOf)
    E = U->getSubExpr()->IgnoreParenCasts();
  return dyn_cast<DeclRefExpr>(E);
}

namespace {
class LaunchCollector {
public:
  LaunchCollector(const SourceText &Text, const ASTContext &Context)
      : Text(Text), Context(Context) {}

  void chevrons(const CUDAKernelCallExpr *E) {
    const FunctionDecl *Kernel = E->getDirectCallee();
    const CallExpr *Config = E->getConfig();
    if (!Kernel || !Config || Config->getNumArgs() < 2)
      return;
    add(Kernel, Config->getArg(1), E->getBeginLoc(), E->arguments());
    struct : DynamicRecursiveASTVisitor {
      llvm::DenseSet<const DeclRefExpr *> *Told;
      bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
        Told->insert(Ref);
        return true;
      }
    } Names;
    Names.Told = &Told;
    Names.TraverseStmt(const_cast<Expr *>(E->getCallee()));
  }

  void call(const CallExpr *E) {
    const KernelCall *Known = kernelCall(E, Text);
    if (Known && Known->Use == KernelUse::Lookup)
      return lookup(E->getArg(Known->Kernel), E->getBeginLoc());
    const DeclRefExpr *Ref = Known ? namedKernel(E->getArg(Known->Kernel)) : nullptr;
    const auto *Kernel = Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr;
    if (!Kernel)
      return;
    Told.insert(Ref);
    if (Known->Use == KernelUse::Launch)
      add(Kernel, E->getArg(Known->Block), E->getBeginLoc());
  }

  /// A place of which the calls have not told.
  void name(const DeclRefExpr *Ref) {
    if (const auto *Kernel = dyn_cast<FunctionDecl>(Ref->getDecl()); Kernel && !Told.contains(Ref))
      unseen(Kernel, Ref->getLocation(), "is used as a value");
  }

  std::vector<LaunchSite> Out;

private:
  LaunchSite &unseen(const FunctionDecl *Kernel, SourceLocation Loc, const char *Why) {
    LaunchSite &L = Out.emplace_back();
    L.Kernel = Kernel ? usrOf(Kernel) : "";
    L.Loc = Text.expansion(Loc);
    L.Unseen = Why;
    return L;
  }

  void lookup(const Expr *Name, SourceLocation Loc) {
    const auto *Literal = dyn_cast<clang::StringLiteral>(Name->IgnoreParenImpCasts());
    unseen(nullptr, Loc, "is looked up by name").ByName =
        Literal && Literal->isOrdinary() ? Literal->getString().str() : "";
  }

  void add(const FunctionDecl *Kernel, const Expr *Block, SourceLocation Loc,
           llvm::iterator_range<CallExpr::const_arg_iterator> Args = {{}, {}}) {
    LaunchSite L;
    L.Kernel = usrOf(Kernel);
    L.Loc = Text.expansion(Loc);
    dims(Block, L.Dims, 0);
    for (const Expr *Arg : Args)
      L.ConstantArgs.push_back({number(Arg, 0), std::nullopt});
    Out.push_back(std::move(L));
  }

  /// A number, a variable that is only ever initialised, or nothing.
  std::optional<int64_t> number(const Expr *E, unsigned Depth) {
    if (auto N = integerConstant(E, Context))
      return N;
    E = E->IgnoreParens();
    if (const auto *C = dyn_cast<CastExpr>(E)) {
      auto N = number(C->getSubExpr(), Depth);
      return N ? convertedNumber(*N, C, Context) : std::nullopt;
    }
    const VarDecl *V = onlyInitialised(E);
    return V && Depth < 4 ? number(V->getInit(), Depth + 1) : std::nullopt;
  }

  const VarDecl *onlyInitialised(const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    // Of a parameter that is its default argument, and callers pass others.
    if (!V || isa<ParmVarDecl>(V) || !V->getInit() || V->isInvalidDecl() || !V->hasLocalStorage())
      return nullptr;
    const auto *F = dyn_cast_or_null<FunctionDecl>(V->getParentFunctionOrMethod());
    if (!F || !F->hasBody())
      return nullptr;
    auto [It, New] = Changes.try_emplace(F, nullptr);
    if (New)
      It->second = std::make_unique<Variables>(F);
    // An escape (cudaMemcpy(&n...)) or a second assignment may change it.
    auto Set = It->second->assignments(V);
    bool Once = It->second->followed(V) && Set.size() == 1 && Set[0].Value == V->getInit();
    return Once ? V : nullptr;
  }

  void dims(const Expr *E, std::array<std::optional<int64_t>, 3> &Out, unsigned Depth) {
    E = E->IgnoreImplicit()->IgnoreParens();
    if (const auto *C = dyn_cast<CXXFunctionalCastExpr>(E)) // dim3(n)
      E = C->getSubExpr()->IgnoreImplicit();
    if (const auto *C = dyn_cast<CXXConstructExpr>(E)) {
      if (!makesDim3(C->getConstructor()))
        return; // a class with it as a base may put the numbers elsewhere
      if (C->getNumArgs() == 1 && C->getArg(0)->getType()->isRecordType())
        return dims(C->getArg(0), Out, Depth);
      for (unsigned I = 0; I < 3; ++I) {
        const Expr *Arg = I < C->getNumArgs() ? C->getArg(I) : nullptr;
        if (const auto *D = dyn_cast_or_null<CXXDefaultArgExpr>(Arg))
          Arg = D->getExpr();
        Out[I] = Arg ? number(Arg, 0) : std::optional<int64_t>(1);
      }
      return;
    }
    if (const VarDecl *V = onlyInitialised(E); V && Depth < 4)
      dims(V->getInit(), Out, Depth + 1);
  }

  bool makesDim3(const CXXConstructorDecl *C) const {
    const CXXRecordDecl *Class = C->getParent();
    return Class->getIdentifier() && Class->getName() == "dim3" && Text.isToolkit(C);
  }

  const SourceText &Text;
  const ASTContext &Context;
  llvm::DenseSet<const DeclRefExpr *> Told; ///< names of kernels that a launch or query spells
  llvm::DenseMap<const FunctionDecl *, std::unique_ptr<Variables>> Changes;
};
} // namespace

std::vector<LaunchSite> findLaunches(llvm::ArrayRef<const CallExpr *> Calls,
                                     llvm::ArrayRef<const DeclRefExpr *> Kernels,
                                     const ASTContext &Context, const SourceText &Text) {
  LaunchCollector Launches(Text, Context);
  for (const CallExpr *E : Calls)
    if (const auto *Chevrons = dyn_cast<CUDAKernelCallExpr>(E))
      Launches.chevrons(Chevrons);
    else
      Launches.call(E);
  for (const DeclRefExpr *Ref : Kernels)
    Launches.name(Ref);
  return std::move(Launches.Out);
}

} // namespace coopify
