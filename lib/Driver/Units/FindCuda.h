//===- FindCuda.h - units that CMake's FindCUDA compiles ---------*- C++ -*-===//
//
// Before CMake 3.8 CUDA was no language of CMake's: cuda_add_library() and its kin run a script
// for each source, and none of that is in a compile_commands.json. What such a script runs stands
// in it, once CMake has made it: <target>.dir/.../<target>_generated_<source>.o[.<config>].cmake.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DRIVER_UNITS_FINDCUDA_H
#define COOPIFY_DRIVER_UNITS_FINDCUDA_H

#include "clang/Tooling/CompilationDatabase.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <vector>

namespace coopify {

/// In a build folder; where CMake compiles nothing else it writes no compile_commands.json.
inline constexpr llvm::StringLiteral CMakeCacheName = "CMakeCache.txt";

/// Whether that build uses FindCUDA.
bool usesFindCuda(llvm::StringRef Folder);

/// What the script \p Text, called \p Name, runs in \p Folder; nullopt: it is not understood.
std::optional<clang::tooling::CompileCommand>
commandOfScript(llvm::StringRef Text, llvm::StringRef Name, llvm::StringRef Folder);

/// Of the build in \p Folder, sorted by source; none if it does not use FindCUDA. Scripts of
/// sources that are gone are left over. An error where there may be more than was understood.
llvm::Expected<std::vector<clang::tooling::CompileCommand>>
findCudaCommands(llvm::StringRef Folder);

} // namespace coopify

#endif // COOPIFY_DRIVER_UNITS_FINDCUDA_H
