//===- LoopRounds.h - where a round of a loop ends -----------------*- C++ -*-===//
//
// `while (true) { if (c) { vote; break; } }`: to the control flow graph the vote
// stands behind the loop, and all lanes come to it at last. The source has it in
// the loop: lanes come to it in the round in which they leave (record 16).
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_CONVERGENCE_FLOW_LOOPROUNDS_H
#define COOPIFY_ANALYSIS_CONVERGENCE_FLOW_LOOPROUNDS_H

#include "Analysis/Convergence/Flow/FlowGraph.h"

#include "clang/Analysis/CFG.h"

#include <vector>

namespace coopify {

/// The loops of \p Body with what the text has in them, also a label that a `goto` behind it
/// leads back to. Whether a loop's condition can end it is the graph's to say.
std::vector<FlowInput::Loop>
findLoopRounds(const clang::Stmt *Body, const clang::CFG &Cfg,
               const llvm::DenseMap<const clang::Stmt *, unsigned> &BlockOf);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_CONVERGENCE_FLOW_LOOPROUNDS_H
