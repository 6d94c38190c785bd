//===- RunGuarded.h - clang's crashes end with their unit --------*- C++ -*-===//
#ifndef COOPIFY_FRONTEND_RUNGUARDED_H
#define COOPIFY_FRONTEND_RUNGUARDED_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace coopify {

/// Runs \p Work on a thread of its own with a large stack: parsers and visitors go as deep as
/// the code nests. False: it crashed, or went deeper than that. What it made cannot be trusted
/// then, nor destroyed.
bool runGuarded(llvm::function_ref<void()> Work);

/// Ends the Work that this is called in, as a crash would.
void leaveGuarded();

} // namespace coopify

#endif // COOPIFY_FRONTEND_RUNGUARDED_H
