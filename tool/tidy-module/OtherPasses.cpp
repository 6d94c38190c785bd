#include "OtherPasses.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using llvm::StringRef;

namespace coopify {
namespace {

/// Wherever it stands: in a directive, a macro's body, an expression.
bool differsByPass(StringRef Name) {
  static constexpr StringRef Prefixes[] = {
#define PASS_PREFIX(NAME) NAME,
#include "PassMacros.def"
  };
  return llvm::any_of(Prefixes, [&](StringRef P) { return Name.starts_with(P); });
}

/// What #if asks of the compiler: here clang answers.
bool differsByCompiler(StringRef Name) {
#define GCC_PREFIX(NAME)                                                                           \
  if (Name.starts_with(NAME))                                                                      \
    return true;
#define NVCC_MACRO(NAME)                                                                           \
  if (Name == NAME)                                                                                \
    return true;
#define GCC_MACRO(NAME) NVCC_MACRO(NAME)
#include "Frontend/NvccMacros.def"
  // Which C++ it is, the command need not say.
  return Name == "__cplusplus" || Name.starts_with("__cpp_");
}

std::optional<PassName> namedIn(FileID ID, const SourceManager &SM) {
  const StringRef Code = SM.getBufferData(ID);
  Lexer Raw(SM.getLocForStartOfFile(ID), LangOptions(), Code.data(), Code.data(), Code.end());
  Token T;
  bool Directive = false;
  for (bool End = false; !End;) {
    End = Raw.LexFromRawLexer(T);
    if (T.isAtStartOfLine())
      Directive = T.is(tok::hash);
    if (!T.is(tok::raw_identifier))
      continue;
    const StringRef Name = T.getRawIdentifier();
    if (differsByPass(Name) || (Directive && differsByCompiler(Name)))
      return PassName{Name.str(), "", SM.getSpellingLineNumber(T.getLocation())};
  }
  return std::nullopt;
}

} // namespace

std::optional<PassName> namedForOnePass(const SourceManager &SM, const TUSummary &Unit) {
  for (const FileFacts &F : Unit.Files)
    if (OptionalFileEntryRef Entry = SM.getFileManager().getOptionalFileRef(F.Path))
      if (const FileID ID = SM.translateFile(*Entry); ID.isValid())
        if (std::optional<PassName> Found = namedIn(ID, SM)) {
          Found->File = F.Path;
          return Found;
        }
  return std::nullopt;
}

} // namespace coopify
