#include "CompletedValue.h"
#include "Completion.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace coopify {
namespace {

constexpr StringLiteral Begin =
    R"sh(# fish completion of coopify, made by coopify --help-completion=fish

# What stands of the value.
function __coopify_value
    string replace -r '^--[^=]*=' '' -- (commandline -ct)
end

# One more of a list with commas; a '-' in front stays.
function __coopify_list
    set -l before (string match -r '^(?:.*,)?-?' -- (__coopify_value))
    printf '%s\n' $before$argv
end

)sh";

std::string quoted(StringRef Text) {
  std::string Out;
  for (char C : Text)
    Out += (C == '\'' || C == '\\' ? "\\" : "") + std::string(1, C);
  return "'" + Out + "'";
}

/// What -a takes.
std::string arguments(const CompletedValue &V) {
  std::string Words = join(V.Words, " ");
  if (V.List)
    return "(__coopify_list " + Words + ")";
  if (V.Folders)
    Words += (Words.empty() ? "" : " ") +
             std::string("(__fish_complete_directories (__coopify_value) Folder)");
  return Words;
}

void option(raw_ostream &OS, const cl::Option &O) {
  OS << "complete -c coopify " << (O.ArgStr.size() == 1 ? "-s " : "-l ") << O.ArgStr << " -d "
     << quoted(summary(O));
  if (takesValue(O)) {
    const CompletedValue V = completedValue(O);
    OS << (mayLackValue(O) ? "" : " -r") << (V.Files ? " -F" : " -f");
    if (const std::string Arguments = arguments(V); !Arguments.empty())
      OS << " -a " << quoted(Arguments);
  }
  OS << '\n';
}

} // namespace

void printFishCompletion(raw_ostream &OS, const ShownOptions &Options) {
  OS << Begin;
  for (const cl::Option *O : Options)
    option(OS, *O);
}

void printCompletion(raw_ostream &OS, const ShownOptions &Options, Shell For) {
  switch (For) {
  case Shell::None:
    return;
  case Shell::Bash:
    return printBashCompletion(OS, Options);
  case Shell::Zsh:
    return printZshCompletion(OS, Options);
  case Shell::Fish:
    return printFishCompletion(OS, Options);
  }
}

} // namespace coopify
