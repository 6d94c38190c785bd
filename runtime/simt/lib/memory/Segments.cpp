//===- Segments.cpp - the variables of the program and its libraries ------===//
//
// A __device__ variable is an ordinary one here, among the host's. Which is whose the program tells
// by two sections: where one named simt_device is, nothing else that is writable is the device's.
// Constants (string literals, tables of functions) are read by both.
//
//===----------------------------------------------------------------------===//
#include "Regions.h"

#include <link.h>

using namespace simt;

extern "C" {
extern char __start_simt_device[] __attribute__((weak, visibility("hidden")));
extern char __stop_simt_device[] __attribute__((weak, visibility("hidden")));
extern char __start_simt_device_mark[] __attribute__((weak, visibility("hidden")));
extern char __start_simt_device_zeros[] __attribute__((weak, visibility("hidden")));
extern char __stop_simt_device_zeros[] __attribute__((weak, visibility("hidden")));
}

namespace {

struct Segment {
  uintptr_t Wanted;
  uintptr_t Address = 0;
  size_t Size = 0;
  bool IsWritable = false;
};

int findIn(dl_phdr_info *Info, size_t, void *Result) {
  Segment &S = *static_cast<Segment *>(Result);
  for (unsigned I = 0; I != Info->dlpi_phnum; ++I) {
    const ElfW(Phdr) &Header = Info->dlpi_phdr[I];
    const uintptr_t Address = Info->dlpi_addr + Header.p_vaddr;
    if (Header.p_type != PT_LOAD || S.Wanted - Address >= Header.p_memsz)
      continue;
    S.Address = Address, S.Size = Header.p_memsz, S.IsWritable = Header.p_flags & PF_W;
    return 1;
  }
  return 0;
}

bool isBetween(uintptr_t Address, const char *Start, const char *Stop) {
  return Address - reinterpret_cast<uintptr_t>(Start) < size_t(Stop - Start);
}

bool isInDeviceSection(uintptr_t Address) {
  return isBetween(Address, __start_simt_device, __stop_simt_device) ||
         isBetween(Address, __start_simt_device_zeros, __stop_simt_device_zeros);
}

} // namespace

Region *Regions::findSegment(uintptr_t Address) {
  const bool AreTold = +__start_simt_device_mark || +__start_simt_device != +__stop_simt_device;
  const bool IsDevice = !AreTold || isInDeviceSection(Address);
  for (const auto &R : Segments)
    if (R->holds(Address))
      return IsDevice || R->IsConstant ? R.get() : nullptr;
  Segment S{Address};
  if (!dl_iterate_phdr(findIn, &S))
    return nullptr;
  auto Made = std::make_unique<Region>();
  static_cast<Allocation &>(*Made) = {S.Address, S.Size, Memory::Symbol, 0, "", {"", 0}};
  Made->IsSegment = true, Made->IsConstant = !S.IsWritable;
  Segments.push_back(std::move(Made));
  return IsDevice || !S.IsWritable ? Segments.back().get() : nullptr;
}
