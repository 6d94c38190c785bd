//===- IncludePoint.cpp ---------------------------------------------------===//

#include "Extract/Files/IncludePoint.h"

#include "Model/Output/VendorWords.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace coopify {

/// \p Include has \p Path, of which only that without a folder has to be all that stands there.
static bool names(StringRef Include, StringRef Path) {
  if (Path.contains('/'))
    return Include.contains(Path);
  return Include.contains(("<" + Path + ">").str()) || Include.contains(("\"" + Path + "\"").str());
}

/// X of "ifndef X", "if !defined(X)"; empty: it asks for more, or for something else.
static StringRef macroNotDefined(StringRef Directive) {
  bool Parens = false;
  if (!Directive.consume_front("ifndef")) {
    if (!Directive.consume_front("if") || !(Directive = Directive.ltrim()).consume_front("!") ||
        !(Directive = Directive.ltrim()).consume_front("defined"))
      return {};
    Parens = (Directive = Directive.ltrim()).consume_front("(");
  }
  Directive = Directive.ltrim();
  StringRef Name = Directive.take_while([](char C) { return isAlnum(C) || C == '_'; });
  Directive = Directive.drop_front(Name.size()).ltrim();
  return (!Parens || Directive.consume_front(")")) && Directive.trim().empty() ? Name : StringRef();
}

static bool defines(StringRef Directive, StringRef Name) {
  return Directive.consume_front("define") &&
         Directive.ltrim().take_while([](char C) { return isAlnum(C) || C == '_'; }) == Name;
}

/// It makes a macro of a word that the included header uses.
static bool definesVendorWord(StringRef Directive) {
  return Directive.consume_front("define") &&
         isVendorWord(Directive.ltrim().take_while([](char C) { return isAlnum(C) || C == '_'; }));
}

namespace {
/// The lines of a file without comments, directives in one piece.
class Lines {
public:
  explicit Lines(StringRef Code) : Code(Code), End(Code.starts_with(ByteOrderMark) ? 3 : 0) {}

  bool next() {
    if (End >= Code.size())
      return false;
    Begin = End;
    Text = StringRef(nextLine()).trim();
    while (StringRef(Text).starts_with("#") && StringRef(Text).ends_with("\\") && End < Code.size())
      Text = (StringRef(Text).drop_back() + " " + StringRef(nextLine()).trim()).str();
    return true;
  }

  std::string Text;         ///< trimmed
  bool OnlyComment = false; ///< it is empty, the line is not
  unsigned Begin = 0;       ///< of the line
  /// What follows "#"; empty: no directive.
  StringRef directive() const {
    StringRef D = Text;
    return D.consume_front("#") ? D.ltrim() : StringRef();
  }
  unsigned end() const { return End; }

private:
  std::string nextLine() {
    const size_t From = End, NewLine = Code.find('\n', From);
    End = NewLine == StringRef::npos ? Code.size() : NewLine + 1;
    return withoutComments(Code.slice(From, End));
  }

  std::string withoutComments(StringRef Line) {
    std::string Out;
    for (size_t I = 0; I < Line.size(); ++I) {
      StringRef Rest = Line.substr(I);
      if (InComment) {
        if (Rest.starts_with("*/"))
          InComment = false, ++I;
      } else if (Rest.starts_with("/*")) {
        InComment = true, ++I;
      } else if (Rest.starts_with("//")) {
        break;
      } else {
        size_t Length = lengthOfToken(Rest);
        Out += Rest.take_front(Length);
        I += Length - 1;
      }
    }
    OnlyComment = !Line.trim().empty() && StringRef(Out).trim().empty();
    return Out;
  }

  /// A string is one: "src/*.cu" begins no comment.
  static size_t lengthOfToken(StringRef Rest) {
    if (Rest.starts_with("'\"'"))
      return 3;
    if (Rest.front() != '"')
      return 1;
    size_t I = 1;
    while (I < Rest.size() && Rest[I] != '"')
      I += Rest[I] == '\\' ? 2 : 1;
    return std::min(I + 1, Rest.size());
  }

  StringRef Code;
  size_t End;
  bool InComment = false;
};

/// Whether all of a file is "#ifndef X", "#define X" and what follows up to its #endif. With more
/// behind that, or another arm, X has a default value there, and text in it may be left out.
bool hasGuard(StringRef Code) {
  std::string Name;
  unsigned Depth = 0, Directives = 0;
  bool Closed = false;
  for (Lines L(Code); L.next();) {
    StringRef D = L.directive();
    if (L.Text.empty())
      continue;
    if (Closed || (D.empty() && Depth == 0))
      return false;
    if (D.empty())
      continue;
    ++Directives;
    if (Directives == 1)
      Name = macroNotDefined(D).str();
    if ((Directives == 1 && Name.empty()) || (Directives == 2 && !defines(D, Name)) ||
        (Depth == 1 && D.starts_with("el")))
      return false;
    Depth += D.starts_with("if");
    Depth -= D.starts_with("endif") && Depth > 0;
    Closed = Depth == 0;
  }
  return Closed;
}

/// Where an `#if` begins that all code of the file is in, with no other arm: what the code needs is
/// needed there. Not of the device side alone: both sides of a CUDA compiler see one set of
/// headers.
std::vector<unsigned> armsAroundAll(StringRef Code) {
  struct Arm {
    unsigned Begin;
    bool Open = true, AroundAll = true, HasCode = false;
  };
  std::vector<Arm> Arms;
  bool AnyCode = false;
  for (Lines L(Code); L.next();) {
    StringRef D = L.directive();
    if (L.Text.empty() || D.starts_with("pragma"))
      continue;
    if (D.starts_with("if")) {
      for (Arm &A : Arms)
        A.AroundAll &= A.Open;
      Arms.push_back({L.Begin, true, !AnyCode && !D.contains("__CUDA_ARCH__")});
      continue;
    }
    auto Inner = llvm::find_if(llvm::reverse(Arms), [](const Arm &A) { return A.Open; });
    if (D.starts_with("endif") || D.starts_with("el")) {
      if (Inner != Arms.rend()) {
        Inner->AroundAll &= D.starts_with("endif");
        Inner->Open = !D.starts_with("endif");
      }
      continue;
    }
    const bool IsCode = !StringRef(L.Text).starts_with("#");
    AnyCode |= IsCode;
    for (Arm &A : Arms) {
      A.AroundAll &= A.Open;
      A.HasCode |= IsCode && A.Open;
    }
  }
  std::vector<unsigned> Out;
  for (const Arm &A : Arms)
    if (A.AroundAll && A.HasCode && !A.Open)
      Out.push_back(A.Begin);
  return Out;
}

/// Reads a file line by line, knowing just comments and directives.
class Scanner {
public:
  Scanner(StringRef Code, ArrayRef<unsigned> Words)
      : Code(Code), Words(Words), AroundAll(armsAroundAll(Code)), L(Code) {}

  IncludePoint run() {
    Out.CRLF = Code.contains("\r\n");
    Out.Offset = Code.starts_with(ByteOrderMark) ? ByteOrderMark.size() : 0;
    while (!Done && L.next())
      line();
    return Out;
  }

private:
  void line() {
    if (L.Text.empty()) { // a comment that a blank line follows is not the first function's
      if (!L.OnlyComment && AfterComment && !SawDirective)
        Out.Offset = L.Begin;
      AfterComment = L.OnlyComment;
      return;
    }
    AfterComment = false;
    if (StringRef D = L.directive(); StringRef(L.Text).starts_with("#"))
      directive(D);
    else
      Done = Depth == GuardDepth || isBody(L.Text); // the first declaration
  }

  /// In an arm of an #if: what is there may need the include.
  static bool isBody(StringRef Line) { return Line.contains('{') && !Line.contains("extern"); }

  void directive(StringRef D) {
    const bool First = !std::exchange(SawDirective, true);
    if (D.starts_with("if")) {
      ++Depth;
      MaybeGuard = First && !macroNotDefined(D).empty();
      if (Depth == GuardDepth + 1 && is_contained(AroundAll, L.Begin) && !AfterWord) {
        GuardDepth = Depth;
        Out.Offset = L.end();
        Out.AfterInclude = false;
        Around = macroNotDefined(D).str();
      }
      return;
    }
    // A guard below the file's first includes: nothing comes between its two lines.
    if (const std::string Name = std::exchange(Around, ""); !Name.empty() && defines(D, Name))
      Out.Offset = L.end();
    if (D.starts_with("endif")) {
      Depth -= Depth > 0;
      Done = Depth < GuardDepth;
      return;
    }
    if (std::exchange(MaybeGuard, false) && hasGuard(Code)) { // its #define
      GuardDepth = 1;
      Out.Offset = L.end();
    }
    if (D.starts_with("pragma") && D.substr(6).trim() == "once" && !Out.AfterInclude)
      Out.Offset = L.end();
    AfterWord |= definesVendorWord(D) ||
                 any_of(Words, [&](unsigned At) { return At >= L.Begin && At < L.end(); });
    if (D.starts_with("include") && Depth == GuardDepth) {
      // The half types come before all that uses them (semantics 0.6).
      const bool Needed = D.contains("fp16.h") || D.contains("bf16.h") || namesGroups(D);
      if (!AfterWord || Needed) {
        Out.Offset = L.end();
        Out.AfterInclude = true;
      }
      for (GroupHeader H : AllGroupHeaders)
        if (names(D, pathOf(H)))
          Out.Includes |= {H};
    }
  }

  static bool namesGroups(StringRef Directive) {
    return any_of(AllGroupHeaders, [&](GroupHeader H) { return names(Directive, pathOf(H)); });
  }

  StringRef Code;
  ArrayRef<unsigned> Words; ///< of includes that bring such macros
  std::vector<unsigned> AroundAll;
  std::string Around; ///< the macro that an `#ifndef` around all asks for, in the line before
  Lines L;
  IncludePoint Out;
  unsigned Depth = 0, GuardDepth = 0;
  bool AfterWord = false; ///< behind a macro that the included header must not see
  bool SawDirective = false, AfterComment = false, MaybeGuard = false, Done = false;
};
} // namespace

IncludePoint findIncludePoint(StringRef Code, ArrayRef<unsigned> Words) {
  return Scanner(Code, Words).run();
}

} // namespace coopify
