//===- compare.cpp - Same results before and after? --------------------------===//
//
// compare BEFORE.so AFTER.so [--shapes=64,16x16] [--inputs=N] [--seeds=N] [--unordered=NAMES]
//         [--blocks=[KERNEL:]N] [--limit=N] [--set=KERNEL.INDEX=VALUE] [--shapes=KERNEL:64,100]
//         [--skip=NAMES] [--dump=FOLDER] [--bag=INDEX] [--fair] [--brief] [--lockstep=NAMES]
//         [--seconds=N] [--grid=KERNEL:N] [--same=KERNEL.INDEX=INDEX+WORDS]
//
// For each kernel, block shape and random input: what the kernel before leaves
// in memory in lockstep is what it must leave afterwards in lockstep, under the
// fair schedule and under each adversarial seed, and the machine must find
// nothing to complain about. Words that differ from seed to seed before are
// undefined (they come from lanes that took no part, or depend on which warp
// was first) and are not compared; but one that always is one of two values must
// stay one of them. Where a kernel still makes a legacy call
// afterwards it was not migrated: its result means something in lockstep only,
// and no other schedule of that input is run.
// Where threads reach block barriers separately before, in lockstep, warps are what counts there
// and nowhere else: independent threads come to those barriers in another order. Under other
// schedules such a kernel must only end, unless the one before does not either.
// One line for each kernel, and a summary; exit code 1 if a kernel differs.
// --fair is for kernels that nobody wrote: those that mean nothing before in any shape are unfair
// and count for nothing: a finding, also of lanes that only the hardware orders, or any word that
// differs from seed to seed. --bag: of the memory of that argument only the contents count, not
// their order.
// --brief says of findings what they are, not where.
// --lockstep: kernels of which other schedules say nothing (a part of them was not migrated).
// --grid: a cooperative launch, of so many blocks that run together.
// --same: an argument that leads to the memory of another one, so many words behind its beginning.
// --dump writes inputs and what they lead to, for other machines (test/gpu).
//
//===----------------------------------------------------------------------===//
#include "Arguments.h"
#include "Side.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace semantics;

namespace {

struct Options {
  std::vector<Shape> Shapes;
  std::map<std::string, std::vector<Shape>> ShapesOf; ///< Of kernels that have their own.
  unsigned Inputs = 3;
  unsigned Seeds = 200; ///< Adversarial runs of each kernel in each shape.
  std::vector<std::string> Unordered;
  std::vector<std::string> Skipped;                ///< Kernels that mean nothing, on purpose.
  std::map<std::string, Arguments::Wishes> Wishes; ///< By kernel.
  unsigned Limit = 0;
  unsigned Blocks = 2;
  std::map<std::string, unsigned> BlocksOf; ///< Of kernels that have their own.
  std::map<std::string, unsigned> Grids;    ///< Blocks of kernels whose launches are cooperative.
  unsigned Seconds = 300;                   ///< For each kernel.
  bool Fair = false, Brief = false;
  std::vector<std::string> LockstepOnly;
  std::vector<unsigned> Bags;
  std::string Dump;
};

constexpr unsigned LockstepSeeds = 12; ///< Runs before, to find what is undefined,
constexpr unsigned FairSeeds = 4;      ///< or with --fair that something is,
constexpr unsigned DoubtSeeds = 400;   ///< and at most so many where something differs.
constexpr uint64_t UsualSteps = 2'000'000;
constexpr unsigned EndSeeds = 8; ///< Adversarial runs before, to see whether it ends.

/// What became of a kernel; also the exit code of the process that ran it.
enum Verdict { Same, Differs, Complaint, NoEvidence, Unusable, Left, Unfair, Verdicts };
const char *const VerdictNames[] = {"same",     "differs", "complaint", "no-evidence",
                                    "unusable", "left",    "unfair"};

std::vector<std::string> split(const std::string &Text, char Separator) {
  std::vector<std::string> Parts;
  std::istringstream In(Text);
  for (std::string Part; std::getline(In, Part, Separator);)
    Parts.push_back(Part);
  return Parts;
}

std::string join(const std::vector<unsigned> &Numbers) {
  std::string Text;
  for (const unsigned N : Numbers)
    Text += (Text.empty() ? "" : ", ") + std::to_string(N);
  return Text;
}

Shape parseShape(const std::string &Text) {
  Shape S;
  unsigned *const Directions[] = {&S.X, &S.Y, &S.Z};
  unsigned I = 0;
  for (const std::string &Part : split(Text, 'x'))
    if (I < 3)
      *Directions[I++] = unsigned(std::stoul(Part));
  return S;
}

std::string str(const Shape &S) {
  std::string Text = std::to_string(S.X);
  if (S.Y != 1 || S.Z != 1)
    Text += "x" + std::to_string(S.Y);
  if (S.Z != 1)
    Text += "x" + std::to_string(S.Z);
  return Text;
}

const Side *load(const char *Path) {
  void *Library = dlopen(Path, RTLD_NOW | RTLD_LOCAL);
  void *Entry = Library ? dlsym(Library, "side") : nullptr;
  if (!Entry) {
    std::fprintf(stderr, "compare: %s\n", dlerror());
    std::exit(2);
  }
  return reinterpret_cast<const Side *(*)()>(Entry)();
}

/// Without its parameters' types.
std::string plain(const std::string &Name) { return Name.substr(0, Name.find('(')); }

/// Without its template arguments as well: all instances are meant.
std::string bare(const std::string &Name) { return Name.substr(0, Name.find_first_of("<(")); }

bool names(const std::vector<std::string> &List, const std::string &Kernel) {
  return std::count(List.begin(), List.end(), plain(Kernel)) != 0 ||
         std::count(List.begin(), List.end(), bare(Kernel)) != 0;
}

/// Which side runs, for the process that waits for the end of this one.
bool *const IsAfter = static_cast<bool *>(
    mmap(nullptr, sizeof(bool), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));

/// One kernel, both sides.
class Comparison {
public:
  Comparison(const Side &Before, unsigned BeforeIndex, const Side &After, unsigned AfterIndex,
             const Options &O)
      : Before(Before), After(After), BeforeIndex(BeforeIndex), AfterIndex(AfterIndex), O(O),
        Blocks(O.Blocks) {
    const std::string Name = Before.Kernels[BeforeIndex].Name;
    const std::string Plain = plain(Name);
    Unordered = names(O.Unordered, Name);
    if (const auto Found = O.Wishes.find(Plain); Found != O.Wishes.end())
      Wishes = Found->second;
    Wishes.Limit = O.Limit;
    Wishes.Bags = O.Bags;
    if (const auto Found = O.Grids.find(Plain); Found != O.Grids.end())
      IsCooperative = true, Blocks = Found->second;
    else if (const auto Its = O.BlocksOf.find(Plain); Its != O.BlocksOf.end())
      Blocks = Its->second;
    IsLockstepOnly = names(O.LockstepOnly, Name);
    auto Own = O.ShapesOf.find(Plain);
    if (Own == O.ShapesOf.end())
      Own = O.ShapesOf.find(bare(Name));
    Shapes = Own == O.ShapesOf.end() ? O.Shapes : Own->second;
  }

  Verdict run() {
    for (const Shape &S : Shapes)
      for (unsigned Input = 0; Input != O.Inputs; ++Input) {
        const size_t SoFar = Written;
        const Verdict V = compare(S, Input);
        if (V == Unfair)
          Written = SoFar; // of this launch, nothing was compared
        else if (V != Same)
          return V;
      }
    if (Written == 0 && !WhyUnfair.empty())
      return say(Unfair, WhyUnfair);
    if (Written == 0)
      return say(NoEvidence, "writes nothing that is defined");
    if (IsLeft)
      return say(Left, std::string(MadeLegacyCalls ? "still makes" : "makes no") +
                           " legacy calls; the same in lockstep");
    return say(Same, std::string(BarriersDiverge ? "barriers diverge: " : "") +
                         std::to_string(Runs) + " runs, " + std::to_string(Written) +
                         " words written, " + std::to_string(Undefined) + " undefined");
  }

private:
  using Words = std::vector<uint32_t>;

  /// The memory afterwards, until the next run.
  const Words &runOnce(const Side &S, unsigned Kernel, const Shape &Block, Policy P, uint64_t Seed,
                       Arguments &A, std::string &Findings) {
    ++Runs;
    *IsAfter = &S == &After;
    const bool ShuffleWarps = &S == &Before && Seed != 1;
    const bool CheckLanes = O.Fair && &S == &Before && Seed == 1;
    Outcome Of;
    S.Run({Kernel, Block, Blocks, IsCooperative, P, Seed, ShuffleWarps, CheckLanes, O.Brief,
           BarriersDiverge, MaxSteps, A.fresh()},
          Of);
    Findings = std::move(Of.Findings);
    HasEnded = Of.HasEnded, IsTooLong = Of.IsTooLong;
    if (*IsAfter) // the other side is run again where something is in doubt
      LegacyCalls = Of.LegacyCalls;
    else if (P == Policy::Lockstep)
      BarriersDiverge |= Of.BarriersDiverged;
    A.memory(Result);
    if (Unordered)
      std::sort(Result.begin(), Result.end());
    return Result;
  }

  Verdict compare(const Shape &Block, unsigned Input) {
    Where = "block " + str(Block) + ", input " + std::to_string(Input);
    Arguments A(Before.Kernels[BeforeIndex].Parameters, Block.threads(), Input + 1, Wishes);
    A.fresh();
    Words Initial;
    A.memory(Initial);

    std::string Findings;
    const Words Expected = runOnce(Before, BeforeIndex, Block, Policy::Lockstep, 1, A, Findings);
    Defined.assign(Expected.size(), true);
    Others.assign(Expected.size(), {});
    LastDoubt = LockstepSeeds;
    for (unsigned Seed = 2; Seed <= lockstepSeeds() && Findings.empty(); ++Seed)
      runAgain(Block, Seed, A, Expected, Findings);
    if (isUnfair())
      return Unfair;
    if (!Findings.empty() && O.Fair)
      return WhyUnfair = Where + ": " + Findings, Unfair;
    if (!Findings.empty())
      return say(Unusable, "before, in lockstep: " + Findings);
    count(Initial, Expected);
    if (!O.Dump.empty())
      dump(Block, Input, A, Initial, Expected);

    if (const Verdict V = check(Block, Policy::Lockstep, 1, A, Expected); V != Same)
      return V;
    if (LegacyCalls != 0 || IsLockstepOnly) {
      IsLeft = true;
      MadeLegacyCalls |= LegacyCalls != 0;
      return Same;
    }
    if (const Verdict V = checkIndependent(Block, Policy::Fair, 1, A, Expected); V != Same)
      return V;
    const unsigned Seeds = (O.Seeds + O.Inputs - 1) / O.Inputs;
    for (unsigned Seed = 1; Seed <= Seeds; ++Seed)
      if (const Verdict V =
              checkIndependent(Block, Policy::Adversarial, Seed * O.Inputs + Input, A, Expected);
          V != Same)
        return V;
    return Same;
  }

  Verdict checkIndependent(const Shape &Block, Policy P, uint64_t Seed, Arguments &A,
                           const Words &Expected) {
    return BarriersDiverge ? checkEnd(Block, P, Seed, A) : check(Block, P, Seed, A, Expected);
  }

  /// That it ends, if it does so before.
  Verdict checkEnd(const Shape &Block, Policy P, uint64_t Seed, Arguments &A) {
    std::string Findings;
    runOnce(After, AfterIndex, Block, P, Seed, A, Findings);
    if (HasEnded || isOnlySlow(Block, P, Seed, A) || !endsBefore(Block, A))
      return Same;
    return say(Complaint, run(P, Seed, A) +
                              ": barriers diverge, and it hangs as it did not before: " + Findings);
  }

  /// Whether the last run, which had too many steps, ends if it may have many more: a thread that
  /// waits for a lock or a flag may get nearly all of them.
  bool isOnlySlow(const Shape &Block, Policy P, uint64_t Seed, Arguments &A) {
    if (!IsTooLong)
      return false;
    std::string Findings;
    MaxSteps = 40 * UsualSteps;
    runOnce(After, AfterIndex, Block, P, Seed, A, Findings);
    MaxSteps = UsualSteps;
    return HasEnded;
  }

  bool endsBefore(const Shape &Block, Arguments &A) {
    bool Ends = true;
    std::string Findings;
    for (unsigned Seed = 0; Seed <= EndSeeds && Ends; ++Seed) {
      runOnce(Before, BeforeIndex, Block, Seed ? Policy::Adversarial : Policy::Fair, Seed, A,
              Findings);
      Ends = HasEnded;
    }
    return Ends;
  }

  /// Which run that is, for messages.
  std::string run(Policy P, uint64_t Seed, const Arguments &A) const {
    static const char *const Schedules[] = {"lockstep", "fair", "adversarial"};
    return Where + ", " + Schedules[unsigned(P)] + " seed " + std::to_string(Seed) +
           (A.str().empty() ? "" : ", arguments " + A.str());
  }

  bool isUnfair() {
    if (!O.Fair || std::count(Defined.begin(), Defined.end(), false) == 0)
      return false;
    WhyUnfair = Where + ": what it leaves differs from seed to seed";
    return true;
  }

  /// A kernel that is thrown away where a word differs needs fewer to be thrown away.
  unsigned lockstepSeeds() const { return O.Fair ? FairSeeds : LockstepSeeds; }

  /// Before, in lockstep with another seed: what differs is undefined.
  void runAgain(const Shape &Block, unsigned Seed, Arguments &A, const Words &Expected,
                std::string &Findings) {
    const Words &Again = runOnce(Before, BeforeIndex, Block, Policy::Lockstep, Seed, A, Findings);
    if (Again == Expected)
      return;
    for (size_t I = 0; I != Expected.size(); ++I)
      if (Again[I] != Expected[I]) {
        Defined[I] = false;
        Others[I].add(Again[I]);
      }
  }

  /// Whether the word really is the same in all runs before, or one of two values and never the
  /// third that it has now: few seeds may not show it, as for `undefined & 1`.
  bool reallyDiffers(size_t Word, uint32_t Now, const Shape &Block, Arguments &A,
                     const Words &Expected) {
    std::string Findings;
    while (differs(Word, Now, Expected) && LastDoubt < DoubtSeeds)
      runAgain(Block, ++LastDoubt, A, Expected, Findings);
    return differs(Word, Now, Expected);
  }

  bool differs(size_t Word, uint32_t Now, const Words &Expected) const {
    return Now != Expected[Word] && (Defined[Word] || Others[Word].excludes(Now));
  }

  /// A line about the launch; then the memory before, after, and which words of it are defined.
  void dump(const Shape &Block, unsigned Input, Arguments &A, const Words &Initial,
            const Words &Expected) {
    std::string Findings;
    while (LastDoubt < DoubtSeeds)
      runAgain(Block, ++LastDoubt, A, Expected, Findings);
    const Kernel &K = Before.Kernels[BeforeIndex];
    const std::string Path = O.Dump + "/" + std::to_string(BeforeIndex) + "-" + str(Block) + "-" +
                             std::to_string(Input) + ".case";
    std::ofstream Out(Path, std::ios::binary);
    Out << "{\"kernel\": \"" << K.Name << "\", \"parameters\": \"" << K.Parameters
        << "\", \"block\": [" << Block.X << ", " << Block.Y << ", " << Block.Z
        << "], \"blocks\": " << Blocks << ", \"numbers\": [" << A.numbers()
        << "], \"unordered\": " << (Unordered ? "true" : "false") << ", \"bags\": [" << join(O.Bags)
        << "], \"same\": [" << same() << "], \"words\": " << Initial.size() << "}\n";
    for (const Words *Memory : {&Initial, &Expected})
      Out.write(reinterpret_cast<const char *>(Memory->data()),
                std::streamsize(Memory->size() * 4));
    for (const bool D : Defined)
      Out.put(D ? 1 : 0);
  }

  /// [ARGUMENT, THE OTHER ONE, WORDS] of each pointer that leads to another argument's memory.
  std::string same() const {
    std::string Text;
    for (const auto &[Argument, To] : Wishes.Same)
      Text += (Text.empty() ? "[" : ", [") + std::to_string(Argument) + ", " +
              std::to_string(To.Argument) + ", " + std::to_string(To.Words) + "]";
    return Text;
  }

  void count(const Words &Initial, const Words &Expected) {
    for (size_t I = 0; I != Expected.size(); ++I) {
      Undefined += !Defined[I];
      Written += Defined[I] && Expected[I] != Initial[I];
    }
  }

  Verdict check(const Shape &Block, Policy P, uint64_t Seed, Arguments &A, const Words &Expected) {
    const std::string Run = run(P, Seed, A);
    std::string Findings;
    runOnce(After, AfterIndex, Block, P, Seed, A, Findings);
    if (!Findings.empty())
      return isOnlySlow(Block, P, Seed, A) ? Same : say(Complaint, Run + ": " + Findings);
    if (Result == Expected)
      return Same;
    const Words Now = Result; // more runs may be wanted to tell
    for (size_t I = 0; I != Expected.size(); ++I)
      if (reallyDiffers(I, Now[I], Block, A, Expected)) {
        if (isUnfair()) // few seeds had not shown it
          return Unfair;
        char Values[96], Other[32] = "";
        std::snprintf(Values, sizeof(Values), ": word %zu is 0x%08x, was 0x%08x", I, Now[I],
                      Expected[I]);
        if (!Defined[I])
          std::snprintf(Other, sizeof(Other), " or 0x%08x", Others[I].Value);
        return say(Differs, Run + Values + Other);
      }
    return Same;
  }

  Verdict say(Verdict V, const std::string &Text) {
    std::printf("%s: %s: %s\n", VerdictNames[V], Before.Kernels[BeforeIndex].Name, Text.c_str());
    return V;
  }

  const Side &Before, &After;
  const unsigned BeforeIndex, AfterIndex;
  const Options &O;
  unsigned Blocks;
  bool Unordered, IsCooperative = false;
  Arguments::Wishes Wishes;
  std::vector<Shape> Shapes;
  std::string Where;
  bool IsLeft = false, IsLockstepOnly = false, MadeLegacyCalls = false;
  bool BarriersDiverge = false; ///< Threads reach block barriers separately before, in lockstep.
  bool HasEnded = true;         ///< The last run,
  bool IsTooLong = false;       ///< or it had too many steps.
  uint64_t MaxSteps = UsualSteps;
  std::string WhyUnfair;
  Words Result; ///< Of the last run; kept, for memory that is new each time costs more than it.
  /// What a word is in runs before where it is not what is expected.
  struct Other {
    uint32_t Value = 0;
    bool IsThere = false, HasMore = false;
    void add(uint32_t Again) {
      HasMore |= IsThere && Value != Again;
      Value = Again, IsThere = true;
    }
    bool excludes(uint32_t Now) const { return IsThere && !HasMore && Value != Now; }
  };
  std::vector<bool> Defined; ///< The words that are the same in all runs before.
  std::vector<Other> Others;
  unsigned LastDoubt = 0; ///< The last seed of the runs before.
  uint64_t LegacyCalls = 0;
  size_t Runs = 0, Written = 0, Undefined = 0;
};

/// In a process of its own: a kernel may crash or never end.
Verdict runApart(Comparison C, const char *Name, const Options &O) {
  std::fflush(stdout);
  const pid_t Child = fork();
  if (Child == 0) {
    alarm(O.Seconds);
    const Verdict V = C.run();
    std::fflush(stdout);
    _exit(V);
  }
  int Status = 0;
  waitpid(Child, &Status, 0);
  if (WIFEXITED(Status))
    return Verdict(WEXITSTATUS(Status));
  const Verdict V = O.Fair && !*IsAfter ? Unfair : Complaint;
  std::printf("%s: %s: %s\n", VerdictNames[V], Name, strsignal(WTERMSIG(Status)));
  return V;
}

int compareAll(const Side &Before, const Side &After, const Options &O) {
  std::map<std::string, unsigned> AfterByName;
  for (unsigned I = 0; I != After.Count; ++I)
    AfterByName[After.Kernels[I].Name] = I;
  unsigned Counts[Verdicts] = {};
  unsigned Total = 0;
  for (unsigned I = 0; I != Before.Count; ++I) {
    const char *Name = Before.Kernels[I].Name;
    if (names(O.Skipped, Name))
      continue;
    ++Total;
    const auto Found = AfterByName.find(Name);
    if (Found == AfterByName.end()) {
      std::printf("unusable: %s: it is gone afterwards\n", Name);
      ++Counts[Unusable];
      continue;
    }
    ++Counts[runApart(Comparison(Before, I, After, Found->second, O), Name, O)];
  }
  std::printf("%u kernels:", Total);
  for (unsigned V = Same; V != Verdicts; ++V)
    std::printf(" %u %s%s", Counts[V], VerdictNames[V], V + 1 == Verdicts ? "\n" : ",");
  return Counts[Same] + Counts[Left] + Counts[Unfair] == Total ? 0 : 1;
}

std::vector<Shape> parseShapes(const std::string &Text) {
  std::vector<Shape> Shapes;
  for (const std::string &Part : split(Text, ','))
    Shapes.push_back(parseShape(Part));
  return Shapes;
}

/// [KERNEL:]SHAPE,SHAPE
void setShapes(const std::string &Text, Options &O) {
  if (const size_t Colon = Text.rfind(':'); Colon != std::string::npos)
    O.ShapesOf[Text.substr(0, Colon)] = parseShapes(Text.substr(Colon + 1));
  else
    O.Shapes = parseShapes(Text);
}

/// [KERNEL:]N
void setBlocks(const std::string &Text, Options &O) {
  const size_t Colon = Text.rfind(':');
  const auto Blocks = unsigned(std::stoul(Text.substr(Colon + 1))); // npos + 1 is 0
  (Colon == std::string::npos ? O.Blocks : O.BlocksOf[Text.substr(0, Colon)]) = Blocks;
}

/// KERNEL.INDEX=INDEX+WORDS
void addSame(const std::string &Text, Options &O) {
  const size_t Dot = Text.find('.'), Equals = Text.find('='), Plus = Text.find('+');
  O.Wishes[Text.substr(0, Dot)].Same[unsigned(std::stoul(Text.substr(Dot + 1)))] = {
      unsigned(std::stoul(Text.substr(Equals + 1))), std::stoi(Text.substr(Plus + 1))};
}

/// KERNEL.INDEX=VALUE
void addWish(const std::string &Text, Options &O) {
  const size_t Dot = Text.find('.'), Equals = Text.find('=');
  O.Wishes[Text.substr(0, Dot)]
      .Fixed[unsigned(std::stoul(Text.substr(Dot + 1, Equals - Dot - 1)))] =
      std::stol(Text.substr(Equals + 1));
}

} // namespace

int main(int Count, char **Arguments) {
  if (Count < 3) {
    std::fprintf(stderr, "usage: compare BEFORE.so AFTER.so [options], see compare.cpp\n");
    return 2;
  }
  Options O;
  O.Shapes = parseShapes("1,31,32,33,48,64,96,100,255,256,16x16,8x8x4");
  for (int I = 3; I != Count; ++I) {
    const std::string Text = Arguments[I], Value = Text.substr(Text.find('=') + 1);
    if (Text.rfind("--shapes=", 0) == 0)
      setShapes(Value, O);
    else if (Text.rfind("--inputs=", 0) == 0)
      O.Inputs = unsigned(std::stoul(Value));
    else if (Text.rfind("--seeds=", 0) == 0)
      O.Seeds = unsigned(std::stoul(Value));
    else if (Text.rfind("--unordered=", 0) == 0)
      O.Unordered = split(Value, ',');
    else if (Text.rfind("--skip=", 0) == 0)
      O.Skipped = split(Value, ',');
    else if (Text.rfind("--dump=", 0) == 0)
      O.Dump = Value;
    else if (Text.rfind("--limit=", 0) == 0)
      O.Limit = unsigned(std::stoul(Value));
    else if (Text.rfind("--blocks=", 0) == 0)
      setBlocks(Value, O);
    else if (Text.rfind("--grid=", 0) == 0)
      O.Grids[Value.substr(0, Value.rfind(':'))] =
          unsigned(std::stoul(Value.substr(Value.rfind(':') + 1)));
    else if (Text.rfind("--bag=", 0) == 0)
      O.Bags.push_back(unsigned(std::stoul(Value)));
    else if (Text.rfind("--lockstep=", 0) == 0)
      O.LockstepOnly = split(Value, ',');
    else if (Text.rfind("--seconds=", 0) == 0)
      O.Seconds = unsigned(std::stoul(Value));
    else if (Text == "--brief")
      O.Brief = true;
    else if (Text == "--fair")
      O.Fair = true;
    else if (Text.rfind("--same=", 0) == 0)
      addSame(Value, O);
    else if (Text.rfind("--set=", 0) == 0)
      addWish(Value, O);
    else
      return std::fprintf(stderr, "compare: unknown option '%s'\n", Text.c_str()), 2;
  }
  return compareAll(*load(Arguments[1]), *load(Arguments[2]), O);
}
