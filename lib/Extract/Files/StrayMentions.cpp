//===- StrayMentions.cpp ----------------------------------------------------===//

#include "Extract/Files/StrayMentions.h"

#include "Extract/SiteBuilder.h"

#include <set>

using namespace clang;

namespace coopify {

namespace {
/// The places that sites are about. One in a macro's body is about one use of it.
class Known {
public:
  explicit Known(const std::vector<Site> &Sites) {
    for (const Site &S : Sites)
      Places.insert({S.Loc, S.Macro.Kind == MacroKind::Body ? S.Macro.Expansion : Location()});
  }
  bool holds(const Location &Spelled, const Location &Used) const {
    return Places.count({Spelled, {}}) || Places.count({Used, {}}) || Places.count({Spelled, Used});
  }

private:
  std::set<std::pair<Location, Location>> Places;
};
} // namespace

static Site strayAt(const Collector::Mention &M, const SourceText &Text) {
  Site S;
  S.Kind = *kindOfCall(M.Name);
  S.Name = M.Name;
  S.Loc = Text.location(M.At);
  S.Callee = S.Range = Text.token(M.At);
  S.Macro = Text.macroUse(M.At, M.At);
  if (S.Macro.Kind == MacroKind::Body)
    S.Macro.Definition = S.Loc;
  S.Preset = M.Called ? Refusal{ReasonId::NotInBody,
                                "it is called where no statement stands: in a default argument, an "
                                "initialiser of a member, or a type",
                                S.Loc, "call it in the body of a function, and pass on the result"}
                      : Refusal{ReasonId::NotInBody, "it is named without being called", S.Loc,
                                "write a __device__ function around it, and name that"};
  return S;
}

/// Found by -isystem: not edited, but a compiler that has no such function sees it all the same.
static Site libraryMention(const Collector::Mention &M, const SourceText &Text) {
  Site S = strayAt(M, Text);
  S.Preset = Refusal{ReasonId::SystemHeader,
                     "it is in a header that is found by -isystem, which is not edited", S.Loc,
                     "use a newer version of that library; or include it by -I, if it is yours"};
  return S;
}

std::vector<Site> strayMentions(const Collector &Unit, const SourceText &Text,
                                const std::vector<Site> &Found) {
  const Known Told(Found);
  std::vector<Site> Out;
  std::set<std::pair<Location, Location>> Seen;
  for (const Collector::Mention &M : Unit.mentions()) {
    const Location Spelled = Text.location(M.At), Used = Text.expansion(M.At);
    if (Text.isUserFile(M.At) && !Told.holds(Spelled, Used) && Seen.insert({Spelled, Used}).second)
      Out.push_back(strayAt(M, Text));
    else if (Text.isLibrary(M.At) && Seen.insert({Spelled, Used}).second)
      Out.push_back(libraryMention(M, Text));
  }
  return Out;
}

} // namespace coopify
