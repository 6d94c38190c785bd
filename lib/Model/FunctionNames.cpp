//===- FunctionNames.cpp ------------------------------------------------------===//

#include "Model/FunctionNames.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

StringRef coopify::withoutArguments(StringRef Name) {
  if (!Name.ends_with(">") || Name.ends_with("operator>") || Name.ends_with("->"))
    return Name;
  unsigned Depth = 0;
  for (size_t I = Name.size(); I-- > 0;) {
    Depth += Name[I] == '>';
    if (Name[I] == '<' && --Depth == 0)
      return Name.take_front(I);
  }
  return Name;
}

bool coopify::isLinkerName(StringRef Name, bool ExternC, StringRef Linked) {
  const std::string Word = withoutArguments(scopeAndWord(Name).second).str();
  return ExternC ? Linked == Word : Linked.contains(std::to_string(Word.size()) + Word);
}

std::string coopify::wordFor(StringRef Name) {
  auto [Scope, Word] = scopeAndWord(Name);
  if (Scope.empty() || !Word.starts_with("operator"))
    return Word.str();
  return scopeAndWord(Scope).second.str();
}

std::pair<StringRef, StringRef> coopify::scopeAndWord(StringRef Name) {
  Name = withoutArguments(Name);
  return Name.contains("::") ? Name.rsplit("::") : std::pair(StringRef(), Name);
}
llvm::StringRef coopify::scopeOfUSR(llvm::StringRef USR) {
  const size_t Plain = USR.rfind("@F@"), Template = USR.rfind("@FT@");
  const size_t Own = Plain == llvm::StringRef::npos      ? Template
                     : Template == llvm::StringRef::npos ? Plain
                                                         : std::max(Plain, Template);
  return USR.take_front(Own);
}

bool coopify::isMemberUSR(llvm::StringRef USR) {
  return llvm::any_of(llvm::ArrayRef<llvm::StringRef>{"@S@", "@ST>", "@SP>", "@SA@", "@U@"},
                      [&](llvm::StringRef Class) { return scopeOfUSR(USR).contains(Class); });
}

std::string coopify::withoutTemplateArguments(StringRef Name) {
  std::string Out;
  unsigned Depth = 0;
  for (size_t At = 0; At != Name.size(); ++At) {
    // `operator<` and the like are the end of a name.
    if (Depth == 0 && Name.substr(At).starts_with("operator") &&
        !Name.substr(At).starts_with("operator()"))
      return Out + Name.substr(At).str();
    Depth += Name[At] == '<';
    if (Depth == 0)
      Out += Name[At];
    Depth -= Name[At] == '>' && Depth != 0;
  }
  return Out;
}
