//===- HandWrittenCollectives.h - whole trees of shuffles --------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_SITES_COLLECTIVES_HANDWRITTENCOLLECTIVES_H
#define COOPIFY_EXTRACT_SITES_COLLECTIVES_HANDWRITTENCOLLECTIVES_H

#include "Extract/Sites/Collectives/LeaderOnlyUses.h"
#include "Model/Site.h"

namespace coopify {

/// Sites of kind "collective": all steps of a reduction or an inclusive scan of groups of Lanes.
/// Parts: "edit" is replaced by its text (Model/Output/Placeholders.h); "drop" goes; "takes" is
/// the text that no other rule has to look at then; "returned": what lanes other than 0 have is
/// returned.
void shuffleLoop(const FunctionView &View, LeaderOnlyUses &Lanes, const clang::ForStmt *For,
                 std::vector<Site> &Sites);
/// The same for statements of \p Block, one after another.
void shuffleSteps(const FunctionView &View, LeaderOnlyUses &Lanes, const clang::CompoundStmt *Block,
                  std::vector<Site> &Sites);

/// A site of kind "result-use" if \p Call is of a function with shuffles in it (Subject), of
/// which lane 0 of every Lanes uses the result; and whoever called this function, with the
/// piece "returned". Preset: others may.
void laneZeroUse(const FunctionView &View, LeaderOnlyUses &Lanes, const clang::CallExpr *Call,
                 std::vector<Site> &Sites);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_COLLECTIVES_HANDWRITTENCOLLECTIVES_H
