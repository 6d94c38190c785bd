//===- LaunchSite.h - a <<<>>> in device code --------------------*- C++ -*-===//
//
// What the pass says of it (pass/DeviceRuntime.cpp).
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_HOST_CHILDREN_LAUNCHSITE_H
#define COOPIFY_SIMT_HOST_CHILDREN_LAUNCHSITE_H

#include "host/Units.h"

namespace simt::host {

struct LaunchSite {
  const char *Name;
  Trampoline Call; ///< Null where the host side has a stub.
  uint64_t StaticShared;
  uint64_t Count;
  const uint64_t *Offsets; ///< Of the arguments, in the buffer.
};

} // namespace simt::host

#endif
