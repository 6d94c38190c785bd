#include "Report/Summary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <tuple>

using namespace coopify;

static unsigned total(const Counts &C) {
  unsigned Sum = 0;
  for (const auto &[Id, Count] : C)
    Sum += Count;
  return Sum;
}

unsigned Summary::notApplied() const { return total(NotApplied); }
unsigned Summary::refused() const { return total(Refused); }
unsigned Summary::left() const { return total(Left); }

/// The assumptions that each site that is not applied waits for: those of its whole
/// group, which is made together or not at all.
static std::vector<std::set<std::string>> awaited(llvm::ArrayRef<Result> Results) {
  std::map<std::string, std::set<std::string>> OfGroup;
  for (const Result &R : Results)
    if (const Rewrite *To = R.rewrite(); To && To->Applies == Applicability::Assumed)
      OfGroup[R.Found.Verdict.Group].insert(To->Assumptions.begin(), To->Assumptions.end());
  std::vector<std::set<std::string>> Out;
  for (const Result &R : Results) {
    const Rewrite *To = R.rewrite();
    if (!To || !R.notApplied() || R.notApplied()->Why != WhyNot::Assumption)
      continue;
    if (R.Found.Verdict.Group.empty())
      Out.emplace_back(To->Assumptions.begin(), To->Assumptions.end());
    else
      Out.push_back(OfGroup[R.Found.Verdict.Group]);
  }
  llvm::erase_if(Out, [](const auto &Set) { return Set.empty(); });
  return Out;
}

static std::vector<Summary::Gain> gains(llvm::ArrayRef<Result> Results) {
  const std::vector<std::set<std::string>> Awaited = awaited(Results);
  std::vector<Summary::Gain> Out;
  for (const std::set<std::string> &Granted : std::set(Awaited.begin(), Awaited.end())) {
    auto Enough = [&](const std::set<std::string> &Needed) {
      return std::includes(Granted.begin(), Granted.end(), Needed.begin(), Needed.end());
    };
    Out.push_back({Granted, static_cast<unsigned>(llvm::count_if(Awaited, Enough))});
  }
  // The fewest assumptions first, then what gains most.
  llvm::sort(Out, [](const Summary::Gain &A, const Summary::Gain &B) {
    return std::tuple(A.Assumptions.size(), B.Sites, A.Assumptions) <
           std::tuple(B.Assumptions.size(), A.Sites, B.Assumptions);
  });
  return Out;
}

/// A rewrite that names coopify::masked_warp.
static bool usesRuntimeHeader(const Result &R) {
  const Rewrite *To = R.rewrite();
  return To && !R.notApplied() && To->needsRuntimeHeader();
}

/// The user asked for one thing to stay, and not for all that stays with it.
static std::string whyNotApplied(const NotApplied &H) {
  if (!H.Because || !isUsersWord(H.Why))
    return toString(reasonOf(H.Why)).str();
  return H.Why == WhyNot::Comment    ? "beside a suppressed one"
         : H.Why == WhyNot::Baseline ? "beside one in the baseline"
         : H.Why == WhyNot::Lines    ? "beside one on other lines"
                                     : "beside a declined one";
}

Summary coopify::summarize(llvm::ArrayRef<Result> Results) {
  Summary S;
  S.Sites = Results.size();
  for (const Result &R : Results) {
    if (const Refusal *Why = R.refusal())
      ++S.Refused[toString(Why->Reason).str()];
    else if (const Leave *L = R.leave())
      ++S.Left[L->Note ? toString(*L->Note).str() : ""];
    else if (const NotApplied *H = R.notApplied())
      ++S.NotApplied[whyNotApplied(*H)];
    else if (R.rewrite()->Applies == Applicability::Safe)
      ++S.Safe;
    else
      ++S.Assumed;
  }
  S.MaskedWarp = llvm::count_if(Results, usesRuntimeHeader);
  S.Explicit = llvm::count_if(
      Results, [](const Result &R) { return groupOfCheck(R.Found.Check) == RuleGroup::Explicit; });
  S.Launches = llvm::count_if(Results, [](const Result &R) {
    const Rewrite *To = R.rewrite();
    return To && !R.notApplied() && To->Form == "cooperative-launch";
  });
  S.Gains = gains(Results);
  return S;
}

/// Before it is rewritten no compiler takes it for sm_70 and later.
static bool keptFromCompiling(SiteKind Kind) {
  return llvm::is_contained({SiteKind::Shuffle, SiteKind::Vote, SiteKind::Asm, SiteKind::Collective,
                             SiteKind::MatchLoop, SiteKind::OpportunisticGroup},
                            Kind);
}

std::vector<Location> coopify::stepsThatStay(llvm::ArrayRef<Result> Results) {
  std::set<llvm::StringRef> Rewritten;
  for (const Result &R : Results)
    if (R.isApplied() && keptFromCompiling(R.Found.Where.Kind))
      Rewritten.insert(R.Found.Where.Function);
  std::vector<Location> Out;
  for (const Result &R : Results)
    if (R.Found.Where.Kind == SiteKind::SharedSteps && !R.leave() && !R.isApplied() &&
        !R.isSubsumed() && Rewritten.count(R.Found.Where.Function))
      Out.push_back(R.Found.Where.Loc);
  return Out;
}

static std::string plural(size_t Count, llvm::StringRef One, llvm::StringRef Many) {
  return (llvm::Twine(Count) + " " + (Count == 1 ? One : Many)).str();
}

/// "  refused: divergent 2, macro 1", the most frequent first.
static void printCounts(llvm::raw_ostream &OS, llvm::StringRef Title, const Counts &C) {
  if (C.empty())
    return;
  std::vector<std::pair<std::string, unsigned>> Sorted(C.begin(), C.end());
  llvm::sort(Sorted, [](const auto &A, const auto &B) {
    return std::tie(B.second, A.first) < std::tie(A.second, B.first);
  });
  OS << "  " << Title << ": ";
  llvm::interleaveComma(Sorted, OS,
                        [&](const auto &Entry) { OS << Entry.first << ' ' << Entry.second; });
  OS << '\n';
}

static void printPartly(llvm::raw_ostream &OS, llvm::ArrayRef<std::string> Places) {
  constexpr size_t Shown = 3;
  if (Places.empty())
    return;
  OS << plural(Places.size(), "exchange", "exchanges")
     << " through shared memory not rewritten in functions that are rewritten otherwise, which "
     << (warpLanes().OnlyCuda ? "compile for sm_70 and later now and go wrong there: "
                              : "still count on lanes that go together: ")
     << llvm::join(Places.take_front(Shown), ", ");
  if (Places.size() > Shown)
    OS << " and " << Places.size() - Shown << " more";
  OS << '\n';
}

void coopify::printSummary(llvm::raw_ostream &OS, const Summary &S) {
  if (S.Sites == 0) {
    OS << (S.Errors ? "no sites found in what could be parsed\n" : "no sites found\n");
    return;
  }
  std::vector<std::string> Parts;
  auto Part = [&](unsigned Count, llvm::StringRef What) {
    if (Count != 0)
      Parts.push_back((llvm::Twine(Count) + " " + What).str());
  };
  Part(S.Safe, "safe to rewrite");
  Part(S.Assumed, "to rewrite under assumptions");
  Part(S.notApplied(), "not applied");
  Part(S.refused(), "refused");
  Part(S.left(), "to leave as they are");
  OS << plural(S.Sites, "site", "sites") << " found: " << llvm::join(Parts, ", ") << '\n';
  if (S.Explicit != 0)
    OS << (S.Explicit == S.Sites ? "all of them work as they are"
                                 : (llvm::Twine(S.Explicit) + " of them " +
                                    (S.Explicit == 1 ? "works as it is" : "work as they are"))
                                       .str())
       << ", and would only say which threads they are for; --checks=@required leaves them out\n";
  if (!S.World.empty())
    OS << "world " << S.World << '\n';
  printCounts(OS, "not applied", S.NotApplied);
  printCounts(OS, "refused", S.Refused);
  printCounts(OS, "left", S.Left);
  printPartly(OS, S.Partly);
  auto Uses = [&](unsigned Count, llvm::StringRef What) {
    if (Count != 0)
      OS << plural(Count, "rewrite uses", "rewrites use") << " coopify::" << What
         << ": write its header with --install-runtime=<folder>, and compile with -I<folder>\n";
  };
  Uses(S.MaskedWarp, "masked_warp");
  Uses(S.Launches, "launch_cooperative");
  for (const Summary::Gain &G : llvm::ArrayRef(S.Gains).take_front(4))
    OS << "granting --assume=" << llvm::join(G.Assumptions, ",") << " would migrate "
       << plural(G.Sites, "more site", "more sites") << '\n';
}

namespace {

struct NoteKind {
  llvm::StringLiteral Kind, One, Many;
};

} // namespace

static constexpr NoteKind NoteKinds[] = {
    {"missing-header", "header was not found", "headers were not found"},
    {"parse-error", "file has errors", "files have errors"},
    {"nothing-parsed", "unit has no declaration that could be parsed",
     "units have no declaration that could be parsed"},
    {"unknown-flag", "compiler flag was not understood", "compiler flags were not understood"},
    {"environment", "variable of the environment gives nvcc more flags",
     "variables of the environment give nvcc more flags"},
    {"other-toolkit", "folder of a CUDA toolkit by -I is read as a system's, and not edited",
     "folders of CUDA toolkits by -I are read as a system's, and not edited"},
    {"assumed-gfx", "HIP unit names no architecture, and is read for warps of 64 lanes and of 32",
     "HIP units name no architecture, and are read for warps of 64 lanes and of 32"},
    {"other-warp-size",
     "architecture has not the lanes that --warp-size says, and was read with its own",
     "architectures have not the lanes that --warp-size says, and were read with their own"},
    {"other-arch", "architecture is not known to clang, and another is parsed",
     "architectures are not known to clang, and others are parsed"},
    {"assumed-arch",
     "unit tests __CUDA_ARCH__, and its command does not say for which GPU it is; it was read as "
     "for",
     "units test __CUDA_ARCH__, and their commands do not say for which GPU they are; they were "
     "read as for"},
    {"assumed-language",
     "unit tests which C++ it is, and its command has no -std; it was read in the two that the "
     "host "
     "compiler may give it",
     "units test which C++ they are, and their commands have no -std; they were read in the two "
     "that the host compiler may give them"},
    {"old-standard",
     "unit is compiled as an older language than C++17, and was parsed as C++17, which the headers "
     "of CUDA 13 need",
     "units are compiled as an older language than C++17, and were parsed as C++17, which the "
     "headers of CUDA 13 need"},
    {"older-standard",
     "unit is compiled as an older language than C++14, and was parsed as C++14, which rewrites "
     "need",
     "units are compiled as an older language than C++14, and were parsed as C++14, which rewrites "
     "need"},
    {"two-definitions",
     "function has another definition elsewhere; each was taken for its own units",
     "functions have another definition elsewhere; each was taken for its own units"},
    {"line-number", "__LINE__ stands in a file to which a rewrite adds lines, and is a number",
     "__LINE__ stand in files to which rewrites add lines, and are numbers"},
    {"user-overload", "overload of a warp function is the user's own",
     "overloads of warp functions are the user's own"},
    {"too-large", "function is too large to be followed", "functions are too large to be followed"},
    {"source-fix", "file is accepted by nvcc but not by clang, and was read with temporary repairs",
     "files are accepted by nvcc but not by clang, and were read with temporary repairs"},
};

static void printNotes(llvm::raw_ostream &OS, llvm::StringRef Kind, size_t Count,
                       const std::set<std::string> &Texts) {
  constexpr size_t Shown = 3;
  auto Known = llvm::find_if(NoteKinds, [&](const NoteKind &K) { return K.Kind == Kind; });
  OS << (Known == std::end(NoteKinds) ? plural(Count, Kind, Kind)
                                      : plural(Count, Known->One, Known->Many));
  std::vector<std::string> Listed;
  for (const std::string &Text : Texts)
    if (!Text.empty() && Listed.size() < Shown)
      Listed.push_back(Text);
  if (!Listed.empty())
    OS << ": " << llvm::join(Listed, ", ");
  if (!Listed.empty() && Texts.size() > Listed.size())
    OS << " and " << Texts.size() - Listed.size() << " more";
  OS << '\n';
}

std::vector<ParseNote> coopify::notesToTell(llvm::ArrayRef<ParseNote> Notes,
                                            llvm::ArrayRef<Result> Results) {
  std::set<llvm::StringRef> Edited;
  for (const Result &R : Results)
    if (R.rewrite() && !R.notApplied())
      Edited.insert(R.Found.Where.Loc.File);
  std::vector<ParseNote> Out;
  llvm::copy_if(Notes, std::back_inserter(Out), [&](const ParseNote &N) {
    return N.Kind != "line-number" || Edited.count(N.Where.File);
  });
  return Out;
}

void coopify::printParseNotes(llvm::raw_ostream &OS, llvm::ArrayRef<ParseNote> Notes) {
  std::map<std::string, std::set<std::string>> Texts;
  std::map<std::string, std::set<std::pair<std::string, Location>>> Places;
  for (const ParseNote &N : Notes) {
    Texts[N.Kind].insert(N.Text);
    Places[N.Kind].emplace(N.Text, N.Where);
  }
  for (const auto &[Kind, OfKind] : Texts) {
    // A header that ten units miss is one header; ten errors are ten.
    bool ByText = Kind == "missing-header" || Kind == "unknown-flag" || Kind == "environment" ||
                  Kind == "old-standard" || Kind == "older-standard" || Kind == "other-arch" ||
                  Kind == "other-toolkit" || Kind == "assumed-arch" || Kind == "assumed-gfx" ||
                  Kind == "other-warp-size" || Kind == "assumed-language";
    printNotes(OS, Kind, ByText ? OfKind.size() : Places[Kind].size(), OfKind);
    if (Kind == "parse-error")
      OS << "what an error hides may decide what other text of its unit means: mend it before you "
            "trust a rewrite there\n";
  }
}
