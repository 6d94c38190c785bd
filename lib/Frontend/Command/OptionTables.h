//===- OptionTables.h - the flags of nvcc, gcc and clang, found ----*- C++ -*-===//
//
// What NvccOptions.def says of each.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_FRONTEND_COMMAND_OPTIONTABLES_H
#define COOPIFY_FRONTEND_COMMAND_OPTIONTABLES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace coopify {

enum class Shape { Flag, Value, Joined, Number, Prefix };

enum class Meaning {
  Drop,
  Wave64, ///< -mwavefrontsize64
  Wave32,
  Keep,     ///< host table: pass on
  KeepHere, ///< host table: pass on, but not out of -Xcompiler
  KeepLine, ///< host table: pass on a whole line's, and know it out of -Xcompiler
  Unread,   ///< host table: it brings text, which is not read
  Pass,     ///< host table: of a whole line pass on, out of -Xcompiler take its value for a flag
  Compiler, ///< the host compiler's name
  Add,      ///< the clang flag of the table
  Glue,     ///< the clang flag of the table, with the value behind it
  List,     ///< a comma list, each behind the clang flag
  Define,   ///< as List, but commas in parentheses do not count
  Std,
  Language,
  Arch,
  Code,
  Gencode,
  Relocatable,
  RelocatableOn,
  DeviceOnly,
  OptionsFile,
  Host,
  Forward,
  DefaultStream,
  Optimize,
};

struct NvccOption {
  llvm::StringLiteral Long, Short;
  Shape Form;
  Meaning Does;
  llvm::StringLiteral Adds;
};
struct HostOption {
  llvm::StringLiteral Name;
  Shape Form;
  Meaning Does;
};

/// By its long or its short name, without dashes; \p Long says which is more likely.
const NvccOption *findNvccOption(llvm::StringRef Name, bool Long);

/// -Idir, -t4: the longest short name that may be glued to its value.
const NvccOption *findGluedOption(llvm::StringRef Text);

/// The longest name that \p Arg may be of.
const HostOption *findHostOption(llvm::StringRef Arg);

/// How many words the option is that \p Line begins with, as clang's own table has it.
size_t wordsOfClang(llvm::ArrayRef<std::string> Line);

} // namespace coopify

#endif // COOPIFY_FRONTEND_COMMAND_OPTIONTABLES_H
