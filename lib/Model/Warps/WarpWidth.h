//===- WarpWidth.h - how many lanes a warp has -------------------*- C++ -*-===//
//
// A fact of the pass: 32 on NVIDIA's GPUs and AMD's gfx10 and later, 64 on AMD's gfx9 and MXMACA
// (HIP documentation, "Hardware features"; seed 003, 2.3.2.2). Hundreds of small functions ask for
// it, so it is ambient: whoever takes up a pass or a program says once how many its warps have, for
// the thread that runs it (docs/decisions/0021-warp-width-of-the-pass.md).
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_MODEL_WARPWIDTH_H
#define COOPIFY_MODEL_WARPWIDTH_H

#include <cstdint>
#include <string>

namespace coopify {

constexpr unsigned SmallWarp = 32;    ///< what code means that knows NVIDIA's GPUs only
constexpr unsigned MaxWarpWidth = 64; ///< tables are this large

/// Of a pass, or of all passes of a program.
struct WarpLanes {
  unsigned Width = SmallWarp; ///< 32 or 64; of passes that differ the larger
  bool Differ = false;        ///< some passes of the program have 32 lanes, others 64
  bool OnlyCuda = true;       ///< no pass is for AMD's GPUs, or for MXMACA
  /// What is written is also for warps of 64 lanes, which no pass has; of a pass: what it shows is
  /// to be told with these in mind.
  bool Ports = false;

  /// What is written runs on NVIDIA's GPUs alone.
  bool writesCudaOnly() const { return OnlyCuda && !Ports; }
};

namespace detail {
inline constinit thread_local WarpLanes TheWarp;
} // namespace detail

/// Of the pass or program at hand.
inline WarpLanes warpLanes() { return detail::TheWarp; }
inline unsigned warpWidth() { return detail::TheWarp.Width; }

/// A mask of all lanes of a warp.
inline uint64_t allLanes() { return ~uint64_t(0) >> (MaxWarpWidth - warpWidth()); }
/// The mask \p N, as it is passed, names all of them.
inline bool namesAllLanes(int64_t N) { return (uint64_t(N) & allLanes()) == allLanes(); }

/// In code: "32", "64", and for passes that differ the bundled header's constant.
inline std::string warpSizeText() {
  return warpLanes().Differ ? "coopify::warp_lanes" : std::to_string(warpWidth());
}

/// The warps of what this thread does have so many lanes, as long as the scope lives.
class WarpWidthScope {
public:
  explicit WarpWidthScope(unsigned Lanes) : WarpWidthScope(WarpLanes{Lanes}) {}
  explicit WarpWidthScope(WarpLanes Lanes) : Before(detail::TheWarp) { detail::TheWarp = Lanes; }
  ~WarpWidthScope() { detail::TheWarp = Before; }
  WarpWidthScope(const WarpWidthScope &) = delete;
  WarpWidthScope &operator=(const WarpWidthScope &) = delete;

private:
  const WarpLanes Before;
};

} // namespace coopify

#endif // COOPIFY_MODEL_WARPWIDTH_H
