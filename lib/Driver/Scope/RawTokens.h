//===- RawTokens.h - where comments and literals are -------------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_SCOPE_RAWTOKENS_H
#define COOPIFY_DRIVER_SCOPE_RAWTOKENS_H

#include "clang/Basic/TokenKinds.h"

#include <string>
#include <vector>

namespace coopify {

struct RawToken {
  size_t Begin, End;
  clang::tok::TokenKind Kind;
  bool StartsLine;
};

/// Of a whole file, comments among them; nothing is expanded or left out.
std::vector<RawToken> rawTokens(const std::string &Text);

} // namespace coopify

#endif // COOPIFY_DRIVER_SCOPE_RAWTOKENS_H
