#include "ExplainedNames.h"

#include "Model/WarpIntrinsics.h"

using namespace llvm;

namespace coopify {

/// Of functions with a lane mask (Sync) and of those without one.
static constexpr struct {
  WarpFamily Family;
  bool Sync;
  StringLiteral Check;
} Reports[] = {
    {WarpFamily::Shuffle, false, "legacy-shuffle"},
    {WarpFamily::Shuffle, true, "sync-intrinsic"},
    {WarpFamily::Shuffle, true, "suspicious-mask"},
    {WarpFamily::Vote, false, "legacy-vote"},
    {WarpFamily::Vote, true, "sync-intrinsic"},
    {WarpFamily::Vote, true, "suspicious-mask"},
    {WarpFamily::ActiveMask, false, "opportunistic-group"},
    {WarpFamily::ActiveMask, false, "suspicious-mask"},
    {WarpFamily::Match, true, "match-any"},
    {WarpFamily::Match, true, "suspicious-mask"},
    {WarpFamily::Reduce, true, "suspicious-mask"},
    {WarpFamily::WarpBarrier, true, "sync-intrinsic"},
    {WarpFamily::WarpBarrier, true, "suspicious-mask"},
    {WarpFamily::BlockBarrier, false, "hidden-block-barrier"},
    {WarpFamily::BlockBarrier, false, "divergent-barrier"},
    {WarpFamily::BlockVote, false, "hidden-block-barrier"},
    {WarpFamily::BlockVote, false, "divergent-barrier"},
    {WarpFamily::LaneId, false, "lane-arithmetic"},
};

std::vector<StringRef> checksOf(StringRef Function) {
  std::vector<StringRef> Out;
  if (const WarpIntrinsic *Known = findWarpIntrinsic(Function))
    for (const auto &Row : Reports)
      if (Row.Family == Known->Family && Row.Sync == Known->Sync)
        Out.push_back(Row.Check);
  return Out;
}

} // namespace coopify
