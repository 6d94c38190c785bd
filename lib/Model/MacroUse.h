//===- MacroUse.h - how tokens came to be ------------------------*- C++ -*-===//
#ifndef COOPIFY_MODEL_MACROUSE_H
#define COOPIFY_MODEL_MACROUSE_H

#include "Support/TextRange.h"

#include <string>

namespace coopify {

/// How a site's tokens came to be.
enum class MacroKind {
  None,     ///< written in the file
  Argument, ///< written in the file, as a macro's argument
  Body,     ///< wholly inside one macro's definition: Ranges point there
  Mixed,    ///< partly in a macro, or pasted: cannot be edited
};

struct MacroUse {
  MacroKind Kind = MacroKind::None;
  std::string Name;    ///< the macro whose body or argument it is
  Location Definition; ///< of that macro
  Location Expansion;  ///< where it is used (Body, Mixed)
  bool operator==(const MacroUse &) const = default;
};

} // namespace coopify

#endif // COOPIFY_MODEL_MACROUSE_H
