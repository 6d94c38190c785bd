//===- Asked.h - what is asked of code that is not run -----------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_USES_ASKED_H
#define COOPIFY_EXTRACT_USES_ASKED_H

#include "Analysis/Source/SourceText.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

#include <map>
#include <string>

namespace coopify {

/// Whether something can be called, made or converted, and of what type it is: one parameter more
/// changes the answer, and what is asked in substitution says so to nobody. By words, as nothing is
/// resolved yet; and never whether the answer matters.
class Asked {
public:
  explicit Asked(const SourceText &Text) : Text(Text) {}

  /// An operand that is not run.
  void operand(const clang::Expr *E);
  /// A name that is no call's, wherever it stands: its type is asked for.
  void name(const clang::Expr *E);
  void trait(const clang::TypeTraitExpr *E);

  /// Where one may have been asked for that is called \p Word; a constructor has its class's.
  clang::SourceLocation of(llvm::StringRef Word,
                           const clang::CXXConstructorDecl *Constructor) const;

private:
  void add(clang::DeclarationName Name, clang::SourceLocation At);
  void function(const clang::ValueDecl *D, clang::SourceLocation At);
  void made(clang::QualType Type, clang::SourceLocation At);
  void set(clang::SourceLocation &First, clang::SourceLocation At) const;

  const SourceText &Text;
  std::map<std::string, clang::SourceLocation> Words, Classes;
  clang::SourceLocation AnyClass;   ///< an object of a type that depends on a template
  clang::SourceLocation Conversion; ///< something that may convert its operands to any class
};

} // namespace coopify

#endif // COOPIFY_EXTRACT_USES_ASKED_H
