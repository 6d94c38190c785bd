//===- ValueRule.h - a value that a group's member gives ---------*- C++ -*-===//
#ifndef COOPIFY_RULES_VALUERULE_H
#define COOPIFY_RULES_VALUERULE_H

#include "Rules/Common.h"

namespace coopify {

/// Of what is computed by hand, and what a member of a group gives where whole warps are
/// and threadIdx.x numbers their lanes.
class ValueRule : public Rule {
public:
  Decision decide(const Site &S, const ProgramFacts &Facts) const override;
  std::vector<Edit> render(const Site &S, const Rewrite &R,
                           const RenderContext &Context) const override;

protected:
  virtual std::string message(const Site &S) const = 0;
  /// The call of the member, as a stencil; placeholder::Value in the site's pieces.
  virtual std::string value(const Site &S) const = 0;
  /// The same of a group of the lanes that branches let through, behind its name; empty: none has
  /// it.
  virtual std::string memberOfBranch(const Site &) const { return ""; }
  virtual llvm::StringRef form() const = 0;
  virtual llvm::StringRef help() const = 0; ///< where not all lanes are
};

} // namespace coopify

#endif // COOPIFY_RULES_VALUERULE_H
