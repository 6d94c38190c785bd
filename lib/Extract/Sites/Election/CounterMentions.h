//===- CounterMentions.h - where one function uses a counter ------*- C++ -*-===//
//
// Internal to CounterUses.h: the names that lead to a leader's counter in one function, what is
// done there by them, and by the functions that it calls. What is run without being written (member
// initialisers, destructors, default arguments) is looked at where it runs.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EXTRACT_SITES_ELECTION_COUNTERMENTIONS_H
#define COOPIFY_EXTRACT_SITES_ELECTION_COUNTERMENTIONS_H

#include "Analysis/Source/ImplicitCalls.h"
#include "Analysis/Source/SourceText.h"
#include "Extract/Sites/Election/CounterUses.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <optional>
#include <set>

namespace coopify {

/// Where something is done: at \p At, or, of a destructor, at the end of a variable's scope.
struct UsePlace {
  const clang::Expr *At;
  const clang::VarDecl *EndOf = nullptr;
  bool Anywhere = false; ///< it stands nowhere in the flow graph

  const void *key() const {
    return Anywhere ? nullptr : EndOf ? static_cast<const void *>(EndOf) : At;
  }
};

using Decls = std::set<const clang::Decl *>;

/// The variables and fields that lead to the counter, and the objects whose fields they are (null:
/// *this).
struct CounterNames {
  Decls Counter, Objects;
  auto operator<=>(const CounterNames &) const = default;
};

/// What a function does with what names in it lead to; of one that is asked for again while it is
/// looked at the worst.
struct CounterLook {
  enum Kind { None, Uses, Keeps } Does = Keeps;
  std::set<unsigned> Params = {}; ///< they lead to the counter, too
  Decls Names = {};               ///< so do these, which are not the function's own
};
using CounterLooks = std::map<std::pair<const clang::FunctionDecl *, CounterNames>, CounterLook>;

/// A pointer or reference.
bool leads(clang::QualType T);

/// What is run where \p E, a default argument or a member's default initialiser, is used; null: it
/// is none.
const clang::Expr *defaultOf(const clang::Stmt *E);

/// What the address, or object, \p E is made of: \p Then gets each name, the rest is visited
/// elsewhere.
void followed(const clang::Expr *E, llvm::function_ref<void(const clang::Expr *)> Then);

/// The uses in one function of what \p Known leads to.
class CounterMentions {
public:
  CounterMentions(const clang::FunctionDecl *F, const SourceText &Text,
                  llvm::ArrayRef<UsePlace> Adds, CounterUse Others, CounterLooks &Looks)
      : F(F), Text(Text), Adds(Adds), Others(Others), Looks(Looks) {}

  /// Of a pointer to the counter, or the counter itself.
  void address(const clang::Expr *E);
  /// Of an object that has the counter, or a pointer to it.
  void addObject(const clang::Expr *E);
  void collect();
  /// Fields, and variables that are not the function's own.
  CounterNames ofOthers() const;

  std::vector<UsePlace> Found;
  /// Where its address gets to where it is not followed; null of it: at a destructor.
  std::optional<const clang::Expr *> Kept;
  const clang::FunctionDecl *F;
  const SourceText &Text;
  llvm::ArrayRef<UsePlace> Adds; ///< the leader's, or the calls that they are in
  const CounterUse Others;       ///< what others may do
  CounterLooks &Looks;
  CounterNames Known;

private:
  void add(const clang::Expr *Name);
  bool named(const clang::Expr *Name) const;
  bool placedThere(const clang::VarDecl *V) const;
  bool isPartOfIt(const clang::Expr *Name) const;
  bool isWider(const clang::Expr *E) const;
  bool isNamedIn(const clang::GCCAsmStmt *Asm) const;
  void alias(const clang::Decl *To, const clang::Expr *From);
  void path(const clang::Expr *E);
  void found(const clang::Expr *E);
  void visit(const clang::Stmt *S, const clang::Stmt *Parent);
  void visitVariable(const clang::VarDecl *V, const clang::Stmt *In);
  void initialise(const clang::ValueDecl *Field, const clang::Expr *Init,
                  const clang::Stmt *Parent);
  void visitInits(const clang::InitListExpr *List);
  void visitLambda(const clang::LambdaExpr *Lambda);
  void visitRunUnseen(const clang::Stmt *S);
  void implicit(const ImplicitCalls &Calls, UsePlace At);
  bool visitSpecial(const clang::Stmt *S, const clang::Stmt *Parent);
  bool visitConstruction(const clang::CXXConstructExpr *Make);
  bool visitCall(const clang::CallExpr *Call, const clang::Stmt *Parent);
  bool isMention(const clang::Expr *E) const;
  void visitUserCall(const clang::CallExpr *Call);
  CounterLook looks(const clang::FunctionDecl *Runs, const clang::Expr *Object,
                    llvm::ArrayRef<const clang::Expr *> Args);
  CounterLook looksInto(CounterMentions There);
  void does(const CounterLook &Look, UsePlace At, llvm::ArrayRef<const clang::Expr *> Args);
  bool isAdd(const clang::Expr *Call) const;
  bool mentions(const clang::Expr *E) const;
  bool visitAddress(const clang::Expr *E);

  std::set<const clang::FunctionDecl *> Followed; ///< that give an address
  bool Unknown = false;                           ///< what does is not known
  const clang::Expr *Outer = nullptr;             ///< in which what is visited runs
};

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_ELECTION_COUNTERMENTIONS_H
