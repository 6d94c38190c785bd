//===- FixedUses.h - calls that cannot get an argument -----------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_USES_FIXEDUSES_H
#define COOPIFY_EXTRACT_USES_FIXEDUSES_H

#include "Analysis/Source/SourceText.h"
#include "Extract/Uses/Asked.h"
#include "Model/TUSummary.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

#include <string>

namespace coopify {

/// Why no parameter can be added to \p F, however it is called: "is a default
/// constructor"; empty if one can.
std::string fixedBecause(const clang::FunctionDecl *F);

/// All of a unit.
struct CallsOfUnit {
  llvm::ArrayRef<const clang::FunctionDecl *> Patterns; ///< bodies of templates
  llvm::ArrayRef<const clang::CallExpr *> Calls;
  llvm::ArrayRef<const clang::CXXConstructExpr *> Constructions;
  llvm::ArrayRef<const clang::ConstructorUsingShadowDecl *> Inherited;
  llvm::ArrayRef<const clang::FunctionDecl *> Functions; ///< concrete ones
  const Asked &Asks;
};

/// Sets FixedUseAt of the device functions that are called where the analysis of
/// bodies does not come: default arguments, members' initialisers in the class,
/// unevaluated operands, code of the toolkit; and of those that may be asked for.
void markFixedUses(const CallsOfUnit &All, const SourceText &Text,
                   std::vector<FunctionSummary> &Functions);

} // namespace coopify

#endif // COOPIFY_EXTRACT_USES_FIXEDUSES_H
