#include "Support/Nearest.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;

namespace coopify {

static std::string plain(StringRef Word) {
  std::string Out = Word.lower();
  std::replace(Out.begin(), Out.end(), '_', '-');
  return Out;
}

/// "fxi" for "fix".
static bool hasSameLetters(std::string A, std::string B) {
  llvm::sort(A);
  llvm::sort(B);
  return A == B;
}

std::string nearest(StringRef Word, ArrayRef<std::string> Known) {
  const std::string Plain = plain(Word);
  // A third of the letters may be others: more would suggest what nobody meant.
  unsigned Best = std::max<unsigned>(1, unsigned(Word.size()) / 3) + 1;
  std::string Out;
  for (const std::string &Candidate : Known) {
    const unsigned Distance =
        StringRef(Plain).edit_distance(plain(Candidate), /*AllowReplacements=*/true, Best);
    if (Distance < Best || hasSameLetters(Plain, plain(Candidate))) {
      Best = std::min(Best, Distance);
      Out = Candidate;
    }
  }
  if (!Out.empty() || Word.size() < 4)
    return Out;
  // "fix-all" for "fix".
  for (const std::string &Candidate : Known)
    if (Candidate.size() > std::max<size_t>(3, Out.size()) &&
        StringRef(Plain).starts_with(plain(Candidate)))
      Out = Candidate;
  if (!Out.empty())
    return Out;
  // "vote" for "legacy-vote".
  const auto *Longer = find_if(Known, [&](const std::string &Candidate) {
    return plain(Candidate).find(Plain) != Out.npos;
  });
  return Longer == Known.end() ? "" : *Longer;
}

std::string didYouMean(StringRef Word, ArrayRef<std::string> Known) {
  const std::string Meant = nearest(Word, Known);
  return Meant.empty() ? "" : "; did you mean '" + Meant + "'?";
}

} // namespace coopify
