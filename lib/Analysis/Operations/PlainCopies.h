//===- PlainCopies.h - a copy of an object does as well as the object -*- C++ -*-===//

#ifndef COOPIFY_ANALYSIS_OPERATIONS_PLAINCOPIES_H
#define COOPIFY_ANALYSIS_OPERATIONS_PLAINCOPIES_H

namespace clang {
class CXXOperatorCallExpr;
} // namespace clang

namespace coopify {

/// `a = b;` of a class does the same as `auto copy = b; a = copy;`: to make and to end the copy
/// does nothing more than to copy members, the operator takes no more of b than what their values
/// are, and the copy, an lvalue that is not const, chooses no other operator.
bool assignsCopyAlike(const clang::CXXOperatorCallExpr *Assignment);

} // namespace coopify

#endif
