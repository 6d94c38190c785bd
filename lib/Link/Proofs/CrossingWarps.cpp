//===- CrossingWarps.cpp - hazards that only a block barrier cures --------===//

#include "Link/Program.h"

#include "llvm/ADT/STLExtras.h"

using namespace coopify;

/// A launch whose blocks are known to have more than one warp.
static const LaunchSite *severalWarps(const Program &P, llvm::StringRef Kernel) {
  std::optional<unsigned> F = P.find(Kernel);
  for (unsigned L : F ? P.LaunchesOf[*F] : std::vector<unsigned>()) {
    int64_t Threads = 1;
    for (const std::optional<int64_t> &Dim : P.Launches[L].Dims)
      Threads *= Dim && *Dim > 0 && *Dim <= 1024 ? *Dim : 0;
    if (Threads > int64_t(warpWidth()))
      return &P.Launches[L];
  }
  return nullptr;
}

void coopify::refuseCrossingWarps(Program &P) {
  for (Site &S : P.Sites) {
    bool Crosses =
        llvm::any_of(S.Parts, [](const PatternPart &Part) { return Part.Role == "crosses-warps"; });
    const LaunchSite *Launch = Crosses && !S.Preset ? severalWarps(P, S.Function) : nullptr;
    if (Launch)
      S.Preset = Refusal{ReasonId::NoBarrierBefore,
                         "lanes of several warps meet in '" + S.Name +
                             "', which only a block barrier keeps apart, and there is none",
                         Launch->Loc,
                         "put a __syncthreads() between the steps, where the whole block comes: "
                         "without it the result was never certain"};
  }
}
