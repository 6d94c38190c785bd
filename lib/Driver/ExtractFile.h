//===- ExtractFile.h - what --extract writes and --link reads ----*- C++ -*-===//
//
//   {"Coopify": 7, "Toolkit": "...", "Database": "...", "Files": {path: hash},
//    "ExtraBefore": [flag...], "Extra": [flag...],
//    "Passes": [...], "Digests": [...], "Others": [...]}
//
// Next to each summary stand its command and the errors that the parse met, so
// that linking can still verify the edits, and a hash of each file, so that it
// never edits a text that was not analysed. The other units of the program are
// those of the compile database, or, without one, in "Others".
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DRIVER_EXTRACTFILE_H
#define COOPIFY_DRIVER_EXTRACTFILE_H

#include "Driver/Units/ParsedProgram.h"

namespace coopify {

llvm::Error writeExtractFile(llvm::StringRef Path, const ParsedProgram &Units, SourceTexts &Texts);

/// What \p Units are made of as the dependencies of \p Target, for make and ninja.
llvm::Error writeDepFile(llvm::StringRef Path, llvm::StringRef Target, const ParsedProgram &Units);

/// The program that all of \p Paths together hold, with what their compile databases have besides:
/// host units, and those that were not asked for.
llvm::Expected<ParsedProgram> readExtractFiles(llvm::ArrayRef<std::string> Paths,
                                               const ParseOptions &Options, SourceTexts &Texts);

} // namespace coopify

#endif // COOPIFY_DRIVER_EXTRACTFILE_H
