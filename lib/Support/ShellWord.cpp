#include "Support/ShellWord.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

std::string coopify::shellWord(llvm::StringRef Word) {
  auto IsPlain = [](char C) {
    return llvm::isAlnum(C) || llvm::StringRef("_-./=+,:@%").contains(C);
  };
  if (!Word.empty() && llvm::all_of(Word, IsPlain))
    return Word.str();
  std::string Out = "'";
  for (char C : Word)
    Out += C == '\'' ? "'\\''" : std::string(1, C);
  return Out + "'";
}

std::string coopify::shellWords(llvm::ArrayRef<std::string> Words) {
  return llvm::join(llvm::map_range(Words, shellWord), " ");
}
