//===- Describe.h - accesses to global memory in words -----------*- C++ -*-===//
#ifndef COOPIFY_SIMT_DESCRIBE_H
#define COOPIFY_SIMT_DESCRIBE_H

#include "Regions.h"

namespace simt {

/// "4 bytes", "1 byte"; "0x7f00".
std::string bytes(size_t Count);
std::string address(uintptr_t Address);

/// "allocation 3+128"; nothing for a variable whose name only the debug information knows.
std::string placeIn(const Region &R, uintptr_t Address);

/// "bytes 400-403 of allocation 3, which has 400 bytes".
std::string nearby(const std::string &Name, uintptr_t Low, size_t Size, uintptr_t Address,
                   size_t Count);

/// Why these bytes may not be accessed, and near what they are: a finding without who does it.
Finding describeBadAccess(uintptr_t Address, size_t Size);

} // namespace simt

#endif
