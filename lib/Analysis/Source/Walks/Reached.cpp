//===- Reached.cpp ----------------------------------------------------------===//

#include "Analysis/Source/Walks/Reached.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace coopify {

std::vector<Decl *> Reached::roots(ASTContext &Context) {
  TranslationUnitDecl *Unit = Context.getTranslationUnitDecl();
  if (!Context.getExternalSource())
    return {Unit};
  std::vector<Decl *> Own;
  for (Decl *D : Unit->noload_decls())
    if (!D->isFromASTFile())
      Own.push_back(D);
  return Own;
}

/// The template that \p D is, or is an instance of, else \p D: an instance is walked through with
/// its template only.
static const Decl *withInstances(const Decl *D) {
  if (const auto *F = dyn_cast<FunctionDecl>(D)) {
    if (const FunctionTemplateDecl *Template = F->getDescribedFunctionTemplate())
      return Template->getCanonicalDecl();
    if (F->getTemplateSpecializationKind() != TSK_ExplicitSpecialization && F->getPrimaryTemplate())
      return F->getPrimaryTemplate()->getCanonicalDecl();
  } else if (const auto *V = dyn_cast<VarDecl>(D)) {
    if (const VarTemplateDecl *Template = V->getDescribedVarTemplate())
      return Template->getCanonicalDecl();
    if (const auto *S = dyn_cast<VarTemplateSpecializationDecl>(V))
      return S->isExplicitSpecialization() ? D : S->getSpecializedTemplate()->getCanonicalDecl();
  } else if (const auto *R = dyn_cast<CXXRecordDecl>(D)) {
    if (const ClassTemplateDecl *Template = R->getDescribedClassTemplate())
      return Template->getCanonicalDecl();
    if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(R))
      return S->isExplicitSpecialization() ? D : S->getSpecializedTemplate()->getCanonicalDecl();
  } else if (const auto *T = dyn_cast<RedeclarableTemplateDecl>(D)) {
    return T->getCanonicalDecl();
  }
  return D;
}

/// All of the class or function that \p D is written in, too.
void Reached::addWhole(const Decl *D) {
  for (const Decl *In = D; In; In = dyn_cast_or_null<Decl>(In->getLexicalDeclContext())) {
    if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl, TranslationUnitDecl>(In))
      break;
    D = In;
  }
  D = withInstances(D);
  if (D->isFromASTFile() && Known.insert(D).second)
    Waiting.push_back(const_cast<Decl *>(D));
}

void Reached::add(const Decl *D) {
  if (!D || !Named.insert(D).second)
    return;
  // A member may be written outside of its class, and an instance of it has its template there.
  for (const Decl *Each : D->redecls())
    addWhole(Each);
  const FunctionDecl *F = D->getAsFunction();
  const FunctionDecl *Pattern = F ? F->getTemplateInstantiationPattern() : nullptr;
  if (Pattern && Pattern != F)
    add(Pattern);
  if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(D))
    if (auto *Part = dyn_cast_if_present<ClassTemplatePartialSpecializationDecl *>(
            S->getSpecializedTemplateOrPartial()))
      add(Part);
}

Decl *Reached::next() {
  if (Waiting.empty())
    return nullptr;
  Decl *D = Waiting.back();
  Waiting.pop_back();
  return D;
}

void Instances::AddedCXXTemplateSpecialization(const ClassTemplateDecl *,
                                               const ClassTemplateSpecializationDecl *D) {
  Made.push_back(D);
}
void Instances::AddedCXXTemplateSpecialization(const VarTemplateDecl *,
                                               const VarTemplateSpecializationDecl *D) {
  Made.push_back(D);
}
void Instances::AddedCXXTemplateSpecialization(const FunctionTemplateDecl *,
                                               const FunctionDecl *D) {
  Made.push_back(D);
}
void Instances::FunctionDefinitionInstantiated(const FunctionDecl *D) { Made.push_back(D); }

} // namespace coopify
