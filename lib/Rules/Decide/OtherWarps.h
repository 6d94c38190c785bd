//===- OtherWarps.h - what is written for warps that the code has not -*- C++ -*-===//
//
// --target: code of 32 lanes that is to run where warps have 64 as well. Internal to Decide. Pure.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_RULES_OTHERWARPS_H
#define COOPIFY_RULES_OTHERWARPS_H

#include "Rules/Finding.h"

namespace coopify {

/// A tile of 32 is one on every GPU; the lanes of the whole warp, under their own numbers, are
/// others where it has 64: refuses what names them.
void keepFromOtherWarps(Decision &D, const Site &S);

/// warpSize is another number on the target: nothing of a warp is written in functions that ask for
/// it, nor in those that they call or are called by.
void refuseBesideWarpSize(std::vector<Finding> &Findings, const ProgramFacts &Facts);

/// What counts 32 lanes is right where all collectives are those of tiles of 32: drops what tells
/// of it in functions of which nothing stays as it was.
void dropLanesOfTiles(std::vector<Finding> &Findings);

} // namespace coopify

#endif // COOPIFY_RULES_OTHERWARPS_H
