#include "Extract/CallMeanings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace coopify;

CallMeanings coopify::meaningsOf(llvm::ArrayRef<CallTarget> Calls) {
  CallMeanings Out;
  llvm::StringMap<unsigned> Known;
  auto Number = [&](const std::string &File) {
    auto [It, New] = Known.try_emplace(File, unsigned(Out.Files.size()));
    if (New)
      Out.Files.push_back(File);
    return It->second;
  };
  for (const CallTarget &Call : Calls) {
    if (!Call.OfUser || Call.Declared.empty())
      continue;
    const Location &First = *llvm::min_element(Call.Declared);
    Out.Calls.push_back({Number(Call.Loc.File), Call.Loc.Offset, Number(First.File), First.Offset});
  }
  llvm::sort(Out.Calls);
  return Out;
}
