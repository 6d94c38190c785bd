//===- Toolkit.h - which CUDA headers to parse with --------------*- C++ -*-===//
#ifndef COOPIFY_FRONTEND_TOOLKIT_H
#define COOPIFY_FRONTEND_TOOLKIT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <optional>
#include <string>

namespace coopify {

struct Toolkit {
  std::string Path;         ///< empty: the headers embedded in the binary
  unsigned Version = 13000; ///< as CUDA_VERSION
  unsigned Build = 0;       ///< __CUDACC_VER_BUILD__, where it is known
  bool embedded() const { return Path.empty(); }
};

/// Where to look besides the flag, injected for tests.
struct ToolkitSearch {
  std::string Flag; ///< --cuda-path=; "embedded" forces the embedded headers
  llvm::function_ref<std::optional<std::string>(llvm::StringRef)> Env;
  llvm::function_ref<std::optional<std::string>(llvm::StringRef)> FindProgram;
};

/// --cuda-path, CUDA_PATH / CUDA_HOME, nvcc on PATH, the usual places, else
/// embedded; at once if the flag or CUDA_PATH is "embedded". An error only when
/// the flag names no toolkit. utils/cuda_toolkit.py looks in the same places.
llvm::Expected<Toolkit> findToolkit(const ToolkitSearch &Search, llvm::vfs::FileSystem &FS);
/// The same on this machine, by its environment and its disk.
llvm::Expected<Toolkit> findToolkit(llvm::StringRef Flag);

} // namespace coopify

#endif // COOPIFY_FRONTEND_TOOLKIT_H
