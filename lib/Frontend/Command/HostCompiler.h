//===- HostCompiler.h - what the compiler behind nvcc defines -----*- C++ -*-===//
//
// nvcc lets the host compiler preprocess both sides, with what -Xcompiler holds. Facts:
// HostMacros.def.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_FRONTEND_COMMAND_HOSTCOMPILER_H
#define COOPIFY_FRONTEND_COMMAND_HOSTCOMPILER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace coopify {

enum class HostCompiler { GCC, Clang };

/// That which -ccbin names; nullopt: nobody knows it.
std::optional<HostCompiler> hostCompiler(llvm::StringRef Path);

/// -D and -U of the macros that follow from \p Flags.
std::vector<std::string> hostMacros(llvm::ArrayRef<std::string> Flags, HostCompiler Host);

/// -D and -U in \p Args of macros that have another name in directives (asNvccReads), for those.
std::vector<std::string> renamedMacros(llvm::ArrayRef<std::string> Args, HostCompiler Host);

} // namespace coopify

#endif // COOPIFY_FRONTEND_COMMAND_HOSTCOMPILER_H
