#include "Mistakes.h"

#include "CompletedValue.h"
#include "OptionTable.h"
#include "Words.h"

#include "Frontend/NvccArguments.h"
#include "Support/Failure.h"
#include "Support/Nearest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace coopify {
namespace {

/// A flag that nvcc has, or clang for GPUs.
bool isKnownToCompiler(StringRef Word) {
  static constexpr StringLiteral Clangs[] = {
      "--offload-", "--cuda-gpu-arch", "--cuda-host-only", "--cuda-device-only", "--rocm-path",
      "--hip-path", "-isystem",        "-iquote",          "-idirafter",         "-stdlib"};
  if (any_of(Clangs, [&](StringRef Flag) { return Word.starts_with(Flag); }))
    return true;
  auto Nothing = [](StringRef) { return std::optional<std::string>(); };
  const ClangCommand Read = translateCommand({"nvcc", Word.str()}, Nothing);
  return Read.Unknown.empty() && Read.Unread.empty();
}

/// A letter of the compiler's before a value: -DX, -Idir, -lm.
bool looksLikeFlagOfCompiler(StringRef Word) {
  return !Word.starts_with("--") && Word.size() > 1 &&
         StringRef("DUIOWflLgcoxmw").contains(Word[1]);
}

/// What to do instead of an option that other tools have; empty: none has it.
StringRef adviceFor(StringRef Name) {
  static constexpr std::pair<StringLiteral, StringLiteral> Known[] = {
#define FOREIGN(Name, Advice) {Name, Advice},
#include "ForeignOptions.def"
  };
  const auto *Found = find_if(Known, [&](const auto &Entry) { return Entry.first == Name; });
  return Found == std::end(Known) ? StringRef() : StringRef(Found->second);
}

std::vector<std::string> optionNames() {
  std::vector<std::string> Out;
  for (const auto &Entry : cl::getRegisteredOptions())
    if (Entry.second->getOptionHiddenFlag() == cl::NotHidden)
      Out.push_back(dashed(*Entry.second));
  llvm::sort(Out);
  return Out;
}

Error unknownOption(StringRef Word) {
  const StringRef Name = Word.split('=').first;
  const std::string Dashed = ("--" + Name.ltrim('-')).str();
  const StringRef Advice = adviceFor(Name.ltrim('-'));
  const std::string Own = nearest(Name.ltrim('-').size() > 1 ? Dashed : Name.str(), optionNames());
  if (Advice.empty() &&
      (isKnownToCompiler(Word) || (looksLikeFlagOfCompiler(Word) && Own != Dashed)))
    return failure("'{0}' is a flag of the compiler's: give it behind --, as in 'coopify <source> "
                   "-- {0}', or with --extra-arg to the commands of a compile database{1}",
                   Word, Own == Dashed ? "; coopify's own is " + Own : "");
  if (Own != Dashed && !Advice.empty())
    return failure("there is no option '{0}'; {1}", Name, Advice);
  return failure("there is no option '{0}'{1}", Name,
                 Own.empty() ? "; see --help" : "; did you mean '" + Own + "'?");
}

/// "32|64"
bool isChoiceOfNumbers(const cl::Option &O) {
  return !O.ValueStr.empty() && isDigit(O.ValueStr.front());
}

/// Of options that take one of a few words.
Error checkChoice(const cl::Option &O, StringRef Value) {
  const CompletedValue Known = completedValue(O);
  const bool IsChoice = !Known.Words.empty() && !Known.Files && !Known.Folders && !Known.List &&
                        !O.ValueStr.contains("sm_XX") && !isChoiceOfNumbers(O);
  if (!IsChoice || is_contained(Known.Words, Value) || (Value.empty() && mayLackValue(O)))
    return Error::success();
  return failure("{0}: there is no '{1}'; it is one of {2}{3}", dashed(O), Value,
                 join(Known.Words, ", "), didYouMean(Value, Known.Words));
}

Error checkNumber(const cl::Option &O, StringRef Value) {
  double Real = 0;
  unsigned Whole = 0;
  const bool IsNumber = O.ValueStr == "seconds"                     ? !Value.getAsDouble(Real)
                        : O.ValueStr == "N" || isChoiceOfNumbers(O) ? !Value.getAsInteger(10, Whole)
                                                                    : true;
  if (IsNumber)
    return Error::success();
  return failure("{0}: '{1}' is not a number; give one as in '{0}{2}{3}'", dashed(O), Value,
                 O.ArgStr.size() == 1 ? " " : "=",
                 isChoiceOfNumbers(O) ? O.ValueStr.split('|').first : "4");
}

Error checkValue(const cl::Option &O, StringRef Value) {
  if (!takesValue(O) && !is_contained({"true", "false", "1", "0"}, Value))
    return failure("{0} takes no value, and '{1}' is given", dashed(O), Value);
  if (Error E = checkNumber(O, Value))
    return E;
  return checkChoice(O, Value);
}

/// Of a word that is no option.
Error checkSource(StringRef Word) {
  if (Word == "-")
    return failure("a source cannot be read from stdin: its #includes are relative to its folder, "
                   "and rewrites are written to it; name a file");
  if (!sys::fs::exists(Word) && is_contained(optionNames(), ("--" + Word).str()))
    return failure("'{0}' does not exist, and coopify has no subcommands; did you mean '--{0}'?",
                   Word);
  return Error::success();
}

Error checkWord(const WrittenOption &O) {
  StringRef Word = O.Words.front();
  if (Word.starts_with("@"))
    return failure("there is no response file '{0}'; a source of that name is './{1}'",
                   Word.drop_front(), Word);
  if (!Word.starts_with("-") || Word == "-")
    return checkSource(Word);
  const auto &All = cl::getRegisteredOptions();
  const auto Found = All.find(O.Name);
  const bool OneDash = !Word.starts_with("--") && O.Name.size() > 1;
  if (O.Name == "help" && Word != "-help")
    return Error::success();
  if (Found == All.end() || OneDash)
    return unknownOption(Word);
  const cl::Option &Known = *Found->second;
  if (O.Name == "j" && Word.size() > 2 && Word[1] == 'j')
    return checkValue(Known, O.Value); // "-j4"
  if (Word.drop_while([](char C) { return C == '-'; }).split('=').first != O.Name)
    return unknownOption(Word); // "-vq"
  if (!Word.contains('=') && O.Words.size() == 1 &&
      Known.getValueExpectedFlag() == cl::ValueRequired)
    return failure("{0} needs a value: {0}{1}<{2}>", dashed(Known), O.Name.size() == 1 ? " " : "=",
                   Known.ValueStr);
  return Word.contains('=') || O.Words.size() == 2 ? checkValue(Known, O.Value) : Error::success();
}

/// "--fix assumed": a value that may be left out follows '='.
Error checkValueBehind(const WrittenOption &O, ArrayRef<const char *> Rest) {
  const auto Found = cl::getRegisteredOptions().find(O.Name);
  if (Rest.empty() || O.Words.front().find('=') != std::string::npos ||
      Found == cl::getRegisteredOptions().end() || !mayLackValue(*Found->second))
    return Error::success();
  const StringRef Next = Rest.front();
  if (!is_contained(completedValue(*Found->second).Words, Next) || sys::fs::exists(Next))
    return Error::success();
  return failure("'{1}' does not exist; if it is the value of {0}, write '{0}={1}'",
                 dashed(*Found->second), Next);
}

/// Options whose last value counts, where a lost one would be missed. \p Said: their values so far.
Error checkOnce(const WrittenOption &O, StringMap<std::string> &Said) {
  static constexpr StringLiteral Names[] = {"p",    "out-dir",      "json",     "sarif",
                                            "html", "export-fixes", "baseline", "write-baseline"};
  const auto [Before, New] = Said.try_emplace(O.Name, O.Value.str());
  if (New || !is_contained(Names, O.Name))
    return Error::success();
  return failure("{0} is given twice, as '{1}' and as '{2}'; give it once{3}",
                 dashed(*cl::getRegisteredOptions().lookup(O.Name)), Before->second, O.Value,
                 O.Name == "p" ? ": a run reads one compile database" : "");
}

} // namespace

Error checkWords(ArrayRef<const char *> Words) {
  StringMap<std::string> Said;
  for (ArrayRef<const char *> Rest = Words.drop_front(); !Rest.empty();) {
    const WrittenOption O = writtenOption(Rest);
    if (Error E = checkWord(O))
      return E;
    if (Error E = checkValueBehind(O, Rest))
      return E;
    if (Error E = checkOnce(O, Said))
      return E;
  }
  return Error::success();
}

Error checkFlagsOfCompiler(ArrayRef<std::string> Flags) {
  const std::vector<std::string> Own = optionNames();
  for (StringRef Flag : Flags)
    if (Flag.starts_with("--") && is_contained(Own, Flag.split('=').first) &&
        !Flag.starts_with("--config=") && // clang's driver has one, too
        !isKnownToCompiler(Flag))
      return failure("'{0}' is an option of coopify, and what follows -- is for the compiler; give "
                     "it before --",
                     Flag);
  return Error::success();
}

} // namespace coopify
