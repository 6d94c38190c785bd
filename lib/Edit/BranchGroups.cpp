#include "Edit/BranchGroups.h"

#include "Edit/PlanContext.h"

using namespace coopify;

void BranchGroups::add(const BranchGroup &G, size_t WantedBy) {
  const TextRange &Condition = G.At.Condition;
  Key Place{Condition.File, Condition.Begin, -static_cast<int64_t>(Condition.End)};
  Groups.try_emplace(Place, Entry{G, {}}).first->second.WantedBy.insert(WantedBy);
}

static std::vector<Edit> editsFor(const BranchGroup &G) {
  const TextRange &C = G.At.Condition;
  std::string Make =
      "auto " + G.Name + " = " + (G.From.empty() ? "coopify::masked_warp::full()" : G.From) + ";";
  const std::string Break = G.CRLF ? "\r\n" : "\n";
  if (G.At.AbovePragmas)
    Make = G.At.Indent + Make + Break;
  else
    Make += G.At.OwnLine ? Break + G.At.Indent : " ";
  HeaderSet Needs;
  if (G.From.empty())
    Needs = {GroupHeader::MaskedWarp};
  std::vector<Edit> Edits;
  if (!G.Made)
    Edits.push_back({G.At.Before, Make, Needs});
  Edits.push_back({{C.File, C.Begin, C.Begin}, G.Name + ".split(", {}, C});
  Edits.push_back({{C.File, C.End, C.End}, ")", {}, C});
  return Edits;
}

std::vector<HandleEdit> BranchGroups::edits() const {
  std::vector<HandleEdit> Out;
  for (const auto &[Place, E] : Groups)
    Out.push_back({editsFor(E.Group), E.WantedBy});
  return Out;
}
