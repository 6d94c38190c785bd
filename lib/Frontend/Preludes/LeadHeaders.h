//===- LeadHeaders.h - what a unit begins with, in the prelude ---*- C++ -*-===//
//
// Where a unit begins with headers of libraries (thrust, cub, the C++ library), they are most of
// its parse. They come right behind the prelude, in front of all that is the user's: so they may be
// its end, as in clangd's preambles, and nothing can tell.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_FRONTEND_PRELUDES_LEADHEADERS_H
#define COOPIFY_FRONTEND_PRELUDES_LEADHEADERS_H

#include "Frontend/Passes.h"
#include "Frontend/Preludes/ReadFiles.h"

#include "llvm/ADT/StringRef.h"

#include <memory>

namespace clang {
class CompilerInstance;
}

namespace coopify {

/// \p P with the headers as the last of its prelude that its main file, which has \p Text, includes
/// before anything else, as far as no folder of the user's has one of that name; \p P itself where
/// there are none, or none that is worth it.
Pass withLeadHeaders(const Pass &P, llvm::StringRef Text);

/// Its prelude ends so; there may be headers of groups behind them.
inline bool hasLeadHeaders(const Pass &P) { return !P.LeadFile.empty(); }

/// Watches a prelude that ends so while it is parsed. \p Fits becomes true if each of the headers
/// makes nothing of a second #include, which the unit has.
void watchLeadHeaders(clang::CompilerInstance &Compiler, const Pass &P, bool &Fits);

/// All that was read is of the toolkit or the system, whose text nobody looks at.
bool isOfLibraries(const ReadFiles &Read);

} // namespace coopify

#endif // COOPIFY_FRONTEND_PRELUDES_LEADHEADERS_H
