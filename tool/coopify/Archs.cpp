#include "Archs.h"

#include "Frontend/Passes.h"
#include "Model/Warps/WarpWidth.h"

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

/// "sm_7" is the beginning of sm_70.
std::string nearestArch(StringRef Arch) {
  for (StringRef More : {"0", "5"})
    if (std::string Longer = (Arch + More).str(); parsedArch(Longer) == Longer)
      return Longer;
  return parsedArch(Arch);
}

} // namespace

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
    if (Arch == "host" || StringRef(Arch).starts_with("gfx"))
      continue;
    if (!isArch(Arch, Number))
      return createStringError("--arch: '" + Arch + "' is neither sm_XX, gfxXXX nor host");
    if (Error E = Known("--arch", Arch))
      return E;
  }
  if (WarpSize != 0 && WarpSize != SmallWarp && WarpSize != MaxWarpWidth)
    return createStringError("--warp-size: '" + std::to_string(WarpSize) +
                             "' is neither 32 nor 64, the lanes that warps have");
  if (MinArch.empty())
    return Error::success();
  if (!isArch(MinArch, Number))
    return createStringError("--min-arch: '" + MinArch + "' is not sm_XX");
  // CUDA C++ Programming Guide, cooperative groups: compute capability 3.0.
  if (Number < 30)
    return createStringError("--min-arch: cooperative groups need sm_30 or newer");
  return Known("--min-arch", MinArch);
}

} // namespace coopify
