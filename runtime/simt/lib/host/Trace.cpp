//===- Trace.cpp - what each launch left in memory ------------------------===//
#include "host/Trace.h"

#include "Thread.h"
#include "host/Settings.h"
#include "host/Units.h"

#include "simt/memory.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <unistd.h>

using namespace simt;
using namespace simt::host;

namespace {

struct Digests {
  uint64_t Contents, Words;
  bool operator==(const Digests &) const = default;
};
using Memories = std::map<std::string, Digests>;

pid_t Process = 0; ///< That wrote the last row; a child begins anew.
Memories Last;

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

Digests digestsOf(const void *Memory, size_t Size) {
  return {digestOf(Memory, Size), digestOfWords(Memory, Size)};
}

Memories stateNow() {
  Memories Now;
  for (const Allocation &A : liveAllocations())
    Now[std::to_string(A.Number)] = digestsOf(reinterpret_cast<void *>(A.Address), A.Size);
  eachVariable([&](const std::string &Name, const Variable &V) {
    Now[Name] = digestsOf(V.Address, V.Size);
  });
  return Now;
}

void add(std::string &To, const std::string &Item) { To += (To.empty() ? "" : ", ") + Item; }

std::string changes(const Memories &Now) {
  std::string All;
  for (const auto &[Name, D] : Now) {
    auto Before = Last.find(Name);
    if (Before != Last.end() && Before->second == D)
      continue;
    char Text[64];
    snprintf(Text, sizeof Text, ": \"%016llx %016llx\"",
             static_cast<unsigned long long>(D.Contents), static_cast<unsigned long long>(D.Words));
    add(All, quote(Name) + Text);
  }
  return All;
}

std::string gone(const Memories &Now) {
  std::string Names;
  for (const auto &[Name, D] : Last)
    if (!Now.count(Name))
      add(Names, quote(Name));
  return Names;
}

// Where there are none, nothing is said.
std::string list(const char *Name, const std::string &Items) {
  return Items.empty() ? "" : std::string(", \"") + Name + "\": [" + Items + "]";
}

void write(const std::string &Members) {
  addRow(settings().TraceFile, "SIMT_TRACE",
         "{\"pid\": " + std::to_string(getpid()) + ", " + Members + "}");
}

void beginProcess() {
  if (Process == getpid())
    return;
  Process = getpid();
  Last.clear();
  std::string Names;
  eachKernel([&](const Kernel &K) { add(Names, quote(K.Name)); });
  write("\"parent\": " + std::to_string(getppid()) + ", \"kernels\": [" + Names + "]");
}

} // namespace

void simt::host::trace(const Launch &L, const std::set<std::string> &Children) {
  if (settings().TraceFile.empty())
    return;
  beginProcess();
  std::string Names;
  for (const std::string &Name : Children)
    add(Names, quote(Name));
  Memories Now = stateNow();
  write("\"launch\": " + std::to_string(L.Number) + ", \"kernel\": " + quote(L.Kernel) +
        ", \"memory\": {" + changes(Now) + "}" + list("freed", gone(Now)) +
        list("children", Names));
  Last = std::move(Now);
}
