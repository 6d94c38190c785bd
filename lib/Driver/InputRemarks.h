//===- InputRemarks.h - what a user may not expect of the units --*- C++ -*-===//
#ifndef COOPIFY_DRIVER_INPUTREMARKS_H
#define COOPIFY_DRIVER_INPUTREMARKS_H

#include "Driver/Units/ParsedProgram.h"

#include "llvm/Support/raw_ostream.h"

namespace coopify {

/// Whether one of the units, selected or not, is CUDA.
bool hasCuda(const ParsedProgram &Program);

/// Of a database with so many \p Units, none of which is CUDA: what to do instead.
llvm::Error noCudaIn(llvm::StringRef Database, size_t Units);

/// Notes and warnings on what is no error: units without flags, units that are not CUDA.
void remarkOnInput(llvm::raw_ostream &OS, llvm::ArrayRef<UnitCommand> Units,
                   const ParsedProgram &Program);

} // namespace coopify

#endif // COOPIFY_DRIVER_INPUTREMARKS_H
