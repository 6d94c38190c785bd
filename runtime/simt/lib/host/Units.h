//===- Units.h - kernels and variables of the program ------------*- C++ -*-===//
//
// The rows that the pass makes of each unit (pass/HostUnit.cpp, pass/DeviceUnit.cpp), and what
// host code finds by them.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_HOST_UNITS_H
#define COOPIFY_SIMT_HOST_UNITS_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace simt::host {

using Trampoline = void (*)(void *Kernel, void **Arguments);

/// A kernel's stub or a device variable's shadow, as host code knows it.
struct HostRow {
  const char *Name;
  const void *Host;
  Trampoline Call;       ///< Null of a variable.
  uint64_t Size;         ///< Of a variable; of a kernel how many parameters it has.
  const uint32_t *Sizes; ///< Theirs; 0: not known.
};

/// What the device side defines under that name.
struct DeviceRow {
  const char *Name;
  void *Address;
  uint64_t Size; ///< Of a variable; of a kernel the shared memory that it names itself.
};

struct DeviceTable {
  const DeviceRow *Rows;
  uint64_t Count;
};

struct Kernel {
  std::string Name; ///< As the source has it.
  void *Address = nullptr;
  Trampoline Call = nullptr;
  std::vector<uint32_t> Sizes; ///< Of the parameters; 0: not known.
  size_t StaticShared = 0;
  size_t MostDynamicShared = 0; ///< What the program asked for; 0: CUDA's default.
  std::string Symbol = {};      ///< The name as the linker has it.
};

struct Variable {
  char *Address = nullptr;
  size_t Size = 0;
  std::string Name = {}; ///< As the source has it; "Count (2)" is the second of several units.
};

/// Null where the program has no such kernel.
Kernel *findKernel(const void *Stub);
Kernel *findKernelByName(const std::string &Name);
/// The one that device code has at that address.
Kernel *findKernelAt(const void *Address);

Variable findVariable(const void *Shadow);
Variable findVariableByName(const std::string &Name);
/// The variable, if any, that the address on the device is in.
Variable findVariableAt(const void *Address);

void eachVariable(const std::function<void(const std::string &Name, const Variable &)> &Do);
void eachKernel(const std::function<void(const Kernel &)> &Do);

} // namespace simt::host

#endif
