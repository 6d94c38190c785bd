//===- CudaSnippet.h - a few lines of CUDA with marked points ----*- C++ -*-===//
//
//   CudaSnippet S("__global__ void k(int *p) { if (p[0]) $here^__any(p[0]); }");
//   S.at("here") is the call, S.analysis("here") that of k
//
// A mark "$name^" goes before the parse; it names the largest expression that begins where it
// stood, or else the statement. Several marks may have one name. What a test knows of
// CUDA is declared in Prelude.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_TEST_UNIT_ANALYSIS_CUDASNIPPET_H
#define COOPIFY_TEST_UNIT_ANALYSIS_CUDASNIPPET_H

#include "Analysis/Convergence/Convergence.h"
#include "Analysis/Convergence/FunctionView.h"
#include "Model/Print.h"

#include "clang/Frontend/ASTUnit.h"

#include <memory>
#include <string>
#include <vector>

namespace coopify {

/// As a mark says it (Model/Print.h).
template <typename T> std::string print(const T &Value) {
  std::string Out;
  llvm::raw_string_ostream(Out) << Value;
  return Out;
}

/// A marked point.
struct Mark {
  std::string Name;
  unsigned Line = 0; ///< of the snippet, from 1
  const clang::Stmt *At = nullptr;
  const clang::FunctionDecl *Function = nullptr; ///< that it is in; of templates the instance
};

class CudaSnippet {
public:
  /// Fails the test where the code does not parse, or nothing stands at a mark.
  explicit CudaSnippet(llvm::StringRef Marked);
  ~CudaSnippet();

  const std::vector<Mark> &marks() const { return Marks; }
  /// The first mark of that name.
  const Mark &mark(llvm::StringRef Name) const;
  const clang::Stmt *at(llvm::StringRef Name) const { return mark(Name).At; }

  clang::ASTContext &context() const { return Unit->getASTContext(); }
  const SourceText &text() const { return *Text; }
  /// Of the function that \p M is in. The traversal scope is that function from then on.
  const ConvergenceAnalysis &analysis(const Mark &M) const;
  FunctionView view(const Mark &M) const;

private:
  std::unique_ptr<clang::ASTUnit> Unit;
  std::unique_ptr<SourceText> Text;
  std::unique_ptr<Collectives> CollectiveUses;
  std::vector<Mark> Marks;
  mutable std::vector<std::pair<const clang::FunctionDecl *, std::unique_ptr<ConvergenceAnalysis>>>
      Analyses;
};

} // namespace coopify

#endif // COOPIFY_TEST_UNIT_ANALYSIS_CUDASNIPPET_H
