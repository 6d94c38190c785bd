//===- Print.cpp ----------------------------------------------------------===//

#include "Model/Print.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace coopify;

llvm::raw_ostream &coopify::operator<<(llvm::raw_ostream &OS, const Atom &A) {
  switch (A.Kind) {
  case AtomKind::EntryConverged:
    return OS << "callers";
  case AtomKind::ParamUniform:
    return A.Index == ThisParameter ? OS << "this"
           : A.Index == ThisPlace   ? OS << "&this"
                                    : OS << "arg" << A.Index;
  case AtomKind::ParamLaneAffine:
    return OS << "arg" << A.Index << '/' << A.Lanes;
  case AtomKind::ParamOutsideShared:
    return OS << "global" << A.Index;
  case AtomKind::ParamsApart:
    return OS << "apart" << A.Index << "-" << A.Lanes;
  case AtomKind::CallUniform:
    return OS << "call" << A.Index;
  case AtomKind::LaneIsThreadX:
    return OS << "1d";
  case AtomKind::BlockXMultipleOf32:
    return OS << "x32";
  case AtomKind::Unwritten:
    return OS << "unwritten" << A.Index;
  case AtomKind::PlanesOfWarps:
    return OS << "planes";
  case AtomKind::SlotSynced:
    return OS << "slot";
  case AtomKind::WarpsByThreadX:
    return OS << "warps by x";
  case AtomKind::ThreadsByThreadX:
    return OS << "threads by x";
  case AtomKind::WarpsByThreadXY:
    return OS << "warps by xy";
  case AtomKind::WarpsByThreadY:
    return OS << "warps by y";
  case AtomKind::OneWarp:
    return OS << "one warp";
  case AtomKind::EntryFew:
    return OS << "few" << A.Lanes;
  }
  llvm_unreachable("unknown atom");
}

/// Widths from a warp on are \p Warp and \p Block.
static void print(llvm::raw_ostream &OS, const Uniformity &U, llvm::StringRef Warp,
                  llvm::StringRef Block, llvm::StringRef Also) {
  if (U.UniformOver >= warpWidth())
    OS << (U.UniformOver >= BlockWidth ? Block : Warp);
  else if (U.UniformOver > DivergentWidth)
    OS << "lanes" << U.UniformOver;
  else
    OS << (U.Why && U.Why->Kind == ObstacleKind::LaneDependent ? "divergent" : "unknown");
  OS << Also;
  if (U.UniformOver > DivergentWidth && !U.Atoms.empty()) {
    OS << " if ";
    llvm::interleaveComma(U.Atoms, OS);
  }
}

llvm::raw_ostream &coopify::operator<<(llvm::raw_ostream &OS, const Uniformity &U) {
  print(OS, U, "warp", "block", "");
  return OS;
}

llvm::raw_ostream &coopify::operator<<(llvm::raw_ostream &OS, const Convergence &C) {
  print(OS, C.Active, "all", "all", C.Exits ? " but exited" : "");
  return C.besideBarrier() ? OS << " beside a barrier" : OS;
}
