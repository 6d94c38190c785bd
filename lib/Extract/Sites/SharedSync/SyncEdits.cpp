//===- SyncEdits.cpp ------------------------------------------------------===//

#include "Extract/Sites/SharedSync/SyncEdits.h"

#include "Analysis/Operations/PlainCopies.h"
#include "Analysis/SharedMemory/EvaluationOrder.h"
#include "Analysis/Source/Directives.h"
#include "Analysis/Source/Exprs.h"
#include "Analysis/Source/WrittenTypes.h"
#include "Extract/SiteBuilder.h"
#include "Model/Output/Placeholders.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace coopify {

//===- Places -------------------------------------------------------------===//

bool SyncEdits::open(SourceLocation Begin) {
  Begin = View.Text.beginOfUse(Begin);
  if (Begin.isInvalid())
    return false;
  const SourceManager &SM = View.Text.manager();
  FileID ID = SM.getFileID(Begin);
  std::string Path = View.Text.path(ID);
  if (Path.empty() || (!File.empty() && File != Path))
    return false;
  File = Path;
  Code = SM.getBufferData(ID);
  if (Lines.code().data() != Code.data())
    Lines = Layout(Code);
  return true;
}

std::string SyncEdits::text(unsigned Begin, unsigned End) const {
  return placeholder::verbatim(Code.slice(Begin, End));
}

std::optional<unsigned> SyncEdits::behindSemicolon(unsigned Offset) {
  for (StringRef Rest = Code.substr(Offset); !Rest.empty(); Rest = Code.substr(Offset)) {
    if (isspace(static_cast<unsigned char>(Rest[0])))
      ++Offset;
    else if (Rest.starts_with("//"))
      Offset = Code.find('\n', Offset);
    else if (Rest.starts_with("/*"))
      Offset = Code.find("*/", Offset) + 2;
    else
      return Rest[0] == ';' ? std::optional(Offset + 1) : std::nullopt;
    if (Offset > Code.size())
      break;
  }
  return std::nullopt;
}

std::optional<unsigned> SyncEdits::endOf(const Stmt *S) {
  if (const auto *If = dyn_cast<IfStmt>(S))
    return endOf(If->getElse() ? If->getElse() : If->getThen());
  if (const auto *For = dyn_cast<ForStmt>(S))
    return endOf(For->getBody());
  if (const auto *For = dyn_cast<CXXForRangeStmt>(S))
    return endOf(For->getBody());
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return endOf(While->getBody());
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return endOf(Switch->getBody());
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return endOf(A->getSubStmt());
  SourceLocation Last = S->getEndLoc(), End = View.Text.endOfUse(Last);
  const SourceManager &SM = View.Text.manager();
  if (End.isInvalid() || View.Text.path(SM.getFileID(End)) != File)
    return std::nullopt;
  unsigned Behind = SM.getFileOffset(End) + Lexer::MeasureTokenLength(End, SM, View.Text.lang());
  if (Last.isMacroID()) { // STEP(16); and STEP(16), if the macro ends the statement itself
    bool Ends = isa<CompoundStmt>(S) || !Lexer::isAtEndOfMacroExpansion(Last, SM, View.Text.lang());
    auto Semicolon = behindSemicolon(Behind);
    return Semicolon || !Ends ? Semicolon : Behind;
  }
  if (isa<CompoundStmt>(S) || (Behind > 0 && Code[Behind - 1] == ';'))
    return Behind;
  return behindSemicolon(Behind);
}

std::optional<SyncEdits::Place> SyncEdits::placeOf(const Stmt *S) {
  if (!open(S->getBeginLoc()))
    return std::nullopt;
  std::optional<unsigned> End = endOf(S);
  if (!End)
    return std::nullopt;
  return Place{View.Text.manager().getFileOffset(View.Text.beginOfUse(S->getBeginLoc())), *End};
}

/// The text of \p E, none of whose own tokens comes from a macro's body.
std::optional<TextRange> SyncEdits::written(const Expr *E) {
  TextRange R = View.Text.fileRange(E->getSourceRange());
  return R.valid() && R.File == File ? std::optional(R) : std::nullopt;
}

void SyncEdits::edit(unsigned Begin, unsigned End, std::string Text) {
  if (Begin != End || !Text.empty())
    Parts.push_back({"edit", {File, Begin, End}, std::move(Text)});
}

//===- Temporaries --------------------------------------------------------===//

static bool encloses(const Stmt *Scope, const Stmt *S, ASTContext &Context) {
  for (const Stmt *Up = S; Up;) {
    if (Up == Scope)
      return true;
    DynTypedNodeList Parents = Context.getParents(*Up);
    Up = Parents.size() == 1 ? Parents[0].get<Stmt>() : nullptr;
  }
  return false;
}

/// The condition of the if \p S, to be said once more; \p Saved: it need not be the same then.
/// nullopt: a macro writes it.
std::optional<std::string> SyncEdits::guard(const SharedStep &S, bool Saved, std::string &Front) {
  const Expr *Of = cast<IfStmt>(S.S)->getCond();
  auto Cond = written(Of);
  if (!Cond)
    return std::nullopt;
  std::string Condition = text(Cond->Begin, Cond->End);
  const Expr *Top = Of->IgnoreImpCasts();
  const auto *Binary = dyn_cast<BinaryOperator>(Top);
  auto Parentheses = [&](const std::string &Of) {
    const bool Weak = isa<AbstractConditionalOperator>(Top) || (Binary && Binary->isCommaOp());
    return Weak ? "(" + Of + ")" : Of;
  };
  if (Saved || !repeatable(Of, View)) {
    std::string Mine;
    Front += declare(S, {View.Context.BoolTy}, "mine", Mine) + Parentheses(Condition) + ";" + Break;
    edit(Cond->Begin, Cond->End, Mine);
    return Mine;
  }
  return Parentheses(Condition);
}

/// `if (c) f(s[i], s[j]);`: value = s[i], if c; if (c) f(value, s[j]); sync; if (c) s[i] = value;
bool SyncEdits::copy(const SharedStep &S, const SyncNeeds &Needs, std::string &Front,
                     std::string &Behind, Refusal &Why) {
  const Expr *Target = Needs.Targets.front();
  auto Range = written(Target);
  const auto Condition = S.Composite ? guard(S, false, Front) : std::optional(std::string());
  if (!Range || !Condition) {
    Why = stepFromMacro(View, S.S);
    return false;
  }
  std::string Name, Element = text(Range->Begin, Range->End), If;
  Front += declare(S, {Target->getType(), Target}, "value", Name);
  if (S.Composite)
    If = "if (" + *Condition + ") ";
  Front += (S.Composite ? *Condition + " ? " + Element + " : 0" : Element) + ";" + Break;
  edit(Range->Begin, Range->End, Name);
  Behind += Break + SyncText + ";" + Break + If + Element + " = " + Name + ";";
  return true;
}

/// `T a = f(x, s[i]);`: what is read, sync, the call.
bool SyncEdits::hoist(const SharedStep &S, const SyncNeeds &Needs, std::string &Front,
                      Refusal &Why) {
  const auto Condition = S.Composite ? guard(S, false, Front) : std::optional(std::string());
  for (const Expr *Arg : Needs.Hoisted) {
    auto Range = written(Arg);
    if (!Range || !Condition) {
      Why = stepFromMacro(View, S.S);
      return false;
    }
    std::string Name, Read = text(Range->Begin, Range->End);
    if (S.Composite && isa<AbstractConditionalOperator>(Arg->IgnoreParenImpCasts()))
      Read = "(" + Read + ")";
    Front += declare(S, {Arg->getType(), Arg}, "other", Name) +
             (S.Composite ? *Condition + " ? " + Read + " : 0" : Read) + ";" + Break;
    edit(Range->Begin, Range->End, Name);
  }
  Front += SyncText + ";" + Break;
  return true;
}

QualType asWritten(const Expr *E) {
  const auto *C = dyn_cast<CompoundAssignOperator>(E);
  return C ? C->getComputationResultType() : writtenType(E);
}

/// The name of \p T, a builtin type that \p Value has or is promoted to, says what it is in every
/// configuration of the program; null: it is the type of no expression.
static bool mayBeNamed(QualType T, const Expr *Value, const FunctionView &View) {
  if (!Value)
    return true;
  const QualType Is = asWritten(Value).getCanonicalType().getUnqualifiedType();
  const bool Promoted =
      View.Context.isPromotableIntegerType(Is) && View.Context.getPromotedIntegerType(Is) == T;
  return (Is == T || Promoted) && hasFixedType(Value, View.Text);
}

/// "float other = ", or "other = " where an earlier step of the block declared it.
std::string SyncEdits::declare(const SharedStep &S, const Declared &As, StringRef Base,
                               std::string &Name) {
  const QualType Plain = As.Type.getCanonicalType().getUnqualifiedType();
  const bool Chosen = As.Value && View.Function->isTemplateInstantiation();
  const bool Named = isa<BuiltinType>(Plain) && !Chosen && mayBeNamed(Plain, As.Value, View);
  // "auto" is what the value is before it is converted to anything.
  const QualType Deduced = Named || !As.Value ? Plain : asWritten(As.Value);
  const std::string Key = As.Text + Deduced.getCanonicalType().getUnqualifiedType().getAsString();
  auto Visible = [&](const Temporary &T) { return encloses(T.Scope, S.S, View.Context); };
  // What one arm of an #if declares is not there behind it.
  auto Compiled = [&](const Temporary &T) {
    const unsigned From = View.Text.expansion(T.For->getBeginLoc()).Offset,
                   To = View.Text.expansion(S.S->getBeginLoc()).Offset;
    return From > To || !leavesArm(text(From, To), View.Context.getLangOpts());
  };
  // Two values of one step need two names.
  auto InUse = [&](StringRef Other) {
    return llvm::any_of(Temporaries,
                        [&](const Temporary &T) { return T.For == S.S && T.Name == Other; });
  };
  for (const Temporary &T : Temporaries)
    if (T.Base == Base && T.Type == Key && T.Region == Region && !InUse(T.Name) && Visible(T) &&
        Compiled(T)) {
      Name = T.Name;
      Temporaries.push_back({Base.str(), Key, Name, T.Scope, S.S, Region}); // ends the loop
      return Name + " = ";
    }
  // In blocks beside each other one name will do.
  for (unsigned Number = 1; Name.empty(); ++Number) {
    Name = placeholder::name((Base + (Number > 1 ? std::to_string(Number) : "")).str());
    if (llvm::any_of(Temporaries, [&](const Temporary &T) {
          return T.Name == Name &&
                 (T.Type != Key || T.Region != Region || InUse(Name) || Visible(T));
        }))
      Name.clear();
  }
  // Without a block the step gets braces of its own.
  const Stmt *Scope = S.Block ? static_cast<const Stmt *>(S.Block) : S.S;
  Temporaries.push_back({Base.str(), Key, Name, Scope, S.S, Region});
  PrintingPolicy Policy(View.Context.getPrintingPolicy());
  const std::string Type = !As.Text.empty() ? As.Text : Named ? Plain.getAsString(Policy) : "auto";
  return Type + " " + Name + " = ";
}

Refusal cannotSplit(const FunctionView &View, const Stmt *S, const Twine &Text) {
  return {ReasonId::StepNotSplit, Text.str(), View.Text.expansion(S->getBeginLoc()),
          "write it as an assignment of its own: read, warp.sync(), write, warp.sync()"};
}

Refusal stepFromMacro(const FunctionView &View, const Stmt *S) {
  return {ReasonId::Macro, "a step of the exchange is written by a macro",
          View.Text.expansion(S->getBeginLoc()),
          "write the step without the macro, or make the macro a __device__ function"};
}

/// Why the value of \p A cannot be a statement of its own; \p Keeps: without the target in it.
static std::optional<Refusal> againstSplit(const FunctionView &View, const SharedStep &S,
                                           const SharedAssignment &A, bool Keeps) {
  const std::string Target = "'" + View.Text.text(A.Target->getSourceRange()) + "'";
  if (doesMore(A.Target, View.Context))
    return cannotSplit(View, S.S, Target + " does more than name an element");
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(A.Whole); O && !assignsCopyAlike(O)) {
    Refusal Why = cannotSplit(View, S.S,
                              "of a copy of '" + View.Text.text(A.Value->getSourceRange()) +
                                  "' the operator that assigns it, or the copy, may make more");
    Why.Help =
        "read the members that are needed into variables, warp.sync(), and set them from those";
    return Why;
  }
  if (Keeps)
    return std::nullopt;
  if (A.Operator == "class")
    return cannotSplit(View, S.S, "an operator of a class reads and writes " + Target);
  if (S.SyncsInside || S.Sync ||
      S.Waits) // the value first (C++17 [expr.ass]); of a sum nobody knows
    return cannotSplit(View, S.S,
                       "'" + View.Text.text(A.Value->getSourceRange()) + "' waits before " +
                           Target + " is read");
  return std::nullopt;
}

bool SyncEdits::split(const SharedStep &S, const SyncNeeds &Needs, const Place &P,
                      std::string &Front, std::string &Behind, Refusal &Why) {
  std::optional<SharedAssignment> A = sharedAssignment(S.S);
  if (!A) {
    Why = cannotSplit(View, S.S,
                      "'" + View.Text.text(S.S->getSourceRange()) + "' reads and writes at once");
    return false;
  }
  auto Value = written(A->Value), Target = written(A->Target);
  if (!Value || !Target || Target->Begin < P.Begin || Value->Begin < Target->End) {
    Why = stepFromMacro(View, S.S);
    return false;
  }
  std::string TargetText = text(Target->Begin, Target->End), Name;
  std::string Sync = ";" + Break + SyncText + ";" + Break;
  if (A->Local) { // a = b = c; and b = a = c; become b = c; sync; a = b;
    const unsigned From = A->LocalFirst ? Target->Begin : P.Begin;
    edit(From, Value->Begin, "");
    edit(Value->End, Value->End,
         Sync + text(From, Value->Begin) +
             placeholder::verbatim(View.Text.text(A->Local->getSourceRange())));
    return true;
  }
  bool Keeps = A->Operator.empty() || Needs.OwnTarget;
  if (std::optional<Refusal> Against = againstSplit(View, S, *A, Keeps)) {
    Why = std::move(*Against);
    return false;
  }
  QualType Type = Keeps ? A->Value->getType() : A->Whole->getType();
  if (!Keeps) { // the type that the sum has before it is converted to the target's
    const auto *C = cast<CompoundAssignOperator>(A->Whole);
    Type = C->getComputationResultType();
  }
  StringRef Base = Keeps && isRead(A->Value) ? "other" : "value";
  Front += declare(S, {Type, Keeps ? A->Value : A->Whole}, Base, Name);
  std::string Prefix = text(P.Begin, Value->Begin);
  if (Keeps) {
    edit(P.Begin, Value->Begin, "");
    edit(Value->End, Value->End, Sync + Prefix + Name);
    return true;
  }
  bool Parentheses = !isPrimary(A->Value);
  size_t At =
      findToken(Code.slice(Target->End, Value->Begin), A->Operator.str() + "=", View.Text.lang());
  if (At == StringRef::npos) {
    Why = stepFromMacro(View, S.S);
    return false;
  }
  unsigned Op = Target->End + At;
  edit(Op, Op + A->Operator.size() + 1, A->Operator.str());
  edit(Value->Begin, Value->Begin, Parentheses ? "(" : "");
  edit(Value->End, Value->End, (Parentheses ? ")" : "") + Sync + TargetText + " = " + Name);
  return true;
}

/// `return f(s);`: T result = f(s); sync; return result;
bool SyncEdits::returned(const SharedStep &S, const ReturnStmt &Return, const Place &P,
                         std::string &Front, std::string &Behind, Refusal &Why) {
  const Expr *Value = Return.getRetValue();
  QualType Type = View.Function->getReturnType();
  if (!Value || !Type->isScalarType() || isa<InitListExpr>(Value->IgnoreImplicit())) {
    Why = cannotSplit(View, S.S, "no sync can be put behind a return statement");
    return false;
  }
  auto Text = written(Value->IgnoreImplicit());
  if (!Text || Text->Begin < P.Begin || Return.getReturnLoc().isMacroID()) {
    Why = stepFromMacro(View, S.S);
    return false;
  }
  std::string Name;
  Front += declare(S, {Type, Value}, "result", Name);
  edit(P.Begin, Text->Begin, "");
  Behind += Break + SyncText + ";" + Break + "return " + Name + ";";
  return true;
}

//===- Steps --------------------------------------------------------------===//

/// What goes in front of it, into it and behind it would not all be in the same configurations.
bool SyncEdits::standsInArms(const SharedStep &S, const SyncNeeds &Needs, const Place &P) const {
  const std::string Statement = text(P.Begin, P.End);
  const LangOptions &Lang = View.Text.lang();
  const bool Changed = Needs.Split || (Needs.After && isa<ReturnStmt>(S.S));
  const bool Front = Needs.Before || Needs.Split, Behind = Needs.After || Needs.Split;
  return leavesArm(Statement, Lang) || endsInArm(Statement, Lang) ||
         (Changed && hasConditional(Statement, Lang)) ||
         (Front && standsUnderAnArm(Code, P.Begin, Lang)) ||
         (Behind && goesOnInAnArm(Code, P.End, Lang));
}

/// What the step computes is stored behind its last sync.
static bool stores(const SharedStep &S, const SyncNeeds &Needs) {
  const std::optional<SharedAssignment> A = sharedAssignment(S.S);
  return Needs.Hoisted.empty() || (A && llvm::is_contained(Needs.Targets, A->Target));
}

/// What the step reads in front of its sync, and what it writes behind that.
bool SyncEdits::takeApart(const SharedStep &S, const SyncNeeds &Needs, const Place &P, bool Stays,
                          std::string &Front, std::string &Behind, Refusal &Why) {
  if (!Needs.Cuts.empty() || Needs.CutFirst)
    return cut(S, Needs, Stays, Front, Why);
  if (Needs.Copied)
    return copy(S, Needs, Front, Behind, Why);
  if (S.Composite && Needs.Hoisted.empty())
    return splitGuarded(S, Needs, Stays, Front, Why);
  return (Needs.Hoisted.empty() || hoist(S, Needs, Front, Why)) &&
         (!stores(S, Needs) || split(S, Needs, P, Front, Behind, Why));
}

bool SyncEdits::step(const SharedStep &S, const SyncNeeds &Needs, StringRef Size, Refusal &Why) {
  std::optional<Place> P = placeOf(S.S);
  if (!P) {
    Why = stepFromMacro(View, S.S);
    return false;
  }
  if (standsInArms(S, Needs, *P)) {
    Why = Refusal{ReasonId::Macro,
                  "a part of it stands in an arm of an #if, and another one does not",
                  View.Text.expansion(S.S->getBeginLoc()),
                  "move the directive out of the statement, or write it for each configuration"};
    return false;
  }
  const bool Whole = Size == std::to_string(warpWidth());
  SyncText = placeholder::tile(Whole ? placeholder::WholeWarp.str() : Size) + ".sync()";
  const bool Braces = !S.Block && S.Holder, Stays = staysOnLine(S, Needs, *P);
  std::string Front, Behind, Closes;
  if (Stays) {
    Break = " ";
    Front = Braces ? "{ " : "";
    Closes = Braces ? " }" : "";
  } else if (Braces) {
    if (!openBlock(S, *P, Break, Closes)) {
      Why = stepFromMacro(View, S.S);
      return false;
    }
  } else {
    Break = breakAround(S, *P);
  }
  const size_t Own = Parts.size();
  if (Needs.Before)
    Front += SyncText + ";" + Break;
  if (Needs.Split) {
    if (!takeApart(S, Needs, *P, Stays, Front, Behind, Why))
      return false;
  }
  if (const auto *Return = dyn_cast<ReturnStmt>(S.S); Return && Needs.After) {
    if (!returned(S, *Return, *P, Front, Behind, Why))
      return false;
  } else if (Needs.After) {
    Behind += Break + SyncText + ";";
  }
  if (!Stays && !Braces) { // "{s[i] = 0;}" has no blanks to break
    if (P->Begin > 0 && llvm::StringRef("{};").contains(Code[P->Begin - 1]))
      Front = Break + Front;
    if (P->End < Code.size() && Code[P->End] == '}' && S.Block)
      Closes = Lines.newline(View.Text.fileRange(S.Block->getSourceRange()).Begin);
  }
  if (!Front.empty())
    Parts.insert(Parts.begin() + Own, PatternPart{"edit", {File, P->Begin, P->Begin}, Front});
  const unsigned End = Stays ? P->End : Lines.behind(P->End);
  if (Needs.Split && End != P->End && Lines.blank(P->End, End))
    edit(P->End, End, ""); // of a line that is written anew
  edit(End, End, Behind + Closes);
  return true;
}

} // namespace coopify
