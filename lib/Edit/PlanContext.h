//===- PlanContext.h - the names of one plan ---------------------*- C++ -*-===//
#ifndef COOPIFY_EDIT_PLANCONTEXT_H
#define COOPIFY_EDIT_PLANCONTEXT_H

#include "Edit/BranchGroups.h"
#include "Edit/Handles.h"
#include "Edit/Includes.h"
#include "Edit/Outcome.h"

#include <map>
#include <set>
#include <vector>

namespace coopify {

/// The functions of a program by the body that they share.
class BodyIndex {
public:
  explicit BodyIndex(const ProgramFacts &Facts);

  /// The place of the body; of a function without one a key of its own.
  TextRange key(llvm::StringRef USR) const;
  llvm::ArrayRef<const FunctionSummary *> instances(const TextRange &Key) const;

private:
  const ProgramFacts &Facts;
  std::map<TextRange, std::vector<const FunctionSummary *>> Instances;
};

/// Edits that make handles (or includes), all or none, and the findings (by index) that want them.
struct HandleEdit {
  std::vector<Edit> Edits;
  std::set<size_t> WantedBy;
};

/// Names what the findings that will be rewritten use. Asking for a handle
/// has it declared, hence the mutable state behind RenderContext.
class PlanContext final : public RenderContext {
public:
  PlanContext(llvm::ArrayRef<Finding> Findings, llvm::ArrayRef<Outcome> Outcomes,
              const ProgramFacts &Facts, const BodyIndex &Bodies, GroupsChoice Choice);

  /// Handles asked for from now on are for this finding.
  void startFinding(size_t Index) { Current = Index; }

  std::string handle(const HandleRequest &Request, const Site &At) const override;
  std::string groups(llvm::StringRef File) const override;
  bool ampersandLeft(llvm::StringRef File) const override {
    const FileFacts *Known = Facts.file(File);
    return Known && Known->AmpersandLeft;
  }
  std::string freshName(llvm::StringRef Wanted, const Site &At) const override;
  bool makesTiles(const Site &S) const override;

  /// The first place in \p File where the plan may name the groups.
  unsigned firstUse(llvm::StringRef File) const;
  /// By place. \p Made: what the findings change.
  std::vector<HandleEdit> declarations(llvm::ArrayRef<Outcome> Made) const;
  /// The findings that add the parameters which the names of a finding rest on, each by index.
  const std::map<size_t, std::set<size_t>> &parameters() const { return RestsOn; }
  /// What the groups need that are spelled where they are used, by file.
  const std::map<std::string, HeaderSet> &inPlace() const { return InPlace; }

private:
  struct Body {
    BodyHandles Handles;
    std::set<size_t> WantedBy;
    std::set<size_t> Parameters; ///< the findings that add them
  };
  /// groupOf() of signatures that are rewritten, and the findings that do it.
  using SignatureGroups = std::map<std::string, std::set<size_t>>;
  Body *body(llvm::StringRef USR) const;
  bool fitsAllInstances(const HandleRequest &Request, llvm::StringRef Function) const;
  std::string branch(const HandleRequest &Request, const Site &At) const;
  std::set<size_t> makersOf(llvm::ArrayRef<const FunctionSummary *> Instances,
                            GroupParameter (ProgramFacts::*Parameter)(llvm::StringRef) const,
                            const SignatureGroups &Made) const;
  void noteUse(const TextRange &Place);

  const ProgramFacts &Facts;
  const BodyIndex &Index;
  const GroupsChoice Choice;
  std::set<std::pair<std::string, std::string>> Wanted; ///< function and size of handles
  SignatureGroups Signatures, WarpSignatures;
  std::map<std::string, unsigned, std::less<>> FirstUses;
  mutable std::map<TextRange, Body> Bodies;
  mutable BranchGroups Branches;
  mutable std::map<std::string, HeaderSet> InPlace;
  mutable std::map<size_t, std::set<size_t>> RestsOn;
  size_t Current = 0;
};

} // namespace coopify

#endif // COOPIFY_EDIT_PLANCONTEXT_H
