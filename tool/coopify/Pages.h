//===- Pages.h - what --explain prints ---------------------------*- C++ -*-===//
#ifndef COOPIFY_TOOL_PAGES_H
#define COOPIFY_TOOL_PAGES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <vector>

namespace coopify {

struct Page {
  llvm::StringRef Name; ///< file name without ".md"
  llvm::StringRef Text;
};

/// docs/rules/*.md, docs/reasons.md, docs/assumptions.md, docs/forms.md and docs/verdicts.md as
/// they were when this was built; the definition is made by EmbedPages.cmake.
llvm::ArrayRef<Page> embeddedPages();

/// The names of the sections of the page \p Name, such as the forms of docs/forms.md.
std::vector<llvm::StringRef> sectionNames(llvm::StringRef Name, llvm::ArrayRef<Page> Pages);

/// The page of the check \p Id, or the section of docs/reasons.md, docs/assumptions.md,
/// docs/forms.md or docs/verdicts.md that has this name.
std::optional<llvm::StringRef> explain(llvm::StringRef Id, llvm::ArrayRef<Page> Pages);

} // namespace coopify

#endif // COOPIFY_TOOL_PAGES_H
