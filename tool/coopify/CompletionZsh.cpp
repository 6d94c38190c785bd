#include "CompletedValue.h"
#include "Completion.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace coopify {
namespace {

constexpr StringLiteral Begin = R"sh(#compdef coopify
# zsh completion of coopify, made by coopify --help-completion=zsh

# _coopify_list WORD...: one more of a list with commas; a '-' in front stays.
_coopify_list() {
  compset -P '*,'
  compset -P '-'
  compadd -q -S, -- "$@"
}

)sh";

/// Within '...', where _arguments reads ':' and brackets.
std::string quoted(StringRef Text) {
  std::string Out;
  for (char C : Text)
    if (C == '\'')
      Out += "'\\''";
    else
      Out += (StringRef(":[]\\").contains(C) ? "\\" : "") + std::string(1, C);
  return Out;
}

std::string action(const CompletedValue &V) {
  const std::string Words = join(V.Words, " ");
  const StringRef Paths = V.Files ? "_files" : V.Folders ? "_files -/" : "";
  if (Paths.empty())
    return V.List ? " _coopify_list " + Words : V.Words.empty() ? " " : "(" + Words + ")";
  if (V.Words.empty())
    return Paths.str();
  return formatv(R"sh( _alternative "words\:word\:({0})" "paths\:path\:{1}")sh", Words, Paths);
}

/// One argument of _arguments.
std::string specification(const cl::Option &O) {
  const std::string Help = "[" + quoted(summary(O)) + "]";
  if (!takesValue(O))
    return dashed(O) + Help;
  const StringRef Glue = mayLackValue(O) ? "=-" : O.ArgStr.size() == 1 ? "" : "=";
  return formatv("{0}{1}{2}:{3}{4}:{5}", dashed(O), Glue, Help, mayLackValue(O) ? ":" : "",
                 quoted(O.ValueStr), action(completedValue(O)));
}

} // namespace

void printZshCompletion(raw_ostream &OS, const ShownOptions &Options) {
  OS << Begin << "_arguments -S \\\n";
  for (const cl::Option *O : Options)
    OS << "  '" << specification(*O) << "' \\\n";
  OS << "  '*:source:_files'\n";
}

} // namespace coopify
