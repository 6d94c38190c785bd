//===- Symbols.cpp - source lines of code addresses ----------------------===//
//
// llvm-symbolizer reads the debug information; only a printed report asks.
//
//===----------------------------------------------------------------------===//
#include "Symbols.h"

#include <cstdio>
#include <dlfcn.h>
#include <map>
#include <unistd.h>

namespace {

// "path/to/scale.cu:12:3" -> "scale.cu:12": the same on every machine.
std::string shorten(std::string Line) {
  while (!Line.empty() && (Line.back() == '\n' || Line.back() == ' '))
    Line.pop_back();
  Line = Line.substr(Line.rfind('/') + 1);
  size_t Column = Line.rfind(':');
  if (Line.empty() || Line[0] == '?' || Column == std::string::npos)
    return "?";
  return Line.substr(0, Column);
}

std::string readFirstLine(const std::string &Command) {
  std::string Line;
  char Buffer[512];
  FILE *Pipe = popen(Command.c_str(), "r");
  if (!Pipe)
    return Line;
  if (fgets(Buffer, sizeof Buffer, Pipe))
    Line = Buffer;
  while (fgets(Buffer, sizeof Buffer, Pipe))
    ;
  pclose(Pipe);
  return Line;
}

// Position-independent programs are looked up by the distance to their start;
// others (simtcc --link makes them) by the address itself.
std::string lookUp(uintptr_t Address) {
  Dl_info Info;
  if (!dladdr(reinterpret_cast<void *>(Address), &Info) || !Info.dli_fname)
    return "?";
  auto Base = reinterpret_cast<uintptr_t>(Info.dli_fbase);
  uintptr_t Wanted = Base == 0x400000 || Base == 0x200000 ? Address : Address - Base;
  char Program[4096];
  ssize_t Length = readlink("/proc/self/exe", Program, sizeof Program - 1);
  if (Length <= 0)
    return "?";
  Program[Length] = 0;
  char Tail[64];
  snprintf(Tail, sizeof Tail, "' 0x%lx 2>/dev/null", static_cast<unsigned long>(Wanted));
  return shorten(readFirstLine(std::string(SIMT_SYMBOLIZER " --functions=none --no-inlines -e '") +
                               Program + Tail));
}

} // namespace

std::string simt::sourceLine(uintptr_t Return) {
  static std::map<uintptr_t, std::string> Known;
  auto [Entry, IsNew] = Known.try_emplace(Return);
  if (IsNew) // the call is just before the address to which it returns
    Entry->second = Return ? lookUp(Return - 1) : "the start";
  return Entry->second;
}
