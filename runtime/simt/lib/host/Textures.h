//===- Textures.h - what texture references are bound to ---------*- C++ -*-===//
#ifndef COOPIFY_SIMT_HOST_TEXTURES_H
#define COOPIFY_SIMT_HOST_TEXTURES_H

#include <functional>

namespace simt::host {

/// Binds the references as they are bound now. A launch takes that along: it may wait in its stream
/// while the host binds other memory for the next one.
std::function<void()> currentBindings();

} // namespace simt::host

#endif
