#include "Frontend/Command/CommandWords.h"

#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;

namespace coopify {

std::vector<std::string> splitWords(StringRef Text) {
  BumpPtrAllocator Allocator;
  StringSaver Saver(Allocator);
  SmallVector<const char *> Words;
  cl::TokenizeGNUCommandLine(Text, Saver, Words);
  return std::vector<std::string>(Words.begin(), Words.end());
}

SmallVector<std::string> splitList(StringRef Text, bool Parens) {
  SmallVector<std::string> Parts(1);
  bool Quoted = false;
  int Depth = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (C == '\\' && I + 1 < Text.size() && Text[I + 1] == ',') {
      Parts.back() += Text[++I];
      continue;
    }
    Quoted ^= C == '"';
    Depth += Parens ? (C == '(') - (C == ')') : 0;
    if (C == ',' && !Quoted && Depth <= 0)
      Parts.emplace_back();
    else
      Parts.back() += C;
  }
  return Parts;
}

SmallVector<std::string> splitHostOptions(StringRef Text) {
  SmallVector<std::string> Result;
  for (const std::string &Part : splitList(Text))
    append_range(Result, splitWords(Part));
  return Result;
}

} // namespace coopify
