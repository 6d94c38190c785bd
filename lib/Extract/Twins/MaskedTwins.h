//===- MaskedTwins.h - arms of an #if that say one thing twice ----*- C++ -*-===//
//
// The text alone: of the arms of an #if a pass parses one. Pure.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EXTRACT_TWINS_MASKEDTWINS_H
#define COOPIFY_EXTRACT_TWINS_MASKEDTWINS_H

#include "clang/Basic/LangOptions.h"

#include <string>
#include <vector>

namespace coopify {

/// A call, or an instruction in a string literal, of a warp operation.
struct WarpMention {
  std::string Name;
  unsigned Offset;
  std::vector<std::string> Args; ///< their tokens; of an instruction none
};

/// Those without a mask in \p Code, or, \p Masked, those with one; comments and definitions left
/// out.
std::vector<WarpMention> warpMentions(llvm::StringRef Code, const clang::LangOptions &Lang,
                                      bool Masked);

/// How the same thing is spelled with a mask.
std::string withMask(llvm::StringRef Name);

/// All that \p Taken says without masks \p Other says with them, in that order: the same arguments
/// behind a mask that is one number or one name. \p Parted: not all lanes come there, so that a
/// mask of all is another thing.
bool isTwin(llvm::StringRef Taken, llvm::StringRef Other, bool Parted,
            const clang::LangOptions &Lang);

/// The arms that \p Skipped, which a pass skips in one piece, is made of: `#elif` begins one.
std::vector<llvm::StringRef> armsOf(llvm::StringRef Skipped);

} // namespace coopify

#endif // COOPIFY_EXTRACT_TWINS_MASKEDTWINS_H
