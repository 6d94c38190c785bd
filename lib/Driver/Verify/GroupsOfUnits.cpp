#include "Driver/Verify/GroupsOfUnits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
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
    if (none_of(P.Files, [&](StringRef File) { return Files.contains(File); }))
      continue;
    CudaFits &= languageFits(P.Command.Build, {GroupHeader::Groups}, Toolkit);
    BundledFits &= languageFits(P.Command.Build, {GroupHeader::Bundled}, Toolkit);
  }
  return !CudaFits && BundledFits ? GroupsChoice::Bundled : GroupsChoice::Auto;
}

/// The file that a line includes, in quotes or in angle brackets; empty: it is no such directive.
static StringRef includedBy(StringRef Line) {
  Line = Line.ltrim();
  if (!Line.consume_front("#"))
    return "";
  Line = Line.ltrim();
  if (!Line.consume_front("include"))
    return "";
  Line = Line.ltrim();
  const char Close = Line.starts_with("<") ? '>' : '"';
  if (!Line.consume_front("<") && !Line.consume_front("\""))
    return "";
  return Line.take_until([Close](char C) { return C == Close; });
}

static HeaderSet headersIn(StringRef Text) {
  HeaderSet Out;
  for (StringRef Line : split(Text, '\n'))
    for (GroupHeader H : AllGroupHeaders)
      if (includedBy(Line) == pathOf(H))
        Out |= {H};
  return Out;
}

/// The headers of groups that a file includes in the end, as far as the run is about it.
class HeadersOfFiles {
public:
  HeadersOfFiles(const RunOptions &Options, const ProgramFacts &Facts,
                 const FileOverlay &NewTexts) {
    // Code that has been migrated is judged for a toolkit that the user names.
    if (Options.Toolkit)
      for (const FileFacts &File : Facts.files())
        Of[File.Path] = File.Includes;
    for (const auto &[Path, Text] : NewTexts)
      Of[Path] = headersIn(Text);
  }
  HeaderSet in(const ParsedPass &P) const {
    HeaderSet Out;
    for (StringRef File : P.Files)
      Out |= Of.lookup(File);
    return Out;
  }

private:
  StringMap<HeaderSet> Of;
};

std::vector<UnitGroups> groupsOfUnits(const RunOptions &Options, const ParsedProgram &Units,
                                      const ProgramFacts &Facts, const FileOverlay &NewTexts) {
  const unsigned Toolkit = toolkitOfOutput(Options, Units);
  const HeadersOfFiles Included(Options, Facts, NewTexts);
  std::vector<UnitGroups> Out;
  // A unit has several passes.
  std::set<std::pair<std::vector<std::string>, std::vector<unsigned>>> Known;
  for (const ParsedPass &P : Units.Passes) {
    const HeaderSet Headers = Included.in(P);
    const UnitBuild &Build = P.Command.Build;
    if (Headers != HeaderSet() && Known.insert({commandOf(P.Command), Build.Archs}).second)
      Out.push_back(judgeGroups(P.Command.File, Build, Headers, Toolkit));
  }
  if (Options.Groups == GroupsChoice::Auto)
    explainBundled(Out);
  return Out;
}

} // namespace coopify
