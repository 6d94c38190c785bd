#include "Help/Help.h"

#include "ManPage.h"

#include "Report/Terminal/Wrap.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace coopify {
namespace {

constexpr unsigned Width = 80;
constexpr unsigned MeaningColumn = 26;

void printOption(raw_ostream &OS, const cl::Option &O) {
  const std::string Spelling = "  " + spelling(O);
  OS << Spelling;
  unsigned Column = Spelling.size();
  if (Column + 2 > MeaningColumn) { // its meaning stands below
    OS << '\n';
    Column = 0;
  }
  OS.indent(MeaningColumn - Column);
  printWrapped(OS, O.HelpStr, {Width, MeaningColumn, /*Column=*/MeaningColumn});
}

void printEnd(raw_ostream &OS) {
  OS << "\nExit codes:\n";
  for (auto [Code, Meaning] : enumerate(exitCodeMeanings())) {
    OS << "  " << Code << " - ";
    printWrapped(OS, Meaning, {Width, 6, /*Column=*/6});
  }
  OS << '\n';
  printWrapped(
      OS,
      "Findings go to stdout; with --diff, --annotations and reports that go there "
      "(--json=-) to stderr. A comment NOLINT keeps a line as it is. More: --explain=<check>, "
      "man coopify.",
      {Width});
}

} // namespace

void printHelp(raw_ostream &OS, ArrayRef<cl::OptionCategory *> Topics) {
  OS << "Turns warp-synchronous CUDA into cooperative groups, with a proof or not at all.\n\n"
        "usage: coopify [options] [<source>...] [-- <flags of the compiler>]\n\n";
  printWrapped(OS,
               "Without sources, all units of the nearest compile_commands.json are read. Nothing "
               "is written without --fix or another option that names a file or folder to write.",
               {Width});
  for (cl::OptionCategory *Topic : Topics) {
    OS << '\n' << Topic->getName() << ":\n";
    for (const cl::Option *O : shownOptions(Topic))
      printOption(OS, *O);
  }
  printEnd(OS);
}

} // namespace coopify
