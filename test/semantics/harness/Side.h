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
  void **Arguments;  ///< One pointer to each argument.
};

/// What the library gives: `extern "C" const semantics::Side *side()`.
struct Side {
  const Kernel *Kernels;
  unsigned Count;
  /// Runs a launch; what the machine found goes to \p Findings, empty when all was well. Returns
  /// how many legacy shuffles and votes were made.
  uint64_t (*Run)(const Launch &L, std::string &Findings);
};

} // namespace semantics

#endif
