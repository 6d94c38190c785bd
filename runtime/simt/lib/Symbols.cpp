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

static bool holds(const dl_phdr_info &Info, uintptr_t Address) {
  for (unsigned I = 0; I != Info.dlpi_phnum; ++I)
    if (const ElfW(Phdr) &Segment = Info.dlpi_phdr[I];
        Segment.p_type == PT_LOAD && Address - Info.dlpi_addr - Segment.p_vaddr < Segment.p_memsz)
      return true;
  return false;
}

simt::Module simt::moduleOf(uintptr_t Address) {
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

namespace {

using simt::Module;

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

/// What llvm-symbolizer says of the addresses in one module, of each its lines: one process for
/// all, its start takes longer than its answers.
std::vector<std::vector<std::string>> symbolize(const std::string &Path,
                                                const std::vector<std::string> &Questions) {
  std::string Command = SIMT_SYMBOLIZER " --functions=none --inlines -e '" + Path + "'";
  for (const std::string &Question : Questions)
    Command += " '" + Question + "'";
  std::vector<std::vector<std::string>> Answers(1);
  for (std::string &Line : readLines(Command + " 2>/dev/null"))
    if (Line.empty())
      Answers.emplace_back();
    else
      Answers.back().push_back(std::move(Line));
  Answers.resize(Questions.size());
  return Answers;
}

// "path/to/scale.cu:12:3" -> "scale.cu:12": the same on every machine.
std::string shorten(std::string Line) {
  Line = Line.substr(Line.rfind('/') + 1);
  size_t Column = Line.rfind(':');
  if (Line.empty() || Line[0] == '?' || Column == std::string::npos)
    return "?";
  return Line.substr(0, Column);
}

// Of inlined functions the innermost, but not the API's own templates: the program calls those.
std::string placeOf(const std::vector<std::string> &Frames) {
  for (const std::string &Frame : Frames)
    if (std::string Line = shorten(Frame); !Line.starts_with("cuda_runtime.h:"))
      return Line;
  return Frames.empty() ? "?" : shorten(Frames[0]);
}

// "0x1234 256" is where a variable starts: "S+12".
std::string nameOf(const std::vector<std::string> &Lines, const Module &M) {
  if (Lines.size() < 2 || Lines[0] == "??")
    return "?";
  std::string Name = Lines[0].substr(Lines[0].rfind(':') + 1); // "kernel(int*)::S"
  uintptr_t Start = strtoull(Lines[1].c_str(), nullptr, 0) + M.Bias;
  return Name + "+" + std::to_string(M.Address - Start);
}

std::map<simt::Symbol, std::string> Known;

/// Answers what is asked of one module.
void learn(const std::string &Path, const std::vector<std::pair<simt::Symbol, Module>> &Asked) {
  std::vector<std::string> Questions;
  for (const auto &[S, M] : Asked) {
    char Question[64];
    snprintf(Question, sizeof Question, "%s 0x%lx", S.IsData ? "DATA" : "CODE",
             static_cast<unsigned long>(M.Address - M.Bias));
    Questions.push_back(Question);
  }
  const std::vector<std::vector<std::string>> Answers = symbolize(Path, Questions);
  for (size_t I = 0; I != Asked.size(); ++I) {
    const auto &[S, M] = Asked[I];
    Known[S] = S.IsData ? nameOf(Answers[I], M) : placeOf(Answers[I]);
  }
}

} // namespace

void simt::findSymbols(const std::vector<Symbol> &Wanted) {
  std::map<std::string, std::vector<std::pair<Symbol, Module>>> ByPath;
  for (const Symbol &S : Wanted)
    if (!Known.count(S)) {
      // The call is just before the address to which it returns.
      Module M = moduleOf(S.IsData ? S.Address : S.Address - 1);
      ByPath[M.Path].push_back({S, M});
    }
  for (const auto &[Path, Asked] : ByPath)
    learn(Path, Asked);
}

std::string simt::sourceLine(uintptr_t Return) {
  if (!Return)
    return "the start";
  findSymbols({{false, Return}});
  return Known[{false, Return}];
}

std::string simt::variable(uintptr_t Address) {
  uintptr_t Offset = Address - reinterpret_cast<uintptr_t>(simt_dynamic_shared);
  if (Offset < sizeof(simt_dynamic_shared))
    return "dynamic+" + std::to_string(Offset);
  findSymbols({{true, Address}});
  return Known[{true, Address}];
}
