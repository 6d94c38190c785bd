//===- BarrierWays.h - the calls that lead to a block barrier ------*- C++ -*-===//
//
// Internal to Link. Where an argument decides whether a function waits for the
// block (`if (sync) __syncthreads();`), the constants that calls pass count.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_LINK_PROOFS_BARRIERWAYS_H
#define COOPIFY_LINK_PROOFS_BARRIERWAYS_H

#include "Link/Program.h"

namespace coopify {

class BarrierWays {
public:
  /// Where a call may run one of several functions, by a pointer or an overrider: whether any of
  /// them counts, or none.
  enum class Unnamed { Counts, IsLeftOut };
  BarrierWays(const Program &P, Unnamed Calls);

  /// By parameter: whether it is 0, where that is known.
  using Context = std::vector<std::optional<bool>>;
  static Context passedBy(const BarrierUse &W, const Context &Known);

  /// \p W, of a function that is called so, is a barrier of the block or leads to one.
  bool waits(const BarrierUse &W, const Context &Known) const;
  /// The barrier of \p Function, or the call that leads to one; its own first. nullptr: there is
  /// none.
  const BarrierUse *firstWait(unsigned Function, const Context &Known) const;
  /// Contexts of one function that are told apart: a recursive one may pass any number.
  static constexpr unsigned MaxContexts = 16;

  /// The functions that a wait which is a call may run, as far as they are in the program.
  std::vector<unsigned> calleesOf(const BarrierUse &W) const;

private:
  std::vector<unsigned> definitionsOf(llvm::StringRef USR) const;

  const Program &P;
  const Unnamed Calls;
  std::vector<unsigned> ByValue; ///< whose address is taken, or that overrides another
  /// What the way from a function to a barrier begins with; nullptr: there is none, or it is
  /// being looked for.
  using Key = std::pair<unsigned, Context>;
  mutable std::map<Key, const BarrierUse *> First;
  mutable std::vector<Key> None;                 ///< of First, in the order of being settled
  mutable std::map<unsigned, unsigned> Contexts; ///< looked for so far, by function
};

} // namespace coopify

#endif // COOPIFY_LINK_PROOFS_BARRIERWAYS_H
