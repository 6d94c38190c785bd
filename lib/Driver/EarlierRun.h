//===- EarlierRun.h - before files are read or written ------------*- C++ -*-===//
//
// A run that was killed may have left some files with their new text and others with their old one
// (Driver/Write/Journal.h). What such files say together nobody wrote, so it is not analyzed.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DRIVER_EARLIERRUN_H
#define COOPIFY_DRIVER_EARLIERRUN_H

#include "Driver/Units/ParsedProgram.h"
#include "Driver/Units/Units.h"
#include "Driver/Write/Write.h"
#include "Link/ProgramFacts.h"

namespace coopify {

/// The run may change files of the program.
bool writesInPlace(const OutputOptions &Output);

/// Before \p Units are read: a run that writes in place finishes what an earlier one began. For
/// another one it is an error.
llvm::Error settleEarlierRun(const FoundUnits &Units, const OutputOptions &Output);

/// An error if an earlier run left files half written that \p Program read from other folders than
/// those of its units.
llvm::Error checkHeadersWhole(const ParsedProgram &Program);

/// Where a journal of \p Changes is found by each run over a unit of the program, best first.
std::vector<std::string> foldersForJournal(llvm::ArrayRef<FileChange> Changes,
                                           const ProgramFacts &Facts);

/// --recover: for the named files and folders, else for the working directory and the units of its
/// compile database.
ExitCode recoverOnly(const InputOptions &Input, const OutputOptions &Output);

} // namespace coopify

#endif // COOPIFY_DRIVER_EARLIERRUN_H
