#include "OptionTable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace llvm;

namespace coopify {
namespace {

/// "--fix[=safe|assumed]", "-j N", "--diff".
std::string spelling(const cl::Option &O) {
  const std::string Name = (O.ArgStr.size() == 1 ? "-" : "--") + O.ArgStr.str();
  if (O.ValueStr.empty())
    return Name;
  if (O.getValueExpectedFlag() == cl::ValueOptional)
    return formatv("{0}[={1}]", Name, O.ValueStr);
  return formatv(O.ArgStr.size() == 1 ? "{0} <{1}>" : "{0}=<{1}>", Name, O.ValueStr);
}

/// A bar would end the table's cell, and outside of code <x> reads as a tag.
std::string cell(StringRef Text, bool Code) {
  std::string Out;
  for (char C : Text)
    Out += C == '|' ? "\\|" : C == '<' && !Code ? "&lt;" : std::string(1, C);
  return Out;
}

} // namespace

void printOptionTable(raw_ostream &OS, cl::OptionCategory &Category) {
  std::map<StringRef, const cl::Option *> ByName;
  for (auto &Entry : cl::getRegisteredOptions())
    if (const cl::Option *O = Entry.second;
        is_contained(O->Categories, &Category) && O->getOptionHiddenFlag() == cl::NotHidden)
      ByName.emplace(O->ArgStr, O);
  OS << "| option | meaning |\n|---|---|\n";
  for (const auto &[Name, O] : ByName)
    OS << formatv("| `{0}` | {1} |\n", cell(spelling(*O), true), cell(O->HelpStr, false));
}

} // namespace coopify
