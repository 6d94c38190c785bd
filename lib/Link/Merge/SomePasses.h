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

/// Of a site in the text, whichever function it is in.
using TextKey = std::tuple<Location, SiteKind, std::string, Location>;

/// What a device pass compiles, and what it shows of it.
struct ShownByPass {
  /// A function that it has read the body of.
  struct Body {
    std::string USR, Name;
    TextRange Text;
    bool BodyInMacro = false;
    std::vector<SkippedText> LeftOut;
    std::set<TextKey> Sites;
  };
  std::string Name;  ///< "sm_70 of a.cu"
  unsigned Arch = 0; ///< of NVIDIA's GPUs: 70
  unsigned WarpWidth = 0;
  std::vector<Body> Bodies;
  std::map<std::string, std::vector<SkippedText>> Skipped; ///< of the files it has read
};

/// Of those of \p Units that could be read.
std::vector<ShownByPass> shownByPasses(const std::vector<TUSummary> &Units);

/// Text that is a site in some functions alone, and compiled as well in others (of another pass or
/// unit, another instance of the template, made by another inclusion), is to be rewritten for none:
/// to the others it means something else, as a number that it uses is another there. Says so in
/// Site::NotElsewhere. What GPUs alone show whose warps run in lockstep is right there as it is.
/// Where others compile a condition around a site, and not the site, that condition gets no group.
void keepFromOtherPasses(const std::vector<ShownByPass> &Passes, std::vector<Site> &Sites);

/// What Site::Divided is where no group of its conditions is right for all functions and passes
/// that share the text, and why: no conditions.
PartitionedWarp dividedOtherwise(std::string Why, const Location &Where);

/// Of passes whose warps differ.
Refusal otherInWarps(const Site &S, llvm::StringRef What);

} // namespace coopify

#endif // COOPIFY_LINK_MERGE_SOMEPASSES_H
