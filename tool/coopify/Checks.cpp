#include "Checks.h"

#include "Support/Nearest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/GlobPattern.h"

#include <optional>

using namespace llvm;

namespace coopify {
namespace {

bool matchesId(const GlobPattern &Pattern, const Rule &R) {
  return Pattern.match(R.id()) || Pattern.match(("coopify-" + R.id()).str());
}

struct CheckGlob {
  GlobPattern Pattern;
  bool Exclude = false;
  bool All = false; ///< matches every check, or a group: names none in particular
  std::optional<RuleGroup> Group;

  bool matches(const Rule &R) const {
    if (All && !Exclude && !R.onByDefault())
      return false;
    if (Group)
      return R.group() == *Group;
    return matchesId(Pattern, R);
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

Expected<CheckGlob> parseGlob(StringRef Text, ArrayRef<const Rule *> Rules) {
  const bool Exclude = Text.consume_front("-");
  if (Text.starts_with("@"))
    return parseGroup(Text.drop_front(), Exclude);
  Expected<GlobPattern> Pattern = GlobPattern::create(Text);
  if (!Pattern)
    return createStringError(
        formatv("--checks: '{0}': {1}", Text, toString(Pattern.takeError())).str());
  const bool All = all_of(Rules, [&](const Rule *R) { return matchesId(*Pattern, *R); });
  return CheckGlob{std::move(*Pattern), Exclude, All, std::nullopt};
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

bool SelectedRules::names(bool LinkOptions::*Member) const {
  return any_of(Named, [&](const Rule *R) {
    return any_of(R->switches(), [&](const LinkSwitch &S) { return S.Member == Member; });
  });
}

Expected<SelectedRules> selectRules(StringRef Globs, ArrayRef<const Rule *> All) {
  enum Selection { No, ByDefault, ByName };
  SmallVector<StringRef> Texts;
  Globs.split(Texts, ',', -1, /*KeepEmpty=*/false);
  std::vector<Selection> Wanted;
  for (const Rule *R : All)
    Wanted.push_back(Globs.trim().starts_with("-") && R->onByDefault() ? ByDefault : No);
  for (StringRef Text : Texts) {
    Expected<CheckGlob> Glob = parseGlob(Text.trim(), All);
    if (!Glob)
      return Glob.takeError();
    if (Error E = checkNamesOne(*Glob, Text.trim(), All))
      return std::move(E);
    for (auto [R, Is] : zip_equal(All, Wanted))
      if (Glob->matches(*R))
        Is = Glob->Exclude ? No : Glob->All ? std::max(Is, ByDefault) : ByName;
  }
  SelectedRules Out;
  for (auto [R, Is] : zip_equal(All, Wanted)) {
    if (Is != No)
      Out.Rules.push_back(R);
    if (Is == ByName)
      Out.Named.push_back(R);
  }
  if (Out.Rules.empty())
    return createStringError(
        formatv("--checks: '{0}' leaves no check to run; see --list-checks", Globs).str());
  return Out;
}

Error checkGlob(StringRef Text) {
  Expected<CheckGlob> Glob = parseGlob(Text, allRules());
  return Glob ? checkNamesOne(*Glob, Text, allRules()) : Glob.takeError();
}

} // namespace coopify
