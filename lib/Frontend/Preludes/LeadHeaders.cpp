#include "Frontend/Preludes/LeadHeaders.h"

#include "Frontend/ToolkitFiles.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace coopify {
namespace {

constexpr StringLiteral LeadFolder = "/lead/";

/// The name behind `include`, with its brackets; empty: it is not written there.
StringRef writtenName(StringRef Rest) {
  Rest = Rest.ltrim(" \t");
  const char Close = Rest.starts_with("<") ? '>' : Rest.starts_with("\"") ? '"' : '\0';
  const size_t End = Close ? Rest.find(Close, 1) : StringRef::npos;
  if (End == StringRef::npos || Rest.take_front(End).contains('\n'))
    return "";
  // What ends a line, and what does not, is for clang to say.
  StringRef Behind = Rest.drop_front(End + 1).split('\n').first;
  Behind.consume_back("\r");
  if (Behind.contains('\r') || Behind.contains('\\'))
    return "";
  Behind = Behind.ltrim(" \t");
  return Behind.empty() || Behind.starts_with("//") ? Rest.take_front(End + 1) : "";
}

/// Those that stand in front of all else but comments.
SmallVector<StringRef> includedFirst(StringRef Text) {
  SmallVector<StringRef> Out;
  const std::string Whole = Text.str(); // the lexer needs its end
  clang::LangOptions Plain;
  Plain.CPlusPlus = true; // comments of a line
  clang::Lexer Raw(clang::SourceLocation(), Plain, Whole.data(), Whole.data(),
                   Whole.data() + Whole.size());
  for (clang::Token T;;) {
    if (Raw.LexFromRawLexer(T) || !T.is(clang::tok::hash) || !T.isAtStartOfLine() ||
        Raw.LexFromRawLexer(T) || !T.is(clang::tok::raw_identifier) || T.isAtStartOfLine() ||
        T.getRawIdentifier() != "include")
      return Out;
    const size_t At = Raw.getCurrentBufferOffset(),
                 End = std::min(Text.find('\n', At), Text.size());
    const StringRef Name = writtenName(Text.drop_front(At));
    if (Name.empty() || Text.take_front(End).contains("?\?/")) // perhaps a trigraph
      return Out;
    Out.push_back(Name);
    Raw.seek(unsigned(End), /*IsAtStartOfLine=*/true);
  }
}

/// Of -I and its like, in front of the system's or behind them.
std::vector<std::string> usersFolders(const Pass &P) {
  std::vector<std::string> Out;
  const ArrayRef<std::string> Users = ArrayRef(P.Args).drop_front(P.OwnArgs);
  for (size_t I = 0; I < Users.size(); ++I)
    for (StringRef Flag : {"-I", "-iquote", "-isystem", "-idirafter"}) {
      StringRef Folder = Users[I];
      if (!Folder.consume_front(Flag))
        continue;
      if (Folder.empty() && I + 1 < Users.size())
        Folder = Users[I + 1];
      Out.push_back(Folder.str());
    }
  return Out;
}

/// As a file of the user's.
bool isThere(const Pass &P, StringRef Folder, StringRef Name) {
  SmallString<256> Path(Folder);
  sys::path::append(Path, Name);
  sys::path::make_absolute(P.Directory, Path);
  return sys::fs::exists(Path) && !isSystemFile(Path);
}

/// What brings much; the C++ library's have no extension.
bool isWorthIt(StringRef Name) {
  return Name.starts_with("thrust/") || Name.starts_with("cub/") || Name.starts_with("cuda/") ||
         !Name.contains('.');
}

/// Of the user, before the file: as the flags of the prelude itself are.
bool bringsText(const Pass &P) {
  return any_of(ArrayRef(P.Args).drop_front(P.OwnArgs), [](StringRef Arg) {
    return Arg.starts_with("-include") || Arg.starts_with("-imacros") || Arg.starts_with("-X") ||
           Arg.starts_with("-Wp,") || Arg.starts_with("@") || Arg.starts_with("--include") ||
           Arg.starts_with("--imacros") || Arg.starts_with("-fmodule");
  });
}

/// It may be included any number of times ([using.headers]).
bool isStandardHeader(StringRef Name) {
  static constexpr StringLiteral OfC[] = {
      "assert.h", "ctype.h", "errno.h",  "fenv.h",   "float.h",  "inttypes.h", "limits.h",
      "locale.h", "math.h",  "setjmp.h", "signal.h", "stdarg.h", "stdbool.h",  "stddef.h",
      "stdint.h", "stdio.h", "stdlib.h", "string.h", "time.h",   "wchar.h",    "wctype.h"};
  return !Name.contains('.') ? !Name.contains('/') : is_contained(OfC, Name);
}

class LeadWatch : public clang::PPCallbacks {
public:
  LeadWatch(clang::Preprocessor &PP, StringRef LeadFile, bool &Fits)
      : PP(PP), LeadFile(LeadFile), Fits(Fits) {}

  void InclusionDirective(clang::SourceLocation Hash, const clang::Token &, StringRef Name, bool,
                          clang::CharSourceRange, clang::OptionalFileEntryRef File, StringRef,
                          StringRef, const clang::Module *, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    if (PP.getSourceManager().getFilename(Hash) == LeadFile && !isStandardHeader(Name))
      Included.push_back(File);
  }
  void EndOfMainFile() override {
    Fits = all_of(Included, [&](clang::OptionalFileEntryRef File) {
      return File && PP.getHeaderSearchInfo().isFileMultipleIncludeGuarded(*File);
    });
  }

private:
  clang::Preprocessor &PP;
  const StringRef LeadFile;
  bool &Fits;
  std::vector<clang::OptionalFileEntryRef> Included;
};

} // namespace

Pass withLeadHeaders(const Pass &P, StringRef Text) {
  if (!P.Precompiled || !P.PreludeHeaders || bringsText(P))
    return P;
  const std::vector<std::string> Folders = usersFolders(P);
  std::string Lines;
  bool Worth = false;
  for (StringRef Written : includedFirst(Text)) {
    const StringRef Name = Written.drop_front().drop_back();
    const bool Beside = Written.front() == '"' && isThere(P, sys::path::parent_path(P.File), Name);
    if (Beside || any_of(Folders, [&](StringRef F) { return isThere(P, F, Name); }))
      break;
    Worth |= isWorthIt(Name);
    Lines += ("#include " + Written + "\n").str();
  }
  if (!Worth)
    return P;
  Pass Out = P;
  Out.Below = std::make_shared<Pass>(P);
  Out.LeadText = std::move(Lines);
  Out.LeadFile = (EmbeddedRoot + LeadFolder + utohexstr(xxh3_64bits(Out.LeadText)) + ".h").str();
  Out.Args.insert(Out.Args.begin() + Out.OwnArgs, {"-include", Out.LeadFile});
  Out.OwnArgs += 2;
  ++Out.PreludeHeaders;
  return Out;
}

void watchLeadHeaders(clang::CompilerInstance &Compiler, const Pass &P, bool &Fits) {
  Fits = false;
  clang::Preprocessor &PP = Compiler.getPreprocessor();
  PP.addPPCallbacks(std::make_unique<LeadWatch>(PP, P.LeadFile, Fits));
}

bool isOfLibraries(const ReadFiles &Read) {
  return !Read.Strange && all_of(Read.Found, [](const auto &File) {
    const bool Entered = !File.second.Directory && File.second.Hash;
    return !Entered || isSystemFile(File.first());
  });
}

} // namespace coopify
