//===- FunctionNames.h - parts of "ns::S<int>::f<2>" --------------*- C++ -*-===//
#ifndef COOPIFY_MODEL_FUNCTIONNAMES_H
#define COOPIFY_MODEL_FUNCTIONNAMES_H

#include "llvm/ADT/StringRef.h"

#include <utility>

namespace coopify {

/// Drops "<int, 4>" from the end of "pick<int, 4>".
llvm::StringRef withoutArguments(llvm::StringRef Name);

/// "ns::A<int>::f<float>" -> "ns::A::f": which instance is seen first depends on the units.
std::string withoutTemplateArguments(llvm::StringRef Name);

/// "ns::S<int>" and "f" of "ns::S<int>::f<2>", a FunctionSummary::Name. No scope: empty.
std::pair<llvm::StringRef, llvm::StringRef> scopeAndWord(llvm::StringRef Name);

/// The word that a caller has to write: "fill" for "Shared::fill"; for a call operator or a
/// constructor that of the class.
std::string wordFor(llvm::StringRef Name);

/// For a name (TUSummary.h, DependentNames): any class's constructor.
inline constexpr const char *UnknownConstructor = " constructor";

/// Of a function's USR what is before its own name.
llvm::StringRef scopeOfUSR(llvm::StringRef USR);
/// A member of a class, or declared in one.
bool isMemberUSR(llvm::StringRef USR);

/// \p Linked, as the linker and PTX know it, may be the function \p Name: that of extern "C" is as
/// it is; else mangled, with the word behind its length ("_Z3sumPi", also of templates and scopes).
bool isLinkerName(llvm::StringRef Name, bool ExternC, llvm::StringRef Linked);

/// Pasted together: `le##` is any word that begins so, `##` any at all.
inline bool isPasted(llvm::StringRef Words) { return Words.contains("##"); }
inline bool mayBePasted(llvm::StringRef Words, llvm::StringRef Word) {
  const auto [Begin, End] = Words.split("##");
  return Word.size() >= Begin.size() + End.size() && Word.starts_with(Begin) && Word.ends_with(End);
}

} // namespace coopify

#endif // COOPIFY_MODEL_FUNCTIONNAMES_H
