#include "Config.h"
#include "Settings.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/YAMLParser.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace coopify {
namespace {

std::string yamlWord(StringRef Text) {
  auto IsPlain = [](char C) { return isAlnum(C) || StringRef("_-./+").contains(C); };
  if (!Text.empty() && (isAlnum(Text[0]) || Text[0] == '/') && all_of(Text, IsPlain))
    return Text.str();
  return '"' + yaml::escape(Text) + '"';
}

void printGrant(raw_ostream &OS, const ScopedGrant &Grant) {
  OS << "  - grant: " << Grant.Id << '\n';
  if (!Grant.Function.empty())
    OS << "    function: " << yamlWord(Grant.Function) << '\n';
  if (!Grant.File.empty())
    OS << "    file: " << yamlWord(Grant.File) << '\n';
  OS << "    because: " << yamlWord(Grant.Because) << '\n';
}

} // namespace

void dumpConfig(raw_ostream &OS, Flags &F, const Config &From) {
  for (const Setting &S : settings(F)) {
    const std::vector<std::string> Values = S.Values();
    const bool Grants = S.isOf(F.Assume) && !From.Grants.empty();
    if (Values.empty() && !Grants)
      continue;
    OS << S.name() << ':';
    if (S.Is != Setting::List) {
      OS << ' ' << yamlWord(Values.front()) << '\n';
      continue;
    }
    OS << '\n';
    for (const std::string &Value : Values)
      OS << "  - " << yamlWord(Value) << '\n';
    if (Grants)
      for (const ScopedGrant &Grant : From.Grants)
        printGrant(OS, Grant);
  }
}

} // namespace coopify
