//===- MisreadText.cpp ----------------------------------------------------===//

#include "Extract/Files/MisreadText.h"

#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace coopify {

/// "if" of the directive that holds \p At, "#" of one without a name; empty: none does.
static std::string directiveAt(SourceLocation At, const SourceManager &SM,
                               const LangOptions &Lang) {
  auto [File, Offset] = SM.getDecomposedExpansionLoc(At);
  bool Invalid = false;
  StringRef Code = SM.getBufferData(File, &Invalid);
  if (Invalid)
    return {};
  Lexer Raw(SM.getLocForStartOfFile(File), Lang, Code.data(), Code.data(), Code.end());
  std::string Name;
  for (Token T; !Raw.LexFromRawLexer(T) && !T.is(tok::eof);) {
    if (T.isAtStartOfLine()) {
      // An #if without a condition is blamed where its line ends.
      if (SM.getFileOffset(T.getLocation()) > Offset)
        break;
      Name = T.is(tok::hash) ? "#" : "";
    } else if (Name == "#" && T.is(tok::raw_identifier)) {
      Name = T.getRawIdentifier().str();
    }
  }
  return Name;
}

/// They take the rest of the file, directives and all.
static bool swallowsText(unsigned ID) {
  return ID == diag::err_unterminated_block_comment || ID == diag::err_unterminated_raw_string ||
         ID == diag::err_unterm_macro_invoc;
}

std::string whatMisread(unsigned ID, llvm::StringRef Message, SourceLocation At,
                        const SourceManager &SM, const LangOptions &Lang) {
  // A header that is not found has an own rule, MissingHeaders.h.
  if (ID < diag::DIAG_START_LEX || ID >= diag::DIAG_START_PARSE ||
      ID == diag::err_pp_file_not_found ||
      ID == diag::err_pp_file_not_found_angled_include_not_fatal)
    return {};
  if (ID == diag::err_pp_hash_error)
    return ("this #error is met (" + Message + ")").str();
  const bool Swallows = swallowsText(ID);
  const std::string Directive = Swallows ? std::string() : directiveAt(At, SM, Lang);
  if (!Swallows && (Directive.empty() || Directive == "pragma"))
    return {};
  return ((Swallows ? "this is an error (" : "this directive is an error (") + Message + ")").str();
}

void findMisreadText(llvm::ArrayRef<SeenError> Errors, TUSummary &Out) {
  for (const SeenError &E : Errors)
    if (!E.Misread.empty())
      Out.Open.push_back({"", E.Where, false, false, E.Misread});
}

} // namespace coopify
