//===- Symbols.cpp - names of code and data addresses --------------------===//
//
// llvm-symbolizer reads the debug information; only a printed report asks.
//
//===----------------------------------------------------------------------===//
#include "Symbols.h"

#include <cstdio>
#include <link.h>
#include <map>
#include <unistd.h>
#include <vector>

extern "C" char simt_dynamic_shared[256 * 1024];

namespace {

/// The program or library that an address is in.
struct Module {
  uintptr_t Address;  ///< What was asked for.
  uintptr_t Bias = 0; ///< How far it was moved from where it was linked to; 0 without PIE.
  std::string Path;
};

bool holds(const dl_phdr_info &Info, uintptr_t Address) {
  for (unsigned I = 0; I != Info.dlpi_phnum; ++I)
    if (const ElfW(Phdr) &Segment = Info.dlpi_phdr[I];
        Segment.p_type == PT_LOAD && Address - Info.dlpi_addr - Segment.p_vaddr < Segment.p_memsz)
      return true;
  return false;
}

Module moduleOf(uintptr_t Address) {
  Module Found{Address, 0, ""};
  dl_iterate_phdr(
      [](dl_phdr_info *Info, size_t, void *Result) {
        Module &To = *static_cast<Module *>(Result);
        if (!holds(*Info, To.Address))
          return 0;
        To.Bias = Info->dlpi_addr;
        To.Path = Info->dlpi_name;
        return 1;
      },
      &Found);
  char Program[4096];
  if (const ssize_t Length = readlink("/proc/self/exe", Program, sizeof Program);
      Found.Path.empty() && Length > 0)
    Found.Path.assign(Program, size_t(Length));
  return Found;
}

std::vector<std::string> readLines(const std::string &Command) {
  std::vector<std::string> Lines;
  FILE *Pipe = popen(Command.c_str(), "r");
  if (!Pipe)
    return Lines;
  char Buffer[4096];
  while (fgets(Buffer, sizeof Buffer, Pipe)) {
    Lines.emplace_back(Buffer);
    Lines.back().pop_back();
  }
  pclose(Pipe);
  return Lines;
}

/// What llvm-symbolizer says of an address.
std::vector<std::string> symbolize(const char *Kind, const Module &M) {
  char Tail[64];
  snprintf(Tail, sizeof Tail, "' '%s 0x%lx' 2>/dev/null", Kind,
           static_cast<unsigned long>(M.Address - M.Bias));
  const char *Tool = SIMT_SYMBOLIZER " --functions=none --no-inlines -e '";
  return readLines(Tool + M.Path + Tail);
}

// "path/to/scale.cu:12:3" -> "scale.cu:12": the same on every machine.
std::string shorten(std::string Line) {
  Line = Line.substr(Line.rfind('/') + 1);
  size_t Column = Line.rfind(':');
  if (Line.empty() || Line[0] == '?' || Column == std::string::npos)
    return "?";
  return Line.substr(0, Column);
}

std::string lineOf(uintptr_t Address) {
  auto Lines = symbolize("CODE", moduleOf(Address));
  return Lines.empty() ? "?" : shorten(Lines[0]);
}

// "kernel(int*)::S" and "0x1234 256" -> "S+12".
std::string nameOf(uintptr_t Address) {
  const Module M = moduleOf(Address);
  auto Lines = symbolize("DATA", M);
  if (Lines.size() < 2 || Lines[0] == "??")
    return "?";
  std::string Name = Lines[0].substr(Lines[0].rfind(':') + 1);
  uintptr_t Start = strtoull(Lines[1].c_str(), nullptr, 0) + M.Bias;
  return Name + "+" + std::to_string(Address - Start);
}

} // namespace

std::string simt::sourceLine(uintptr_t Return) {
  static std::map<uintptr_t, std::string> Known;
  auto [Entry, IsNew] = Known.try_emplace(Return);
  if (IsNew) // the call is just before the address to which it returns
    Entry->second = Return ? lineOf(Return - 1) : "the start";
  return Entry->second;
}

std::string simt::variable(uintptr_t Address) {
  uintptr_t Offset = Address - reinterpret_cast<uintptr_t>(simt_dynamic_shared);
  if (Offset < sizeof(simt_dynamic_shared))
    return "dynamic+" + std::to_string(Offset);
  return nameOf(Address);
}
