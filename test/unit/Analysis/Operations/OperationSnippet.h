//===- OperationSnippet.h - one statement, and what it asks of threads -*- C++ -*-===//
//
//   OperationSnippet("warp.sync();").Is is the Operation of the last statement of a function that
//   has groups of all kinds as parameters; is() says it in words.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_TEST_UNIT_ANALYSIS_OPERATIONS_OPERATIONSNIPPET_H
#define COOPIFY_TEST_UNIT_ANALYSIS_OPERATIONS_OPERATIONSNIPPET_H

#include "Analysis/Operations/Operations.h"
#include "Model/Uniformity.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/ASTUnit.h"

namespace coopify {

/// The last statement of a function over groups of all kinds, and what it is.
class OperationSnippet : public clang::RecursiveASTVisitor<OperationSnippet> {
public:
  /// Fails the test where it does not parse. \p Before stands before the function.
  explicit OperationSnippet(const std::string &Body, const std::string &Before = "");
  bool VisitFunctionDecl(clang::FunctionDecl *F);

  std::unique_ptr<clang::ASTUnit> Unit;
  std::optional<SourceText> Text;
  const clang::Stmt *Last = nullptr;
  Operation Is;
};

std::string is(const std::string &Body, const std::string &Before = "");
unsigned ordered(const std::string &Body, const std::string &Before = "");
unsigned waitsFor(const std::string &Body, const std::string &Before = "");

} // namespace coopify

#endif // COOPIFY_TEST_UNIT_ANALYSIS_OPERATIONS_OPERATIONSNIPPET_H
