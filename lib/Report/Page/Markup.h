//===- Markup.h - text in an HTML page ---------------------------*- C++ -*-===//
#ifndef COOPIFY_REPORT_PAGE_MARKUP_H
#define COOPIFY_REPORT_PAGE_MARKUP_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace coopify {

/// Text as a page shows it, whatever it holds: nothing of it is markup, in content nor between the
/// quotes of an attribute. What cannot be seen, or turns the text around it, is shown by its bytes.
struct Shown {
  llvm::StringRef Text;
};
llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, Shown S);

/// The same, and what is in single quotes is code.
struct Prose {
  llvm::StringRef Text;
};
llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, Prose P);

/// What a policy of a page names a text by that may stand in it: "'sha256-...'".
std::string policyHash(llvm::StringRef Text);

} // namespace coopify

#endif // COOPIFY_REPORT_PAGE_MARKUP_H
