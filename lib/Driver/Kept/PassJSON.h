//===- PassJSON.h - parsed passes as text ------------------------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_KEPT_PASSJSON_H
#define COOPIFY_DRIVER_KEPT_PASSJSON_H

#include "Driver/Units/ParsedProgram.h"

#include "llvm/Support/JSON.h"

namespace coopify {

llvm::json::Value toJSON(const Pass &P);
bool fromJSON(const llvm::json::Value &V, Pass &P, llvm::json::Path Path);

/// Attributes of an object: all of \p P that passFromJSON() reads but its summary.
void writeAbout(llvm::json::OStream &J, const ParsedPass &P);
bool aboutFromJSON(const llvm::json::Value &V, ParsedPass &P, llvm::json::Path Path);
/// With what \p P says of it.
void takeSummary(ParsedPass &P, TUSummary Summary);

/// An object with the command, the summary and the errors of \p P.
void writePass(llvm::json::OStream &J, const ParsedPass &P);
/// Reads what writePass() wrote; what calls meant is not in it.
bool passFromJSON(const llvm::json::Value &V, ParsedPass &P, llvm::json::Path Path);

} // namespace coopify

#endif // COOPIFY_DRIVER_KEPT_PASSJSON_H
