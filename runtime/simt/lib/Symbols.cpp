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

// How far this program was moved from where it was linked to; 0 without PIE.
uintptr_t loadBias() {
  uintptr_t Bias = 0;
  dl_iterate_phdr(
      [](dl_phdr_info *Info, size_t, void *Result) { // the first one is the program
        *static_cast<uintptr_t *>(Result) = Info->dlpi_addr;
        return 1;
      },
      &Bias);
  return Bias;
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
std::vector<std::string> symbolize(const char *Kind, uintptr_t Address) {
  char Program[4096];
  ssize_t Length = readlink("/proc/self/exe", Program, sizeof Program - 1);
  if (Length <= 0)
    return {};
  Program[Length] = 0;
  char Tail[64];
  snprintf(Tail, sizeof Tail, "' '%s 0x%lx' 2>/dev/null", Kind,
           static_cast<unsigned long>(Address - loadBias()));
  const char *Tool = SIMT_SYMBOLIZER " --functions=none --no-inlines -e '";
  return readLines(std::string(Tool) + Program + Tail);
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
  auto Lines = symbolize("CODE", Address);
  return Lines.empty() ? "?" : shorten(Lines[0]);
}

// "kernel(int*)::S" and "0x1234 256" -> "S+12".
std::string nameOf(uintptr_t Address) {
  auto Lines = symbolize("DATA", Address);
  if (Lines.size() < 2 || Lines[0] == "??")
    return "?";
  std::string Name = Lines[0].substr(Lines[0].rfind(':') + 1);
  uintptr_t Start = strtoull(Lines[1].c_str(), nullptr, 0) + loadBias();
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
