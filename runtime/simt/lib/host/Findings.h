//===- Findings.h - what is said of a launch ---------------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_HOST_FINDINGS_H
#define COOPIFY_SIMT_HOST_FINDINGS_H

#include "simt/machine.h"

namespace simt::host {

struct Launch {
  std::string Kernel;
  Dim3 Grid, Block;
  /// The program's first launch is 1. A grid that a kernel launched has the number of that one.
  uint64_t Number = 0;
  bool IsChild = false;
  Config Machine;
};

/// Before what else is to be done at the program's end: the summary comes last.
void tellAtEnd();

/// A kernel that crashes is one of this launch.
void beginLaunch(const Launch &L);
const Launch &runningLaunch();
/// After one that ran while this one stood still.
void continueLaunch(const Launch &L);

/// Says what was found on stderr and in the file that SIMT_REPORT names, and ends the program
/// unless SIMT_KEEP_GOING is set.
void endLaunch(const Report &R);

/// The same of what the host did wrong.
void tellOfHost(const Finding &F);

/// Adds a line to a file to which other processes of the program may add theirs. \p Variable: of
/// the environment, which names the file.
void addRow(const std::string &File, const char *Variable, const std::string &Row);
/// As a string of JSON.
std::string quote(const std::string &Text);

} // namespace simt::host

#endif
