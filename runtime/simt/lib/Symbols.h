//===- Symbols.h - source lines of code addresses ----------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_SYMBOLS_H
#define COOPIFY_SIMT_SYMBOLS_H

#include <cstdint>
#include <string>

namespace simt {

/// "scale.cu:12" of the call that returns to \p Return, or "?".
std::string sourceLine(uintptr_t Return);

/// "S+12", of a shared variable.
std::string variable(uintptr_t Address);

} // namespace simt

#endif
