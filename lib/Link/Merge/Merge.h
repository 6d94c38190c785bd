//===- Merge.h - several views of one thing -----------------------*- C++ -*-===//
//
// Internal to Link: what passes and units say about one function, site or file
// becomes one statement that holds for all of them, the worse where they differ.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_LINK_MERGE_MERGE_H
#define COOPIFY_LINK_MERGE_MERGE_H

#include "Link/Program.h"

#include "llvm/ADT/DenseMap.h"

namespace coopify {

/// CallEdge::Id of one unit -> Id in the merged function.
using IdMap = llvm::DenseMap<unsigned, unsigned>;

/// One unit's view of a function.
struct FunctionCopy {
  const FunctionSummary *F;
  bool Device; ///< from a device pass
};

struct MergedFunction {
  FunctionSummary F;
  std::vector<IdMap> Ids;              ///< by copy
  std::vector<unsigned> HostOnlyCalls; ///< by Id
};

/// \p Copies, the preferred ones (of device passes) first.
MergedFunction mergeFunction(const std::vector<FunctionCopy> &Copies);

/// Of a function, as all passes show them whose code lanes run.
void mergeWaits(std::vector<BarrierUse> &Into, const std::vector<BarrierUse> &Other,
                const IdMap &Ids);

/// Adds to \p P, whose functions are merged, the texts of templates of which \p Units have no
/// instance, and finds where dependent calls are (DependentCallAt).
void addTemplateTexts(const std::vector<TUSummary> &Units, Program &P);

/// What another pass (\p Other) adds to \p Into, the preferred view.
void mergeSite(Site &Into, const Site &Other);
void mergeFile(FileFacts &Into, const FileFacts &Other);
void mergeLaunch(LaunchSite &Into, const LaunchSite &Other);

/// With the CallUniform atoms of one unit's copy made those of the merged function.
Uniformity renumbered(Uniformity U, const IdMap &Ids);
Convergence renumbered(Convergence C, const IdMap &Ids);
void renumber(Site &S, const IdMap &Ids);

} // namespace coopify

#endif // COOPIFY_LINK_MERGE_MERGE_H
