//===- NvccArguments.h - nvcc command lines for clang ------------*- C++ -*-===//
//
// Pure and table-driven (NvccOptions.def). Facts: nvcc --help of CUDA 8 - 13.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_FRONTEND_NVCCARGUMENTS_H
#define COOPIFY_FRONTEND_NVCCARGUMENTS_H

#include "Frontend/Command/HostCompiler.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace coopify {

/// Whose GPUs code is for.
enum class Accelerator { Cuda, Hip, Maca };

struct ClangCommand {
  std::vector<std::string> Args; ///< clang flags, without program, inputs, outputs, arch
  std::vector<std::string> Inputs;
  std::vector<std::string> Archs; ///< "sm_70", "gfx90a", in order, unique
  std::string OpenArch;           ///< "all", "native", what no number says; empty: none of these
  std::string Language;           ///< "cuda", "c++", "" (by extension)
  bool RelocatableDevice = false;
  bool DeviceOnly = false; ///< host code is not compiled: -ptx
  bool IsNvcc = false;
  HostCompiler Host = HostCompiler::GCC;    ///< behind nvcc
  std::vector<std::string> HostFlags;       ///< what nvcc hands on to it, all of it
  Accelerator Compiles = Accelerator::Cuda; ///< for whose GPUs
  std::optional<bool> Wave64;               ///< -mwavefrontsize64, -mno-wavefrontsize64
  std::vector<std::string> Unknown;         ///< kept out
  std::vector<std::string> Unread;          ///< kept out, and they bring text: "-include-pch x.pch"
  std::vector<std::string> FromEnvironment; ///< "NVCC_APPEND_FLAGS=-lineinfo"
};

/// Reads an options file; nullopt when it cannot be read.
using ReadFileFn = llvm::function_ref<std::optional<std::string>(llvm::StringRef)>;

/// The value of a variable of the environment.
using ReadVariableFn = llvm::function_ref<std::optional<std::string>(llvm::StringRef)>;

/// Said by the user to each command, in its compiler's own words.
struct ExtraFlags {
  std::vector<std::string> Before; ///< directly behind the compiler's name
  std::vector<std::string> Behind; ///< all that the command says
  bool operator==(const ExtraFlags &) const = default;
};

/// \p CommandLine with the program in front, nvcc's or a clang's or gcc's: the
/// latter two only lose what names outputs. Never fails; what it does not know
/// ends in Unknown.
ClangCommand translateCommand(llvm::ArrayRef<std::string> CommandLine, ReadFileFn ReadFile,
                              ReadVariableFn Variable = nullptr, const ExtraFlags &Extra = {});

} // namespace coopify

#endif // COOPIFY_FRONTEND_NVCCARGUMENTS_H
