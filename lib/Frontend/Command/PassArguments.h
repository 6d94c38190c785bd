//===- PassArguments.h - the arguments of one pass, from ours ----*- C++ -*-===//
//
// What a pass begins with, before the arguments of the command.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_FRONTEND_PASSARGUMENTS_H
#define COOPIFY_FRONTEND_PASSARGUMENTS_H

#include "Frontend/NvccArguments.h"
#include "Frontend/Toolkit.h"

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace coopify {

using Arguments = std::vector<std::string>;

/// 70 of "sm_70".
unsigned numberOf(llvm::StringRef Arch);

/// One of \p Args begins with \p Prefix, behind one '-' or two.
bool names(const Arguments &Args, llvm::StringRef Prefix);

Arguments cudaArguments(const ClangCommand &Command, const Toolkit &Kit, llvm::StringRef Arch,
                        bool Host);
/// Of a unit that is neither CUDA nor HIP.
Arguments plainArguments(const ClangCommand &Command, llvm::StringRef Language, const Toolkit &Kit);
/// For AMD's GPUs, and for MXMACA, which clang does not know: it is read as HIP is, under its own
/// names. Both with the embedded headers, whatever is installed.
Arguments hipArguments(const ClangCommand &Command, Accelerator For, llvm::StringRef Arch,
                       unsigned WarpWidth, bool Host);

/// Where clang's own headers are expected, stddef.h and the like.
llvm::StringRef clangHeaders();

/// How many headers cudaArguments includes.
unsigned preludeHeaders(const Toolkit &Kit);

} // namespace coopify

#endif // COOPIFY_FRONTEND_PASSARGUMENTS_H
