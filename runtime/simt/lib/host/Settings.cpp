//===- Settings.cpp - what the environment says ---------------------------===//
#include "host/Settings.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

using namespace simt;
using namespace simt::host;

namespace {

// A whole program has many blocks; a test's kernel, which Config is made for, has few.
constexpr uint64_t MostSteps = 2'000'000'000;

struct NamedPolicy {
  const char *Name;
  Policy Value;
};
constexpr NamedPolicy Policies[] = {
    {"lockstep", Policy::Lockstep}, {"fair", Policy::Fair}, {"adversarial", Policy::Adversarial}};

std::string variable(const char *Name) {
  const char *Text = getenv(Name);
  return Text ? Text : "";
}

// As it is when the program begins: it may go elsewhere.
std::string file(const char *Name) {
  const std::string Path = variable(Name);
  return Path.empty() ? "" : std::filesystem::absolute(Path).string();
}

[[noreturn]] void refuse(const char *Name, const std::string &Text, const char *Wanted) {
  fprintf(stderr, "simt: %s=%s: %s is wanted\n", Name, Text.c_str(), Wanted);
  _exit(HasBadSettings);
}

uint64_t number(const char *Name, uint64_t Default) {
  const std::string Text = variable(Name);
  if (Text.empty())
    return Default;
  char *End = nullptr;
  const uint64_t Value = strtoull(Text.c_str(), &End, 0);
  if (*End || Text[0] == '-')
    refuse(Name, Text, "a number");
  return Value;
}

Policy policy() {
  const std::string Text = variable("SIMT_POLICY");
  for (const NamedPolicy &P : Policies)
    if (Text.empty() || Text == P.Name)
      return P.Value;
  refuse("SIMT_POLICY", Text, "lockstep, fair or adversarial");
}

struct NamedCheck {
  const char *Name;
  bool Config::*Member;
};
constexpr NamedCheck Checks[] = {{"races", &Config::CheckRaces},
                                 {"memory", &Config::CheckMemory},
                                 {"uninitialised", &Config::CheckUninitialised},
                                 {"same-value", &Config::CheckSameValue},
                                 {"hints", &Config::CheckHints}};

// As compute-sanitizer: what nobody wrote is a tool of its own, and races that write one value are
// no errors (Compute Sanitizer, racecheck hazards: severity INFO).
void setChecks(Config &C) {
  std::string Left = variable("SIMT_CHECK");
  if (Left.empty())
    Left = "races,memory";
  for (const NamedCheck &Check : Checks)
    C.*Check.Member = Left == "all";
  while (!Left.empty() && Left != "all" && Left != "none") {
    const std::string Word = Left.substr(0, Left.find(','));
    Left.erase(0, Word.size() + 1);
    const auto *Found = std::find_if(std::begin(Checks), std::end(Checks),
                                     [&](const NamedCheck &Check) { return Word == Check.Name; });
    if (Found == std::end(Checks))
      refuse("SIMT_CHECK", Word,
             "all, none, or some of races,memory,uninitialised,same-value,hints");
    C.*Found->Member = true;
  }
}

// What lockstep without a seed does is always the same.
bool streamsInOrder(const Config &C) {
  const std::string Text = variable("SIMT_STREAMS");
  if (Text.empty())
    return C.Schedule == Policy::Lockstep && !C.ShuffleWarps;
  if (Text != "in-order" && Text != "interleaved")
    refuse("SIMT_STREAMS", Text, "in-order or interleaved");
  return Text == "in-order";
}

Settings read() {
  Settings S;
  S.Machine.Schedule = policy();
  S.Machine.Seed = number("SIMT_SEED", 1);
  S.Machine.ShuffleWarps = number("SIMT_SHUFFLE_WARPS", 0) != 0;
  S.Machine.MaxSteps = number("SIMT_MAX_STEPS", MostSteps);
  setChecks(S.Machine);
  S.MemorySeed = number("SIMT_MEMORY_SEED", S.Machine.Seed);
  S.TraceFile = file("SIMT_TRACE");
  S.ReportFile = file("SIMT_REPORT");
  S.StreamsInOrder = streamsInOrder(S.Machine);
  S.KeepsGoing = number("SIMT_KEEP_GOING", 0) != 0;
  return S;
}

} // namespace

const Settings &simt::host::settings() {
  // Never destroyed: some findings are told after what is.
  static const Settings &S = *new Settings(read());
  return S;
}

const char *simt::host::name(Policy P) {
  for (const NamedPolicy &Named : Policies)
    if (Named.Value == P)
      return Named.Name;
  return "";
}
