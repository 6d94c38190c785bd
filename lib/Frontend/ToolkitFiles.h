//===- ToolkitFiles.h - whose file is it? ------------------------*- C++ -*-===//
//
// A name says nothing (a user may overload __shfl_down); the file of the
// declaration does.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_FRONTEND_TOOLKITFILES_H
#define COOPIFY_FRONTEND_TOOLKITFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace coopify {

/// Where the embedded headers are mounted: <root>/shim, /cuda, /late, /runtime.
inline constexpr llvm::StringLiteral EmbeddedRoot = "/__coopify__";
/// The same as files, beside a compile database that was exported.
inline constexpr llvm::StringLiteral ExportedFolder = "coopify-headers";

struct EmbeddedFile {
  llvm::StringRef Path; ///< below its root
  llvm::StringRef Text;
};
llvm::ArrayRef<EmbeddedFile> embeddedFiles();

/// Another one as soon as a byte of them is. Made with the program: a start is short.
llvm::StringRef embeddedDigest();
/// runtime/include as it was when this was built; mounted at <root>/runtime.
llvm::ArrayRef<EmbeddedFile> runtimeFiles();

/// True for files of the CUDA toolkit, of clang itself, embedded ones, and those
/// of coopify's runtime wherever it was installed.
bool isToolkitFile(llvm::StringRef Path);

/// True also for the C and C++ libraries of the system.
bool isSystemFile(llvm::StringRef Path);

/// \p Dir and where its links lead are a toolkit. Thread-safe; expandPasses
/// says it of the toolkit it uses.
void addToolkitRoot(llvm::StringRef Dir);

/// \p Path is a header of a compile database's that was exported: all beside it are the toolkit's.
void addExportedHeaders(llvm::StringRef Path);

/// All of them, sorted.
std::vector<std::string> toolkitRoots();

/// Where \p Dir, as -I names it, holds the headers of a CUDA toolkit: which nobody edits then.
bool addToolkitHeaders(llvm::StringRef Dir);

} // namespace coopify

#endif // COOPIFY_FRONTEND_TOOLKITFILES_H
