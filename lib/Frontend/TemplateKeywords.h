//===- TemplateKeywords.h - `X<T>::f<N>()` as nvcc reads it ------*- C++ -*-===//
//
// A name behind a type that depends on a template's parameters is a template's
// only if the keyword says so ([temp.names]); nvcc's front end looks the name
// up and takes `X<T>::f<N>(x)` as well. clang parses two comparisons, and calls
// f a reference that nobody resolves once the template is instantiated.
//
// The keyword is handed to the parser as a token, in a parse of its own: a file
// with more bytes would move every place behind them.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_FRONTEND_TEMPLATEKEYWORDS_H
#define COOPIFY_FRONTEND_TEMPLATEKEYWORDS_H

#include "llvm/ADT/StringRef.h"

#include <map>
#include <memory>
#include <set>
#include <string>

namespace clang {
class Diagnostic;
class FrontendAction;
} // namespace clang

namespace coopify {

/// Offsets of the "::", "." or "->" before the names, by file.
using TemplateKeywords = std::map<std::string, std::set<unsigned>>;

/// If \p Info is of a function template whose name is read as a value, adds the
/// place where the keyword is missing.
void findMissingKeyword(const clang::Diagnostic &Info, TemplateKeywords &Found);

/// \p Action, parsing as if there were a `template` at \p Places.
std::unique_ptr<clang::FrontendAction>
withTemplateKeywords(std::unique_ptr<clang::FrontendAction> Action, const TemplateKeywords &Places);

} // namespace coopify

#endif // COOPIFY_FRONTEND_TEMPLATEKEYWORDS_H
