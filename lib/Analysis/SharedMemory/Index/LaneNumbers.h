//===- LaneNumbers.h - subscripts as numbers, lane by lane -------*- C++ -*-===//
#ifndef COOPIFY_ANALYSIS_SHAREDMEMORY_INDEX_LANENUMBERS_H
#define COOPIFY_ANALYSIS_SHAREDMEMORY_INDEX_LANENUMBERS_H

#include "Analysis/SharedMemory/SharedAccess.h"

namespace coopify {

/// The subscripts of an access, and the conditions that it is under.
struct LanePlace {
  std::vector<Polynomial> Subscripts;
  llvm::ArrayRef<LaneBound> Bounds;
};

/// Works out subscripts for each lane of a warp.
class LaneNumbers {
public:
  /// \p Fixes: the symbol is one number where both accesses are.
  LaneNumbers(const SymbolicIndex &Forms, llvm::function_ref<bool(unsigned)> Fixes)
      : Forms(Forms), Fixes(Fixes) {}

  /// Lanes: different ones meet whatever the numbers are that are equal in the warp. Near: they do
  /// if all such numbers are a certain one. May: nothing shows it.
  Overlap compare(const LanePlace &A, const LanePlace &B);
  /// If a number that only callers know counts lanes, each lane has an element of its own at \p A,
  /// and at \p B another lane's.
  bool exchange(const LanePlace &A, const LanePlace &B);

  using Elements = std::vector<std::vector<int64_t>>;

private:
  static constexpr unsigned Seeds = 3;
  static constexpr int64_t OtherWarp = 128; ///< threadIdx.x of its first lane

  int64_t uniform(unsigned Id) const;
  std::optional<int64_t> symbol(unsigned Id, int64_t Lane);
  std::optional<int64_t> operation(const SymbolicIndex::Symbol &S, int64_t Lane);
  std::optional<int64_t> of(const Polynomial &P, int64_t Lane);
  std::optional<Elements> elements(llvm::ArrayRef<Polynomial> Subscripts);
  std::vector<bool> lanes(llvm::ArrayRef<LaneBound> Bounds);
  static bool exchanged(Elements A, Elements B);
  bool shown(const LanePlace &A, const LanePlace &B);
  bool meet(const LanePlace &A, const LanePlace &B);
  bool meetInWarp(const LanePlace &A, const LanePlace &B);

  const SymbolicIndex &Forms;
  llvm::function_ref<bool(unsigned)> Fixes;
  std::optional<unsigned> Candidate; ///< of what only callers know that which may count lanes
  int64_t Distance = 0; ///< what numbers are that are equal in the warp; 0: by the seed
  unsigned Seed = 0;
  int64_t Base = 0;                ///< threadIdx.x of the warp's first lane
  std::optional<unsigned> Counted; ///< the symbol that counts lanes, of which there is one
};

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SHAREDMEMORY_INDEX_LANENUMBERS_H
