#include "CompletedValue.h"

#include "ExplainedNames.h"
#include "Pages.h"

#include "Frontend/Passes.h"
#include "Model/Reasons/Assumptions.h"
#include "Model/Reasons/Reasons.h"
#include "Model/WarpIntrinsics.h"
#include "Rules/Rule.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

using namespace llvm;

namespace coopify {
namespace {

/// All ids: --explain has a page of each, and --checks may name those that are off by default.
void addChecks(CompletedValue &V) {
  for (const Rule *R : allRules())
    V.Words.push_back(R->id().str());
}

void addReasons(CompletedValue &V) {
  for (const Reason &R : allReasons())
    if (explain(R.Id, embeddedPages()))
      V.Words.push_back(R.Id.str());
}

void addAssumptions(CompletedValue &V) {
  for (const Assumption &A : allAssumptions())
    V.Words.push_back(A.Id.str());
}

void addSections(CompletedValue &V, StringRef Page) {
  for (StringRef Name : sectionNames(Page, embeddedPages()))
    V.Words.push_back(Name.str());
}

void addFunctions(CompletedValue &V) {
  for (const WarpIntrinsic &I : warpIntrinsics())
    if (!checksOf(I.Name).empty())
      V.Words.push_back(I.Name.str());
}

/// Those that clang knows and that have cooperative groups.
void addArchs(CompletedValue &V) {
  for (unsigned Number = 30; Number < 200; ++Number)
    if (std::string Arch = "sm_" + std::to_string(Number); parsedArch(Arch) == Arch)
      V.Words.push_back(Arch);
}

/// What a word of an option's value stands for.
const struct {
  StringLiteral Placeholder;
  void (*Add)(CompletedValue &);
} Meanings[] = {
    {"folder", [](CompletedValue &V) { V.Folders = true; }},
    {"build", [](CompletedValue &V) { V.Files = true; }},
    {"file", [](CompletedValue &V) { V.Files = true; }},
    {"file:line[:column]", [](CompletedValue &V) { V.Files = true; }},
    {"file.d", [](CompletedValue &V) { V.Files = true; }},
    {"file.yaml", [](CompletedValue &V) { V.Files = true; }},
    {"out.json", [](CompletedValue &V) { V.Files = true; }},
    {"build.ninja", [](CompletedValue &V) { V.Files = true; }},
    {"check", addChecks},
    {"reason", addReasons},
    {"assumption", addAssumptions},
    {"form", [](CompletedValue &V) { addSections(V, "forms"); }},
    {"verdict", [](CompletedValue &V) { addSections(V, "verdicts"); }},
    {"function", addFunctions},
    {"sm_XX", addArchs},
    {"sm_XX[,host]",
     [](CompletedValue &V) {
       addArchs(V);
       V.Words.push_back("host");
       V.List = true;
     }},
    {"globs",
     [](CompletedValue &V) {
       addChecks(V);
       V.List = V.Excludes = true;
     }},
    {"id,...",
     [](CompletedValue &V) {
       addAssumptions(V);
       V.List = true;
     }},
    {"N", [](CompletedValue &) {}},
    {"flag", [](CompletedValue &) {}},
    {"seconds", [](CompletedValue &) {}},
    {"text", [](CompletedValue &) {}},
    {"json", [](CompletedValue &) {}},
    {"version", [](CompletedValue &) {}},
    {"revision", [](CompletedValue &) {}},
    {"command", [](CompletedValue &) {}},
};

} // namespace

CompletedValue completedValue(const cl::Option &O) {
  CompletedValue V;
  SmallVector<StringRef> Parts;
  O.ValueStr.split(Parts, '|', -1, /*KeepEmpty=*/false);
  for (StringRef Part : Parts) {
    const auto *Meaning = find_if(Meanings, [&](auto &M) { return M.Placeholder == Part; });
    if (Meaning == std::end(Meanings))
      V.Words.push_back(Part.str());
    else
      Meaning->Add(V);
  }
  // A check and a reason may have one name.
  std::set<std::string> Seen;
  erase_if(V.Words, [&](const std::string &Word) { return !Seen.insert(Word).second; });
  return V;
}

StringRef summary(const cl::Option &O) {
  constexpr size_t Short = 30; // "With --extract: " says nothing yet
  const size_t End = std::min(
      {O.HelpStr.find(". "), O.HelpStr.find("; "), O.HelpStr.find(": ", Short), O.HelpStr.size()});
  return O.HelpStr.take_front(End);
}

} // namespace coopify
