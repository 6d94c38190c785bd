//===- FunctionSummaries.cpp ----------------------------------------------===//

#include "Extract/FunctionSummaries.h"

#include "Analysis/Operations/MemoryAccess.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/SharedMemory/PassedPointers.h"
#include "Analysis/SharedMemory/SharedAccess.h"
#include "Analysis/Source/Decls.h"
#include "Analysis/Source/Directives.h"
#include "Analysis/Source/Exprs.h"
#include "Analysis/Source/IntegerConstant.h"
#include "Extract/BarrierUses.h"
#include "Extract/SiteBuilder.h"
#include "Extract/Uses/FixedUses.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallString.h"

#include <set>

using namespace clang;

namespace coopify {

//===- Declarations -------------------------------------------------------===//

/// From behind a '(' to the first of a list, where blanks or a line's end stand between.
static TextRange behindBlanks(TextRange At, const SourceText &Text) {
  StringRef Rest = At.valid() ? Text.code(At.File).drop_front(At.End) : StringRef();
  StringRef Next = Rest.ltrim();
  if (!Next.starts_with("#") && !Next.starts_with(")"))
    At.Begin = At.End = At.End + (Rest.size() - Next.size());
  return At;
}

/// The end of a line and the blanks between the first of a list at \p At and the second; empty:
/// they share a line, or are too much to read here.
static std::string breakOfList(const TextRange &At, const SourceText &Text) {
  StringRef Code = At.valid() ? Text.code(At.File).drop_front(At.End) : StringRef();
  unsigned Depth = 0;
  for (size_t I = 0; I < Code.size(); ++I) {
    const char C = Code[I];
    if (C == '"' || C == '\'' || C == '/' || C == '#' || C == ';' || C == '<' || C == '{')
      return "";
    Depth += C == '(' || C == '[';
    if ((C == ')' || C == ']') && Depth-- == 0)
      return "";
    if (C != ',' || Depth > 0)
      continue;
    StringRef Rest = Code.drop_front(I + 1);
    StringRef Between = Rest.take_front(Rest.size() - Rest.ltrim().size());
    return Between.count('\n') == 1 ? Between.ltrim(" \t").str() : "";
  }
  return "";
}

static FunctionDeclaration declaration(const FunctionDecl *D, const SourceText &Text) {
  FunctionDeclaration Out;
  Out.Loc = Text.expansion(D->getLocation());
  Out.HasParams = D->getNumParams() > 0;
  FunctionTypeLoc Type = D->getFunctionTypeLoc();
  Out.Editable = Type && !Type.getLParenLoc().isMacroID() && !D->getLocation().isMacroID() &&
                 Text.isUserFile(D->getLocation());
  if (!Type)
    return Out;
  Out.ParamsBegin = Text.after(Type.getLParenLoc());
  Out.Break = breakOfList(Out.ParamsBegin, Text);
  // "[=] { ... }": no list at all. What the parser takes for its place is the ']'.
  if (std::string Open = Text.spelled(Text.token(Type.getLParenLoc())); Open != "(") {
    Out.VoidParams = Out.ParamsBegin;
    Out.Editable &= Open == "]";
    return Out;
  }
  Out.ParamsBegin = behindBlanks(Out.ParamsBegin, Text);
  TextRange Close = Text.before(Type.getRParenLoc());
  // Where the first one stands in an arm of an #if, other configurations may have none.
  TextRange First = Out.HasParams ? Text.before(D->getParamDecl(0)->getBeginLoc()) : Close;
  if (First.valid() && First.File == Out.ParamsBegin.File && Out.ParamsBegin.End <= First.Begin)
    Out.Editable &=
        !hasConditional(Text.spelled({First.File, Out.ParamsBegin.End, First.Begin}), Text.lang());
  if (Out.HasParams || !Out.ParamsBegin.valid() || Out.ParamsBegin.File != Close.File)
    return Out;
  std::string Between = Text.spelled({Close.File, Out.ParamsBegin.End, Close.Begin});
  if (size_t At = Between.find("void"); At != std::string::npos) {
    unsigned Begin = Out.ParamsBegin.End + At;
    Out.VoidParams = {Close.File, Begin, Begin + 4};
  }
  return Out;
}

/// Clang declares an explicit specialisation once more with the text of the primary template: what
/// is written there is the template's, and changes with it.
static void nameThePrimary(const FunctionDecl *F, const SourceText &Text, FunctionSummary &Out) {
  const FunctionTemplateDecl *Primary = F->getPrimaryTemplate();
  if (!Primary || F->getTemplateSpecializationKind() != TSK_ExplicitSpecialization)
    return;
  for (const FunctionDecl *D : Primary->getTemplatedDecl()->redecls()) {
    FunctionDeclaration Written = declaration(D, Text);
    for (FunctionDeclaration &Have : Out.Declarations)
      if (Have.ParamsBegin == Written.ParamsBegin)
        Have = Written;
  }
}

static void declarations(const FunctionDecl *F, const SourceText &Text, FunctionSummary &Out) {
  for (const FunctionDecl *D : patternOf(F)->redecls())
    Out.Declarations.push_back(declaration(D, Text));
  nameThePrimary(F, Text, Out);
  TemplateSpecializationKind Kind = F->getTemplateSpecializationKind();
  if (Kind == TSK_ExplicitInstantiationDeclaration || Kind == TSK_ExplicitInstantiationDefinition) {
    // The AST does not keep where "template void f<int>(int *);" has its parameters.
    FunctionDeclaration D;
    D.Loc = Text.expansion(F->getPointOfInstantiation());
    D.Editable = false;
    Out.Declarations.push_back(D);
  }
  llvm::sort(Out.Declarations, [](const auto &A, const auto &B) { return A.Loc < B.Loc; });
}

static std::optional<Handle> handle(const VarDecl *V, const SourceText &Text) {
  // A pointer to a group has other members.
  QualType T = V->getType().getNonReferenceType();
  auto Group = T->isPointerType() || !V->getIdentifier() ? std::nullopt : groupType(T);
  if (!Group)
    return std::nullopt;
  Handle H;
  H.Name = V->getName().str();
  H.Declared = Text.range(V->getSourceRange());
  if (Group->Kind == GroupKind::ThreadBlock)
    H.Type = "block";
  else if (Group->Kind == GroupKind::Tile && Group->Size)
    H.Type = "tile" + std::to_string(Group->Size);
  else
    return std::nullopt;
  return H;
}

/// How many arguments a call of it has, and who else has the name.
static void overloads(const FunctionDecl *F, const SourceText &Text, FunctionSummary &Out) {
  const FunctionDecl *Pattern = patternOf(F);
  const bool Open = F->isVariadic() || llvm::any_of(Pattern->parameters(), [](const auto *P) {
                      return P->isParameterPack();
                    });
  Out.MinArgs = Open ? 0 : Pattern->getMinRequiredArguments();
  Out.MaxArgs = Open ? ~0u : Pattern->getNumParams();
  // f(warp, 5) was (G first, int second = 0), and would be (warp, G first, int second = 0).
  Out.AnyFirst = Out.MinArgs != Out.MaxArgs && Pattern->getNumParams() > 0 &&
                 Pattern->getParamDecl(0)->getType().getNonReferenceType()->isDependentType();
  if (!F->getIdentifier() || isa<CXXMethodDecl>(F))
    return;
  for (const NamedDecl *D : F->getASTContext().getTranslationUnitDecl()->lookup(F->getDeclName())) {
    const FunctionDecl *Other = D->getUnderlyingDecl()->getAsFunction();
    Out.LibraryNamesake |= Other && Text.isToolkit(Other);
  }
}

FunctionSummary summarize(const FunctionDecl *F, const SourceText &Text) {
  FunctionSummary Out;
  Out.USR = usrOf(F);
  Out.Pattern = usrOf(patternOf(F));
  Out.Name = userName(F);
  Out.Kind = kindOf(F);
  Out.Loc = Text.expansion(F->getLocation());
  declarations(F, Text, Out);
  PrintingPolicy Policy(F->getASTContext().getPrintingPolicy());
  for (const ParmVarDecl *P : F->parameters()) {
    Out.Params.push_back({P->getNameAsString(), P->getType().getAsString(Policy)});
    if (auto H = handle(P, Text)) {
      H->AtTop = true;
      Out.Handles.push_back(*H);
    }
  }
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  Out.Virtual = M && M->isVirtual();
  Out.ExternC = F->isExternC();
  Out.External = F->isExternallyVisible(); // counts with -rdc only: Link knows
  Out.Operator = (F->isOverloadedOperator() && F->getOverloadedOperator() != OO_Call) ||
                 F->getLiteralIdentifier() || isa<CXXConversionDecl>(F);
  Out.Constructor = isa<CXXConstructorDecl>(F);
  Out.FixedBecause = fixedBecause(F);
  Out.Destructor = isa<CXXDestructorDecl>(F);
  Out.Lambda = M && M->getParent()->isLambda();
  Out.Variadic = F->isVariadic();
  overloads(F, Text, Out);
  const FunctionDecl *Definition = F; // a system header may declare the user's functions
  F->hasBody(Definition);
  Out.InSystemHeader = !Text.isUserFile(Definition->getLocation());
  if (!Out.InSystemHeader && !Text.isUserFile(F->getLocation()))
    Out.Loc = Text.expansion(Definition->getLocation());
  return Out;
}

//===- Bodies -------------------------------------------------------------===//

static std::string blanksOf(StringRef Line) {
  return Line.take_while([](char C) { return C == ' ' || C == '\t'; }).str();
}

/// Of the first statement that begins a line: labels and directives have a margin of their own.
static std::optional<std::string> indentOfFirst(const CompoundStmt *Body, const SourceText &Text) {
  for (const Stmt *S : Body->body()) {
    while (const auto *A = dyn_cast<AttributedStmt>(S)) // #pragma unroll
      S = A->getSubStmt();
    const Location At = Text.expansion(S->getBeginLoc());
    if (isa<LabelStmt>(S) || At.File != Text.expansion(Body->getLBracLoc()).File)
      continue;
    StringRef Line = Text.code(At.File).take_front(At.Offset);
    Line = Line.substr(Line.rfind('\n') + 1); // npos + 1 == 0
    if (Line.trim().empty())
      return Line.str();
  }
  return std::nullopt;
}

/// Of a body without such a statement.
static std::string indentOfText(StringRef Lines) {
  while (!Lines.empty()) {
    auto [Line, More] = Lines.split('\n');
    Lines = More;
    if (!Line.trim().empty() && Line.trim() != "}" && !Line.starts_with("#"))
      return blanksOf(Line);
  }
  return "  ";
}

/// "just after '{'", past a comment that belongs to its line.
static void bodyPlace(const FunctionView &View, FunctionSummary &Out) {
  const SourceText &Text = View.Text;
  const auto *Body = dyn_cast_or_null<CompoundStmt>(View.Function->getBody());
  if (!Body)
    return;
  Out.HasBody = true;
  Out.BodyInMacro = Body->getLBracLoc().isMacroID() || Body->getRBracLoc().isMacroID();
  // C++20 [dcl.constexpr]. A lambda is constexpr where it can be, and nobody wrote that.
  Out.LiteralsOnly = View.Function->isConstexpr() && !View.Text.lang().CPlusPlus23 && !Out.Lambda;
  Out.Body = Text.range(Body->getSourceRange());
  Out.BodyBegin = Text.after(Body->getLBracLoc());
  if (Out.BodyInMacro || !Out.Body.valid())
    return;
  std::string Code = Text.spelled(Out.Body);
  if (leavesArm(Code, Text.lang())) { // other configurations have another beginning
    Out.BodyInMacro = true;
    return;
  }
  size_t EndOfLine = Code.find('\n');
  StringRef FirstLine =
      StringRef(Code).substr(1, EndOfLine == std::string::npos ? Code.size() - 2 : EndOfLine - 1);
  StringRef Rest = FirstLine.trim();
  Out.OneLineBody = EndOfLine == std::string::npos || !(Rest.empty() || Rest.starts_with("//"));
  if (Out.OneLineBody) {
    Out.BodyIndent = blanksOf(FirstLine);
    return;
  }
  Out.BodyBegin.Begin = Out.BodyBegin.End = Out.Body.Begin + 1 + FirstLine.rtrim("\r").size();
  Out.BodyIndent =
      indentOfFirst(Body, Text).value_or(indentOfText(StringRef(Code).substr(EndOfLine + 1)));
}

void takeNames(const std::set<std::string> &Names, FunctionSummary &Out) {
  llvm::append_range(Out.TakenNames, Names);
  llvm::sort(Out.TakenNames);
  Out.TakenNames.erase(llvm::unique(Out.TakenNames), Out.TakenNames.end());
}

/// Of the parameter list and what follows it: what default arguments, a trailing type, a
/// constructor's initialisers name.
static std::set<std::string> namesOfSignature(const FunctionDecl *D, const SourceText &Text) {
  FunctionTypeLoc Type = D->getFunctionTypeLoc();
  TextRange Open = Type ? Text.token(Type.getLParenLoc()) : TextRange();
  const Stmt *Body = D->doesThisDeclarationHaveABody() ? D->getBody() : nullptr;
  TextRange Close = Body   ? Text.token(Body->getBeginLoc())
                    : Type ? Text.token(D->getEndLoc())
                           : TextRange();
  if (!Open.valid() || Open.File != Close.File || Close.End < Open.Begin)
    return {};
  return Text.identifiers({Open.File, Open.Begin, Close.End});
}

/// Every identifier of the parameter list and the body, macros expanded or not.
static void takenNames(const FunctionView &View, FunctionSummary &Out) {
  std::set<std::string> Names = View.Text.identifiers(Out.Body);
  for (const FunctionDecl *D : patternOf(View.Function)->redecls())
    Names.merge(namesOfSignature(D, View.Text));
  View.forEachStmt([&](const Stmt *S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S); Ref && Ref->getDecl()->getIdentifier())
      Names.insert(Ref->getDecl()->getName().str());
  });
  for (const ParmVarDecl *P : View.Function->parameters())
    Names.insert(P->getNameAsString());
  Names.erase("");
  Out.TakenNames.assign(Names.begin(), Names.end());
}

/// Behind the '(' or '{' that was written around a constructor's arguments.
static TextRange argsBegin(const FunctionView &View, const CXXConstructExpr *E) {
  // static_cast<T>(x) and (T)(x) have parentheses of their own.
  const DynTypedNodeList Parents = View.Context.getParents(*E);
  const auto *Cast = Parents.empty() ? nullptr : Parents[0].get<ExplicitCastExpr>();
  SourceRange Written = E->getParenOrBraceRange();
  if (const auto *Functional = dyn_cast_or_null<CXXFunctionalCastExpr>(Cast))
    Written = Functional->getLParenLoc().isValid()
                  ? SourceRange(Functional->getLParenLoc(), Functional->getRParenLoc())
                  : Written;
  else if (Cast)
    return {};
  TextRange Open = View.Text.token(Written.getBegin());
  std::string Spelled = Open.valid() ? View.Text.spelled(Open) : "";
  return Spelled == "(" || Spelled == "{" ? TextRange{Open.File, Open.End, Open.End} : TextRange();
}

static TextRange argsBegin(const FunctionView &View, const CallExpr *Call) {
  TextRange Callee = View.Text.range(Call->getCallee()->getSourceRange());
  unsigned First = 0;
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(Call)) {
    if (Op->getOperator() != OO_Call)
      return {};
    Callee = View.Text.range(Op->getArg(0)->getSourceRange());
    First = 1;
  }
  TextRange Close = View.Text.token(Call->getRParenLoc());
  if (!Callee.valid() || Callee.File != Close.File)
    return {};
  unsigned End = Close.End;
  if (Call->getNumArgs() > First && !isa<CXXDefaultArgExpr>(Call->getArg(First)))
    if (TextRange Arg = View.Text.range(Call->getArg(First)->getSourceRange());
        Arg.valid() && Arg.File == Callee.File && Arg.Begin >= Callee.End)
      End = Arg.Begin;
  size_t At = findToken(View.Text.spelled({Callee.File, Callee.End, End}), "(", View.Text.lang());
  if (At == StringRef::npos)
    return {};
  unsigned Offset = Callee.End + At + 1;
  return behindBlanks({Callee.File, Offset, Offset}, View.Text);
}

static PassedConstant number(const FunctionView &View, const Expr *Arg) {
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(Arg))
    Arg = Default->getExpr();
  return {View.constant(Arg), View.parameter(Arg)};
}

/// Of each pointer that \p Call passes: that it leads to no shared memory.
static std::vector<Uniformity> outsideShared(const CallExpr *Call, unsigned First,
                                             const FunctionDecl *Callee, MemoryLocations &Places) {
  auto IsPointer = [](const ParmVarDecl *P) { return P->getType()->isPointerType(); };
  std::vector<Uniformity> Out;
  if (!Callee || Places.text().isToolkit(Callee) || llvm::none_of(Callee->parameters(), IsPointer))
    return Out;
  for (unsigned I = First; I < Call->getNumArgs(); ++I)
    Out.push_back(I - First < Callee->getNumParams() && IsPointer(Callee->getParamDecl(I - First))
                      ? outsideShared(Call->getArg(I), Places)
                      : Uniformity());
  return Out;
}

static CallEdge edge(const FunctionView &View, MemoryLocations &Places, const Expr *E,
                     unsigned Id) {
  CallEdge C;
  C.Id = Id;
  C.Loc = View.Text.expansion(E->getExprLoc());
  C.Conv = View.Analysis.at(E);
  C.Macro = View.Text.macroUse(E->getBeginLoc(), E->getEndLoc());
  const FunctionDecl *Callee = nullptr;
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
    Callee = Construct->getConstructor();
    C.ArgsBegin = argsBegin(View, Construct);
    for (const Expr *Arg : Construct->arguments()) {
      C.HasArgs |= !isa<CXXDefaultArgExpr>(Arg);
      C.Args.push_back(View.Analysis.uniformity(Arg));
      C.LaneAffineArgs.push_back({View.Analysis.groups(Arg)});
    }
  } else {
    const auto *Call = cast<CallExpr>(E);
    Callee = Call->getDirectCallee();
    C.ArgsBegin = argsBegin(View, Call);
    C.Object = View.Analysis.object(Call);
    C.ObjectPlace = View.Analysis.objectPlace(Call);
    const unsigned First = objectArguments(Call);
    for (unsigned I = First; I < Call->getNumArgs(); ++I) {
      C.Args.push_back(View.Analysis.uniformity(Call->getArg(I)));
      C.LaneAffineArgs.push_back({View.Analysis.groups(Call->getArg(I))});
      C.ConstantArgs.push_back(number(View, Call->getArg(I)));
      C.HasArgs |= !isa<CXXDefaultArgExpr>(Call->getArg(I));
    }
    C.OutsideShared = outsideShared(Call, First, Callee, Places);
  }
  C.Break = breakOfList(C.ArgsBegin, View.Text);
  // A call that this instance never makes (`if (false)`) stands against nothing.
  if (!View.Analysis.reachable(E)) {
    C.Conv = {};
    C.Object = C.ObjectPlace = Uniformity();
    C.Args.assign(C.Args.size(), {});
    C.LaneAffineArgs.assign(C.LaneAffineArgs.size(), {});
    C.OutsideShared.assign(C.OutsideShared.size(), {});
  }
  if (Callee) {
    C.Callee = usrOf(Callee);
    C.CalleeName = userName(Callee);
    C.Trivial = Callee->isTrivial();
  }
  return C;
}

/// A call that is not written where it runs has no place for an argument: what it passes is not
/// known.
static CallEdge edge(const FunctionView &View, const ConvergenceAnalysis::HiddenCall &Call,
                     unsigned Id) {
  CallEdge C;
  C.Id = Id;
  C.Loc = View.Text.expansion(Call.Where);
  C.Conv = View.Analysis.at(Call);
  if (Call.Callee) {
    C.Callee = usrOf(Call.Callee);
    C.CalleeName = userName(Call.Callee);
  }
  return C;
}

static void localHandles(const FunctionView &View, FunctionSummary &Out) {
  const auto *Body = dyn_cast<CompoundStmt>(View.Function->getBody());
  View.forEachStmt([&](const Stmt *S) {
    const auto *D = dyn_cast<DeclStmt>(S);
    const auto *V = D && D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
    if (auto H = V ? handle(V, View.Text) : std::nullopt) {
      H->AtTop = Body && llvm::is_contained(Body->body(), S);
      Out.Handles.push_back(*H);
    }
  });
}

/// A name that is declared twice may mean another variable where a site is; one that is declared in
/// an arm of an #if means nothing in other configurations.
static void dropAmbiguousHandles(const FunctionView &View, FunctionSummary &Out) {
  llvm::StringMap<unsigned> Declared;
  for (const ParmVarDecl *P : View.Function->parameters())
    ++Declared[P->getName()];
  View.forEachStmt([&](const Stmt *S) {
    if (const auto *D = dyn_cast<DeclStmt>(S))
      for (const Decl *Each : D->decls()) {
        if (const auto *Named = dyn_cast<NamedDecl>(Each); Named && Named->getIdentifier())
          ++Declared[Named->getName()];
        if (const auto *Parts = dyn_cast<DecompositionDecl>(Each))
          for (const BindingDecl *Part : Parts->bindings())
            ++Declared[Part->getName()];
      }
  });
  const TextRange Body = View.Text.range(View.Function->getBody()->getSourceRange());
  llvm::erase_if(Out.Handles, [&](const Handle &H) {
    const bool Inside = H.Declared.File == Body.File && Body.Begin < H.Declared.Begin;
    return Declared.lookup(H.Name) > 1 ||
           (Inside && endsInArm(View.Text.spelled({Body.File, Body.Begin, H.Declared.Begin}),
                                View.Text.lang()));
  });
}

void summarizeBody(const FunctionView &View, FunctionSummary &Out) {
  bodyPlace(View, Out);
  takenNames(View, Out);
  localHandles(View, Out);
  dropAmbiguousHandles(View, Out);
  View.forEachStmt([&](const Stmt *S) {
    Operation Is = operationOf(S, View.Text);
    Out.DirectBarrier |= Is.hidesBlock();
    if (!Out.NamedBarrierAt.valid() && Is.Kind == OperationKind::NamedBarrier)
      Out.NamedBarrierAt = View.Text.expansion(S->getBeginLoc());
  });
  const Variables &Vars = View.Analysis.variables();
  SymbolicIndex Forms(View.Function, View.Context, Vars, &View.Analysis);
  MemoryLocations Places(View.Function, View.Context, View.Text, Vars, Forms);
  for (auto [Id, E] : llvm::enumerate(View.Analysis.calls()))
    Out.Calls.push_back(edge(View, Places, E, Id));
  for (const auto &Call : View.Analysis.hiddenCalls())
    Out.Calls.push_back(edge(View, Call, Out.Calls.size()));
  Out.Waits = barrierUses(View);
  if (givesWay(View.Function)) {
    const std::string Name = userName(View.Function);
    Out.Return =
        divergent(ObstacleKind::Unknown,
                  "another definition may take the place of this one of '" + Name + "'", Out.Loc);
    Out.Writes = {{memory::Any, false, Name, Out.Loc}};
    return;
  }
  Out.Return = View.Analysis.returned();
  Out.Writes = memoryWrites(View.Function, View.Text, [&](auto *V) { return Vars.values(V); });
}

} // namespace coopify
