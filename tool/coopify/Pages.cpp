#include "Pages.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace coopify {
namespace {

/// The name that a heading gives to what follows: "## `divergent`: text".
bool isHeadingOf(StringRef Line, StringRef Name) {
  if (!Line.consume_front("#"))
    return false;
  Line = Line.ltrim("# `");
  return Line.consume_front(Name) && (Line.empty() || StringRef("` :\r").contains(Line.front()));
}

/// "#if" in an example is none.
bool isHeading(StringRef Line) { return Line.starts_with("#") && Line.ltrim('#').starts_with(" "); }

/// From the heading to the next one.
std::optional<StringRef> section(StringRef Text, StringRef Name) {
  const char *Begin = nullptr;
  for (StringRef Rest = Text; !Rest.empty();) {
    auto [Line, After] = Rest.split('\n');
    if (Begin && isHeading(Line))
      return StringRef(Begin, Line.begin() - Begin);
    if (!Begin && isHeadingOf(Line, Name))
      Begin = Line.begin();
    Rest = After;
  }
  if (!Begin)
    return std::nullopt;
  return StringRef(Begin, Text.end() - Begin);
}

/// Asked for by section, not as a whole.
bool hasSections(const Page &P) {
  return is_contained({"reasons", "assumptions", "forms", "verdicts"}, P.Name);
}

} // namespace

std::vector<StringRef> sectionNames(StringRef Name, ArrayRef<Page> Pages) {
  std::vector<StringRef> Out;
  for (const Page &P : Pages)
    for (StringRef Line : split(P.Name == Name ? P.Text : "", '\n'))
      if (Line.consume_front("## `") && Line.consume_back("`"))
        Out.push_back(Line);
  return Out;
}

std::optional<StringRef> explain(StringRef Id, ArrayRef<Page> Pages) {
  Id.consume_front("coopify-");
  for (const Page &P : Pages)
    if (P.Name == Id && !hasSections(P))
      return P.Text;
  for (const Page &P : Pages)
    if (std::optional<StringRef> Text = hasSections(P) ? section(P.Text, Id) : std::nullopt)
      return Text;
  return std::nullopt;
}

} // namespace coopify
