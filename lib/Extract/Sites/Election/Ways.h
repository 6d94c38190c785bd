//===- Ways.h - what a lane comes to with no barrier between ------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_SITES_ELECTION_WAYS_H
#define COOPIFY_EXTRACT_SITES_ELECTION_WAYS_H

#include "Analysis/Source/SourceText.h"
#include "Extract/Sites/Election/CounterMentions.h"

#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace coopify {

/// Which places a lane comes to with no barrier of the block on the way.
class Ways {
public:
  Ways(const clang::FunctionDecl *F, clang::ASTContext &Context, const SourceText &Text);

  /// True, too, where one of them is not found.
  bool lead(UsePlace From, UsePlace To) const;

private:
  using Position = std::pair<const clang::CFGBlock *, unsigned>;
  bool isBarrier(const clang::CFGElement &Element) const;
  bool leadFrom(Position Start, const void *To) const;

  const SourceText &Text;
  std::unique_ptr<clang::CFG> Graph;
  llvm::DenseMap<const void *, llvm::SmallVector<Position, 1>> Places;
};

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_ELECTION_WAYS_H
