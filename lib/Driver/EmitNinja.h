//===- EmitNinja.h - a run as a build graph ----------------------*- C++ -*-===//
//
//   extract a.cu -> a.json   extract b.cu -> b.json   ...   link a.json b.json...
//
// An edge for each unit and one that links them, so that ninja, or what else reads its files,
// does them at the same time, here or elsewhere, and again what has changed.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DRIVER_EMITNINJA_H
#define COOPIFY_DRIVER_EMITNINJA_H

#include "Driver/RunOptions.h"

#include "llvm/Support/Error.h"

namespace coopify {

/// Writes the run that \p Options ask for to Options.Ninja.File.
llvm::Error emitNinja(const RunOptions &Options);

} // namespace coopify

#endif // COOPIFY_DRIVER_EMITNINJA_H
