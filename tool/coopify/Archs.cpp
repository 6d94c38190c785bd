#include "Archs.h"

#include "Frontend/Passes.h"
#include "Model/Output/Toolkits.h"
#include "Model/Output/UnitGroups.h"
#include "Model/Warps/WarpWidth.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace coopify {
namespace {

/// "sm_60" and the like.
bool isArch(StringRef Text, unsigned &Number) {
  if (!Text.consume_front("sm_"))
    return false;
  StringRef Digits = Text.take_while(isDigit);
  StringRef Suffix = Text.drop_front(Digits.size()); // sm_90a, sm_100f
  return !Digits.getAsInteger(10, Number) && Suffix.size() <= 1;
}

/// "gfx90a", also one that this clang does not know.
bool isGfx(StringRef Text) {
  return Text.consume_front("gfx") && Text.size() >= 3 && Text.size() <= 5 &&
         all_of(Text, [](char C) { return isHexDigit(C) && !isUpper(C); });
}

/// "sm_7" is the beginning of sm_70.
std::string nearestArch(StringRef Arch) {
  for (StringRef More : {"0", "5"})
    if (std::string Longer = (Arch + More).str(); parsedArch(Longer) == Longer)
      return Longer;
  return parsedArch(Arch);
}

/// "70", "sm70", "SM_70", "compute_70", "GFX90A": what was meant.
std::string meantArch(StringRef Arch) {
  const std::string Lower = Arch.lower();
  StringRef Rest = Lower;
  if (isGfx(Rest))
    return Lower;
  for (StringRef Prefix : {"compute", "sm", "lto"})
    if (Rest.consume_front(Prefix))
      break;
  Rest = Rest.ltrim("_-");
  const std::string Name = ("sm_" + Rest).str();
  unsigned Number = 0;
  return isArch(Name, Number) ? nearestArch(Name) : "";
}

Error noArch(StringRef Option, StringRef Arch, bool OnlyCuda) {
  const std::string Meant = meantArch(Arch);
  const std::string Next =
      !Meant.empty() && !(OnlyCuda && isGfx(Meant)) ? "; did you mean '" + Meant + "'?"
      : OnlyCuda ? "; it is one of NVIDIA's: sm_60, sm_70, sm_90..."
                 : "; NVIDIA's are sm_60, sm_70, sm_90..., AMD's have the names that clang has: "
                   "gfx906, gfx90a (MI200), gfx942 (MI300), gfx1100...";
  return createStringError(formatv("{0}: '{1}' is {2}{3}", Option, Arch,
                                   OnlyCuda ? "not sm_XX" : "neither sm_XX, gfxXXX nor host", Next)
                               .str());
}

} // namespace

Expected<unsigned> toolkitVersion(StringRef Text) {
  if (Text.empty())
    return 0;
  auto [Major, Rest] = Text.split('.');
  unsigned Version = 0, Minor = 0;
  if (Major.getAsInteger(10, Version) || Version > 99 ||
      (!Rest.empty() && (Rest.split('.').first.getAsInteger(10, Minor) || Minor > 99)))
    return createStringError("--toolkit: '" + Text + "' is no CUDA version, such as 12.6");
  Version = Version * 1000 + Minor * 10;
  if (Version < OldestToolkit)
    return createStringError(formatv("--toolkit: CUDA {0} has no cooperative groups; the oldest "
                                     "that has them is {1}",
                                     versionText(Version), versionText(OldestToolkit))
                                 .str());
  return Version;
}

Error checkArchs(ArrayRef<std::string> Archs, StringRef MinArch, unsigned WarpSize) {
  unsigned Number = 0;
  auto Known = [](StringRef Option, StringRef Arch) -> Error {
    if (parsedArch(Arch) == Arch)
      return Error::success();
    return createStringError(
        formatv("{0}: there is no '{1}'; the nearest is '{2}'", Option, Arch, nearestArch(Arch))
            .str());
  };
  for (const std::string &Arch : Archs) {
    if (Arch == "host" || isGfx(Arch))
      continue;
    if (!isArch(Arch, Number))
      return noArch("--arch", Arch, /*OnlyCuda=*/false);
    if (Error E = Known("--arch", Arch))
      return E;
  }
  if (WarpSize != 0 && WarpSize != SmallWarp && WarpSize != MaxWarpWidth)
    return createStringError("--warp-size: '" + std::to_string(WarpSize) +
                             "' is neither 32 nor 64, the lanes that warps have");
  if (MinArch.empty())
    return Error::success();
  if (!isArch(MinArch, Number))
    return noArch("--min-arch", MinArch, /*OnlyCuda=*/true);
  // CUDA C++ Programming Guide, cooperative groups: compute capability 3.0.
  if (Number < 30)
    return createStringError("--min-arch: cooperative groups need sm_30 or newer");
  return Known("--min-arch", MinArch);
}

} // namespace coopify
