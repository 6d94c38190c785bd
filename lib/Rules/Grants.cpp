#include "Rules/Grants.h"

#include "Model/FunctionNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/GlobPattern.h"

using namespace llvm;

namespace coopify {

/// A pattern that is malformed matches nothing.
static bool matchesGlob(StringRef Glob, StringRef Text) {
  Expected<GlobPattern> Pattern = GlobPattern::create(Glob);
  if (Pattern)
    return Pattern->match(Text);
  consumeError(Pattern.takeError());
  return false;
}

static bool isOfFunction(const ScopedGrant &Grant, StringRef Name) {
  return Grant.Function.empty() || Grant.Function == Name || matchesGlob(Grant.Function, Name) ||
         matchesGlob(Grant.Function, withoutTemplateArguments(Name));
}

static bool isOfFile(const ScopedGrant &Grant, StringRef Path) {
  return Grant.File.empty() || matchesGlob(Grant.File, Path);
}

static bool holds(const TextRange &Range, const Location &Loc) {
  return Range.File == Loc.File && Range.Begin <= Loc.Offset && Loc.Offset < Range.End;
}

/// All that have the text of \p S: what is edited there, is edited for each of them.
static bool isOfAllAround(const ScopedGrant &Grant, const Site &S, const ProgramFacts &Facts) {
  const auto IsOther = [&](const FunctionSummary &Around) {
    return holds(Around.Body, S.Loc) && !isOfFunction(Grant, Around.Name);
  };
  return none_of(Facts.functions(), IsOther) &&
         none_of(Facts.trials(), [&](const FunctionSummary *T) { return IsOther(*T); });
}

/// Who else uses a macro, whose body is edited, is not looked at.
static bool covers(const ScopedGrant &Grant, const Finding &F, const ProgramFacts &Facts) {
  if (F.Where.Macro.Kind == MacroKind::Body)
    return false;
  if (Grant.Body)
    return holds(*Grant.Body, F.Where.Loc);
  const FunctionSummary *In = Facts.function(F.Where.Function);
  return isOfFile(Grant, F.Where.Loc.File) && isOfFunction(Grant, In ? StringRef(In->Name) : "") &&
         (Grant.Function.empty() || isOfAllAround(Grant, F.Where, Facts));
}

bool Grants::holds(StringRef Id, const Finding &F, const ProgramFacts &Facts) const {
  return Everywhere.contains(Id) || any_of(Scoped, [&](const ScopedGrant &Grant) {
           return Grant.Id == Id && covers(Grant, F, Facts);
         });
}

std::map<std::string, std::string> Grants::reasons(const Finding &F,
                                                   const ProgramFacts &Facts) const {
  std::map<std::string, std::string> Out;
  const Rewrite *R = F.Verdict.rewrite();
  for (const ScopedGrant &Grant : Scoped)
    if (R && is_contained(R->Assumptions, Grant.Id) && covers(Grant, F, Facts))
      Out.try_emplace(Grant.Id, Grant.Because);
  return Out;
}

/// Whether there would be findings if there were something to find.
static bool saysOfWhatWasRead(const ScopedGrant &Grant, const ProgramFacts &Facts) {
  if (Grant.Body)
    return true;
  const bool File =
      any_of(Facts.files(), [&](const FileFacts &F) { return isOfFile(Grant, F.Path); });
  const bool Function =
      Grant.Function.empty() || any_of(Facts.functions(), [&](const FunctionSummary &F) {
        return isOfFunction(Grant, F.Name);
      });
  return File && Function;
}

std::vector<ScopedGrant> Grants::unused(ArrayRef<Finding> Findings, const ProgramFacts &Facts,
                                        bool Whole) const {
  std::vector<ScopedGrant> Out;
  for (const ScopedGrant &Grant : Scoped) {
    const bool Used = any_of(Findings, [&](const Finding &F) {
      const Rewrite *R = F.Verdict.rewrite();
      return R && is_contained(R->Assumptions, Grant.Id) && covers(Grant, F, Facts);
    });
    if (!Used && (Whole || saysOfWhatWasRead(Grant, Facts)))
      Out.push_back(Grant);
  }
  return Out;
}

} // namespace coopify
