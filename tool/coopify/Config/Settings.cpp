#include "Settings.h"

#include "Driver/Units/Units.h"

#include "llvm/ADT/STLExtras.h"
#include <charconv>

using namespace llvm;

namespace coopify {
namespace {

using Values = std::vector<std::string>;

Setting path(StringOpt &O) {
  return {&O, Setting::Path, [&] {
            if (O.empty())
              return Values();
            const bool IsWord = O == "none" || O == "embedded";
            return Values{IsWord ? O.getValue() : realPath(O)};
          }};
}

Setting flag(BoolOpt &O) {
  return {&O, Setting::Flag, [&] { return O ? Values{"true"} : Values(); }};
}

/// Of a few words.
Setting word(StringOpt &O) {
  return {&O, Setting::Choice, [&] { return O.empty() ? Values() : Values{O.getValue()}; }};
}

template <typename T> Setting number(cl::opt<T> &O) {
  return {&O, Setting::Number, [&] {
            char Text[32]; // as short as it can be to be read as the same
            const auto End = std::to_chars(std::begin(Text), std::end(Text), O.getValue());
            return O.getValue() == T() ? Values() : Values{std::string(Text, End.ptr)};
          }};
}

/// \p Said: that it was said at all is something else than its default.
template <typename T> Setting choice(cl::opt<T> &O, bool Said = false) {
  return {&O, Setting::Choice, [&O, Said] {
            const bool Differs =
                O.getDefault().getValue() != O.getValue() || (Said && O.getNumOccurrences());
            const auto &Known = O.getParser();
            for (unsigned I = 0; I < Known.getNumOptions() && Differs; ++I) {
              const auto &Value = static_cast<const cl::OptionValue<T> &>(Known.getOptionValue(I));
              if (!Known.getOption(I).empty() && Value.getValue() == O.getValue())
                return Values{Known.getOption(I).str()};
            }
            return Values();
          }};
}

Setting list(StringList &O) {
  return {std::addressof(O), Setting::List, [&] { return Values(O.begin(), O.end()); }};
}

Setting globs(StringOpt &O) {
  return {&O, Setting::List, [&] {
            Values Out;
            SmallVector<StringRef> Globs;
            StringRef(O).split(Globs, ',', -1, /*KeepEmpty=*/false);
            for (StringRef Glob : Globs)
              Out.push_back(Glob.trim().str());
            return Out;
          }};
}

} // namespace

std::vector<Setting> settings(Flags &F) {
  std::vector<Setting> Out = {
      path(F.Database),   path(F.CudaPath),        path(F.Cache),    list(F.Archs),
      list(F.Assume),     list(F.ExtraArgs),       globs(F.Checks),  word(F.MinArch),
      word(F.Toolkit),    list(F.ExtraArgsBefore), number(F.Jobs),   number(F.TimeLimit),
      number(F.WarpSize), choice(F.Helpers),       choice(F.Groups), choice(F.Target, true),
      choice(F.Color),    flag(F.WholeProgram),    flag(F.Vendored), flag(F.LocalBlocks),
      flag(F.Quiet),      flag(F.Verbose),         flag(F.Stats),    flag(F.Progress)};
  llvm::sort(
      Out, [](const Setting &A, const Setting &B) { return A.Option->ArgStr < B.Option->ArgStr; });
  return Out;
}

std::string whyNoSetting(StringRef Name) {
  static constexpr StringLiteral Writes[] = {
      "fix",   "diff", "out-dir",     "export-fixes", "allow-dirty", "json",
      "sarif", "html", "annotations", "interactive",  "recover"};
  if (is_contained({"source", "sources", "file", "files"}, Name))
    return "sources are named on the command line";
  if (Name == "config")
    return "a file names no other one";
  if (Name == "no-cache")
    return "say 'cache: none'";
  if (is_contained(Writes, Name))
    return ("what a run writes is said by who runs it; say --" + Name + " on the command line")
        .str();
  if (Name != "help" && !cl::getRegisteredOptions().contains(Name))
    return "";
  return ("it says what a run is to do, which is said by who runs it; say --" + Name +
          " on the command line")
      .str();
}

} // namespace coopify
