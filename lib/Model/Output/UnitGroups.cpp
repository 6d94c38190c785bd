#include "Model/Output/UnitGroups.h"

#include "Model/Output/Toolkits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <map>
#include <set>

using namespace llvm;

namespace coopify {

std::string versionText(unsigned Toolkit) {
  return std::to_string(Toolkit / 1000) + "." + std::to_string(Toolkit % 1000 / 10);
}

/// The language by its number: C++98 is 98 and older than C++11.
static unsigned age(unsigned Language) { return Language == 98 ? 3 : Language; }

static bool isOlder(unsigned Language, unsigned Than) {
  return Language != 0 && age(Language) < Than;
}

static bool namesCuda(HeaderSet Headers) {
  return Headers.has(GroupHeader::Groups) || Headers.has(GroupHeader::Reduce) ||
         Headers.has(GroupHeader::Scan);
}

static bool namesBundled(HeaderSet Headers) {
  return Headers.has(GroupHeader::Bundled) || Headers.has(GroupHeader::MaskedWarp) ||
         Headers.has(GroupHeader::Launch);
}

unsigned languageFor(HeaderSet Headers, unsigned Toolkit) {
  const ToolkitFacts *Facts = findToolkitFacts(Toolkit);
  return std::max(namesCuda(Headers) && Facts ? Facts->GroupsLanguage : 0,
                  namesBundled(Headers) ? BundledLanguage : 0);
}

bool languageFits(const UnitBuild &Build, HeaderSet Headers, unsigned Toolkit) {
  return !isOlder(Build.Language, languageFor(Headers, Toolkit));
}

static std::string standard(const UnitBuild &Build, unsigned Language) {
  // nvcc knows no dialects of GNU.
  return formatv("-std={0}++{1}", Build.Gnu && !Build.Nvcc ? "gnu" : "c", utostr(Language)).str();
}

/// The bundled header that needs a language; of the vendor's, <cooperative_groups.h>.
static std::string headerText(HeaderSet Headers, bool Cuda) {
  GroupHeader Named = GroupHeader::Groups;
  for (GroupHeader H : {GroupHeader::Launch, GroupHeader::MaskedWarp, GroupHeader::Bundled})
    if (!Cuda && Headers.has(H))
      Named = H;
  return ("<" + pathOf(Named) + ">").str();
}

static void fail(UnitGroups &Unit, std::string Flag, const Twine &Why) {
  Unit.Compiles = false;
  Unit.Change.push_back(std::move(Flag));
  Unit.Text += (Unit.Text.empty() ? "" : "; ") + Why.str();
}

/// Of one toolkit, or of HIP.
static void judgeLanguage(UnitGroups &Unit) {
  const unsigned Needed = languageFor(Unit.Headers, Unit.Toolkit);
  if (!isOlder(Unit.Build.Language, Needed))
    return;
  const bool Cuda = !namesBundled(Unit.Headers) || Needed > BundledLanguage;
  std::string Flag = standard(Unit.Build, Needed);
  std::string Why = headerText(Unit.Headers, Cuda);
  if (Cuda)
    Why += " of CUDA " + versionText(Unit.Toolkit);
  Why += " needs C++" + utostr(Needed) +
         (Unit.Build.OfHostCompiler ? ": change the -std after -Xcompiler to " : ": add ") + Flag;
  if (Needed > BundledLanguage)
    Why += ", or use --groups=bundled, which needs " + standard(Unit.Build, BundledLanguage);
  fail(Unit, std::move(Flag), Why);
}

static void judgeCompiler(UnitGroups &Unit, const ToolkitFacts &Facts) {
  if (Unit.Build.Nvcc && Unit.Build.Language != 98 && Unit.Build.Language > Facts.NewestLanguage) {
    std::string Flag = standard(Unit.Build, Facts.NewestLanguage);
    const std::string Why = formatv("nvcc of CUDA {0} has no language newer than C++{1}: use {2}",
                                    versionText(Unit.Toolkit), Facts.NewestLanguage, Flag);
    fail(Unit, std::move(Flag), Why);
  }
  const auto [Oldest, Newest] =
      std::minmax_element(Unit.Build.Archs.begin(), Unit.Build.Archs.end());
  if (Unit.Build.Archs.empty() || (*Oldest >= Facts.OldestArch && *Newest <= Facts.NewestArch))
    return;
  const bool TooOld = *Oldest < Facts.OldestArch;
  const unsigned Limit = TooOld ? Facts.OldestArch : Facts.NewestArch;
  fail(Unit, "-arch=sm_" + utostr(Limit),
       formatv("CUDA {0} compiles for sm_{1} and {2}, and not for sm_{3}",
               versionText(Unit.Toolkit), Limit, TooOld ? "newer" : "older",
               TooOld ? *Oldest : *Newest)
           .str());
}

/// "9 to 12" of the major versions of toolkits that compile the unit.
static std::string fittingVersions(const UnitGroups &Unit) {
  std::set<unsigned> Majors;
  for (const ToolkitFacts &T : AllToolkits)
    if (languageFits(Unit.Build, Unit.Headers, T.From))
      Majors.insert(T.From / 1000);
  return Majors.empty() ? "" : formatv("{0} to {1}", *Majors.begin(), *Majors.rbegin()).str();
}

/// Any toolkit may compile it: the newest one asks for most.
static void judgeForAll(UnitGroups &Unit) {
  UnitGroups Newest = Unit;
  Newest.Toolkit = AllToolkits[0].From;
  judgeLanguage(Newest);
  Unit.Compiles = Newest.Compiles;
  Unit.Change = Newest.Change;
  Unit.Text = Newest.Text;
  const std::string Others = fittingVersions(Unit);
  if (*Unit.Compiles || Others.empty())
    return;
  Unit.Compiles = std::nullopt;
  Unit.Text += "; CUDA " + Others + " compile it as it is: name yours with --toolkit=<version>";
}

UnitGroups judgeGroups(std::string File, const UnitBuild &Build, HeaderSet Headers,
                       unsigned Toolkit) {
  UnitGroups Unit{std::move(File), Build, Headers, Build.Cuda ? Toolkit : 0, true};
  const ToolkitFacts *Facts = findToolkitFacts(Unit.Toolkit);
  if (Build.Cuda && !Facts) {
    judgeForAll(Unit);
    return Unit;
  }
  judgeLanguage(Unit);
  if (Facts)
    judgeCompiler(Unit, *Facts);
  return Unit;
}

void explainBundled(std::vector<UnitGroups> &Units) {
  auto Compiles = [](const UnitGroups &Unit) {
    return Unit.Compiles == true && Unit.Headers.has(GroupHeader::Bundled);
  };
  if (none_of(Units, [&](const UnitGroups &Unit) {
        return Compiles(Unit) && !languageFits(Unit.Build, {GroupHeader::Groups}, Unit.Toolkit);
      }))
    return;
  for (UnitGroups &Unit : Units) // one choice for the program: all of them need the headers
    if (Compiles(Unit))
      Unit.Text =
          formatv("the bundled groups are used, because <cooperative_groups.h> of CUDA {0} "
                  "needs C++{1}: write them with --install-runtime=<folder>, and compile "
                  "with -I<folder>",
                  versionText(Unit.Toolkit), languageFor({GroupHeader::Groups}, Unit.Toolkit))
              .str();
}

/// "compiled as C++11", where the language is the matter.
static std::string kindOf(const UnitGroups &Unit) {
  return Unit.Build.Language == 0 ? std::string()
                                  : formatv(" compiled as C++{0}", Unit.Build.Language).str();
}

static std::string lineOf(const std::set<std::string> &Files, StringRef Kind, StringRef Text) {
  constexpr size_t Shown = 3;
  std::vector<std::string> Names;
  for (StringRef File : Files)
    if (Names.size() < Shown)
      Names.push_back(sys::path::filename(File).str());
  std::string More;
  if (Files.size() > Names.size())
    More = formatv(" and {0} more", Files.size() - Names.size()).str();
  return formatv("{0} unit{1}{2} ({3}{4}): {5}", Files.size(), Files.size() == 1 ? "" : "s", Kind,
                 join(Names, ", "), More, Text)
      .str();
}

std::vector<std::string> linesOf(ArrayRef<UnitGroups> Units, bool OnlyDefinite) {
  std::map<std::pair<std::string, std::string>, std::set<std::string>> Files;
  for (const UnitGroups &Unit : Units)
    if (!Unit.Text.empty() && (!OnlyDefinite || Unit.Compiles))
      Files[{Unit.Text, kindOf(Unit)}].insert(Unit.File);
  std::vector<std::string> Out;
  for (const auto &[Key, OfKey] : Files)
    Out.push_back(lineOf(OfKey, Key.second, Key.first));
  return Out;
}

} // namespace coopify
