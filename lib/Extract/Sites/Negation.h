//===- Negation.h - the opposite of a condition, as text ---------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_SITES_NEGATION_H
#define COOPIFY_EXTRACT_SITES_NEGATION_H

#include "Extract/SiteFinder.h"

namespace coopify {

/// What turns \p Arg, the operand of the vote \p Call, into its opposite: the roles "token" (to be
/// replaced) and "plain" (a `!` in front of it will do). And the role "outer": a `!` in front of
/// the call, where nothing but true or false is asked for, so that it may go together with another
/// one.
std::vector<PatternPart> negationOf(const FunctionView &View, const clang::CallExpr *Call,
                                    const clang::Expr *Arg);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_NEGATION_H
