//===- ClangDatabase.h - nvcc's compile database for clang's tools -*- C++ -*-===//
//
// clang-tidy, clangd and clang itself stop at flags that only nvcc has, and see neither the
// intrinsics that today's toolkits no longer have nor, without a toolkit, any of CUDA's headers.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DRIVER_CLANGDATABASE_H
#define COOPIFY_DRIVER_CLANGDATABASE_H

#include "Driver/RunOptions.h"

#include "llvm/Support/Error.h"

namespace coopify {

/// Writes compile_commands.json into \p Folder, with the command of one pass of each unit (a
/// device's, if there is one) as coopify parses it, and the headers beside it that these name.
/// Returns the number of commands. An error if another one's compile database is there.
llvm::Expected<unsigned> exportClangDatabase(llvm::StringRef Folder, const RunOptions &Options);

} // namespace coopify

#endif // COOPIFY_DRIVER_CLANGDATABASE_H
