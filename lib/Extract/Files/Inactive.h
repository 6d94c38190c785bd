//===- Inactive.h - warp operations in branches not taken --------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_FILES_INACTIVE_H
#define COOPIFY_EXTRACT_FILES_INACTIVE_H

#include "Analysis/Source/SourceText.h"
#include "Extract/Files/PreprocessorRecord.h"
#include "Model/Site.h"

#include "llvm/ADT/StringSet.h"

namespace coopify {

/// Legacy warp operations in the text of #if branches that this pass skips, and in the main file's
/// macros that it does not use: counted, so that nothing that matched is dropped. Beside a branch
/// that says the same with _sync the pair is "already-portable", else "inactive-branch".
///
/// Of the \p Sites that it compiles those whose #if has another arm that says the same with _sync,
/// call by call, are marked: who rewrites one of the two breaks the pair (trap T25). Where the
/// toolkit or the GPU chooses, they are left; where a macro of the user's does, it is asked for.
void addInactiveSites(const Recording &Record, const SourceText &Text,
                      const clang::ASTContext &Context, std::vector<Site> &Sites);

/// Calls of functions with one of \p Names in such text, and in macros that the pass does not use:
/// what becomes of the function does not become of them.
std::vector<Site> inactiveCalls(const Recording &Record, const SourceText &Text,
                                const llvm::StringSet<> &Names);

} // namespace coopify

#endif // COOPIFY_EXTRACT_FILES_INACTIVE_H
