#include "Mistakes.h"

#include "CompletedValue.h"
#include "Words.h"

#include "Frontend/NvccArguments.h"
#include "Support/Failure.h"
#include "Support/Nearest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace coopify {
namespace {

/// nvcc's, or one that clang has for GPUs, or in front of a value: -DX, -Idir, -lm.
bool isFlagOfCompiler(StringRef Word) {
  static constexpr StringLiteral Clangs[] = {
      "--offload-", "--cuda-gpu-arch", "--cuda-host-only", "--cuda-device-only", "--rocm-path",
      "--hip-path", "-isystem",        "-iquote",          "-idirafter",         "-stdlib"};
  if (any_of(Clangs, [&](StringRef Flag) { return Word.starts_with(Flag); }))
    return true;
  if (!Word.starts_with("--") && Word.size() > 1 && StringRef("DUIOWflLgcoxmw").contains(Word[1]))
    return true;
  auto Nothing = [](StringRef) { return std::optional<std::string>(); };
  const ClangCommand Read = translateCommand({"nvcc", Word.str()}, Nothing);
  return Read.Unknown.empty() && Read.Unread.empty();
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
  const std::string Own = Name == "-h" ? "--help" : nearest(Name, optionNames());
  // A compiler's "-arch" is none of ours; but nobody asks a compiler for help here.
  if (isFlagOfCompiler(Word) && Own != "--help")
    return failure("'{0}' is a flag of the compiler's: give it behind --, as in 'coopify <source> "
                   "-- {0}', or with --extra-arg to the commands of a compile database{1}",
                   Word, Own == "-" + Name.str() ? "; coopify's own is " + Own : "");
  return failure("there is no option '{0}'{1}", Name,
                 Own.empty() ? "; see --help" : "; did you mean '" + Own + "'?");
}

/// Of options that take one of a few words.
Error checkChoice(const cl::Option &O, StringRef Value) {
  const CompletedValue Known = completedValue(O);
  const bool IsChoice = !Known.Words.empty() && !Known.Files && !Known.Folders && !Known.List &&
                        !O.ValueStr.contains("sm_XX") && !isDigit(O.ValueStr.front());
  if (!IsChoice || is_contained(Known.Words, Value) || (Value.empty() && mayLackValue(O)))
    return Error::success();
  return failure("{0}: there is no '{1}'; it is one of {2}{3}", dashed(O), Value,
                 join(Known.Words, ", "), didYouMean(Value, Known.Words));
}

Error checkWord(const WrittenOption &O) {
  StringRef Word = O.Words.front();
  if (Word.starts_with("@"))
    return failure("there is no response file '{0}'; a source of that name is './{1}'",
                   Word.drop_front(), Word);
  if (!Word.starts_with("-") || Word == "-")
    return Error::success();
  const auto &All = cl::getRegisteredOptions();
  const auto Found = All.find(O.Name);
  const bool OneDash = !Word.starts_with("--") && O.Name.size() > 1;
  if (O.Name == "help" && Word != "-help")
    return Error::success();
  if (Found == All.end() || OneDash)
    return unknownOption(Word);
  if (O.Name == "j" && Word.size() > 2 && Word[1] == 'j')
    return Error::success(); // "-j4"
  if (Word.drop_while([](char C) { return C == '-'; }).split('=').first != O.Name)
    return unknownOption(Word); // "-vq"
  if (!Word.contains('=') && O.Words.size() == 1 &&
      Found->second->getValueExpectedFlag() == cl::ValueRequired)
    return failure("{0} needs a value: {0}{1}<{2}>", dashed(*Found->second),
                   O.Name.size() == 1 ? " " : "=", Found->second->ValueStr);
  return Word.contains('=') || O.Words.size() == 2 ? checkChoice(*Found->second, O.Value)
                                                   : Error::success();
}

} // namespace

Error checkWords(ArrayRef<const char *> Words) {
  for (ArrayRef<const char *> Rest = Words.drop_front(); !Rest.empty();)
    if (Error E = checkWord(writtenOption(Rest)))
      return E;
  return Error::success();
}

} // namespace coopify
