//===- Decls.cpp ----------------------------------------------------------===//

#include "Analysis/Source/Decls.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Index/USRGeneration.h"
#include "llvm/ADT/SmallString.h"

using namespace clang;

namespace coopify {

std::string usrOf(const Decl *D) {
  llvm::SmallString<128> USR;
  if (index::generateUSRForDecl(D, USR))
    return "";
  // Instances of a member of a class template, and of lambdas in one, share the
  // USR of the pattern; the place and the arguments in the name tell them apart.
  return std::string(USR);
}

FunctionKind kindOf(const FunctionDecl *F) {
  if (F->hasAttr<CUDAGlobalAttr>())
    return FunctionKind::Kernel;
  if (F->hasAttr<CUDADeviceAttr>()) {
    // Clang makes lambdas in device code host-device; nobody wrote that.
    const auto *Host = F->getAttr<CUDAHostAttr>();
    const auto *M = dyn_cast<CXXMethodDecl>(F);
    bool Both = Host && !(Host->isImplicit() && M && M->getParent()->isLambda());
    return Both ? FunctionKind::HostDevice : FunctionKind::Device;
  }
  return FunctionKind::Host;
}

const FunctionDecl *patternOf(const FunctionDecl *F) {
  const FunctionDecl *P = F->getTemplateInstantiationPattern();
  return P ? P : F;
}

bool givesWay(const FunctionDecl *F) {
  return llvm::any_of(F->redecls(), [](const FunctionDecl *D) {
    return D->hasAttr<WeakAttr>() || D->hasAttr<GNUInlineAttr>() || D->hasAttr<AliasAttr>() ||
           D->hasAttr<IFuncAttr>();
  });
}

std::string userName(const FunctionDecl *F) {
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  if (M && M->getParent()->isLambda())
    return "lambda";
  PrintingPolicy Policy(F->getASTContext().getPrintingPolicy());
  Policy.SuppressUnwrittenScope = true;
  Policy.AnonymousTagLocations = false; // a path, of this machine
  F->getNameForDiagnostic(OS, Policy, /*Qualified=*/true);
  return Name;
}

} // namespace coopify
