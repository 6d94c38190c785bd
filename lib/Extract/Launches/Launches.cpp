//===- Launches.cpp -----------------------------------------------------------===//

#include "Extract/Launches/Launches.h"

#include "Analysis/Source/Decls.h"
#include "Extract/Launches/BlockDims.h"
#include "Extract/Launches/HostPointers.h"
#include "Extract/Launches/LaunchText.h"

#include "clang/AST/Attr.h"
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
      : Text(Text), Dims(Text, Context), Pointers(Text, Context) {}

  void chevrons(const CUDAKernelCallExpr *E) {
    const FunctionDecl *Kernel = E->getDirectCallee();
    const CallExpr *Config = E->getConfig();
    if (!Kernel || !Config || Config->getNumArgs() < 2)
      return;
    // cudaLaunchDevice(), by which device code launches, has two pointers in front.
    const unsigned Block = Config->getNumArgs() == 6 ? 3 : 1;
    add(Kernel, Config->getArg(Block), E,
        HostOnly.contains(E) ? std::nullopt
                             : std::optional(launchText(E, OnDevice.contains(E), Text)),
        E->arguments());
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
      add(Kernel, E->getArg(Known->Block), E, launchText(E, Text));
  }

  /// A place of which the calls have not told.
  void name(const DeclRefExpr *Ref) {
    if (const auto *Kernel = dyn_cast<FunctionDecl>(Ref->getDecl()); Kernel && !Told.contains(Ref))
      unseen(Kernel, Ref->getLocation(), "is used as a value");
  }

  /// Where \p F is device code, its launches are those of a device. Clang takes each lambda and
  /// each constexpr function for code of both; what nobody calls on the device launches there
  /// nothing, so the device's pass has nothing to say of it.
  void body(const FunctionDecl *F) {
    const auto *Device = F->getAttr<CUDADeviceAttr>();
    const bool Both = Device && Device->isImplicit();
    if (!F->hasBody() ||
        (Both ? !F->getASTContext().getLangOpts().CUDAIsDevice
              : F->hasAttr<CUDAHostAttr>() || !(F->hasAttr<CUDAGlobalAttr>() || Device)))
      return;
    struct : DynamicRecursiveASTVisitor {
      llvm::DenseSet<const CallExpr *> *Found;
      bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *E) override {
        Found->insert(E);
        return true;
      }
    } Inside;
    Inside.Found = Both ? &HostOnly : &OnDevice;
    Inside.TraverseStmt(F->getBody());
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

  /// One for each shape that the block may have.
  void add(const FunctionDecl *Kernel, const Expr *Block, const CallExpr *Launch,
           std::optional<LaunchText> Pieces,
           llvm::iterator_range<CallExpr::const_arg_iterator> Args = {{}, {}}) {
    LaunchSite L;
    L.Kernel = usrOf(Kernel);
    L.Loc = Text.expansion(Launch->getBeginLoc());
    L.Text = std::move(Pieces);
    for (const Expr *Arg : Args)
      L.ConstantArgs.push_back({Dims.number(Arg, Launch), std::nullopt});
    L.Apart = Pointers.pairs(std::vector<const Expr *>(Args.begin(), Args.end()));
    for (const BlockDims::Dimensions &Shape : Dims.shapes(Block, Launch)) {
      L.Dims = Shape;
      Out.push_back(L);
    }
  }

  const SourceText &Text;
  BlockDims Dims;
  HostPointers Pointers;
  llvm::DenseSet<const CallExpr *> OnDevice; ///< launches of device code
  llvm::DenseSet<const CallExpr *> HostOnly; ///< of host code that this pass takes for both
  llvm::DenseSet<const DeclRefExpr *> Told;  ///< names of kernels that a launch or query spells
};
} // namespace

std::vector<LaunchSite> findLaunches(llvm::ArrayRef<const CallExpr *> Calls,
                                     llvm::ArrayRef<const DeclRefExpr *> Kernels,
                                     llvm::ArrayRef<const FunctionDecl *> Functions,
                                     const ASTContext &Context, const SourceText &Text) {
  LaunchCollector Launches(Text, Context);
  for (const FunctionDecl *F : Functions)
    Launches.body(F);
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
