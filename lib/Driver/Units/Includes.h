//===- Includes.h - which other units read a header --------------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_UNITS_INCLUDES_H
#define COOPIFY_DRIVER_UNITS_INCLUDES_H

#include "Driver/Units/ParsedProgram.h"

#include "llvm/ADT/StringSet.h"

namespace coopify {

/// The files that \p P reads, by preprocessing alone; real paths.
llvm::StringSet<> filesRead(const Pass &P);

/// The passes of \p Others that read one of \p Headers, by index, each with
/// those of the headers that it reads.
std::map<size_t, std::vector<std::string>> readersOf(llvm::ArrayRef<std::string> Headers,
                                                     llvm::ArrayRef<Pass> Others, unsigned Jobs);

} // namespace coopify

#endif // COOPIFY_DRIVER_UNITS_INCLUDES_H
