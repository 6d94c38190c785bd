//===- OutputFile.h - a report that gets where it should ---------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_WRITE_OUTPUTFILE_H
#define COOPIFY_DRIVER_WRITE_OUTPUTFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace coopify {

/// What \p Write prints becomes \p Path, all of it or nothing; "-" is stdout, which is looked at
/// when the run ends (checkStream). What is no file, as /dev/stderr and pipes, stays what it is:
/// llvm::writeToOutput() would put a file in its place, and says nothing of a disk that is full.
llvm::Error writeOutput(llvm::StringRef Path,
                        llvm::function_ref<llvm::Error(llvm::raw_ostream &)> Write);

/// An error if no file can be made at \p Path: its folder is missing or not writable.
llvm::Error checkOutput(llvm::StringRef Path);

/// Whether all that was printed to \p OS, which \p Name names, got there.
llvm::Error checkStream(llvm::raw_fd_ostream &OS, llvm::StringRef Name);

} // namespace coopify

#endif // COOPIFY_DRIVER_WRITE_OUTPUTFILE_H
