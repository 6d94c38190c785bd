//===- OutputsApart.h - reports that would replace a source -----*- C++ -*-===//
#ifndef COOPIFY_DRIVER_WRITE_OUTPUTSAPART_H
#define COOPIFY_DRIVER_WRITE_OUTPUTSAPART_H

#include "Driver/RunOptions.h"
#include "Driver/Units/ParsedProgram.h"

#include "llvm/Support/Error.h"

namespace coopify {

/// An error if a file that the run writes beside its edits is a file of the program, its compile
/// database, or another one of these files. `--json a.cu` would lose the source.
llvm::Error checkOutputsApart(const OutputOptions &Output, const ScopeOptions &Scope,
                              const ParsedProgram &Units);

} // namespace coopify

#endif // COOPIFY_DRIVER_WRITE_OUTPUTSAPART_H
