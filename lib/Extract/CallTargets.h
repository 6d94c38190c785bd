//===- CallTargets.h - which function each call means ------------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_CALLTARGETS_H
#define COOPIFY_EXTRACT_CALLTARGETS_H

#include "Support/TextRange.h"

#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class FrontendAction;
} // namespace clang

namespace coopify {

struct MacroMeanings;

/// A call in a user's file, and what it means as the code is now.
struct CallTarget {
  Location Loc;                   ///< as CallEdge::Loc
  Location Args;                  ///< where its arguments begin, or it ends
  std::string Name;               ///< of the function that it means
  std::vector<Location> Declared; ///< where that is declared, its template too
  bool OfUser = true;             ///< that is in a user's file
  auto operator<=>(const CallTarget &) const = default;
};

/// All calls that name a function, sorted: in each instance of a template once.
std::vector<CallTarget> callTargets(clang::ASTContext &Context);

/// Parses, and fills \p Out and \p Macros.
std::unique_ptr<clang::FrontendAction> makeCallTargetsAction(std::vector<CallTarget> &Out,
                                                             std::shared_ptr<MacroMeanings> Macros);

} // namespace coopify

#endif // COOPIFY_EXTRACT_CALLTARGETS_H
