//===- MatchAny.cpp - loops that find the lanes with an equal key ----------===//

#include "Model/Output/Placeholders.h"
#include "Rules/ValueRule.h"

using namespace coopify;

namespace {

/// Before:  unsigned unclaimed = 0xffffffff;
///          do {
///            is_peer = key == __shfl(key, __ffs(unclaimed) - 1);
///            peers = __ballot(is_peer);
///            unclaimed ^= peers;
///          } while (!is_peer);
/// After:   auto lanes = coopify::masked_warp::full();
///          peers = lanes.match_any(key);
///
/// Exact where all lanes that have not exited enter the loop: each leaves with the lanes whose key
/// is its own (semantics F). With a full mask, the loop itself would wait in its second turn for
/// the lanes that left in the first (trap T8). masked_warp and not a tile: it has match_any below
/// sm_70 too.
class MatchAny : public ValueRule {
public:
  llvm::StringRef id() const override { return "match-any"; }
  llvm::StringRef summary() const override {
    return "loops that search the warp for equal values, to match_any";
  }
  bool handles(const Site &S) const override { return S.Kind == SiteKind::MatchLoop; }

protected:
  std::string message(const Site &S) const override {
    return "this loop finds the lanes whose '" + S.Name + "' is equal";
  }
  std::string value(const Site &S) const override {
    return placeholder::Lanes.str() + ".match_any(" + placeholder::verbatim(S.Name) + ")";
  }
  llvm::StringRef form() const override { return "match-any"; }
  llvm::StringRef help() const override {
    return "enter the loop where all lanes are, or take the lanes before the branch "
           "(mask = warp.ballot(condition)) and call coopify::match_any_sync(mask, key) inside";
  }
};

REGISTER_RULE(MatchAny, "match-any");

} // namespace
