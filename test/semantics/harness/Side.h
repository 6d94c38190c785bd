//===- Side.h - One side of a comparison, as a shared library ----*- C++ -*-===//
//
// The kernels before and after a rewrite have the same names. Each side is a
// shared library with its own kernels and its own SIMT machine; the program
// that compares them (compare.cpp) loads both and sees only this.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_TEST_SEMANTICS_SIDE_H
#define COOPIFY_TEST_SEMANTICS_SIDE_H

#include "Kernel.h"

#include <cstdint>
#include <string>

namespace semantics {

struct Shape {
  unsigned X = 1, Y = 1, Z = 1;
  unsigned threads() const { return X * Y * Z; }
};

enum class Policy { Lockstep, Fair, Adversarial };

struct Launch {
  unsigned Kernel; ///< Index into the side's kernels.
  Shape Block;
  unsigned Blocks;
  bool Cooperative; ///< The blocks run together.
  Policy Schedule;
  uint64_t Seed;
  bool ShuffleWarps; ///< In lockstep, let the seed order the warps.
  bool CheckLanes;   ///< In lockstep, find what only the hardware decides.
  bool Brief;        ///< Findings by their kinds only: naming places takes a process for each.
  bool BarriersMayDiverge; ///< Barriers that threads reach separately are no finding.
  uint64_t MaxSteps;
  void **Arguments; ///< One pointer to each argument.
};

/// What became of a launch.
struct Outcome {
  std::string Findings;          ///< Of the machine; empty when all was well.
  uint64_t LegacyCalls = 0;      ///< Legacy shuffles and votes that were made.
  bool BarriersDiverged = false; ///< Threads reached a block barrier separately.
  bool HasEnded = true;          ///< Else it was abandoned: a deadlock, or too many steps,
  bool IsTooLong = false;        ///< of which it is the latter.
};

/// What the library gives: `extern "C" const semantics::Side *side()`.
struct Side {
  const Kernel *Kernels;
  unsigned Count;
  void (*Run)(const Launch &L, Outcome &Of);
};

} // namespace semantics

#endif
