#include "Report/JSON.h"

#include "Report/Summary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

#include <map>

using namespace llvm;

namespace coopify {
namespace {

/// Sources need not be UTF-8; JSON must be.
std::string text(StringRef S) { return json::fixUTF8(S); }

json::Array texts(ArrayRef<std::string> Strings) {
  json::Array Out;
  for (const std::string &S : Strings)
    Out.push_back(text(S));
  return Out;
}

json::Object place(const Location &At) {
  return json::Object{
      {"file", text(At.File)}, {"line", At.Line}, {"column", At.Column}, {"offset", At.Offset}};
}

json::Array proof(ArrayRef<ProofStep> Steps) {
  json::Array Out;
  for (const ProofStep &Step : Steps) {
    json::Object O{{"text", text(Step.Text)}};
    if (Step.Where.valid())
      O["at"] = place(Step.Where);
    Out.push_back(std::move(O));
  }
  return Out;
}

json::Object edit(const Edit &E) {
  return json::Object{{"file", text(E.Range.File)},
                      {"offset", E.Range.Begin},
                      {"length", E.Range.length()},
                      {"text", text(E.Text)}};
}

/// Those of \p Result alone; what others need as well is marked.
json::Array edits(const Result &R, const AloneEdits &Alone) {
  json::Array Out;
  for (const Edit &E : Alone.Edits) {
    json::Object O = edit(E);
    O["own"] = is_contained(editsOf(R.Became), E);
    Out.push_back(std::move(O));
  }
  return Out;
}

/// By what a program finds them in the report.
json::Array partners(const AloneEdits &Alone, const std::map<size_t, size_t> &Shown) {
  json::Array Out;
  for (size_t Index : Alone.With)
    if (auto It = Shown.find(Index); It != Shown.end())
      Out.push_back(It->second);
  return Out;
}

StringRef applicability(Applicability Applies) {
  return Applies == Applicability::Safe ? "safe" : "assumed";
}

json::Object verdict(const Rewrite &R) {
  return json::Object{{"kind", "rewrite"},
                      {"form", text(R.Form)},
                      {"applicability", applicability(R.Applies)},
                      {"assumptions", texts(R.Assumptions)}};
}

json::Object verdict(const Refusal &R) {
  json::Object O{{"kind", "refusal"}, {"reason", toString(R.Reason)}, {"text", text(R.Text)}};
  if (R.Where.valid())
    O["at"] = place(R.Where);
  if (!R.Help.empty())
    O["help"] = text(R.Help);
  return O;
}

json::Object verdict(const Leave &L) {
  return json::Object{{"kind", "leave"}, {"reason", L.Note ? toString(*L.Note) : ""}};
}

/// What stands now: decided, or refused since.
json::Object verdict(const Result &R) {
  if (const Refusal *Why = R.refusal())
    return verdict(*Why);
  const Rewrite *Made = R.rewrite();
  return Made ? verdict(*Made) : verdict(*R.leave());
}

json::Object finding(const Result &R, const AloneEdits &Alone, std::optional<size_t> ToldAt,
                     const std::map<size_t, size_t> &Shown) {
  const Finding &F = R.Found;
  json::Object O = place(F.Where.Loc);
  O["check"] = F.Check;
  O["name"] = text(F.Where.Name);
  O["message"] = text(F.Verdict.Message);
  O["verdict"] = verdict(R);
  O["proof"] = proof(F.Verdict.Proof);
  if (F.Verdict.Dear)
    O["costs"] = proof({*F.Verdict.Dear});
  O["applied"] = R.isApplied();
  if (const auto *Made = std::get_if<Applied>(&R.Became); Made && !Made->Because.empty()) {
    json::Array Granted;
    for (const auto &[Id, Why] : Made->Because)
      Granted.push_back(json::Object{{"assumption", Id}, {"because", text(Why)}});
    O["granted"] = std::move(Granted);
  }
  if (const NotApplied *H = R.notApplied())
    O["notApplied"] = toString(reasonOf(H->Why));
  if (!F.Verdict.Group.empty())
    O["group"] = text(F.Verdict.Group);
  if (auto At = ToldAt ? Shown.find(*ToldAt) : Shown.end(); At != Shown.end()) {
    O["edits"] = json::Array();
    O["editsAt"] = At->second;
  } else {
    O["edits"] = edits(R, Alone);
    O["with"] = partners(Alone, Shown);
  }
  return O;
}

json::Object note(const ParseNote &N) {
  json::Object O{{"kind", N.Kind}, {"text", text(N.Text)}};
  if (N.Where.valid())
    O["at"] = place(N.Where);
  return O;
}

json::Object trial(const TrialReport &T) {
  json::Object O{{"command", text(T.Command)}, {"verdict", T.Verdict},
                 {"schedules", T.Schedules},   {"faults", texts(T.Faults)},
                 {"notRun", texts(T.NotRun)},  {"notCompared", texts(T.NotCompared)}};
  if (!T.Text.empty())
    O["text"] = text(T.Text);
  if (!T.Replay.empty())
    O["replay"] = text(T.Replay);
  return O;
}

json::Object groups(const UnitGroups &Unit) {
  json::Array Headers, Archs;
  for (GroupHeader H : AllGroupHeaders)
    if (Unit.Headers.has(H))
      Headers.push_back(pathOf(H));
  for (unsigned Arch : Unit.Build.Archs)
    Archs.push_back("sm_" + std::to_string(Arch));
  json::Object O{{"unit", text(Unit.File)},
                 {"headers", std::move(Headers)},
                 {"architectures", std::move(Archs)},
                 {"change", json::Array(Unit.Change)}};
  O["compiles"] = !Unit.Compiles ? "depends" : *Unit.Compiles ? "yes" : "no";
  if (Unit.Build.Language)
    O["language"] = "c++" + std::to_string(Unit.Build.Language);
  if (Unit.Toolkit)
    O["toolkit"] = versionText(Unit.Toolkit);
  if (!Unit.Text.empty())
    O["text"] = text(Unit.Text);
  return O;
}

} // namespace

void reportJSON(raw_ostream &OS, ArrayRef<Result> Results, const EditsAlone &Edits,
                const ProgramFacts &Facts, StringRef World, const TrialReport *Trial,
                ArrayRef<UnitGroups> Groups) {
  std::map<size_t, size_t> Shown; // of each finding its number in the report
  for (const auto [Number, R] : enumerate(Results))
    Shown[Edits.indexOf(R.Found)] = Number;
  json::Array All, Notes, Made;
  for (const Result &R : Results)
    All.push_back(finding(R, Edits.of(R.Found), Edits.toldAt(R.Found), Shown));
  for (const ParseNote &N : notesToTell(Facts.notes(), Results))
    Notes.push_back(note(N));
  for (const auto &[Path, OfFile] : Edits.all().byFile())
    for (const Edit &E : OfFile)
      Made.push_back(edit(E));
  json::Object O{{"version", 2},
                 {"world", text(World)},
                 {"findings", std::move(All)},
                 {"edits", std::move(Made)},
                 {"notes", std::move(Notes)}};
  json::Array OfUnits;
  for (const UnitGroups &Unit : Groups)
    OfUnits.push_back(groups(Unit));
  O["groups"] = std::move(OfUnits);
  if (Trial)
    O["trial"] = trial(*Trial);
  OS << formatv("{0:2}", json::Value(std::move(O))) << '\n';
}

} // namespace coopify
