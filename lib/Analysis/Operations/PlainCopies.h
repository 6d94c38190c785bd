//===- PlainCopies.h - a copy of an object does as well as the object -*- C++ -*-===//

#ifndef COOPIFY_ANALYSIS_OPERATIONS_PLAINCOPIES_H
#define COOPIFY_ANALYSIS_OPERATIONS_PLAINCOPIES_H

namespace clang {
class FunctionDecl;
class ParmVarDecl;
class QualType;
} // namespace clang

namespace coopify {

/// Making an object of \p Type of another one copies its members, one by one, and nothing more; its
/// end does nothing. A constructor whose body is not seen may do anything.
bool copiesPlainly(clang::QualType Type);

/// \p Callee takes from what it is passed for \p P the values of members alone: not where it is,
/// and it sets none (`mutable`, const_cast). A copy of the object does as well.
bool takesValues(const clang::FunctionDecl *Callee, const clang::ParmVarDecl *P);

} // namespace coopify

#endif
