//===- MacroWords.h - the words that macros stand for --------------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_FILES_MACROWORDS_H
#define COOPIFY_EXTRACT_FILES_MACROWORDS_H

#include "Model/FunctionNames.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace coopify {

/// The words that the body of a macro holds, also by other macros. All definitions of all files
/// count.
class MacroWords {
public:
  void define(llvm::StringRef Macro, llvm::StringRef Word) {
    Bodies[Macro.str()].insert(Word.str());
  }
  void add(const MacroWords &Other) {
    for (const auto &[Macro, Words] : Other.Bodies)
      Bodies[Macro].insert(Words.begin(), Words.end());
  }
  bool isMacro(llvm::StringRef Word) const { return Bodies.count(Word.str()) != 0; }
  /// What \p Word may mean: itself, and what macros make of it.
  std::set<std::string> meant(llvm::StringRef Word) const {
    std::set<std::string> Seen{Word.str()};
    std::vector<std::string> Waiting{Word.str()};
    while (!Waiting.empty()) {
      const std::string Next = std::move(Waiting.back());
      Waiting.pop_back();
      if (isPasted(Next) && Next != "##") // all words are in that
        for (const auto &[Macro, Words] : Bodies)
          if (mayBePasted(Next, Macro) && Seen.insert(Macro).second)
            Waiting.push_back(Macro);
      const auto Body = Bodies.find(Next);
      if (Body == Bodies.end())
        continue;
      for (const std::string &Held : Body->second)
        if (Seen.insert(Held).second)
          Waiting.push_back(Held);
    }
    return Seen;
  }

private:
  std::map<std::string, std::set<std::string>> Bodies;
};

} // namespace coopify

#endif // COOPIFY_EXTRACT_FILES_MACROWORDS_H
