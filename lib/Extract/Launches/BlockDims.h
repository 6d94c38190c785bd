//===- BlockDims.h - the shapes that a launch may give a block ----*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_LAUNCHES_BLOCKDIMS_H
#define COOPIFY_EXTRACT_LAUNCHES_BLOCKDIMS_H

#include "Analysis/Convergence/Variables.h"
#include "Analysis/Source/SourceText.h"
#include "Model/TUSummary.h"

#include "clang/AST/ExprCXX.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/SmallVector.h"

namespace coopify {

/// What numbers and dim3 objects of host code may be: constants, and locals by what reaches them.
class BlockDims {
public:
  using Dimensions = std::array<std::optional<int64_t>, 3>;

  BlockDims(const SourceText &Text, const clang::ASTContext &Context)
      : Text(Text), Context(Context) {}

  /// All shapes that \p Block may have when \p Launch is evaluated; at least one.
  std::vector<Dimensions> shapes(const clang::Expr *Block, const clang::Stmt *Launch);
  /// The number that \p E is then, if it is one only.
  std::optional<int64_t> number(const clang::Expr *E, const clang::Stmt *Launch);

  /// What a variable was set to: as a whole, or one of its members. Value null: anything.
  struct Setting {
    const clang::Expr *Value = nullptr;
    const clang::Stmt *At = nullptr;
    std::optional<unsigned> Member;
  };

private:
  /// nullopt: any number.
  using Numbers = llvm::SmallVector<std::optional<int64_t>, 2>;

  /// A function, with the places of its statements.
  struct Host {
    explicit Host(const clang::FunctionDecl *F) : Vars(F), Body(F->getBody()) {}
    Variables Vars;
    const clang::Stmt *Body;
    std::unique_ptr<clang::CFG> Graph;
    llvm::DenseMap<const clang::Stmt *, std::pair<const clang::CFGBlock *, unsigned>> Places;
  };

  Numbers numbers(const clang::Expr *E, const clang::Stmt *At, unsigned Depth);
  std::vector<Dimensions> shapesOf(const clang::Expr *E, const clang::Stmt *At, unsigned Depth);
  Numbers ofVariable(const clang::VarDecl *V, std::optional<unsigned> Index, const clang::Stmt *At,
                     unsigned Depth);
  llvm::SmallVector<Setting, 4> settings(const clang::VarDecl *V, std::optional<unsigned> Index,
                                         const clang::Stmt *At);
  Host *hostOf(const clang::VarDecl *V);
  /// What \p V, or its member \p Index, may have been set to last at \p At.
  llvm::SmallVector<Setting, 4> reaching(const clang::VarDecl *V, std::optional<unsigned> Index,
                                         const clang::Stmt *At, Host &In) const;
  /// What \p A sets, or its member \p Index, to; nullopt: another member.
  std::optional<Setting> settingBy(const Variables::Assignment &A,
                                   std::optional<unsigned> Index) const;
  /// x, y or z of a dim3.
  std::optional<std::pair<const clang::VarDecl *, unsigned>> memberOf(const clang::Expr *E) const;
  bool isDim3(const clang::CXXRecordDecl *Class) const;

  const SourceText &Text;
  const clang::ASTContext &Context;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<Host>> Hosts;
};

} // namespace coopify

#endif // COOPIFY_EXTRACT_LAUNCHES_BLOCKDIMS_H
