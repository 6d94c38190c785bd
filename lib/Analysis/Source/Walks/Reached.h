//===- Reached.h - what a unit uses of its precompiled prelude ---*- C++ -*-===//
#ifndef COOPIFY_ANALYSIS_SOURCE_WALKS_REACHED_H
#define COOPIFY_ANALYSIS_SOURCE_WALKS_REACHED_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/ASTMutationListener.h"
#include "llvm/ADT/DenseSet.h"

#include <vector>

namespace coopify {

/// What to walk through, so that no more of a precompiled prelude is read than the unit can reach:
/// the unit's own declarations; and of the prelude's what they name, and what that names.
class Reached {
public:
  /// The unit's own declarations; all of it where no prelude was precompiled.
  static std::vector<clang::Decl *> roots(clang::ASTContext &Context);

  /// \p D is named, called or instantiated.
  void add(const clang::Decl *D);
  /// The next to walk through, each once: a declaration of a namespace, a template with all of its
  /// instances; nullptr when there is none.
  clang::Decl *next();

private:
  void addWhole(const clang::Decl *D);

  llvm::DenseSet<const clang::Decl *> Named, Known;
  std::vector<clang::Decl *> Waiting;
};

/// Remembers what was instantiated, also where nothing names it.
class Instances : public clang::ASTMutationListener {
public:
  void AddedCXXTemplateSpecialization(const clang::ClassTemplateDecl *,
                                      const clang::ClassTemplateSpecializationDecl *D) override;
  void AddedCXXTemplateSpecialization(const clang::VarTemplateDecl *,
                                      const clang::VarTemplateSpecializationDecl *D) override;
  void AddedCXXTemplateSpecialization(const clang::FunctionTemplateDecl *,
                                      const clang::FunctionDecl *D) override;
  void FunctionDefinitionInstantiated(const clang::FunctionDecl *D) override;

  std::vector<const clang::Decl *> Made;
};

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SOURCE_WALKS_REACHED_H
