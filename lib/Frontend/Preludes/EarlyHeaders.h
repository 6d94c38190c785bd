//===- EarlyHeaders.h - headers of groups in the prelude ---------*- C++ -*-===//
//
// NVIDIA's <cooperative_groups.h> is most of what it takes to parse a small unit that includes it.
// It can be precompiled with the prelude, in front of the unit, although the unit includes it
// further down: where nothing that stands between could tell. What could is asked here.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_FRONTEND_PRELUDES_EARLYHEADERS_H
#define COOPIFY_FRONTEND_PRELUDES_EARLYHEADERS_H

#include "Frontend/Passes.h"
#include "Model/Output/GroupHeaders.h"

#include "llvm/ADT/StringSet.h"

#include <memory>

namespace clang {
class ASTContext;
class FrontendAction;
class Preprocessor;
} // namespace clang

namespace coopify {

/// Of \p Wanted those that are worth it: NVIDIA's.
HeaderSet earlyHeaders(HeaderSet Wanted);

/// \p P with \p Headers as the last of its prelude.
Pass withEarlyHeaders(const Pass &P, HeaderSet Headers);

/// The file that includes them, mounted for a pass that has such.
std::string earlyHeaderText(HeaderSet Headers);

/// What of a unit could have changed the headers that the last of a prelude brings.
struct EarlyWords {
  llvm::StringSet<> All;         ///< of their text, and of macros in it: a macro may be any
  llvm::StringSet<> AtFileScope; ///< names that were looked up or declared at file scope
};

/// When they have been parsed behind a precompiled prelude.
EarlyWords wordsOfEarlyHeaders(clang::ASTContext &Context, clang::Preprocessor &PP);

/// \p Action of a unit that begins with \p Headers. \p Fits becomes true if the unit includes each
/// of them between declarations at file scope, if no macro, pragma or declaration of the user's
/// that stands above could have changed one of their \p Words, and if nobody says
/// `cooperative_groups` before.
std::unique_ptr<clang::FrontendAction>
watchEarlyHeaders(std::unique_ptr<clang::FrontendAction> Action, HeaderSet Headers,
                  std::shared_ptr<const EarlyWords> Words, bool &Fits);

} // namespace coopify

#endif // COOPIFY_FRONTEND_PRELUDES_EARLYHEADERS_H
