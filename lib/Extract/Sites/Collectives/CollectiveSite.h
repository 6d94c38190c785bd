//===- CollectiveSite.h - parts of the sites of collectives ------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_SITES_COLLECTIVES_COLLECTIVESITE_H
#define COOPIFY_EXTRACT_SITES_COLLECTIVES_COLLECTIVESITE_H

#include "Extract/SiteBuilder.h"
#include "Extract/Sites/Collectives/CombiningSteps.h"
#include "Extract/Sites/Collectives/LeaderOnlyUses.h"

namespace coopify {

/// That lanes have left the kernel before \p S only by whole groups.
Requirement leavingTogether(const FunctionView &View, const clang::Stmt *S);

/// Another lane than 0 may use \p Name at \p At.
Refusal readLater(const FunctionView &View, const clang::Stmt *At, llvm::StringRef Name);

/// A site for the steps from \p First to \p Last, both statements of one block or the same.
/// \p Text replaces them; the last semicolon stays, if there is one behind them.
Site collectiveSite(const FunctionView &View, const clang::Stmt *First, const clang::Stmt *Last,
                    llvm::StringRef Name, llvm::StringRef Text);

/// The end of a line, and the white space that the line of \p At begins with.
std::string newlineAt(const FunctionView &View, const clang::Stmt *At);

/// Whether \p Distances are 1, 2, 4... in that order (Ascending), the other way round
/// (Descending), or in any order; nullopt: some are missing.
enum class Order { Ascending, Descending, Any };
std::optional<Order> completeOrder(llvm::ArrayRef<int64_t> Distances);

/// Why combining floats or whatever \p T is so is not exact as cooperative groups do it.
std::optional<Refusal> notExact(const FunctionView &View, clang::QualType T,
                                llvm::StringRef Operator, bool SameOrder, const clang::Stmt *At);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_COLLECTIVES_COLLECTIVESITE_H
