//===- Crash.h - a kernel that takes the program down ------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_CRASH_H
#define COOPIFY_SIMT_CRASH_H

#include "simt/machine.h"

namespace simt {

/// From now on a kernel's bad access or division says on stderr which thread
/// did it and where, before the program ends by the signal.
void explainCrashes();

/// If set, a crash is a finding for whom it is given to, who ends the program.
extern void (*OnCrash)(Finding F);

} // namespace simt

#endif
