//===- Grants.h - the assumptions that the user grants -----------*- C++ -*-===//
//
// Everywhere (--assume=), or for the findings of a function or a file (.coopify.yaml, or a
// comment): what one
// kernel's callers keep to says nothing of another's.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_RULES_GRANTS_H
#define COOPIFY_RULES_GRANTS_H

#include "Rules/Finding.h"

#include "llvm/ADT/StringSet.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace coopify {

/// Of one assumption, for some findings.
struct ScopedGrant {
  std::string Id;
  std::string Function; ///< its name, or a glob; empty: of any
  std::string File;     ///< a glob for the absolute path; empty: any
  std::string Because;
  std::string Place; ///< where that is said: "x.yaml:3:5"
  /// Said beside the code: for what stands in this body, whoever has it.
  std::optional<TextRange> Body = std::nullopt;
};

class Grants {
public:
  /// Everywhere.
  void insert(llvm::StringRef Id) { Everywhere.insert(Id); }
  void insert(ScopedGrant Grant) { Scoped.push_back(std::move(Grant)); }

  bool everywhere(llvm::StringRef Id) const { return Everywhere.contains(Id); }
  bool holds(llvm::StringRef Id, const Finding &F, const ProgramFacts &Facts) const;
  /// Of the assumptions of \p F, those that are granted for it alone: what is said for them, by id.
  std::map<std::string, std::string> reasons(const Finding &F, const ProgramFacts &Facts) const;

  /// Those for which there is no finding that rests on the assumption. \p Whole: all of the program
  /// was read; else those that say of what was not read are none of them.
  std::vector<ScopedGrant> unused(llvm::ArrayRef<Finding> Findings, const ProgramFacts &Facts,
                                  bool Whole) const;

private:
  llvm::StringSet<> Everywhere;
  std::vector<ScopedGrant> Scoped;
};

} // namespace coopify

#endif // COOPIFY_RULES_GRANTS_H
