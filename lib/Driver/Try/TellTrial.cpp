#include "Driver/Try/TellTrial.h"

#include "Driver/Try/Reach.h"
#include "Report/Paths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace coopify {
namespace {

bool isUnfinished(const TriedKernel &K) { return K.Verdict == "unfinished"; }

/// Behind that, nothing is compared under schedules.
std::string tellEnd(const TrialAnswer &A, const std::set<std::string> &ByItself) {
  const auto IsLeft = [&](const TriedKernel &K) {
    return isUnfinished(K) && !ByItself.count(bareName(K.Name));
  };
  if (any_of(A.Kernels, IsLeft))
    return ", up to where legacy code is left";
  return ByItself.empty() ? ""
                          : ", up to where " + join(ByItself, " or ") + " goes wrong by itself";
}

std::string tellAgreement(const Trial &T, const TrialAnswer &A,
                          const std::set<std::string> &ByItself) {
  unsigned Launches = 0;
  for (const TriedKernel &K : A.Kernels)
    Launches += K.Launches;
  return formatv("--try: '{0}' computes the same in lockstep and under {1} {2}{3}: {4} {5} of {6} "
                 "{7}",
                 T.Options.Command, A.Schedules - 1, A.Schedules == 2 ? "schedule" : "schedules",
                 tellEnd(A, ByItself), Launches, Launches == 1 ? "launch" : "launches",
                 A.Kernels.size(), A.Kernels.size() == 1 ? "kernel" : "kernels")
      .str();
}

} // namespace

std::string fewOf(ArrayRef<std::string> All) {
  constexpr size_t Most = 8;
  if (All.size() <= Most + 1)
    return join(All, ", ");
  return formatv("{0}, and {1} more", join(All.take_front(Most), ", "), All.size() - Most);
}

std::string tellDifference(const TrialAnswer &A, StringRef Text) {
  return formatv("--try: the program computes something else, {0}, seed {1}: {2}\n"
                 "  to see it again: {3}",
                 A.Policy, A.Seed, Text, A.Replay)
      .str();
}

std::vector<std::string> tellCompared(const Trial &T, const TrialAnswer &A,
                                      const std::set<std::string> &ByItself) {
  std::vector<std::string> Out;
  if (A.Agrees)
    Out.push_back(tellAgreement(T, A, ByItself));
  if (A.Status != 0)
    Out.push_back(formatv("--try: it ends with status {0} as it is", A.Status));
  for (const TriedKernel &K : A.Kernels)
    if (isUnfinished(K) && !ByItself.count(bareName(K.Name)))
      Out.push_back("--try: legacy code is left in " + K.Name +
                    ", which computes something else under schedules: " +
                    StringRef(K.Text).split('\n').first.str());
  for (const std::string &Why : A.Remarks)
    Out.push_back("--try: " + Why);
  if (!A.Never.empty())
    Out.push_back("--try: never launched by it: " + fewOf(A.Never));
  if (!A.WithoutOrder.empty())
    Out.push_back("--try: compared without their order, which differs between runs of the old "
                  "program: " +
                  join(A.WithoutOrder, "; "));
  if (!A.NotCompared.empty())
    Out.push_back("--try: not compared, as it differs between runs of the old program: " +
                  join(A.NotCompared, "; "));
  return Out;
}

std::vector<std::string> tellOldTexts(const OldTexts &Old, StringRef Rev) {
  std::vector<std::string> Out, Names;
  if (Old.Tops.size() > 1)
    Out.push_back(formatv("--try-against: '{0}' was looked up in {1} repositories, in each by that "
                          "name: {2}",
                          Rev, Old.Tops.size(),
                          fewOf(std::vector<std::string>(Old.Tops.begin(), Old.Tops.end()))));
  for (const std::string &File : Old.NotThere)
    Names.push_back(displayPath(File, realPath(".")));
  if (!Names.empty())
    Out.push_back("--try-against: git has no old text of: " + fewOf(Names));
  return Out;
}

} // namespace coopify
