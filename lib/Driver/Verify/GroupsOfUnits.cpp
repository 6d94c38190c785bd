#include "Driver/Verify/GroupsOfUnits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

#include <set>

using namespace llvm;

namespace coopify {

/// As CUDA_VERSION; 0: not known.
static unsigned toolkitOfOutput(const RunOptions &Options, const ParsedProgram &Units) {
  return Options.Toolkit ? Options.Toolkit : Units.ToolkitVersion;
}

static StringSet<> filesToRewrite(ArrayRef<Finding> Findings) {
  StringSet<> Files;
  for (const Finding &F : Findings)
    if (F.Verdict.rewrite())
      Files.insert(F.Where.Loc.File);
  return Files;
}

GroupsChoice groupsThatCompile(const RunOptions &Options, const ParsedProgram &Units,
                               ArrayRef<Finding> Findings) {
  if (!warpLanes().writesCudaOnly())
    return GroupsChoice::AlwaysBundled;
  const unsigned Toolkit = toolkitOfOutput(Options, Units);
  if (Options.Groups != GroupsChoice::Auto || Toolkit == 0)
    return Options.Groups;
  const StringSet<> Files = filesToRewrite(Findings);
  bool CudaFits = true, BundledFits = true;
  for (const ParsedPass &P : Units.Passes) {
    if (!P.Selected || none_of(P.Files, [&](StringRef File) { return Files.contains(File); }))
      continue;
    CudaFits &= languageFits(P.Command.Build, {GroupHeader::Groups}, Toolkit);
    BundledFits &= languageFits(P.Command.Build, {GroupHeader::Bundled}, Toolkit);
  }
  return !CudaFits && BundledFits ? GroupsChoice::Bundled : GroupsChoice::Auto;
}

static HeaderSet headersIn(StringRef Text) {
  HeaderSet Out;
  for (GroupHeader H : AllGroupHeaders)
    if (Text.contains(("#include <" + pathOf(H) + ">").str()))
      Out |= {H};
  return Out;
}

std::vector<UnitGroups> groupsOfUnits(const RunOptions &Options, const ParsedProgram &Units,
                                      const FileOverlay &NewTexts) {
  const unsigned Toolkit = toolkitOfOutput(Options, Units);
  std::vector<UnitGroups> Out;
  // A unit has several passes.
  std::set<std::pair<std::vector<std::string>, std::vector<unsigned>>> Known;
  for (const ParsedPass &P : Units.Passes) {
    HeaderSet Headers;
    for (const std::string &File : P.Files)
      if (auto It = NewTexts.find(File); It != NewTexts.end())
        Headers |= headersIn(It->second);
    const UnitBuild &Build = P.Command.Build;
    if (P.Selected && Headers != HeaderSet() &&
        Known.insert({commandOf(P.Command), Build.Archs}).second)
      Out.push_back(judgeGroups(P.Command.File, Build, Headers, Toolkit));
  }
  if (Options.Groups == GroupsChoice::Auto)
    explainBundled(Out);
  return Out;
}

} // namespace coopify
