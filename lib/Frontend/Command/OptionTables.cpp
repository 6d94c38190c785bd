#include "Frontend/Command/OptionTables.h"

#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Option/ArgList.h"

#include <array>

using namespace llvm;

namespace coopify {
namespace {

constexpr NvccOption NvccOptions[] = {
#define NVCC_OPTION(LONG, SHORT, SHAPE, MEANING, ADDS)                                             \
  {LONG, SHORT, Shape::SHAPE, Meaning::MEANING, ADDS},
#include "Frontend/NvccOptions.def"
};
constexpr HostOption HostOptions[] = {
#define HOST_OPTION(NAME, SHAPE, MEANING) {NAME, Shape::SHAPE, Meaning::MEANING},
#include "Frontend/NvccOptions.def"
};

} // namespace

const NvccOption *findNvccOption(StringRef Name, bool Long) {
  static const auto Tables = [] {
    std::array<StringMap<const NvccOption *>, 2> Made;
    for (const NvccOption &O : NvccOptions) {
      if (!O.Long.empty())
        Made[1].try_emplace(O.Long, &O);
      if (!O.Short.empty())
        Made[0].try_emplace(O.Short, &O);
    }
    return Made;
  }();
  for (bool Which : {Long, !Long})
    if (const NvccOption *O = Tables[Which].lookup(Name))
      return O;
  return nullptr;
}

const NvccOption *findGluedOption(StringRef Text) {
  const NvccOption *Best = nullptr;
  for (const NvccOption &O : NvccOptions) {
    bool Digits = all_of(Text.drop_front(std::min(Text.size(), O.Short.size())), isDigit);
    if ((O.Form == Shape::Joined || (O.Form == Shape::Number && Digits)) &&
        Text.starts_with(O.Short) && !O.Short.empty() &&
        (!Best || Best->Short.size() < O.Short.size()))
      Best = &O;
  }
  return Best;
}

const HostOption *findHostOption(StringRef Arg) {
  const HostOption *Best = nullptr;
  for (const HostOption &O : HostOptions) {
    if (!Arg.starts_with(O.Name) || (Best && Best->Name.size() >= O.Name.size()))
      continue;
    StringRef Rest = Arg.drop_front(O.Name.size());
    bool Open = O.Form == Shape::Prefix || O.Form == Shape::Joined;
    if (Open || Rest.empty() || (O.Form == Shape::Value && Rest.starts_with("=")))
      Best = &O;
  }
  return Best;
}

size_t wordsOfClang(ArrayRef<std::string> Line) {
  SmallVector<const char *> Words;
  for (const std::string &Word : Line)
    Words.push_back(Word.c_str());
  const opt::InputArgList List(Words.begin(), Words.end());
  unsigned Next = 0;
  const std::unique_ptr<opt::Arg> Option = clang::getDriverOptTable().ParseOneArg(
      List, Next, opt::Visibility(clang::options::ClangOption));
  return Option && !Option->getOption().matches(clang::options::OPT_UNKNOWN) ? Next : 1;
}

} // namespace coopify
