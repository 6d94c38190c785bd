//===- SomePasses.h - what is a site to some of the passes --------*- C++ -*-===//
#ifndef COOPIFY_LINK_MERGE_SOMEPASSES_H
#define COOPIFY_LINK_MERGE_SOMEPASSES_H

#include "Model/TUSummary.h"

#include <map>
#include <set>
#include <tuple>

namespace coopify {

inline auto siteKey(const Site &S) {
  return std::make_tuple(S.Loc, S.Kind, S.Name, S.Function, S.Macro.Expansion, S.Subject);
}

/// What a device pass compiles, and what it shows of it.
struct ShownByPass {
  std::string Name; ///< "sm_70 of a.cu"
  unsigned WarpWidth = 0;
  std::set<std::string> Bodies; ///< functions whose body it has read
  std::set<decltype(siteKey(Site()))> Sites;
  std::map<std::string, std::vector<SkippedText>> Skipped; ///< of the files it has read
};

/// Of those of \p Units that could be read.
std::vector<ShownByPass> shownByPasses(const std::vector<TUSummary> &Units);

/// Text that is a site to some passes alone, and compiled by others, too, is to be rewritten for
/// none: to the others it means something else, as a number that it uses is another there. Says so
/// in Site::NotElsewhere.
void keepFromOtherPasses(const std::vector<ShownByPass> &Passes, std::vector<Site> &Sites);

/// Of passes whose warps differ.
Refusal otherInWarps(const Site &S, llvm::StringRef What);

} // namespace coopify

#endif // COOPIFY_LINK_MERGE_SOMEPASSES_H
