#include "Driver/Verify/RollBack.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;

namespace coopify {
namespace {

using OwnEdits = ArrayRef<Edit>;

/// The findings whose own edits are in \p Plan and such.
std::set<size_t> appliedWhere(const EditPlan &Plan, function_ref<bool(size_t, OwnEdits)> Holds) {
  std::set<size_t> Indices;
  for (auto [I, O] : enumerate(Plan.Outcomes))
    if (OwnEdits Edits = editsOf(O); !Edits.empty() && Holds(I, Edits))
      Indices.insert(I);
  return Indices;
}

std::set<size_t> appliedWhere(const EditPlan &Plan, function_ref<bool(OwnEdits)> Holds) {
  return appliedWhere(Plan, [&](size_t, OwnEdits Edits) { return Holds(Edits); });
}

ArrayRef<Edit> editsOf(const EditPlan &Plan, StringRef File) {
  auto It = Plan.Edits.byFile().find(File.str());
  return It == Plan.Edits.byFile().end() ? ArrayRef<Edit>() : ArrayRef<Edit>(It->second);
}

/// The lines of the edited text that \p E's text stands on, as far as it can
/// be said without the text: the edits' own line breaks move it.
bool touchesLineOf(const Edit &E, const Location &Where, ArrayRef<Edit> All) {
  const unsigned LineBegin = Where.Offset - std::min(Where.Offset, Where.Column - 1);
  long Shift = 0;
  for (const Edit &Before : All) {
    if (Before == E)
      break;
    Shift += long(Before.Text.size()) - long(Before.Range.length());
  }
  const long Begin = long(E.Range.Begin) + Shift;
  const long End = Begin + long(E.Text.size());
  // The error's line starts at LineBegin; an edit beyond the error's column on
  // the same line is rarely its cause, and one that begins before it may be.
  return Begin <= long(Where.Offset) && End >= long(LineBegin);
}

bool editsLine(OwnEdits Edits, const Location &Where, ArrayRef<Edit> All) {
  return any_of(Edits, [&](const Edit &E) {
    return E.Range.File == Where.File && touchesLineOf(E, Where, All);
  });
}

bool editsFile(OwnEdits Edits, StringRef File) {
  return any_of(Edits, [&](const Edit &E) { return E.Range.File == File; });
}

bool holds(const TextRange &Body, StringRef File, unsigned Offset) {
  return Body.valid() && Body.File == File && Body.Begin <= Offset && Offset <= Body.End;
}

std::set<size_t> inFunction(const Location &Where, ArrayRef<Finding> Findings, const EditPlan &Plan,
                            const ProgramFacts &Facts) {
  const unsigned Offset = offsetBefore(Where.Offset, editsOf(Plan, Where.File));
  std::set<size_t> Culprits;
  for (const FunctionSummary &Function : Facts.functions()) {
    if (!holds(Function.Body, Where.File, Offset))
      continue;
    Culprits.merge(appliedWhere(Plan, [&](size_t I, OwnEdits Edits) {
      return Findings[I].Where.Function == Function.USR || any_of(Edits, [&](const Edit &E) {
               return holds(Function.Body, E.Range.File, E.Range.Begin);
             });
    }));
  }
  return Culprits;
}

std::set<size_t> around(const Location &Where, BlameReach Reach, ArrayRef<Finding> Findings,
                        const EditPlan &Plan, const ProgramFacts &Facts) {
  switch (Reach) {
  case BlameReach::Line:
    return appliedWhere(
        Plan, [&](OwnEdits Edits) { return editsLine(Edits, Where, editsOf(Plan, Where.File)); });
  case BlameReach::Function:
    return inFunction(Where, Findings, Plan, Facts);
  default:
    return appliedWhere(Plan, [&](OwnEdits Edits) { return editsFile(Edits, Where.File); });
  }
}

/// The findings that change the parameters of the function whose name is at \p Where.
std::set<size_t> atDeclaration(const Location &Where, const EditPlan &Plan,
                               const ProgramFacts &Facts) {
  const unsigned Offset = offsetBefore(Where.Offset, editsOf(Plan, Where.File));
  std::set<size_t> Culprits;
  for (const FunctionSummary &Function : Facts.functions())
    for (const FunctionDeclaration &D : Function.Declarations)
      if (D.Loc.File == Where.File && D.Loc.Offset == Offset)
        Culprits.merge(appliedWhere(Plan, [&](OwnEdits Edits) {
          return any_of(Edits, [&](const Edit &E) {
            return E.Range.File == D.ParamsBegin.File && E.Range.Begin == D.ParamsBegin.Begin;
          });
        }));
  return Culprits;
}

std::set<size_t> within(const BrokenUnit &Broken, BlameReach Reach, ArrayRef<Finding> Findings,
                        const EditPlan &Plan, const ProgramFacts &Facts) {
  if (Reach == BlameReach::Program)
    return appliedWhere(Plan, [](OwnEdits) { return true; });
  if (Reach == BlameReach::Unit)
    return appliedWhere(Plan, [&](OwnEdits Edits) {
      return any_of(Broken.Files, [&](const std::string &File) { return editsFile(Edits, File); });
    });
  std::set<size_t> Culprits = around(Broken.Error.Where, Reach, Findings, Plan, Facts);
  if (Broken.Error.Used.valid())
    Culprits.merge(around(Broken.Error.Used, Reach, Findings, Plan, Facts));
  // A call that no edit is near fits a declaration no more that one changed.
  if (Culprits.empty() && Reach == BlameReach::Line)
    for (const Location &Candidate : Broken.Error.Candidates)
      Culprits.merge(atDeclaration(Candidate, Plan, Facts));
  return Culprits;
}

Refusal refusalOf(const ParseError &E) {
  if (E.ByInclude)
    return {ReasonId::Macro, E.Text, E.Where,
            "include <cooperative_groups.h> above it by hand, see that the code is right with it, "
            "then run again"};
  if (E.Means.valid())
    return {ReasonId::OtherFunction, E.Text, E.Where,
            "give the function a name of its own, then run again"};
  return {ReasonId::DoesNotCompile, "the edited code would not compile: " + E.Text, E.Where,
          "edit it by hand; if the code here is ordinary, please report it"};
}

} // namespace

std::vector<ParseError> newErrors(ArrayRef<ParseError> Before, ArrayRef<ParseError> Now) {
  std::map<std::pair<std::string, std::string>, unsigned> Known;
  for (const ParseError &E : Before)
    ++Known[{E.Where.File, E.Text}];
  std::vector<ParseError> New;
  for (const ParseError &E : Now)
    if (unsigned &Left = Known[{E.Where.File, E.Text}]; Left > 0)
      --Left;
    else
      New.push_back(E);
  return New;
}

unsigned offsetBefore(unsigned Offset, ArrayRef<Edit> Edits) {
  long Shift = 0;
  for (const Edit &E : Edits) {
    const long Begin = long(E.Range.Begin) + Shift;
    if (long(Offset) < Begin)
      break;
    if (long(Offset) < Begin + long(E.Text.size()))
      return E.Range.Begin;
    Shift += long(E.Text.size()) - long(E.Range.length());
  }
  return unsigned(std::max(0L, long(Offset) - Shift));
}

Location placeBefore(const Location &Now, ArrayRef<Edit> Edits, StringRef Before) {
  const unsigned Offset = std::min<unsigned>(offsetBefore(Now.Offset, Edits), Before.size());
  StringRef Head = Before.take_front(Offset);
  const unsigned Line = Head.count('\n') + 1;
  return {Now.File, Offset, Line, Offset - unsigned(Head.rfind('\n') + 1) + 1};
}

std::set<size_t> blame(const BrokenUnit &Broken, BlameReach From, ArrayRef<Finding> Findings,
                       const EditPlan &Plan, const ProgramFacts &Facts) {
  if (!Broken.Culprits.empty())
    return Broken.Culprits;
  for (int Reach = int(From); Reach < int(BlameReach::Program); ++Reach)
    if (std::set<size_t> Culprits = within(Broken, BlameReach(Reach), Findings, Plan, Facts);
        !Culprits.empty())
      return Culprits;
  return within(Broken, BlameReach::Program, Findings, Plan, Facts);
}

std::set<size_t> groupOf(size_t Index, ArrayRef<Finding> Findings) {
  const std::string &Group = Findings[Index].Verdict.Group;
  std::set<size_t> Out;
  for (auto [I, F] : enumerate(Findings))
    if (I == Index || (!Group.empty() && F.Verdict.Group == Group))
      Out.insert(I);
  return Out;
}

void rollBack(ArrayRef<Finding> Findings, size_t Index, const ParseError &Because,
              Vetoes &Against) {
  for (size_t I : groupOf(Index, Findings))
    Against.try_emplace(I, refusalOf(Because));
}

} // namespace coopify
