#include "OptionTable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace coopify {
namespace {

/// A bar would end the table's cell, and outside of code <x> reads as a tag.
std::string cell(StringRef Text, bool Code) {
  std::string Out;
  for (char C : Text)
    Out += C == '|' ? "\\|" : C == '<' && !Code ? "&lt;" : std::string(1, C);
  return Out;
}

} // namespace

ShownOptions shownOptions(ArrayRef<cl::OptionCategory *> Topics) {
  ShownOptions Shown;
  for (auto &Entry : cl::getRegisteredOptions())
    if (const cl::Option *O = Entry.second;
        O->getOptionHiddenFlag() == cl::NotHidden &&
        any_of(Topics, [&](auto *Topic) { return is_contained(O->Categories, Topic); }))
      Shown.push_back(O);
  llvm::sort(Shown, [](const auto *A, const auto *B) { return A->ArgStr < B->ArgStr; });
  return Shown;
}

std::string dashed(const cl::Option &O) {
  return (O.ArgStr.size() == 1 ? "-" : "--") + O.ArgStr.str();
}

std::string spelling(const cl::Option &O) {
  if (!takesValue(O))
    return dashed(O);
  if (mayLackValue(O))
    return formatv("{0}[={1}]", dashed(O), O.ValueStr);
  return formatv(O.ArgStr.size() == 1 ? "{0} <{1}>" : "{0}=<{1}>", dashed(O), O.ValueStr);
}

bool takesValue(const cl::Option &O) { return !O.ValueStr.empty(); }

bool mayLackValue(const cl::Option &O) { return O.getValueExpectedFlag() == cl::ValueOptional; }

void printOptionTable(raw_ostream &OS, const ShownOptions &Options) {
  OS << "| option | meaning |\n|---|---|\n";
  for (const cl::Option *O : Options)
    OS << formatv("| `{0}` | {1} |\n", cell(spelling(*O), true), cell(O->HelpStr, false));
}

} // namespace coopify
