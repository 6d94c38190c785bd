#include "CompletedValue.h"
#include "Completion.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace coopify {
namespace {

/// The beginning: which word is completed, and whether it is an option's value.
constexpr StringLiteral Begin =
    R"sh(# bash completion of coopify, made by coopify --help-completion=bash

_coopify() {
  COMPREPLY=()
  # Not COMP_WORDS: bash cuts these at '=' and ':'.
  local line=${COMP_LINE:0:COMP_POINT} all before option= value
  read -r -a all <<<"$line"
  [[ $line == *[[:space:]] ]] && all+=("")
  ((${#all[@]} > 1)) || return
  local word=${all[${#all[@]} - 1]}
  local words= files= folders= list= excludes=
  value=$word
  if [[ " ${all[*]:1:${#all[@]}-2} " == *" -- "* ]]; then
    word= # the compiler's flags
  elif [[ $word == --*=* ]]; then
    option=${word%%=*} value=${word#*=}
  else
    case ${all[${#all[@]} - 2]} in
)sh";

constexpr StringLiteral Options = R"sh(    esac
  fi

  case $option in
)sh";

constexpr StringLiteral NoValue = R"sh(  '')
    if [[ $word == -* ]]; then
      words=')sh";

constexpr StringLiteral End = R"sh('
    else
      files=yes
    fi
    ;;
  esac

  # What of the value stands already.
  before=
  [[ $list && $value == *,* ]] && before=${value%,*},
  [[ $excludes && ${value#"$before"} == -* ]] && before+=-
  local last=${value#"$before"}
  mapfile -t COMPREPLY < <(
    compgen -W "$words" -- "$last"
    [[ $files ]] && compgen -f -- "$last"
    [[ $folders ]] && compgen -d -- "$last"
  )
  if [[ $files || $folders ]]; then
    compopt -o filenames 2>/dev/null
  elif [[ $list || ${COMPREPLY[0]} == *= ]]; then
    compopt -o nospace 2>/dev/null
  fi

  # bash replaces what follows the last of COMP_WORDBREAKS.
  before=${value%"$last"}
  [[ $option && $value != "$word" && $COMP_WORDBREAKS != *=* ]] && before=$option=$before
  COMPREPLY=("${COMPREPLY[@]/#/$before}")
}

complete -F _coopify coopify
)sh";

void assign(raw_ostream &OS, const CompletedValue &V) {
  if (!V.Words.empty())
    OS << " words='" << join(V.Words, " ") << "'";
  if (V.Files)
    OS << " files=yes";
  if (V.Folders)
    OS << " folders=yes";
  if (V.List)
    OS << " list=yes";
  if (V.Excludes)
    OS << " excludes=yes";
}

} // namespace

void printBashCompletion(raw_ostream &OS, const ShownOptions &Shown) {
  std::string Separate, All;
  for (const cl::Option *O : Shown) {
    const bool Glued = takesValue(*O) && O->ArgStr.size() > 1;
    All += dashed(*O) + (Glued && !mayLackValue(*O) ? "=" : "") + " ";
    if (Glued && mayLackValue(*O))
      All += dashed(*O) + "= ";
    if (takesValue(*O) && !mayLackValue(*O))
      Separate += (Separate.empty() ? "" : " | ") + dashed(*O);
  }
  OS << Begin << "    " << Separate << ") option=${all[${#all[@]} - 2]} ;;\n" << Options;
  for (const cl::Option *O : Shown)
    if (takesValue(*O)) {
      OS << "  " << dashed(*O) << ')';
      assign(OS, completedValue(*O));
      OS << " ;;\n";
    }
  OS << NoValue << StringRef(All).rtrim() << End;
}

} // namespace coopify
