//===- MaskSuspicion.h - what is wrong with a lane mask ----------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_SITES_MASKS_MASKSUSPICION_H
#define COOPIFY_EXTRACT_SITES_MASKS_MASKSUSPICION_H

#include "Analysis/Convergence/FunctionView.h"
#include "Model/Site.h"

namespace coopify {

struct MaskSuspicion {
  Refusal Why;                       ///< of few lanes what is wrong if all come
  const clang::Expr *Asks = nullptr; ///< the __activemask() that this is about
  bool FewLanes = false;             ///< it names some lanes: only the program shows who comes
};

/// What is suspected of the mask of \p Call, the toolkit's function with a mask: the lanes that it
/// names are not those that come (CUDA guide, warp vote functions: "all non-exited threads named in
/// mask must execute the same intrinsic with the same mask"; the caller's bit must be set).
/// nullopt: nothing.
std::optional<MaskSuspicion> suspicion(const clang::CallExpr *Call, const FunctionView &View);

/// The same of \p Call to a function that does nothing but such a call, with a mask that it is
/// passed, or a number: PyTorch's WARP_SHFL_DOWN(v, d).
std::optional<MaskSuspicion> suspicionOfPassed(const clang::CallExpr *Call,
                                               const FunctionView &View);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_MASKS_MASKSUSPICION_H
