//===- Access.h - what an access does ----------------------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_ACCESS_H
#define COOPIFY_SIMT_ACCESS_H

#include <cstdint>

namespace simt {

enum class Access : uint8_t {
  Read,
  Write,
  VolatileRead,
  VolatileWrite,
  Atomic,
  CopyRead, ///< Of a whole structure, with the holes between its members.
  Bound,    ///< An atomic update whose readers see a bound: min, max, compare and swap.
  Sum,      ///< An atomic update that adds or counts.
};

/// Volatile and atomic ones: those through which fences synchronise.
inline bool isStrong(Access How) {
  return How != Access::Read && How != Access::Write && How != Access::CopyRead;
}
inline bool isAtomic(Access How) { return How == Access::Atomic || How >= Access::Bound; }
inline bool reads(Access How) { return How != Access::Write && How != Access::VolatileWrite; }
inline bool writes(Access How) {
  return How != Access::Read && How != Access::VolatileRead && How != Access::CopyRead;
}

/// " reads", after who does.
const char *verb(Access How);

} // namespace simt

#endif
