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

#include <optional>
#include <vector>

namespace coopify {

/// What the script \p Text runs in \p Folder, with the flags of \p BuildType ("Debug"); nullopt: it
/// is another script.
std::optional<clang::tooling::CompileCommand>
commandOfScript(llvm::StringRef Text, llvm::StringRef BuildType, llvm::StringRef Folder);

/// Of the build in \p Folder, sorted by source; empty if it does not use FindCUDA.
std::vector<clang::tooling::CompileCommand> findCudaCommands(llvm::StringRef Folder);

} // namespace coopify

#endif // COOPIFY_DRIVER_UNITS_FINDCUDA_H
