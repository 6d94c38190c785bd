//===- Meaning.h - what a name in a template may mean ------------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_TEMPLATES_MEANING_H
#define COOPIFY_EXTRACT_TEMPLATES_MEANING_H

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <string>
#include <vector>

namespace coopify {

/// What a name in a template's body may be.
struct Meaning {
  std::vector<const clang::FunctionDecl *> Means;  ///< by lookup where it is written: patterns
  std::vector<const clang::FunctionDecl *> Others; ///< looked up, with other numbers of arguments
  /// Only an instance can look it up, or may find others: of this word. Empty: Means is all.
  std::string Unknown;
  bool Bare = false; ///< as a member of a type that is a parameter
  bool Open = false; ///< more may be found by the arguments' namespaces
};

/// Of what is called, members of a class template are those of any of its specializations.
Meaning meaningOf(const clang::Expr *Callee, const clang::ASTContext &Context);

/// The class of an object, as far as the text of a template tells.
struct ClassOf {
  const clang::ClassTemplateDecl *Template = nullptr; ///< whatever its arguments
  const clang::CXXRecordDecl *Plain = nullptr;
  bool Bare = false; ///< a parameter of the template
};
ClassOf classOf(clang::QualType T);

/// The members of a name that objects of a class may have: of a template those of itself and of all
/// of its specializations, since which one is meant is not known; where one of them has none, its
/// bases' in turn.
class MembersOfClass {
public:
  explicit MembersOfClass(clang::DeclarationName Name) : Name(Name) {}
  std::vector<const clang::FunctionDecl *> Found;
  bool Unknown = false; ///< there may be others

  void add(const ClassOf &Class);
  void addBases(const clang::CXXRecordDecl *Class);

private:
  void add(const clang::ClassTemplateDecl *Class);
  void add(const clang::CXXRecordDecl *Class);

  clang::DeclarationName Name;
  llvm::SmallPtrSet<const clang::ClassTemplateDecl *, 8> Seen;
};

} // namespace coopify

#endif // COOPIFY_EXTRACT_TEMPLATES_MEANING_H
