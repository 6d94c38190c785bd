//===- Units.cpp - kernels and variables of the program -------------------===//
#include "host/Units.h"

#include <cstdlib>
#include <cxxabi.h>
#include <map>

using namespace simt::host;

namespace {

struct Program {
  std::map<const void *, Kernel> Kernels; ///< By the address of the stub.
  std::map<const void *, Variable> Variables;
  std::map<std::string, const void *> Names; ///< Of both, as the linker has them.
  std::map<std::string, unsigned> Namesakes; ///< How many variables have a name.
};

// Made by the first unit that registers, before any initialiser of the program's.
Program &program() {
  static Program P;
  return P;
}

std::string sourceName(std::string Name) {
  // clang tells static kernels of several units apart by such an ending.
  for (const char *Ending : {"__intern__", "__static__"})
    if (size_t At = Name.rfind(Ending); At != std::string::npos)
      Name.resize(At);
  int Status = 0;
  char *Demangled = abi::__cxa_demangle(Name.c_str(), nullptr, nullptr, &Status);
  if (Status == 0)
    Name = Demangled;
  free(Demangled);
  return Name;
}

// Units register in the order in which they were linked.
std::string nameOfVariable(const char *Symbol) {
  const std::string Name = sourceName(Symbol);
  const unsigned Number = ++program().Namesakes[Name];
  return Number == 1 ? Name : Name + " (" + std::to_string(Number) + ")";
}

// A kernel that is declared here and defined in another unit has a row there.
void add(const HostRow &Host, const DeviceRow &Device) {
  Program &P = program();
  P.Names.emplace(Host.Name, Host.Host);
  if (Host.Call)
    P.Kernels.insert(
        {Host.Host,
         {sourceName(Host.Name), Device.Address, Host.Call,
          std::vector(Host.Sizes, Host.Sizes + Host.Size), Device.Size, 0, Host.Name}});
  else
    P.Variables.insert(
        {Host.Host, {static_cast<char *>(Device.Address), Device.Size, nameOfVariable(Host.Name)}});
}

} // namespace

extern "C" void simt_register_unit(const HostRow *Rows, uint64_t Count, const DeviceTable *Table) {
  std::map<std::string, DeviceRow> Device;
  for (uint64_t I = 0; I != Table->Count; ++I)
    Device.insert({Table->Rows[I].Name, Table->Rows[I]});
  for (uint64_t I = 0; I != Count; ++I)
    if (auto Found = Device.find(Rows[I].Name); Found != Device.end())
      add(Rows[I], Found->second);
}

Kernel *simt::host::findKernel(const void *Stub) {
  auto Found = program().Kernels.find(Stub);
  return Found == program().Kernels.end() ? nullptr : &Found->second;
}

static const void *named(const std::string &Name) {
  auto Found = program().Names.find(Name);
  return Found == program().Names.end() ? nullptr : Found->second;
}

Kernel *simt::host::findKernelAt(const void *Address) {
  for (auto &[Stub, K] : program().Kernels)
    if (K.Address == Address)
      return &K;
  return nullptr;
}

Kernel *simt::host::findKernelByName(const std::string &Name) { return findKernel(named(Name)); }

Variable simt::host::findVariable(const void *Shadow) {
  auto Found = program().Variables.find(Shadow);
  return Found == program().Variables.end() ? Variable() : Found->second;
}

Variable simt::host::findVariableByName(const std::string &Name) {
  return findVariable(named(Name));
}

Variable simt::host::findVariableAt(const void *Address) {
  const char *At = static_cast<const char *>(Address);
  for (const auto &[Shadow, V] : program().Variables)
    if (At >= V.Address && At < V.Address + V.Size)
      return V;
  return {};
}

void simt::host::eachVariable(
    const std::function<void(const std::string &Name, const Variable &)> &Do) {
  for (const auto &[Shadow, V] : program().Variables)
    Do(V.Name, V);
}

void simt::host::eachKernel(const std::function<void(const Kernel &)> &Do) {
  for (const auto &[Stub, K] : program().Kernels)
    Do(K);
}
