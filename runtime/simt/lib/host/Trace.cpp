//===- Trace.cpp - what each launch left in memory ------------------------===//
#include "host/Trace.h"

#include "Thread.h"
#include "host/Settings.h"
#include "host/Units.h"

#include "simt/memory.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace simt;
using namespace simt::host;

namespace {

FILE *file() {
  static FILE *const File = [] {
    const std::string &Path = settings().TraceFile;
    FILE *Opened = fopen(Path.c_str(), "w");
    if (!Opened)
      perror(("simt: SIMT_TRACE=" + Path).c_str()), exit(HasBadSettings);
    return Opened;
  }();
  return File;
}

uint64_t digestOf(const void *Memory, size_t Size) {
  const char *At = static_cast<const char *>(Memory);
  uint64_t Digest = Size, Word;
  for (; Size >= 8; At += 8, Size -= 8) {
    memcpy(&Word, At, 8);
    Digest = (Digest ^ Word) * 0x9e3779b97f4a7c15;
    Digest ^= Digest >> 29;
  }
  Word = 0;
  memcpy(&Word, At, Size);
  return mix(Digest ^ Word);
}

// Which words there are, in whatever order: for lists that atomics fill.
uint64_t digestOfWords(const void *Memory, size_t Size) {
  const char *At = static_cast<const char *>(Memory);
  uint64_t Sum = Size;
  uint32_t Word = 0;
  for (; Size >= 4; At += 4, Size -= 4) {
    memcpy(&Word, At, 4);
    Sum += mix(Word);
  }
  Word = 0;
  memcpy(&Word, At, Size);
  return Sum ^ mix(Word);
}

void add(std::string &To, const std::string &Name, const void *Memory, size_t Size) {
  char Text[64];
  snprintf(Text, sizeof Text, "\": \"%016llx %016llx\"",
           static_cast<unsigned long long>(digestOf(Memory, Size)),
           static_cast<unsigned long long>(digestOfWords(Memory, Size)));
  To += (To.empty() ? "\"" : ", \"") + Name + Text;
}

std::string digests() {
  std::string All;
  for (const Allocation &A : liveAllocations())
    add(All, std::to_string(A.Number), reinterpret_cast<void *>(A.Address), A.Size);
  eachVariable(
      [&](const std::string &Name, const Variable &V) { add(All, Name, V.Address, V.Size); });
  return All;
}

void addName(std::string &To, const std::string &Name) {
  To += (To.empty() ? "\"" : ", \"") + Name + "\"";
}

void traceKernels() {
  std::string Names;
  eachKernel([&](const Kernel &K) { addName(Names, K.Name); });
  fprintf(file(), "{\"kernels\": [%s]}\n", Names.c_str());
  fflush(file());
}

} // namespace

void simt::host::traceAtEnd() {
  if (!settings().TraceFile.empty())
    atexit(traceKernels);
}

void simt::host::trace(const Launch &L, const std::set<std::string> &Children) {
  if (settings().TraceFile.empty())
    return;
  std::string Names;
  for (const std::string &Name : Children)
    addName(Names, Name);
  fprintf(file(), "{\"launch\": %llu, \"kernel\": \"%s\", \"memory\": {%s}%s}\n",
          static_cast<unsigned long long>(L.Number), L.Kernel.c_str(), digests().c_str(),
          Names.empty() ? "" : (", \"children\": [" + Names + "]").c_str());
  fflush(file());
}
