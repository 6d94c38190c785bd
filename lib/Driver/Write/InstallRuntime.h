//===- InstallRuntime.h - the runtime headers in a user's tree ----*- C++ -*-===//
#ifndef COOPIFY_DRIVER_WRITE_INSTALLRUNTIME_H
#define COOPIFY_DRIVER_WRITE_INSTALLRUNTIME_H

#include "Frontend/ToolkitFiles.h"

#include "llvm/Support/Error.h"

namespace coopify {

/// What became of the headers, counted.
struct InstalledRuntime {
  unsigned New = 0;
  unsigned Replaced = 0;
  unsigned Unchanged = 0;
  unsigned Removed = 0; ///< of an earlier version, which had more
};

/// Writes \p Files below \p Folder, all or none, and beside them a list of
/// their checksums (coopify/SHA256SUMS, as sha256sum writes and checks it). A
/// file that differs from that list was changed by the user: with \p Force it
/// is replaced, else it is an error.
llvm::Expected<InstalledRuntime> installRuntime(llvm::StringRef Folder,
                                                llvm::ArrayRef<EmbeddedFile> Files, bool Force);

} // namespace coopify

#endif // COOPIFY_DRIVER_WRITE_INSTALLRUNTIME_H
