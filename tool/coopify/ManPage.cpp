#include "ManPage.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace coopify {
namespace {

/// By their number.
constexpr StringLiteral ExitCodeMeanings[] = {
    "nothing is left to do", "findings remain",
    "the run failed: a bad flag, a source or a unit that is missing or could not be parsed at all, "
    "a compile database without CUDA, or a result that could not be written"};

/// As roff prints it: a '-' that can be copied, and no line that is taken for a request.
std::string roff(StringRef Text) {
  std::string Out;
  for (char C : Text) {
    const bool First = Out.empty() || Out.back() == '\n';
    if (First && (C == '.' || C == '\''))
      Out += "\\&";
    Out += C == '-' ? "\\-" : C == '\\' ? "\\e" : std::string(1, C);
  }
  return Out;
}

/// **x** is bold and *x* is what the reader replaces; the rest is text.
std::string marked(StringRef Text) {
  std::string Out;
  bool Bold = false, Italic = false;
  while (!Text.empty()) {
    if (!Italic && Text.consume_front("**"))
      Out += (Bold = !Bold) ? "\\fB" : "\\fR";
    else if (Text.consume_front("*"))
      Out += (Italic = !Italic) ? "\\fI" : "\\fR";
    else {
      const size_t End = std::min(Text.find('*'), Text.size());
      Out += roff(Text.take_front(End));
      Text = Text.drop_front(End);
    }
  }
  return Out;
}

/// Lines of 80 characters; the words of one that is a request stay together.
void printWrapped(raw_ostream &OS, StringRef Page) {
  constexpr size_t Width = 80;
  for (StringRef Line : split(Page.rtrim(), '\n')) {
    size_t Column = 0;
    for (StringRef Word : split(Line, ' ')) {
      const bool Breaks = !Line.starts_with(".") && Column + Word.size() + 1 > Width;
      const bool Requests = Breaks && !Word.empty() && StringRef(".'").contains(Word.front());
      OS << (Column == 0 ? "" : Breaks ? "\n" : " ") << (Requests ? "\\&" : "") << Word;
      Column = (Breaks ? 0 : Column) + Word.size() + 1;
    }
    OS << '\n';
  }
}

void section(raw_ostream &OS, StringRef Name) { OS << ".SH " << Name << '\n'; }

void paragraph(raw_ostream &OS, StringRef Text) { OS << ".PP\n" << marked(Text) << '\n'; }

void item(raw_ostream &OS, StringRef Term, StringRef Text) {
  OS << ".TP\n" << marked(Term) << '\n' << Text << '\n';
}

/// What an option is followed by.
std::string argument(const cl::Option &O) {
  if (!takesValue(O))
    return "";
  const std::string Value = "\\fI" + roff(O.ValueStr) + "\\fR";
  if (mayLackValue(O))
    return "[=" + Value + "]";
  return (O.ArgStr.size() == 1 ? " " : "=") + Value;
}

void options(raw_ostream &OS, const ShownOptions &Options) {
  section(OS, "OPTIONS");
  for (const cl::Option *O : Options)
    OS << ".TP\n\\fB" << roff(dashed(*O)) << "\\fR" << argument(*O) << '\n'
       << roff(O->HelpStr) << ".\n";
  item(OS, "**@***file*", "Words of the command line are read from the file.");
  item(OS, "**--** *flags*",
       "What follows are the compiler's flags, for all sources; no compile_commands.json is read.");
}

void description(raw_ostream &OS) {
  section(OS, "DESCRIPTION");
  OS << marked("Legacy CUDA and HIP code calls **__shfl_down**, **__ballot** and the like without "
               "saying which lanes of the warp take part. **coopify** rewrites it into explicit "
               "cooperative groups where it can prove that the meaning stays the same. Where it "
               "cannot, it changes nothing and says what is in the way.")
     << '\n';
  paragraph(OS, "Without sources, all units of the compile database are read. Nothing is written "
                "without **--fix**, **--out-dir**, **--export-fixes** or **--extract**.");
  paragraph(OS, "Findings go to standard output; with **--diff**, **--json=-** and "
                "**--export-fixes=-** to standard error. A comment "
                "**// NOLINT(coopify-***check***): reason** keeps a line as it is.");
}

void examples(raw_ostream &OS) {
  section(OS, "EXAMPLES");
  item(OS, "**coopify -p build --diff**",
       "Show what would be rewritten in a build, and what would not.");
  item(OS, "**coopify -p build --fix**", "Write what is proven.");
  item(OS, "**coopify -p build --fix --assume=block-1d**",
       "Write that, and what is proven if blocks are one\\-dimensional.");
  item(OS, "**coopify -p build --explain=rows.cu:17**",
       "Say why a place is refused, and what would settle it.");
  item(OS, "**coopify --diff kernel.cu -- -arch=sm_60 -Iinclude**",
       "Look at one file without a build.");
  item(OS, "**coopify -p build --extract=a.json a.cu**", "Read one unit of a large program.");
  item(OS, "**coopify -p build --link --diff a.json b.json**",
       "Decide over all units that were read so.");
}

void surroundings(raw_ostream &OS) {
  section(OS, "ENVIRONMENT");
  item(OS, "**CUDA_PATH**, **CUDA_HOME**, **CUDA_ROOT**",
       marked("The CUDA toolkit whose headers are parsed, if **--cuda-path** names none; then that "
              "of the **nvcc** on **PATH** and those in the usual places. **CUDA_PATH=embedded** "
              "hides them all."));
  item(OS, "**NO_COLOR**", "Set, nothing is coloured.");
  section(OS, "FILES");
  item(OS, "*compile_commands.json*",
       marked("The units of the program and their command lines, see **-p**."));
  item(OS, "*~/.cache/coopify*",
       marked("What is kept from run to run, at most 1 GB and for a week after its last use, see "
              "**--cache**. It is below **XDG_CACHE_HOME** where that is set."));
}

} // namespace

ArrayRef<StringLiteral> exitCodeMeanings() { return ExitCodeMeanings; }

void printManPage(raw_ostream &Out, const ShownOptions &Options) {
  std::string Page;
  raw_string_ostream OS(Page);
  // No word is cut in two: many are to be typed.
  OS << ".TH COOPIFY 1 " COOPIFY_DATE " \"coopify " COOPIFY_VERSION "\" \"User Commands\"\n.nh\n";
  section(OS, "NAME");
  OS << roff("coopify - rewrite warp-synchronous CUDA into cooperative groups") << '\n';
  section(OS, "SYNOPSIS");
  OS << marked("**coopify** [*option*...] [*source*...] [**--** *flags*]") << '\n';
  description(OS);
  options(OS, Options);
  section(OS, "EXIT STATUS");
  for (auto [Code, Meaning] : enumerate(ExitCodeMeanings))
    item(OS, formatv("**{0}**", Code).str(), roff(Meaning) + ".");
  examples(OS);
  surroundings(OS);
  section(OS, "SEE ALSO");
  OS << marked("**clang-tidy**(1), **clang-apply-replacements**(1), and the pages in "
               "*share/doc/coopify*.")
     << '\n';
  printWrapped(Out, Page);
}

} // namespace coopify
