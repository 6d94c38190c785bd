#include "Rules/Render/Stencil.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

using namespace coopify;

/// \p Inside: between the braces.
Stencil::Part Stencil::placeholder(llvm::StringRef Inside) {
  auto [Kind, Argument] = Inside.split(':');
  auto Known = llvm::StringSwitch<std::optional<Part::KindTy>>(Kind)
                   .Case("verbatim", Part::Verbatim)
                   .Case("cg", Part::Groups)
                   .Case("tile", Part::Tile)
                   .Case("lanes", Part::Lanes)
                   .Case("name", Part::Name)
                   .Case("value", Part::Value)
                   .Default(std::nullopt);
  if (!Known)
    return {Part::Verbatim, ("${" + Inside + "}").str()};
  return {*Known, Argument.str()};
}

Stencil::Stencil(llvm::StringRef Text) {
  while (!Text.empty()) {
    size_t Begin = std::min(Text.find("${"), Text.size());
    size_t End = Text.find('}', Begin);
    if (End == llvm::StringRef::npos)
      Begin = Text.size();
    if (Begin != 0)
      Parts.push_back({Part::Verbatim, Text.take_front(Begin).str()});
    if (Begin == Text.size())
      return;
    Parts.push_back(placeholder(Text.slice(Begin + 2, End)));
    Text = Text.drop_front(End + 1);
  }
}

Edit Stencil::edit(const TextRange &Range, const Site &At, const RenderContext &Context,
                   const std::string &Value) const {
  return {Range, fill(At, Context, Value), needs()};
}

static HandleRequest tileOf(llvm::StringRef Size, const std::string &Function) {
  return {HandleRequest::Tile, Size == placeholder::WholeWarp ? warpSizeText() : Size.str(),
          Function};
}

static HandleRequest lanesOf(const std::string &Function) {
  return {HandleRequest::Lanes, "", Function};
}

std::vector<HandleRequest> Stencil::handles(const std::string &Function) const {
  std::vector<HandleRequest> Out;
  auto Add = [&](HandleRequest H) {
    if (!llvm::is_contained(Out, H))
      Out.push_back(std::move(H));
  };
  for (const Part &P : Parts)
    if (P.Kind == Part::Tile)
      Add(tileOf(P.Text, Function));
    else if (P.Kind == Part::Lanes)
      Add(lanesOf(Function));
  return Out;
}

std::string Stencil::fill(const Site &At, const RenderContext &Context,
                          const std::string &Value) const {
  std::string Out;
  for (const Part &P : Parts)
    switch (P.Kind) {
    case Part::Verbatim:
      Out += P.Text;
      break;
    case Part::Groups:
      Out += Context.groups(At.Range.File) + P.Text;
      break;
    case Part::Tile:
      Out += Context.handle(tileOf(P.Text, At.Function), At);
      break;
    case Part::Lanes:
      Out += Context.handle(lanesOf(At.Function), At);
      break;
    case Part::Name:
      Out += Context.freshName(P.Text, At);
      break;
    case Part::Value:
      Out += Value;
      break;
    }
  return Out;
}

HeaderSet Stencil::needs() const {
  HeaderSet Out;
  for (const Part &P : Parts)
    if (P.Kind == Part::Groups) {
      Out |= {GroupHeader::Groups};
      if (P.Text == "reduce")
        Out |= {GroupHeader::Reduce};
      if (P.Text == "inclusive_scan")
        Out |= {GroupHeader::Scan};
    }
  return Out;
}

//===-- Parts -----------------------------------------------------------------===//

std::vector<HandleRequest> coopify::handlesOf(const Site &S) {
  std::vector<HandleRequest> Out;
  for (const PatternPart &P : S.Parts)
    if (P.Role == "edit")
      for (HandleRequest &H : Stencil(P.Text).handles(S.Function))
        if (!llvm::is_contained(Out, H))
          Out.push_back(std::move(H));
  return Out;
}

std::string coopify::textOf(const Site &S) {
  std::string Out;
  for (const PatternPart &P : S.Parts)
    if (P.Role == "edit")
      Out += std::to_string(P.Range.Begin) + ":" + P.Text + "\n";
  return Out;
}

std::vector<Edit> coopify::renderPieces(const Site &S, const RenderContext &Context,
                                        const std::string &Value) {
  std::vector<Edit> Edits;
  for (const PatternPart &P : S.Parts)
    if (P.Role == "edit")
      Edits.push_back(Stencil(P.Text).edit(P.Range, S, Context, Value));
    else if (P.Role == "drop")
      Edits.push_back({P.Range, ""});
  return Edits;
}
