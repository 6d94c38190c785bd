#include "Checks.h"

#include "Support/Nearest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/GlobPattern.h"

#include <optional>

using namespace llvm;

namespace coopify {
namespace {

struct CheckGlob {
  GlobPattern Pattern;
  bool Exclude = false;
  bool All = false; ///< "*" or a group: names no check that has to be asked for
  std::optional<RuleGroup> Group;

  bool matches(const Rule &R) const {
    if (All && !Exclude && !R.onByDefault())
      return false;
    if (Group)
      return R.group() == *Group;
    return Pattern.match(R.id()) || Pattern.match(("coopify-" + R.id()).str());
  }
};

Expected<CheckGlob> parseGroup(StringRef Name, bool Exclude) {
  for (RuleGroup Group : {RuleGroup::Required, RuleGroup::Explicit})
    if (Name == toString(Group))
      return CheckGlob{cantFail(GlobPattern::create("*")), Exclude, true, Group};
  return createStringError(formatv("--checks: '@{0}' is none of @required, @explicit{1}", Name,
                                   didYouMean(("@" + Name).str(), {"@required", "@explicit"}))
                               .str());
}

Expected<CheckGlob> parseGlob(StringRef Text) {
  const bool Exclude = Text.consume_front("-");
  if (Text.starts_with("@"))
    return parseGroup(Text.drop_front(), Exclude);
  Expected<GlobPattern> Pattern = GlobPattern::create(Text);
  if (!Pattern)
    return createStringError(
        formatv("--checks: '{0}': {1}", Text, toString(Pattern.takeError())).str());
  return CheckGlob{std::move(*Pattern), Exclude, Text == "*", std::nullopt};
}

Error checkNamesOne(const CheckGlob &Glob, StringRef Text, ArrayRef<const Rule *> All) {
  if (any_of(All, [&](const Rule *R) { return Glob.matches(*R); }))
    return Error::success();
  std::vector<std::string> Ids;
  for (const Rule *R : All)
    Ids.push_back(R->id().str());
  Text.consume_front("-");
  StringRef Bare = Text;
  Bare.consume_front("coopify-");
  const std::string Meant = didYouMean(Bare, Ids);
  return createStringError(formatv("--checks: '{0}' names no check{1}", Text,
                                   Meant.empty() ? "; see --list-checks" : Meant)
                               .str());
}

} // namespace

Expected<std::vector<const Rule *>> selectRules(StringRef Globs, ArrayRef<const Rule *> All) {
  SmallVector<StringRef> Texts;
  Globs.split(Texts, ',', -1, /*KeepEmpty=*/false);
  std::vector<bool> Wanted(All.size());
  for (size_t I = 0; I < All.size(); ++I)
    Wanted[I] = Globs.trim().starts_with("-") && All[I]->onByDefault();
  for (StringRef Text : Texts) {
    Expected<CheckGlob> Glob = parseGlob(Text.trim());
    if (!Glob)
      return Glob.takeError();
    if (Error E = checkNamesOne(*Glob, Text.trim(), All))
      return std::move(E);
    for (size_t I = 0; I < All.size(); ++I)
      if (Glob->matches(*All[I]))
        Wanted[I] = !Glob->Exclude;
  }
  std::vector<const Rule *> Rules;
  for (size_t I = 0; I < All.size(); ++I)
    if (Wanted[I])
      Rules.push_back(All[I]);
  if (Rules.empty())
    return createStringError(
        formatv("--checks: '{0}' leaves no check to run; see --list-checks", Globs).str());
  return Rules;
}

Error checkGlob(StringRef Text) {
  Expected<CheckGlob> Glob = parseGlob(Text);
  return Glob ? checkNamesOne(*Glob, Text, allRules()) : Glob.takeError();
}

} // namespace coopify
