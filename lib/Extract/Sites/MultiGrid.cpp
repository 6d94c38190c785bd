//===- MultiGrid.cpp - groups of several devices ------------------------------===//

#include "Analysis/Operations/Groups.h"
#include "Extract/SiteBuilder.h"
#include "Extract/SiteFinder.h"

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

/// What stands for a use of such a group, for one device at a time.
StringRef inItsPlace(StringRef Member) {
  return llvm::StringSwitch<StringRef>(Member)
      .Case("this_multi_grid",
            "take cg::this_grid(), in a cooperative launch on each device; the host "
            "waits for all of them between two launches")
      .Case("sync", "end the kernel here, let the host wait for all devices (events, or NCCL), and "
                    "launch the rest")
      .Cases({"grid_rank", "num_grids"}, "pass the device's number, and how many there are, as "
                                         "arguments of the kernel")
      .Cases({"thread_rank", "size", "num_threads"},
             "take that of cg::this_grid(), and what the host passes of the grids before it")
      .Case("is_valid", "take cg::this_grid().is_valid()")
      .Default("");
}

/// A site of kind "multi-grid" for each call that makes or asks a multi_grid_group. What launches
/// it is found in all code (multiDeviceLaunches()).
class MultiGrid : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "multi-grid"; }
  StatementMatcher matcher() const override {
    return callExpr(callee(functionDecl(
                        anyOf(hasAnyName("this_multi_grid", "sync", "thread_rank", "group_size"),
                              cxxMethodDecl(ofClass(hasName("multi_grid_group")))))))
        .bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override {
    for (const SiteMatch &M : Matches) {
      const auto *Call = cast<CallExpr>(M.At);
      const GroupMember *Member = groupMember(Call);
      const Expr *Of = Member && Member->Name != "this_multi_grid" ? groupOperand(Call) : nullptr;
      const auto Group = Of ? groupOf(Of) : std::nullopt;
      const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee());
      if (Method && !Of && Method->getParent()->getName() != "multi_grid_group")
        continue; // `thread_block::thread_rank()`
      if (!Member || (Of && (!Group || Group->Kind != GroupKind::MultiGrid)))
        continue;
      Site &S = Sites.emplace_back(makeSite(View, SiteKind::MultiGrid, Call));
      if (View.Analysis.reachable(Call))
        S.Preset = Refusal{ReasonId::MultiDevice, "CUDA 13 has no multi_grid_group", S.Loc,
                           inItsPlace(Member->Name).str()};
      else
        S.NotASite = ReasonId::Unreachable;
    }
  }
};

} // namespace

REGISTER_SITE_FINDER(MultiGrid, "multi-grid");
