//===- LaneArithmetic.cpp - lane numbers by hand ---------------------------===//

#include "Model/Output/Placeholders.h"
#include "Rules/ValueRule.h"

using namespace coopify;

namespace {

/// Before:  int lane = threadIdx.x & 31;
/// After:   auto warp = cg::tiled_partition<32>(cg::this_thread_block());
///          int lane = warp.thread_rank();
///
/// Exact where threadIdx.x numbers the lanes: in blocks of one dimension or whose rows are whole
/// warps (semantics A.6, trap T15). What it replaces works as it is, so nobody gets it unasked.
/// `threadIdx.x / 32` stays: meta_group_rank() counts the warps of all rows.
class LaneArithmetic : public ValueRule {
public:
  llvm::StringRef id() const override { return "lane-arithmetic"; }
  llvm::StringRef summary() const override {
    return "threadIdx.x % 32 and %laneid to thread_rank() (off by default)";
  }
  RuleGroup group() const override { return RuleGroup::Explicit; }
  bool onByDefault() const override { return false; }
  bool handles(const Site &S) const override { return S.Kind == SiteKind::LaneNumber; }

protected:
  std::string message(const Site &S) const override {
    return "'" + S.Name + "' numbers the lane by hand";
  }
  std::string value(const Site &) const override {
    return placeholder::tile(warpSizeText()) + ".thread_rank()";
  }
  llvm::StringRef form() const override { return "tile"; }
  llvm::StringRef help() const override {
    return "leave it: nothing is wrong with the number itself";
  }
};

REGISTER_RULE(LaneArithmetic, "lane-arithmetic");

} // namespace
