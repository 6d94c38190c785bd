#include "Driver/Explain.h"

#include "Driver/Units/Units.h"
#include "Support/MeantPath.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"

#include <set>

using namespace llvm;

namespace coopify {
namespace {

/// The user's column may be anywhere in the call.
bool isAt(const Site &S, StringRef File, const AskedPlace &Place) {
  auto Is = [&](const Location &L) { return L.File == File && L.Line == Place.Line; };
  if (Place.Column == 0)
    return Is(S.Loc) || Is(S.Macro.Expansion);
  if (Is(S.Macro.Expansion) && S.Macro.Expansion.Column == Place.Column)
    return true;
  const unsigned Offset = S.Loc.Offset + Place.Column - S.Loc.Column;
  return Is(S.Loc) && (Place.Column == S.Loc.Column ||
                       (S.Range.File == File && S.Range.Begin <= Offset && Offset < S.Range.End));
}

unsigned distance(const Finding &F, const AskedPlace &Place) {
  const unsigned Line = F.Where.Loc.Line;
  return Line < Place.Line ? Place.Line - Line : Line - Place.Line;
}

/// Up to three, in the order of the text.
std::string nearest(ArrayRef<Result> Results, StringRef File, const AskedPlace &Place) {
  std::vector<const Finding *> Here;
  for (const Result &R : Results)
    if (R.Found.Where.Loc.File == File)
      Here.push_back(&R.Found);
  stable_sort(Here, [&](const Finding *A, const Finding *B) {
    return distance(*A, Place) < distance(*B, Place);
  });
  Here.resize(std::min<size_t>(Here.size(), 3));
  sort(Here, [](const Finding *A, const Finding *B) { return A->Where.Loc < B->Where.Loc; });
  std::vector<std::string> Lines;
  for (const Finding *F : Here)
    Lines.push_back(formatv("{0}:{1}:{2} (coopify-{3})", Place.File, F->Where.Loc.Line,
                            F->Where.Loc.Column, F->Check));
  return join(Lines, ", ");
}

} // namespace

Expected<std::vector<Result>> resultsAt(const AskedPlace &Place, ArrayRef<Result> Results) {
  const std::string File = realPath(Place.File);
  std::vector<Result> Found;
  for (const Result &R : Results)
    if (isAt(R.Found.Where, File, Place))
      Found.push_back(R);
  if (!Found.empty())
    return Found;
  std::string Near = nearest(Results, File, Place);
  std::string Where = formatv("{0}:{1}", Place.File, Place.Line);
  if (Place.Column != 0)
    Where += formatv(":{0}", Place.Column);
  std::string Say = "--explain: no finding at " + Where;
  if (!sys::fs::exists(File))
    Say += ": there is no such file; " +
           suggestedPath(Place.File, "paths are relative to '" + realPath(".") + "'");
  else
    Say += Near.empty() ? ", and none in that file" : "; the nearest: " + Near;
  return createStringError(Say);
}

} // namespace coopify
