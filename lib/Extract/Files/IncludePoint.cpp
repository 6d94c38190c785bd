//===- IncludePoint.cpp ---------------------------------------------------===//

#include "Extract/Files/IncludePoint.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace coopify {

/// \p Include has \p Path, of which only that without a folder has to be all that stands there.
static bool names(StringRef Include, StringRef Path) {
  if (Path.contains('/'))
    return Include.contains(Path);
  return Include.contains(("<" + Path + ">").str()) || Include.contains(("\"" + Path + "\"").str());
}

namespace {
/// Reads a file line by line, knowing just comments and directives.
class Scanner {
public:
  explicit Scanner(StringRef Code) : Code(Code) {}

  IncludePoint run() {
    Out.CRLF = Code.contains("\r\n");
    Out.Offset = Code.starts_with(ByteOrderMark) ? ByteOrderMark.size() : 0;
    for (unsigned Begin = Out.Offset; Begin < Code.size() && !Done;) {
      size_t End = Code.find('\n', Begin);
      End = End == StringRef::npos ? Code.size() : End + 1;
      std::string Line = withoutComments(Code.slice(Begin, End));
      LineBegin = Begin;
      line(StringRef(Line).trim(), End);
      Begin = End;
    }
    return Out;
  }

private:
  std::string withoutComments(StringRef Line) {
    std::string Text;
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
        Text += Line[I];
      }
    }
    OnlyComment = !Line.trim().empty() && StringRef(Text).trim().empty();
    return Text;
  }

  void line(StringRef Line, unsigned End) {
    if (Line.empty()) { // a comment that a blank line follows is not the first function's
      if (!OnlyComment && AfterComment && !SawDirective)
        Out.Offset = LineBegin;
      AfterComment = OnlyComment;
      return;
    }
    AfterComment = false;
    bool Continued = InDirective;
    InDirective = (Line.starts_with("#") || Continued) && Line.ends_with("\\");
    if (Continued)
      return;
    if (!Line.consume_front("#")) {
      Done = Depth == GuardDepth; // the first declaration
      return;
    }
    directive(Line.ltrim(), End);
  }

  void directive(StringRef D, unsigned End) {
    bool First = !SawDirective;
    SawDirective = true;
    if (D.starts_with("if")) {
      ++Depth;
      if (First && (D.starts_with("ifndef") || D.starts_with("if !defined")))
        MaybeGuard = true;
      return;
    }
    if (D.starts_with("endif")) {
      Depth -= Depth > 0;
      Done = Depth < GuardDepth;
      return;
    }
    if (MaybeGuard && D.starts_with("define")) { // #ifndef X, #define X
      GuardDepth = 1;
      Out.Offset = End;
    }
    MaybeGuard = false;
    if (D.starts_with("pragma") && D.substr(6).trim() == "once")
      Out.Offset = End;
    if (D.starts_with("include") && Depth == GuardDepth) {
      Out.Offset = End;
      Out.AfterInclude = true;
      for (GroupHeader H : AllGroupHeaders)
        if (names(D, pathOf(H)))
          Out.Includes |= {H};
    }
  }

  StringRef Code;
  IncludePoint Out;
  unsigned Depth = 0, GuardDepth = 0, LineBegin = 0;
  bool InComment = false, InDirective = false, SawDirective = false, OnlyComment = false;
  bool AfterComment = false;
  bool MaybeGuard = false, Done = false;
};
} // namespace

IncludePoint findIncludePoint(StringRef Code) { return Scanner(Code).run(); }

} // namespace coopify
