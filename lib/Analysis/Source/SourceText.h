//===- SourceText.h - from SourceLocation to plain places --------*- C++ -*-===//
#ifndef COOPIFY_ANALYSIS_SOURCE_SOURCETEXT_H
#define COOPIFY_ANALYSIS_SOURCE_SOURCETEXT_H

#include "Model/MacroUse.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace coopify {

/// Turns places of the AST into files and offsets. Files are real paths, so
/// that units that reach a header by different ways agree.
class SourceText {
public:
  explicit SourceText(const clang::ASTContext &Context);

  /// The spelling place; macro arguments map to where they are written.
  Location location(clang::SourceLocation Loc) const;
  /// The place in a file that a reader would call the line of \p Loc.
  Location expansion(clang::SourceLocation Loc) const;
  /// How the tokens from \p Begin to \p End (the last token's start) came to be.
  MacroUse macroUse(clang::SourceLocation Begin, clang::SourceLocation End) const;
  /// The token range in the file where it is spelled, in a macro's body if it is
  /// there; invalid if it cannot be edited as one piece.
  TextRange range(clang::SourceRange R) const;
  /// The same tokens as they stand in the file: a macro's use, not its body.
  TextRange fileRange(clang::SourceRange R) const;
  /// Where the token \p Loc begins in the file, or the use of macros that it is the first of;
  /// invalid if that begins with another one.
  clang::SourceLocation beginOfUse(clang::SourceLocation Loc) const;
  /// Where the last token stands of the use of macros that \p Loc is the last of, but for a
  /// semicolon of the macro's own; invalid if it goes on.
  clang::SourceLocation endOfUse(clang::SourceLocation Loc) const;
  TextRange token(clang::SourceLocation Loc) const;
  /// The empty range before (after) the token at \p Loc.
  TextRange before(clang::SourceLocation Loc) const;
  TextRange after(clang::SourceLocation Loc) const;
  /// The text as the user sees it, white space squeezed, cut at \p Limit.
  std::string text(clang::SourceRange R, unsigned Limit = 60) const;
  std::string spelled(const TextRange &R) const;
  /// Every identifier in \p R, macros not expanded; instances of a template share it.
  const std::set<std::string> &identifiers(const TextRange &R) const;

  /// Where \p Name stands as a name in \p R, compiled or not, but for members of other things.
  std::set<unsigned> mentions(const TextRange &R, llvm::StringRef Name) const;

  /// What stands in the file that \p Path, of one of the places above, names.
  llvm::StringRef code(llvm::StringRef Path) const;

  const std::string &path(clang::FileID File) const;
  /// Neither the toolkit's, nor Clang's, nor the system's.
  bool isUserFile(clang::SourceLocation Loc) const;
  /// Declared by the toolkit, the embedded headers or Clang itself: what it does
  /// is known from its name. A user's function of the same name is not.
  bool isToolkit(const clang::FunctionDecl *F) const;
  /// In a file of the toolkit itself, not of another library that is merely -isystem.
  bool isToolkitFile(const clang::FunctionDecl *F) const;
  bool isToolkitFile(clang::SourceLocation Loc) const;
  /// In a header that -isystem names: neither of the toolkit nor of the system.
  bool isLibrary(clang::SourceLocation Loc) const;

  const clang::SourceManager &manager() const { return SM; }
  const clang::LangOptions &lang() const { return LO; }

private:
  const clang::SourceManager &SM;
  const clang::LangOptions &LO;
  bool isToolkitFile(clang::FileID File) const;

  // Asked for every place of every body: looked up once.
  struct FileFacts {
    std::string Path;
    std::optional<bool> IsToolkit;
  };
  FileFacts &facts(clang::FileID File) const;
  mutable llvm::DenseMap<clang::FileID, std::unique_ptr<FileFacts>> Files;
  mutable llvm::StringMap<clang::FileID> ByPath;
  mutable std::map<TextRange, std::set<std::string>> Identifiers;
};

/// Each run of letters, digits and underscores in \p Text, in comments and strings, too.
void forEachWord(llvm::StringRef Text, llvm::function_ref<void(llvm::StringRef)> Then);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SOURCE_SOURCETEXT_H
