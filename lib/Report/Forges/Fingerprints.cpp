#include "Report/Forges/Fingerprints.h"

#include "Report/Paths.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA1.h"

#include <map>

using namespace coopify;

std::vector<std::string> coopify::fingerprintsOf(llvm::ArrayRef<Result> Results,
                                                 const Sources &Files, llvm::StringRef Root) {
  std::vector<std::string> Out;
  std::map<std::string, unsigned> Seen;
  for (const Result &R : Results) {
    const Site &S = R.Found.Where;
    const std::string Path = displayPath(S.Loc.File, Root);
    std::string Text;
    for (llvm::StringRef Part :
         {llvm::StringRef(R.Found.Check), llvm::StringRef(S.Name), llvm::StringRef(Path),
          Files.of(S.Loc.File).line(S.Loc.Line).trim()})
      Text += (Part + llvm::StringRef("\0", 1)).str();
    Text += std::to_string(Seen[Text]++);
    Out.push_back(llvm::toHex(llvm::SHA1::hash(llvm::arrayRefFromStringRef(Text)),
                              /*LowerCase=*/true));
  }
  return Out;
}
