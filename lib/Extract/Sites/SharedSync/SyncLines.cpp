//===- SyncLines.cpp - a statement, a line -------------------------------------===//

#include "Extract/Sites/SharedSync/SyncEdits.h"

using namespace clang;

namespace coopify {

/// The project's own limit; longer lines are broken.
constexpr unsigned MaxLine = 100;

/// Behind the head of \p Holder that \p Part is a part of.
static SourceLocation headEnd(const Stmt *Holder, const Stmt *Part) {
  if (const auto *If = dyn_cast<IfStmt>(Holder))
    return Part == If->getElse() ? If->getElseLoc() : If->getRParenLoc();
  if (const auto *For = dyn_cast<ForStmt>(Holder))
    return For->getRParenLoc();
  if (const auto *While = dyn_cast<WhileStmt>(Holder))
    return While->getRParenLoc();
  return Holder->getBeginLoc(); // do
}

/// `if (tid < 8) { s[tid] = x; }`: one sync more, and it is still a line.
bool SyncEdits::staysOnLine(const SharedStep &S, const SyncNeeds &Needs, const Place &P) const {
  if (Lines.ownLine(P.Begin) || Needs.Split || Needs.Before == Needs.After || S.Composite ||
      isa<ReturnStmt>(S.S) || !Lines.sameLine(P.Begin, P.End) || (S.Block && S.Block->size() > 1))
    return false;
  const size_t Begin = Code.take_front(P.Begin).rfind('\n') + 1,
               End = std::min(Code.find('\n', P.End), Code.size());
  return End - Begin + sizeof(" { warp.sync(); }") - 1 <= MaxLine;
}

/// \p Line instead of blanks, once.
void SyncEdits::breakBetween(unsigned Begin, unsigned End, const std::string &Line) {
  PatternPart Break{"edit", {File, Begin, End}, Line};
  if (Begin != End && Lines.blank(Begin, End) && !llvm::is_contained(Parts, Break))
    Parts.push_back(std::move(Break));
}

/// Each of its statements gets a line; returns what begins them. "": it has lines already.
std::string SyncEdits::breakBlock(const CompoundStmt *Block) {
  const SourceManager &SM = View.Text.manager();
  TextRange Braces = View.Text.fileRange(Block->getSourceRange());
  if (!Braces.valid() || Braces.File != File || Block->body_empty() ||
      !Lines.sameLine(Braces.Begin,
                      SM.getFileOffset(View.Text.beginOfUse(Block->body_back()->getBeginLoc()))))
    return "";
  const std::string Line = Lines.deeper(Braces.Begin);
  if (Lines.isMisplaced(Braces.Begin))
    breakBetween(Lines.blanksBefore(Braces.Begin), Braces.Begin, Lines.newline(Braces.Begin));
  unsigned From = Braces.Begin + 1;
  for (const Stmt *Each : Block->body()) {
    std::optional<Place> P = placeOf(Each);
    if (!P)
      return Line;
    breakBetween(From, P->Begin, Line);
    From = P->End;
  }
  if (Lines.sameLine(From, Braces.End))
    breakBetween(From, Braces.End - 1, Lines.newline(Braces.Begin));
  return Line;
}

/// A line of its own for a step that has none; returns what begins it.
std::string SyncEdits::breakAround(const SharedStep &S, const Place &P) {
  if (S.Block)
    if (std::string Line = breakBlock(S.Block); !Line.empty())
      return Line;
  const unsigned From = Lines.blanksBefore(P.Begin), To = Lines.blanksBehind(P.End);
  const bool First = From > 0 && Code[From - 1] == '{',
             Follows = From > 0 && (Code[From - 1] == ';' || Code[From - 1] == '}');
  const bool Own = Lines.ownLine(P.Begin);
  const std::string Line = Own || Follows ? Lines.newline(P.Begin) : Lines.deeper(P.Begin);
  if (!Own && (First || Follows))
    breakBetween(From, P.Begin, Line);
  if (Lines.behind(P.End) != P.End || To >= Code.size() ||
      llvm::StringRef("\r\n\\/").contains(Code[To]))
    return Line;
  if (Code[To] != '}')
    breakBetween(P.End, To, Line);
  else if (S.Block)
    breakBetween(P.End, To, Lines.newline(View.Text.fileRange(S.Block->getSourceRange()).Begin));
  return Line;
}

/// Braces around a step that is the whole body of a statement.
bool SyncEdits::openBlock(const SharedStep &S, const Place &P, std::string &Line,
                          std::string &Closes) {
  // WARP_0 s[i] += s[i + 16];
  SourceLocation Head = View.Text.endOfUse(headEnd(S.Holder, S.S));
  Location Around = View.Text.expansion(S.Holder->getBeginLoc());
  if (Head.isInvalid() || Around.File != File || View.Text.after(Head).File != File)
    return false;
  const unsigned At = View.Text.after(Head).Begin;
  const std::string Brace = Lines.brace(Around.Offset);
  Line = Lines.ownLine(P.Begin) ? Lines.newline(P.Begin) : Lines.deeper(Around.Offset);
  if (!Lines.ownLine(P.Begin) && Lines.blank(At, P.Begin))
    edit(At, P.Begin, Brace + Line);
  else
    edit(At, At, Brace);
  Closes = Lines.newline(Around.Offset) + "}";
  return true;
}

} // namespace coopify
