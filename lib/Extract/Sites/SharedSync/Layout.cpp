//===- Layout.cpp ---------------------------------------------------------===//

#include "Extract/Sites/SharedSync/Layout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace llvm;

namespace coopify {

static bool isLayoutBlank(char C) { return C == ' ' || C == '\t'; }

StringRef Layout::lineOf(unsigned Offset) const {
  StringRef Before = Code.take_front(Offset);
  return Before.substr(Before.rfind('\n') + 1); // npos + 1 == 0
}

bool Layout::ownLine(unsigned Offset) const { return lineOf(Offset).trim().empty(); }

bool Layout::sameLine(unsigned Begin, unsigned End) const {
  return !Code.slice(Begin, End).contains('\n');
}

std::string Layout::newline(unsigned Offset) const {
  return (Code.contains("\r\n") ? "\r\n" : "\n") + lineOf(Offset).take_while(isLayoutBlank).str();
}

std::string Layout::deeper(unsigned Offset) const {
  observe();
  const StringRef Indent = lineOf(Offset).take_while(isLayoutBlank);
  return newline(Offset) + (Indent.contains('\t') ? "\t" : Indent.empty() ? Any : Spaces);
}

std::string Layout::brace(unsigned Offset) const {
  observe();
  return *OwnLineBraces ? newline(Offset) + "{" : " {";
}

unsigned Layout::behind(unsigned End) const {
  StringRef Rest = Code.substr(End).split('\n').first.rtrim('\r');
  const StringRef Text = Rest.trim();
  const bool Comment =
      Text.starts_with("//") || (Text.starts_with("/*") && Text.find("*/") == Text.size() - 2);
  return (Text.empty() || Comment) && !Text.ends_with("\\") ? End + Rest.size() : End;
}

bool Layout::blank(unsigned Begin, unsigned End) const {
  return Begin <= End && all_of(Code.slice(Begin, End), isLayoutBlank);
}

unsigned Layout::blanksBefore(unsigned Offset) const {
  while (Offset > 0 && isLayoutBlank(Code[Offset - 1]))
    --Offset;
  return Offset;
}

unsigned Layout::blanksBehind(unsigned Offset) const {
  while (Offset < Code.size() && isLayoutBlank(Code[Offset]))
    ++Offset;
  return Offset;
}

//===- What the file does ---------------------------------------------------===//

/// `if (...)`, `} else`: what has a block.
static bool isHead(StringRef Line) {
  Line.consume_front("}");
  Line = Line.ltrim();
  const StringRef Word = Line.take_while([](char C) { return isAlnum(C) || C == '_'; });
  return is_contained({"if", "else", "for", "while", "do", "switch"}, Word);
}

bool Layout::isMisplaced(unsigned Offset) const {
  observe();
  return *OwnLineBraces && isHead(lineOf(Offset).trim());
}

static std::string mostSeen(const std::map<std::string, unsigned> &Levels, StringRef Else) {
  auto Most = max_element(Levels, [](auto &A, auto &B) { return A.second < B.second; });
  return Most == Levels.end() ? Else.str() : Most->first;
}

void Layout::observe() const {
  if (OwnLineBraces)
    return;
  std::map<std::string, unsigned> All, OfSpaces;
  unsigned Own = 0, OwnAnywhere = 0, Same = 0, SameAnywhere = 0;
  StringRef Last; // the line before, blank lines and directives apart
  for (StringRef Rest = Code; !Rest.empty();) {
    auto [Line, More] = Rest.split('\n');
    Rest = More;
    const StringRef Text = Line.trim();
    if (Text.empty() || Text.starts_with("#"))
      continue;
    const StringRef Outer = Last.take_while(isLayoutBlank), Inner = Line.take_while(isLayoutBlank);
    if (Last.rtrim().ends_with("{") && Inner.size() > Outer.size() && Inner.starts_with(Outer)) {
      const std::string Level = Inner.drop_front(Outer.size()).str();
      ++All[Level];
      if (!StringRef(Level).contains('\t'))
        ++OfSpaces[Level];
    }
    Own += Text == "{" && isHead(Last.trim());
    OwnAnywhere += Text == "{";
    Same += Text.ends_with("{") && isHead(Text);
    SameAnywhere += Text.ends_with(") {");
    Last = Line;
  }
  OwnLineBraces = Own + Same > 0 ? Own > Same : OwnAnywhere > SameAnywhere;
  Spaces = mostSeen(OfSpaces, "  ");
  Any = mostSeen(All, "  ");
}

} // namespace coopify
