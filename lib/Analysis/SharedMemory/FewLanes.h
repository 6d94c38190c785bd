//===- FewLanes.h - conditions that let in one aligned group -----*- C++ -*-===//
//
// `if (threadIdx.x < 16) sums(s);`: of each warp its first sixteen lanes come to the call, if any,
// and no others. What they do in lockstep a tile of sixteen keeps, also where a lane of them reads
// an element beyond (`s[t + 8]`): nobody is there who writes it.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_SHAREDMEMORY_FEWLANES_H
#define COOPIFY_ANALYSIS_SHAREDMEMORY_FEWLANES_H

#include "Analysis/SharedMemory/SharedAccess.h"
#include "Model/TUSummary.h"

namespace coopify {

/// The text that \p F is made of.
const clang::FunctionDecl *textOf(const clang::FunctionDecl *F);

/// The lanes that \p Condition lets in, if they are the first aligned group of a warp.
std::optional<FewLanes> lanesLetIn(const clang::Expr *Condition, MemoryLocations &Places);

/// Of the conditions around \p At in its function the one that lets in the fewest.
std::optional<FewLanes> fewLanesAt(const clang::Expr *At, MemoryLocations &Places);

/// What the conditions around the calls of a unit seem to let in. Nothing rests on it.
class FewCallers {
public:
  /// \p Callers: all of the unit. They are read when something is asked.
  explicit FewCallers(const std::vector<const clang::FunctionDecl *> &Callers) : Callers(Callers) {}

  /// The most lanes of a warp that some call of \p F brings, or a call of what calls it; 0: some
  /// call has no such condition, or there is none.
  unsigned of(const clang::FunctionDecl *F);

private:
  void read();
  void read(const clang::Stmt *S, const clang::FunctionDecl *In, unsigned Around);

  struct Call {
    const clang::FunctionDecl *In;
    unsigned Around; ///< 0: no condition
  };
  const std::vector<const clang::FunctionDecl *> &Callers;
  size_t Read = 0; ///< of Callers
  llvm::DenseMap<const clang::FunctionDecl *, std::vector<Call>> CallsOf;
  llvm::DenseMap<const clang::FunctionDecl *, unsigned> Known;
};

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SHAREDMEMORY_FEWLANES_H
