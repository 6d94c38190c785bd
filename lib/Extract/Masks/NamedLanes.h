//===- NamedLanes.h - how many lanes of a warp a call waits for ---*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_MASKS_NAMEDLANES_H
#define COOPIFY_EXTRACT_MASKS_NAMEDLANES_H

#include "Analysis/Convergence/FunctionView.h"
#include "Analysis/SharedMemory/SharedAccess.h"

namespace coopify {

/// The lanes that an operation waits for.
struct NamedLanes {
  /// They are in one aligned group of so many; 0: it waits for nobody but lanes that come to it.
  unsigned Lanes;
  /// The lanes that come may name different ones, by this mask or group.
  const clang::Expr *By = nullptr;
  /// So they may, and nothing says by what.
  bool Unknown = false;
};

/// Of \p S, which is no barrier of the block.
NamedLanes namedLanes(const clang::Stmt *S, const FunctionView &View, MemoryLocations &Places);
/// The same where \p S is not written where it runs: in a default argument, an initialiser.
NamedLanes namedWhereHidden(const clang::Stmt *S, const FunctionView &View);

} // namespace coopify

#endif // COOPIFY_EXTRACT_MASKS_NAMEDLANES_H
