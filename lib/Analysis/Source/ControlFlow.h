//===- ControlFlow.h - clang's flow graph, without its guesses ----*- C++ -*-===//
#ifndef COOPIFY_ANALYSIS_SOURCE_CONTROLFLOW_H
#define COOPIFY_ANALYSIS_SOURCE_CONTROLFLOW_H

#include "clang/AST/Decl.h"
#include "clang/Analysis/CFG.h"

#include <memory>

namespace coopify {

/// The flow graph of \p F's body, in which only such edges count as never taken as a constant
/// condition rules out. clang takes away others by what it would warn of: `x < 0 || x >= 0` is
/// always true to it, but not of a NaN, nor of a volatile x.
std::unique_ptr<clang::CFG> controlFlow(const clang::FunctionDecl *F, clang::ASTContext &Context,
                                        clang::CFG::BuildOptions Options);

/// A `goto` or a `case` may lead into \p Part, of the function's \p Body, past its beginning.
bool isJumpedInto(const clang::Stmt *Part, const clang::Stmt *Body);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SOURCE_CONTROLFLOW_H
