// clang-tidy's own parser (libclangTidy) would bring its registry of checks, and there is none
// where clang is a shared library.

#include "Driver/Scope/ChangedLines.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace coopify {
namespace {

Error notAFilter(const Twine &Why) {
  return createStringError("--line-filter: " + Why +
                           "; it is written as [{\"name\": \"a.cu\", \"lines\": [[1, 3]]}]");
}

std::optional<LineRange> rangeIn(const json::Value &Value) {
  const json::Array *Pair = Value.getAsArray();
  if (!Pair || Pair->size() != 2)
    return std::nullopt;
  const auto First = (*Pair)[0].getAsInteger(), Last = (*Pair)[1].getAsInteger();
  if (!First || !Last || *First < 1 || *Last < *First || *Last > UINT32_MAX)
    return std::nullopt;
  return LineRange{unsigned(*First), unsigned(*Last)};
}

/// Whole names of folders and files: "a.cu" is not "ba.cu".
bool endsWithPath(StringRef Path, StringRef Name) {
  return Path.consume_back(Name) && (Path.empty() || Path.ends_with("/") || Name.starts_with("/"));
}

} // namespace

Expected<LineFilter> LineFilter::parse(StringRef JSON) {
  Expected<json::Value> Parsed = json::parse(JSON);
  if (!Parsed)
    return notAFilter(toString(Parsed.takeError()));
  const json::Array *List = Parsed->getAsArray();
  if (!List)
    return notAFilter("it is no list");
  LineFilter Out;
  for (const json::Value &Value : *List) {
    const json::Object *Object = Value.getAsObject();
    const auto Name = Object ? Object->getString("name") : std::nullopt;
    if (!Name || Name->empty())
      return notAFilter("an entry has no name");
    Entry One = {Name->str(), {}};
    const json::Value *Lines = Object->get("lines");
    if (Lines && !Lines->getAsArray())
      return notAFilter("the lines of '" + *Name + "' are no list");
    if (Lines)
      for (const json::Value &Pair : *Lines->getAsArray()) {
        const std::optional<LineRange> Range = rangeIn(Pair);
        if (!Range)
          return notAFilter("the lines of '" + *Name + "' are no pairs of a first and a last line");
        One.Lines.push_back(*Range);
      }
    Out.Entries.push_back(std::move(One));
  }
  return Out;
}

bool LineFilter::holds(StringRef Path, ArrayRef<LineRange> Lines) const {
  return any_of(Entries, [&](const Entry &E) {
    return endsWithPath(Path, E.Name) &&
           (E.Lines.empty() || any_of(E.Lines, [&](const LineRange &Wanted) {
              return any_of(Lines, [&](const LineRange &R) { return R.meets(Wanted); });
            }));
  });
}

} // namespace coopify
