//===- TUSummaryJSON.h - TUSummary as a file ---------------------*- C++ -*-===//
#ifndef COOPIFY_MODEL_STORED_TUSUMMARYJSON_H
#define COOPIFY_MODEL_STORED_TUSUMMARYJSON_H

#include "Model/TUSummary.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace coopify {

/// Fields that have their default value are left out. Same input, same bytes.
llvm::json::Value toJSON(const TUSummary &Unit);
/// The same, without a value of all of it, which takes 80 times the memory of the text.
void writeJSON(llvm::json::OStream &J, const TUSummary &Unit);

/// An error names the field that is wrong ("expected unsigned integer at
/// TUSummary.Sites[3].Loc.Line"); an unknown field is one.
llvm::Expected<TUSummary> parseTUSummary(llvm::StringRef Text);
llvm::Expected<TUSummary> decodeTUSummary(const llvm::json::Value &V);

} // namespace coopify

#endif // COOPIFY_MODEL_STORED_TUSUMMARYJSON_H
