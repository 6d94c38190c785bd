//===- Uniformity.h - what is known about a value or a point -----*- C++ -*-===//
//
// The lattices of the convergence analysis, as plain data. Extract computes
// them per function; what depends on the rest of the program stays symbolic
// (atoms) until Link has seen every caller and launch.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_MODEL_UNIFORMITY_H
#define COOPIFY_MODEL_UNIFORMITY_H

#include "Model/Warps/WarpWidth.h"
#include "Support/TextRange.h"

#include <optional>
#include <string>
#include <vector>

namespace coopify {

/// Group sizes used as widths. A value of width W is equal in all lanes of
/// every aligned W-lane group; 1 says nothing.
constexpr unsigned DivergentWidth = 1;
constexpr unsigned BlockWidth = 1024; ///< equal in the whole block (or grid)

/// A fact that only the rest of the program can settle. Indices are those of
/// the function that the fact is written in.
enum class AtomKind {
  EntryConverged,     ///< every caller reaches this function with whole groups
  ParamUniform,       ///< Index: parameter, ThisParameter, ThisPlace; every caller passes an equal
                      ///< value
  ParamLaneAffine,    ///< Index: parameter; rounded down to a multiple of Lanes it is equal in
                      ///< every Lanes lanes: equal anyway, or it counts lanes, as threadIdx.x does
  CallUniform,        ///< Index: CallEdge::Id; what that call returns is equal
  LaneIsThreadX,      ///< threadIdx.x mod 32 is the lane: 1-D block, or blockDim.x % 32 == 0
  BlockXMultipleOf32, ///< blockDim.x % 32 == 0
  PlanesOfWarps,      ///< threadIdx.y * blockDim.x + threadIdx.x counts lanes: blockDim.z == 1, or
                      ///< blockDim.x * blockDim.y % 32 == 0
  ParamOutsideShared, ///< Index: parameter; no caller passes a pointer that may lead to shared
                      ///< memory
  ParamsApart,        ///< Index, Lanes: two parameters; no caller passes pointers into one object
  Unwritten,          ///< Index: MemoryTypes; while a kernel runs that this function is a part of,
                      ///< no thread of it writes such memory
  SlotSynced,       ///< Index: WarpSlot::Id; lanes wait for each other between its writes and reads
  WarpsByThreadX,   ///< threadIdx.x / 32 tells the warps of a block apart: 1-D block
  ThreadsByThreadX, ///< no two threads of a block have one threadIdx.x: 1-D block
  WarpsByThreadXY,  ///< (threadIdx.y * blockDim.x + threadIdx.x) / 32 does: blockDim.z == 1
  WarpsByThreadY,   ///< threadIdx.y does: blockDim.x == 32 and blockDim.z == 1
  OneWarp,          ///< a block has no more than 32 threads
  EntryFew,         ///< of each warp the lanes of no more than one aligned group of Lanes enter
};

/// The object that a method is called for, in an atom: what is in it.
constexpr unsigned ThisParameter = ~0u;
/// Where that object is, whatever is in it. Of a parameter by a reference that may write, too, it
/// is the place that callers pass equally.
constexpr unsigned ThisPlace = ~1u;

struct Atom {
  AtomKind Kind = AtomKind::EntryConverged;
  unsigned Index = 0;
  /// ParamLaneAffine, EntryFew: a power of two, at most warpWidth(). ParamsApart: a parameter that
  /// stands behind Index.
  unsigned Lanes = 0;
  auto operator<=>(const Atom &) const = default;
};

/// Why something is not uniform. LaneDependent: it comes from threadIdx, a
/// lane id, an atomic...: lanes do differ. Unknown: it may be uniform, but
/// nothing shows it. MayChange: all lanes load it from one address, and other
/// threads may write there meanwhile; of the three it says the least. Only the
/// first vetoes an assumption or a rewrite.
enum class ObstacleKind { Unknown, LaneDependent, MayChange };

/// The smallest number for the kind that says the most.
unsigned rankOf(ObstacleKind Kind);

struct Obstacle {
  ObstacleKind Kind = ObstacleKind::Unknown;
  std::string Text; ///< e.g. "'i < len[row]' differs from lane to lane"
  Location Where;
  bool operator==(const Obstacle &) const = default;
};

/// "Equal over aligned groups of UniformOver lanes, if every atom holds." Atoms are
/// sorted and unique; an atom may lower the width when it is evaluated. Why is
/// set when UniformOver < warpWidth(), and where warps are not shown to differ.
struct Uniformity {
  unsigned UniformOver = BlockWidth;
  std::vector<Atom> Atoms;
  std::optional<Obstacle> Why;

  bool operator==(const Uniformity &) const = default;
};

/// Both: the smaller width, the union of the atoms, the reason of the smaller.
Uniformity meet(const Uniformity &A, const Uniformity &B);

/// \p U where no more than \p Lanes lanes are asked about: the atoms that count lanes by less;
/// nullopt where that says nothing.
std::optional<Uniformity> countedBy(Uniformity U, unsigned Lanes);

/// A uniformity of width 1 with its reason.
Uniformity divergent(ObstacleKind Kind, std::string Text, Location Where);

/// One line of a proof: "line 41 is uniform (blockIdx.x)".
struct ProofStep {
  Location Where;
  std::string Text;
  bool operator==(const ProofStep &) const = default;
};

/// The activity at a program point: every aligned Width-lane group that has a
/// lane here is here whole, except for lanes that have exited the kernel
/// (Exits: some may have). Steps name the branches that were shown uniform.
struct Convergence {
  Uniformity Active;
  bool Exits = false;
  std::vector<ProofStep> Steps;
  /// A __syncthreads(), which in a defined program all threads of the block get to: those of
  /// them come here that the branches of Rest let through, as many as it describes.
  Location Barrier = {};
  Uniformity Rest = {};
  /// What comes before this point and may hold lanes of a warp back while others reach it, sorted:
  /// the conditions (DivergencePoint::Where) that decide who executes a BarrierUse of the function,
  /// and the waits themselves and the calls that lead to one (BarrierUse::Loc). Only the ones from
  /// which a path leads here.
  std::vector<Location> After = {};
  bool operator==(const Convergence &) const = default;

  /// The very same lanes come here and to Barrier.
  bool besideBarrier() const { return Barrier.valid() && Rest == Uniformity(); }
};

/// Both activities: the smaller, with its steps.
Convergence meet(const Convergence &A, const Convergence &B);

} // namespace coopify

#endif // COOPIFY_MODEL_UNIFORMITY_H
