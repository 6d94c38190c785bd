#include "Frontend/Command/CompilerWord.h"

#include "Frontend/Command/CommandWords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace coopify {

StringRef fileNameOf(StringRef Path) {
  StringRef Name = Path.substr(Path.find_last_of("/\\") + 1);
  Name.consume_back(".exe");
  return Name;
}

std::vector<std::string> withoutShell(ArrayRef<std::string> Line,
                                      std::vector<std::string> &Unread) {
  static constexpr StringLiteral Shells[] = {"sh", "bash", "dash", "ksh", "zsh"};
  for (size_t I = 0; I + 2 < Line.size(); ++I)
    if (is_contained(Shells, fileNameOf(Line[I])) && StringRef(Line[I + 1]).starts_with("-") &&
        StringRef(Line[I + 1]).ends_with("c")) {
      if (StringRef(Line[I + 2]).find_first_of(";&|$`<>") != StringRef::npos)
        Unread.push_back(fileNameOf(Line[I]).str() + " -c");
      return splitWords(Line[I + 2]);
    }
  return Line;
}

/// nvcc, clang++-18, x86_64-linux-gnu-g++-12, hipcc.
static bool isCompiler(StringRef Path) {
  StringRef Name = fileNameOf(Path).rtrim("0123456789.-");
  return Name.contains("nvcc") ||
         any_of(
             ArrayRef<StringRef>{"clang", "clang++", "gcc", "g++", "c++", "cc", "hipcc", "icpx",
                                 "icpc"},
             [&](StringRef Known) { return Name == Known || Name.ends_with(("-" + Known).str()); });
}

static bool isSourceOfCuda(StringRef Word) {
  return is_contained({".cu", ".cuh", ".cpp", ".cc", ".cxx", ".c"}, sys::path::extension(Word));
}

/// Programs that run the one behind them.
static bool isLauncher(StringRef Program) {
  static constexpr StringLiteral Launchers[] = {
      "ccache", "sccache", "distcc", "icecc", "buildcache", "gomacc", "env", "time", "nice"};
  return is_contained(Launchers, Program);
}

static bool isAssignment(StringRef Text) {
  return Text.find('=') != StringRef::npos && Text[0] != '-';
}

/// Of a compiler by another name.
static size_t behindLaunchers(ArrayRef<std::string> Line) {
  size_t I = 0;
  if (!Line.empty() && fileNameOf(Line[0]) == "cmake") // cmake -E __run_co_compile ... -- nvcc
    for (size_t J = 1; J + 1 < Line.size(); ++J)
      if (Line[J] == "--")
        return J + 1;
  while (I + 1 < Line.size() && isLauncher(fileNameOf(Line[I]))) {
    ++I;
    while (I + 1 < Line.size() && isAssignment(Line[I])) // of "env"
      ++I;
  }
  return I;
}

size_t findCompiler(ArrayRef<std::string> Line) {
  for (size_t I = 0; I < Line.size() && !isSourceOfCuda(Line[I]); ++I) {
    const bool OfOption = I > 0 && (is_contained({"-ccbin", "--compiler-bindir"}, Line[I - 1]) ||
                                    StringRef(Line[I]).starts_with("-"));
    if (!OfOption && isCompiler(Line[I]) && !StringRef(Line[I]).contains('='))
      return I;
  }
  return behindLaunchers(Line);
}

bool isFlagOfNvccAlone(StringRef Arg) {
  StringRef Name = Arg.split('=').first;
  return is_contained({"-rdc", "--relocatable-device-code", "-dc", "--device-c", "-gencode",
                       "--generate-code", "--gpu-architecture"},
                      Name) ||
         Arg.starts_with("-arch=");
}

} // namespace coopify
