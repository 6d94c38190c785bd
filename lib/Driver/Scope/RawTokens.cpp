#include "Driver/Scope/RawTokens.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

namespace coopify {

std::vector<RawToken> rawTokens(const std::string &Text) {
  clang::LangOptions Language; // raw strings are literals, and 1'000 is a number
  Language.CPlusPlus = Language.CPlusPlus11 = Language.CPlusPlus14 = Language.CPlusPlus17 =
      Language.LineComment = Language.RawStringLiterals = true;
  clang::Lexer Lex({}, Language, Text.c_str(), Text.c_str(), Text.c_str() + Text.size());
  Lex.SetCommentRetentionState(true);
  std::vector<RawToken> Out;
  clang::Token T;
  for (bool AtEnd = false; !AtEnd;) {
    AtEnd = Lex.LexFromRawLexer(T);
    const size_t End = Lex.getBufferLocation() - Text.c_str();
    if (T.isNot(clang::tok::eof))
      Out.push_back({End - T.getLength(), End, T.getKind(), T.isAtStartOfLine()});
  }
  return Out;
}

} // namespace coopify
