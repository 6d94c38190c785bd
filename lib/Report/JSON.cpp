#include "Report/JSON.h"

#include "Report/Summary.h"

#include "llvm/Support/JSON.h"

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

json::Array edits(ArrayRef<Edit> Edits) {
  json::Array Out;
  for (const Edit &E : Edits)
    Out.push_back(json::Object{{"file", text(E.Range.File)},
                               {"offset", E.Range.Begin},
                               {"length", E.Range.length()},
                               {"text", text(E.Text)}});
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

json::Object finding(const Result &R) {
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
  if (const NotApplied *H = R.notApplied())
    O["notApplied"] = toString(reasonOf(H->Why));
  if (!F.Verdict.Group.empty())
    O["group"] = text(F.Verdict.Group);
  O["edits"] = edits(editsOf(R.Became));
  return O;
}

json::Object note(const ParseNote &N) {
  json::Object O{{"kind", N.Kind}, {"text", text(N.Text)}};
  if (N.Where.valid())
    O["at"] = place(N.Where);
  return O;
}

} // namespace

void reportJSON(raw_ostream &OS, ArrayRef<Result> Results, const ProgramFacts &Facts,
                StringRef World) {
  json::Array All, Notes;
  for (const Result &R : Results)
    All.push_back(finding(R));
  for (const ParseNote &N : notesToTell(Facts.notes(), Results))
    Notes.push_back(note(N));
  json::Object O{{"version", 1},
                 {"world", text(World)},
                 {"findings", std::move(All)},
                 {"notes", std::move(Notes)}};
  OS << formatv("{0:2}", json::Value(std::move(O))) << '\n';
}

} // namespace coopify
