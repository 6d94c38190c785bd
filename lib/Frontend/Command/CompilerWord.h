//===- CompilerWord.h - where a command names its compiler -------*- C++ -*-===//
#ifndef COOPIFY_FRONTEND_COMMAND_COMPILERWORD_H
#define COOPIFY_FRONTEND_COMMAND_COMPILERWORD_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace coopify {

/// Of a program, without ".exe".
llvm::StringRef fileNameOf(llvm::StringRef Path);

/// The words of "sh -c 'WORDS'", else \p Line. What the shell does besides is put into \p Unread.
std::vector<std::string> withoutShell(llvm::ArrayRef<std::string> Line,
                                      std::vector<std::string> &Unread);

/// Where the compiler's own name stands, behind whatever launches it.
size_t findCompiler(llvm::ArrayRef<std::string> Line);

/// -rdc, -gencode: to a compiler that is not nvcc they mean nothing.
bool isFlagOfNvccAlone(llvm::StringRef Arg);

} // namespace coopify

#endif // COOPIFY_FRONTEND_COMMAND_COMPILERWORD_H
