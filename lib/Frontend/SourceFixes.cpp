#include "Frontend/SourceFixes.h"

#include "Frontend/Command/DefaultLanguage.h"
#include "Frontend/ToolkitFiles.h"

#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace coopify {
namespace {

bool isBlank(char C) { return C == ' ' || C == '\t'; }

/// Reads a file token by token, as far as the repairs need it: comments,
/// literals, words, and single characters of the rest.
class Repairer {
public:
  explicit Repairer(StringRef Source) { Result.Text = Source.str(); }

  std::optional<SourceFixes> run() {
    while (At < size())
      step();
    if (!Result.count())
      return std::nullopt;
    return std::move(Result);
  }

private:
  size_t size() const { return Result.Text.size(); }
  StringRef rest(size_t From) const {
    return StringRef(Result.Text).drop_front(std::min(From, size()));
  }
  char charAt(size_t I) const { return I < size() ? Result.Text[I] : '\0'; }

  void step() {
    char C = charAt(At);
    if (C == '/' && (charAt(At + 1) == '/' || charAt(At + 1) == '*'))
      At = endOfComment(At);
    else if (C == '"' || C == '\'')
      At = endOfLiteral(At);
    else if (clang::isAsciiIdentifierContinue(C))
      word();
    else if (C == '<' || C == '>')
      angles();
    else
      other(C);
  }

  void other(char C) {
    if (C == ';')
      InLaunch = false;
    ++At;
  }

  size_t endOfComment(size_t I) const {
    bool Line = charAt(I + 1) == '/';
    size_t End = StringRef(Result.Text).find(Line ? "\n" : "*/", I + 2);
    return End == StringRef::npos ? size() : End + (Line ? 1 : 2);
  }

  /// Past the closing quote; an unclosed one ends with its line.
  size_t endOfLiteral(size_t I) const {
    char Quote = charAt(I++);
    for (; I < size() && charAt(I) != Quote && charAt(I) != '\n'; ++I)
      if (charAt(I) == '\\')
        ++I;
    return std::min(I + 1, size());
  }

  void word() {
    size_t Begin = At;
    // 1'000'000 is a number, not a number and a character.
    bool Number = isDigit(charAt(At));
    while (clang::isAsciiIdentifierContinue(charAt(At)) ||
           (Number && charAt(At) == '\'' && clang::isAsciiIdentifierContinue(charAt(At + 1))))
      ++At;
    StringRef Word = StringRef(Result.Text).slice(Begin, At);
    if (Word == "asm" || Word == "__asm__" || Word == "__asm")
      assembly();
    else if (charAt(At) == '"' && Word.ends_with("R") && Word.size() <= 3)
      rawString();
  }

  void rawString() {
    StringRef Delimiter = rest(At + 1).split('(').first;
    size_t End = StringRef(Result.Text).find((")" + Delimiter + "\"").str(), At);
    At = End == StringRef::npos ? size() : End + Delimiter.size() + 2;
  }

  /// Three of one kind with blanks between them are one launch token.
  void angles() {
    char C = charAt(At);
    size_t Places[3] = {At, 0, 0};
    unsigned Found = 1;
    size_t I = At + 1;
    for (; Found < 3 && (charAt(I) == C || isBlank(charAt(I))); ++I)
      if (charAt(I) == C)
        Places[Found++] = I;
    if (Found < 3) {
      At = Places[Found - 1] + 1;
      return;
    }
    bool Split = I - At > 3;
    if (C == '<')
      InLaunch = true;
    // "vector<vector<int>> >" closes no launch.
    if (Split && (C == '<' || closesLaunch(I)))
      join(C, I);
    At = I;
  }

  bool closesLaunch(size_t I) const {
    while (isSpace(charAt(I)))
      ++I;
    return InLaunch && charAt(I) == '(';
  }

  void join(char C, size_t End) {
    std::string &Text = Result.Text;
    std::fill(Text.begin() + At, Text.begin() + End, ' ');
    std::fill_n(Text.begin() + At, 3, C);
    ++Result.LaunchTokens;
  }

  size_t skipBlankAndComments(size_t I) const {
    while (I < size()) {
      if (isSpace(charAt(I)))
        ++I;
      else if (charAt(I) == '/' && (charAt(I + 1) == '/' || charAt(I + 1) == '*'))
        I = endOfComment(I);
      else if (charAt(I) == '\\' && (charAt(I + 1) == '\n' || charAt(I + 1) == '\r'))
        I += 2; // a macro's body goes on
      else
        return I;
    }
    return I;
  }

  /// asm volatile ( "..." "..." : operands ): '%' introduces an operand there,
  /// and a register must be spelled "%%laneid". Without operands it must not.
  void assembly() {
    size_t I = skipBlankAndComments(At);
    while (clang::isAsciiIdentifierContinue(charAt(I))) { // volatile, __volatile__
      while (clang::isAsciiIdentifierContinue(charAt(I)))
        ++I;
      I = skipBlankAndComments(I);
    }
    if (charAt(I) != '(')
      return;
    SmallVector<std::pair<size_t, size_t>> Literals;
    for (I = skipBlankAndComments(I + 1); charAt(I) == '"'; I = skipBlankAndComments(I)) {
      size_t End = endOfLiteral(I);
      Literals.push_back({I + 1, End - 1});
      I = End;
    }
    if (charAt(I) == ':')
      for (auto [Begin, End] : Literals)
        doublePercents(Begin, End);
    At = I;
  }

  void doublePercents(size_t Begin, size_t End) {
    for (size_t I = Begin; I < End; ++I) {
      if (charAt(I) != '%')
        continue;
      if (charAt(I + 1) == '%')
        ++I;
      else if (isSpecialRegister(rest(I + 1)) && makeRoom(Begin, I, End))
        ++Result.AsmRegisters, ++I;
    }
  }

  /// Puts a second '%' beside the one at \p I, over a blank or a closing ";":
  /// to the parser an asm's text has no meaning but its '%'.
  bool makeRoom(size_t Begin, size_t I, size_t End) {
    std::string &Text = Result.Text;
    for (size_t J = I; J-- > Begin;)
      if (isBlank(Text[J])) {
        std::copy(Text.begin() + J + 1, Text.begin() + I, Text.begin() + J);
        Text[I - 1] = '%';
        return true;
      }
    for (size_t J = I; J < End; ++J)
      if (isBlank(Text[J]) || Text[J] == ';') {
        std::copy_backward(Text.begin() + I, Text.begin() + J, Text.begin() + J + 1);
        return true;
      }
    return false;
  }

  SourceFixes Result;
  size_t At = 0;
  bool InLaunch = false; ///< between "<<<" and the next ";"
};

/// A file whose content was repaired.
class RepairedFile : public vfs::File {
public:
  RepairedFile(vfs::Status Status, std::string Name, std::string Text)
      : Status(std::move(Status)), Name(std::move(Name)), Text(std::move(Text)) {}
  ErrorOr<vfs::Status> status() override { return Status; }
  ErrorOr<std::string> getName() override { return Name; }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &Name, int64_t, bool,
                                                   bool) override {
    return MemoryBuffer::getMemBufferCopy(Text, Name);
  }
  std::error_code close() override { return {}; }

private:
  vfs::Status Status;
  std::string Name; ///< behind links, as of a file that was not repaired
  std::string Text;
};

} // namespace

bool isSpecialRegister(StringRef Text) {
  static constexpr StringLiteral Names[] = {"laneid",
                                            "lanemask_",
                                            "warpid",
                                            "nwarpid",
                                            "smid",
                                            "nsmid",
                                            "clock",
                                            "tid",
                                            "ntid",
                                            "ctaid",
                                            "nctaid",
                                            "gridid",
                                            "envreg",
                                            "pm",
                                            "globaltimer",
                                            "total_smem_size",
                                            "dynamic_smem_size",
                                            "clusterid",
                                            "nclusterid",
                                            "cluster_",
                                            "is_explicit_cluster"};
  return any_of(Names, [&](StringRef Name) { return Text.starts_with(Name); });
}

std::optional<SourceFixes> fixSource(StringRef Text) {
  // Most files hold neither.
  bool Launch = Text.contains("< <") || Text.contains("<\t<") || Text.contains("> >") ||
                Text.contains(">\t>");
  if (!Launch && !Text.contains("asm"))
    return std::nullopt;
  return Repairer(Text).run();
}

/// Whether \p Line asks which architecture it is: __CUDA_ARCH__ not only behind "defined" or
/// "ifdef", what CUB calls it, or the targets of <nv/target>.
static bool asksForArch(StringRef Line) {
  if (Line.contains("PTX_ARCH") || Line.contains("NV_PROVIDES_SM") ||
      Line.contains("NV_IS_EXACTLY_SM"))
    return true;
  for (size_t At = 0; (At = Line.find("__CUDA_ARCH__", At)) != StringRef::npos; ++At) {
    StringRef Before = Line.take_front(At).rtrim(" \t(");
    if (!Before.ends_with("defined") && !Before.ends_with("def"))
      return true;
  }
  return false;
}

/// 750, and 75 of NV_PROVIDES_SM_75.
static void addNumbers(StringRef Line, std::set<unsigned> &Out) {
  for (size_t I = 0; I < Line.size(); ++I) {
    unsigned Number = 0;
    StringRef Rest = Line.substr(I);
    if (!isDigit(Line[I]) || Rest.consumeInteger(10, Number))
      continue;
    const bool Target = Line.take_front(I).ends_with("SM_");
    I = Line.size() - Rest.size();
    Number *= Target ? 10 : 1;
    if (Number >= 100 && Number < 2000)
      Out.insert(Number);
  }
}

void ArchTests::add(StringRef Text) {
  for (StringRef Rest = Text; !Rest.empty();) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    const bool Asks = asksForArch(Line);
    Sides |= Line.contains("__CUDA_ARCH__") || Line.contains("NV_IS_");
    Any |= Asks;
    // The number may stand where a macro is asked for that stands for it.
    if (Asks || Line.ltrim().starts_with("#"))
      addNumbers(Line, Numbers);
  }
}

/// Its words are a path.
static bool isInclude(StringRef Directive) {
  return Directive.drop_front().ltrim().starts_with("include");
}

static bool nvccAnswersOtherwise(StringRef Word, HostCompiler Host) {
  const bool GCC = Host == HostCompiler::GCC;
#define KEPT_PREFIX(NAME)                                                                          \
  if (Word.starts_with(NAME))                                                                      \
    return false;
#define NVCC_MACRO(NAME)                                                                           \
  if (Word == NAME)                                                                                \
    return true;
#define GCC_MACRO(NAME)                                                                            \
  if (GCC && Word == NAME)                                                                         \
    return true;
#define GCC_PREFIX(NAME)                                                                           \
  if (GCC && Word.starts_with(NAME))                                                               \
    return true;
#include "Frontend/NvccMacros.def"
  return false;
}

std::optional<std::string> nameInDirectives(StringRef Word, HostCompiler Host) {
  if (!nvccAnswersOtherwise(Word, Host))
    return std::nullopt;
  std::string Out = Word.str();
  Out[2] = 'Q';
  return Out;
}

/// The words of a directive that are in the table get other names, which mean what nvcc says.
static bool answerAsNvcc(MutableArrayRef<char> Line, HostCompiler Host) {
  bool Changed = false;
  for (size_t I = 0; I < Line.size();) {
    size_t End = I;
    while (End < Line.size() && clang::isAsciiIdentifierContinue(Line[End]))
      ++End;
    if (nvccAnswersOtherwise(StringRef(Line.data() + I, End - I), Host)) {
      Line[I + 2] = 'Q';
      Changed = true;
    }
    I = std::max(End, I + 1);
  }
  return Changed;
}

std::optional<std::string> asNvccReads(StringRef Text, HostCompiler Host) {
  std::string Out = Text.str();
  bool Changed = false, Continued = false;
  for (size_t Begin = 0; Begin < Out.size();) {
    const size_t End = std::min(Out.find('\n', Begin), Out.size());
    StringRef Line = StringRef(Out).slice(Begin, End).trim(" \t\r");
    const bool Directive = Continued || Line.starts_with("#");
    if (Directive && !isInclude(Line))
      Changed |= answerAsNvcc(MutableArrayRef(Out.data() + Begin, End - Begin), Host);
    Continued = Directive && Line.ends_with("\\");
    Begin = End + 1;
  }
  return Changed ? std::optional(std::move(Out)) : std::nullopt;
}

/// \p Path, or what it links to if that is replaced.
std::string TolerantFileSystem::behindLinks(const Twine &Path) const {
  SmallString<256> Absolute, Real;
  Path.toVector(Absolute);
  if (Replaced.empty() || Replaced.contains(Absolute) || makeAbsolute(Absolute) ||
      sys::fs::real_path(Absolute, Real) || !Replaced.contains(Real))
    return Path.str();
  return Real.str().str();
}

ErrorOr<vfs::Status> TolerantFileSystem::status(const Twine &Path) {
  auto Found = ProxyFileSystem::status(behindLinks(Path));
  return Found ? vfs::Status::copyWithNewName(*Found, Path) : Found;
}

ErrorOr<std::unique_ptr<vfs::File>> TolerantFileSystem::openFileForRead(const Twine &Given) {
  const std::string Path = behindLinks(Given);
  auto Opened = ProxyFileSystem::openFileForRead(Path);
  std::string Name = Given.str();
  if (!Opened || isSystemFile(Name))
    return Opened;
  auto Status = (*Opened)->status();
  auto Real = (*Opened)->getName();
  auto Buffer = (*Opened)->getBuffer(Name);
  if (!Status || !Buffer || !Real)
    return ProxyFileSystem::openFileForRead(Path);
  std::string Text = (*Buffer)->getBuffer().str();
  {
    std::lock_guard Guard(Lock);
    Tests.add(Text);
  }
  if (testsLanguage(Text))
    Language = true;
  if (std::optional<std::string> Told = AsNvcc ? asNvccReads(Text, *AsNvcc) : std::nullopt) {
    Text = std::move(*Told);
    Asked = true;
  }
  std::optional<SourceFixes> Fixed = fixSource(Text);
  if (!Fixed) // opened anew: a stream may have been read to its end
    return std::make_unique<RepairedFile>(vfs::Status::copyWithNewName(*Status, Name), *Real,
                                          std::move(Text));
  std::lock_guard Guard(Lock);
  Fixes[*Real] = Fixed->count();
  return std::make_unique<RepairedFile>(vfs::Status::copyWithNewName(*Status, Name), *Real,
                                        std::move(Fixed->Text));
}

std::set<unsigned> TolerantFileSystem::archsTested() const {
  std::lock_guard Guard(Lock);
  return Tests.Any ? Tests.Numbers : std::set<unsigned>();
}

bool TolerantFileSystem::sidesTested() const {
  std::lock_guard Guard(Lock);
  return Tests.Sides;
}

std::map<std::string, unsigned> TolerantFileSystem::fixes() const {
  std::lock_guard Guard(Lock);
  return Fixes;
}

} // namespace coopify
