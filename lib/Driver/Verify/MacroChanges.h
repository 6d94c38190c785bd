//===- MacroChanges.h - what an added include brings --------------*- C++ -*-===//
//
// cooperative_groups.h defines thousands of macros. An #if below it may ask for one, and a word
// may be one: then other text is compiled than that which was proven (semantics 0.6). Pure.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DRIVER_VERIFY_MACROCHANGES_H
#define COOPIFY_DRIVER_VERIFY_MACROCHANGES_H

#include "Driver/Verify/RollBack.h"
#include "Extract/MacroMeanings.h"

namespace coopify {

/// The first directive or word of the text around the edits of \p Plan that \p Now, the same
/// pass with them, takes for something else. To blame are the edits of the file that includes.
std::vector<BrokenUnit> macroChanges(const MacroMeanings &Before, const MacroMeanings &Now,
                                     const EditPlan &Plan);

} // namespace coopify

#endif // COOPIFY_DRIVER_VERIFY_MACROCHANGES_H
