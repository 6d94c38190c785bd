//===- WaveUses.h - what counts 32 lanes, or has bits for 32 -----*- C++ -*-===//
//
//   statements of a function  ->  WaveUse...: which of them fit a warp of 32 lanes alone
//
// By what stands there, not by proof: that a 32 is the width of a warp is seen by what it is
// applied to, by who else in the function asks lanes, and by names. A number of bits in a word, or
// of elements in a row, is none (docs/rules/wave64.md).
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EXTRACT_SITES_WAVES_WAVEUSES_H
#define COOPIFY_EXTRACT_SITES_WAVES_WAVEUSES_H

#include "Analysis/Convergence/FunctionView.h"
#include "Model/Site.h"

#include "llvm/ADT/DenseMap.h"

#include <optional>
#include <string>
#include <vector>

namespace coopify {

/// All lanes of a warp of 32, as a number of 64 bits; -1 is all of 64.
constexpr int64_t HalfMask = 0xffffffff;

/// What is written instead, where lanes of 64 get a bit each by that alone.
struct WaveFix {
  clang::SourceRange At;
  std::string Text;
};

struct WaveUse {
  clang::SourceRange At; ///< what is told of: a constant, a call, a conversion
  ReasonId Reason = ReasonId::LanesOf32;
  std::string Headline; ///< "'threadIdx.x & 31' counts 32 lanes"
  std::string Why, Help;
  bool Stays = false; ///< no check rewrites it to something of a tile: the mask of a `_sync`
  std::optional<WaveFix> Fix = {};
};

/// The parents of a body's statements.
class Parents {
public:
  explicit Parents(const clang::Stmt *Body);
  const clang::Stmt *of(const clang::Stmt *S) const { return Above.lookup(S); }
  /// The first above \p E that is neither parentheses nor a conversion; \p E becomes what is below.
  const clang::Stmt *aboveCasts(const clang::Expr *&E) const;

private:
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> Above;
};

/// A shuffle of the whole warp, which names no width or more than 32 lanes.
struct WarpShuffle {
  const clang::Expr *Lane; ///< or how far, or which bits
  bool Indexed;            ///< WarpIntrinsic::Indexed
};
std::optional<WarpShuffle> warpShuffle(const clang::Stmt *S, const FunctionView &View);

/// What an expression numbers.
enum class Numbers {
  Nothing,
  Threads, ///< threads of the block: threadIdx.x, y * blockDim.x + x
  Items,   ///< threads of the grid, blockIdx.x * blockDim.x + threadIdx.x: mostly of what they work
           ///< on
  Lanes,
  Warps,
  Block, ///< how many threads a block has
};

/// The collectives of a function and of those that it calls.
struct WaveCollectives {
  bool OfWarp = false, OfGroups = false;
};

/// What the expressions of a function are about.
class WaveTerms {
public:
  explicit WaveTerms(const FunctionView &View) : View(View) {}

  Numbers numbers(const clang::Expr *E, unsigned Deep = 0) const;
  /// A mask of lanes: a vote, or a variable that is set to one.
  bool isMask(const clang::Expr *E, unsigned Deep = 0) const;
  /// Somebody takes the upper half of the mask, too, so that of \p E is not lost.
  bool takenInHalves(const clang::Expr *E, unsigned Deep = 0) const;
  /// It is below 32 whatever the lane is, as `lane & 31`.
  bool below32(const clang::Expr *E, unsigned Deep = 0) const;
  /// The function, or one that it calls, has a collective of the whole warp.
  bool asksWarp() const;
  /// They have shuffles, all of them in groups of 32 lanes or fewer that their widths name: such
  /// groups are the same in a warp of 64 lanes.
  bool namesGroups() const;

private:
  Numbers ofBinary(const clang::BinaryOperator *B, unsigned Deep) const;
  Numbers ofVariable(const clang::VarDecl *V, unsigned Deep) const;
  const FunctionView &View;
  const WaveCollectives &collectives() const;
  mutable std::optional<WaveCollectives> All;
};

/// A function of a word of 32 bits, and that of 64.
struct BitFunction {
  llvm::StringRef Name, Wide;
  bool Fits; ///< that of 64 gives the same number for a word whose upper half is 0
};
const BitFunction *bitFunction(const clang::CallExpr *Call);

/// Forms with 64 bits, of HIP code that is written out where it stands; see WaveFixes.cpp for what
/// they are of.
class WaveFixes {
public:
  WaveFixes(const FunctionView &View, const Parents &Up) : View(View), Up(Up) {}

  std::optional<WaveFix> ofBitFunction(const clang::CallExpr *Call) const;
  /// \p One of `1 << lane`.
  std::optional<WaveFix> ofBit(const clang::Expr *One, const clang::BinaryOperator *Shift) const;
  std::optional<WaveFix> ofVariable(const clang::VarDecl *V) const;

private:
  bool isBallot(const clang::Expr *E) const;
  bool isBitOfLane(const clang::Expr *E) const;
  bool isBelow(const clang::Expr *E) const;
  bool isHeldBallot(const clang::VarDecl *V) const;
  bool isMask(const clang::Expr *E) const;
  bool isAsked(const clang::Expr *E) const;
  bool isOfUse(const clang::Expr *E) const;
  bool takesHalves() const;
  unsigned mentions(const clang::VarDecl *V) const;
  const clang::Stmt *above(const clang::Expr *&E) const;
  std::optional<WaveFix> replaced(clang::SourceRange At, llvm::StringRef By) const;

  const FunctionView &View;
  const Parents &Up;
};

/// \p Name is one of those that lanes, warps and their sizes go by.
bool isNameOfLane(llvm::StringRef Name);
bool isNameOfWarp(llvm::StringRef Name);
bool isNameOfWarpSize(llvm::StringRef Name);

/// Uses of the constant at \p Leaf, a literal or the name of one.
std::optional<WaveUse> useOfConstant(const clang::Expr *Leaf, const FunctionView &View,
                                     const Parents &Up, const WaveTerms &Terms);
/// Where the mask that \p Call makes, or takes, loses its upper half.
std::vector<WaveUse> usesOfMask(const clang::CallExpr *Call, const FunctionView &View,
                                const Parents &Up, const WaveTerms &Terms);
/// An array with an element for each of 32 lanes, that lanes of 64 index.
std::optional<WaveUse> useOfArray(const clang::ArraySubscriptExpr *Element,
                                  const FunctionView &View, const WaveTerms &Terms);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_WAVES_WAVEUSES_H
