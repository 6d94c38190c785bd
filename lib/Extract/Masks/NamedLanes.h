//===- NamedLanes.h - how many lanes of a warp a call waits for ---*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_MASKS_NAMEDLANES_H
#define COOPIFY_EXTRACT_MASKS_NAMEDLANES_H

#include "Analysis/Convergence/FunctionView.h"
#include "Analysis/SharedMemory/SharedAccess.h"

namespace coopify {

/// \p S, which is no barrier of the block, waits for lanes of one aligned group of so many: for all
/// of them if the mask names them, and for an unknown part of them if it is not known which it
/// names. 0: it waits for nobody but lanes that come to it.
unsigned namedLanes(const clang::Stmt *S, const FunctionView &View, MemoryLocations &Places);

} // namespace coopify

#endif // COOPIFY_EXTRACT_MASKS_NAMEDLANES_H
