//===- Markdown.h - a page of docs/ on a terminal ----------------*- C++ -*-===//
#ifndef COOPIFY_REPORT_TERMINAL_MARKDOWN_H
#define COOPIFY_REPORT_TERMINAL_MARKDOWN_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

namespace coopify {

struct Terminal {
  unsigned Columns = 80;
  bool Color = false; ///< what is bold is; else code keeps its backticks
};

/// As far as our own pages use Markdown: headings, paragraphs, lists, tables, code, links.
void printMarkdown(llvm::raw_ostream &OS, llvm::StringRef Page, const Terminal &At);

/// As it is, if no terminal reads it.
void printPage(llvm::raw_ostream &OS, llvm::StringRef Page, const std::optional<Terminal> &At);

} // namespace coopify

#endif // COOPIFY_REPORT_TERMINAL_MARKDOWN_H
