//===- Stencil.h - text of the output, with names left open ------*- C++ -*-===//
//
//   "${name:total} = ${cg:reduce}(${tile:32}, x)" --fill()--> "total = cg::reduce(warp, x)"
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_RULES_RENDER_STENCIL_H
#define COOPIFY_RULES_RENDER_STENCIL_H

#include "Rules/Rule.h"

namespace coopify {

/// Text with placeholders (Model/Output/Placeholders.h). What is none stands for itself.
class Stencil {
public:
  explicit Stencil(llvm::StringRef Text);

  /// The groups that it names, each once, for \p Function.
  std::vector<HandleRequest> handles(const std::string &Function) const;
  /// \p Value stands for placeholder::Value.
  std::string fill(const Site &At, const RenderContext &Context,
                   const std::string &Value = "") const;
  Edit edit(const TextRange &Range, const Site &At, const RenderContext &Context,
            const std::string &Value = "") const;
  /// Beside what handles() need.
  HeaderSet needs() const;

private:
  struct Part {
    enum KindTy { Verbatim, Groups, Tile, Lanes, Name, Value } Kind;
    std::string Text;
  };
  static Part placeholder(llvm::StringRef Inside);

  std::vector<Part> Parts;
};

/// Of a pattern whose pieces say what stands in their place ("edit": their text,
/// "drop": nothing) the groups that are named there, and what tells two such texts apart.
std::vector<HandleRequest> handlesOf(const Site &S);
std::string textOf(const Site &S);
std::vector<Edit> renderPieces(const Site &S, const RenderContext &Context,
                               const std::string &Value = "");

} // namespace coopify

#endif // COOPIFY_RULES_RENDER_STENCIL_H
