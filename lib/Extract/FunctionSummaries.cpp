//===- FunctionSummaries.cpp ----------------------------------------------===//

#include "Extract/FunctionSummaries.h"

#include "Analysis/Operations/MemoryAccess.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/SharedMemory/FewLanes.h"
#include "Analysis/SharedMemory/PassedPointers.h"
#include "Analysis/SharedMemory/SharedAccess.h"
#include "Analysis/Source/Decls.h"
#include "Analysis/Source/Directives.h"
#include "Analysis/Source/Exprs.h"
#include "Analysis/Source/IntegerConstant.h"
#include "Extract/BarrierUses.h"
#include "Extract/GridUses.h"
#include "Extract/SiteBuilder.h"
#include "Extract/Text/FunctionText.h"
#include "Extract/Text/LeftOut.h"
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

/// Clang declares an explicit specialisation once more with the text of the primary template, or of
/// the class template's member: what is written there is the template's, and changes with it.
static void nameThePrimary(const FunctionDecl *F, const SourceText &Text, FunctionSummary &Out) {
  const FunctionTemplateDecl *Primary = F->getPrimaryTemplate();
  const FunctionDecl *Of =
      Primary ? Primary->getTemplatedDecl() : F->getInstantiatedFromMemberFunction();
  if (!Of || F->getTemplateSpecializationKind() != TSK_ExplicitSpecialization)
    return;
  for (const FunctionDecl *D : Of->redecls()) {
    FunctionDeclaration Written = declaration(D, Text);
    for (FunctionDeclaration &Have : Out.Declarations)
      if (Have.ParamsBegin == Written.ParamsBegin)
        Have = Written;
  }
}

/// The '(' of `template int f<g<1>>(int);` behind its name at \p Name; invalid: none is found.
static SourceLocation listBehind(SourceLocation Name, const SourceText &Text) {
  constexpr unsigned MaxTokens = 1000;
  int Angles = 0, Parens = 0; // in (3 > 2) no list ends
  SourceLocation At = Name;
  const bool Operator = Text.spelled(Text.token(Name)) == "operator";
  for (unsigned I = 0; I < MaxTokens; ++I) {
    std::optional<Token> T = Lexer::findNextToken(At, Text.manager(), Text.lang());
    if (!T || T->isOneOf(tok::semi, tok::eof, tok::hash))
      return {};
    At = T->getLocation();
    const bool OfName = Operator && I < 2 && T->isOneOf(tok::l_paren, tok::r_paren);
    if (OfName || (T->is(tok::r_paren) && Parens == 0)) // operator(), (f<int>)(...)
      continue;
    if (T->is(tok::l_paren) && Angles <= 0 && Parens == 0)
      return At;
    Parens += T->isOneOf(tok::l_paren, tok::l_square, tok::l_brace)   ? 1
              : T->isOneOf(tok::r_paren, tok::r_square, tok::r_brace) ? -1
                                                                      : 0;
    if (Parens == 0)
      Angles += T->is(tok::less)                    ? 1
                : T->is(tok::greater)               ? -1
                : T->is(tok::greatergreater)        ? -2
                : T->is(tok::greatergreatergreater) ? -3
                                                    : 0;
  }
  return {};
}

/// The AST does not keep where `template void f<int>(int *);` has its parameters.
static FunctionDeclaration instantiation(const FunctionDecl *F, const SourceText &Text) {
  const SourceLocation Name = F->getPointOfInstantiation();
  FunctionDeclaration Out;
  Out.Loc = Text.expansion(Name);
  Out.HasParams = F->getNumParams() > 0;
  Out.Editable = false;
  if (Name.isMacroID() || !Text.isUserFile(Name))
    return Out;
  const SourceLocation Open = listBehind(Name, Text);
  std::optional<Token> First =
      Open.isValid() ? Lexer::findNextToken(Open, Text.manager(), Text.lang()) : std::nullopt;
  if (!First)
    return Out;
  Out.ParamsBegin = behindBlanks(Text.after(Open), Text);
  Out.Break = breakOfList(Out.ParamsBegin, Text);
  Out.Editable = Out.ParamsBegin.valid() && First->isNot(tok::hash);
  const TextRange Void = Text.token(First->getLocation());
  if (!Out.HasParams && Text.spelled(Void) == "void")
    Out.VoidParams = Void;
  return Out;
}

/// All members of a class that is instantiated so have no text of their own for it.
static bool hasOwnInstantiation(const FunctionDecl *F) {
  auto IsExplicit = [](TemplateSpecializationKind Kind) {
    return Kind == TSK_ExplicitInstantiationDeclaration ||
           Kind == TSK_ExplicitInstantiationDefinition;
  };
  const auto *Class = dyn_cast<CXXRecordDecl>(F->getDeclContext());
  return IsExplicit(F->getTemplateSpecializationKind()) &&
         !(Class && IsExplicit(Class->getTemplateSpecializationKind()));
}

static void declarations(const FunctionDecl *F, const SourceText &Text, FunctionSummary &Out) {
  for (const FunctionDecl *D : patternOf(F)->redecls())
    Out.Declarations.push_back(declaration(D, Text));
  nameThePrimary(F, Text, Out);
  if (hasOwnInstantiation(F))
    Out.Declarations.push_back(instantiation(F, Text));
  llvm::sort(Out.Declarations, [](const auto &A, const auto &B) { return A.Loc < B.Loc; });
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
  if (const auto *M = dyn_cast<CXXMethodDecl>(Pattern)) {
    auto Same = M->getParent()->lookup(F->getDeclName());
    Out.Overloaded = std::distance(Same.begin(), Same.end()) > 1;
  }
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

void takeNames(const std::set<std::string> &Names, FunctionSummary &Out) {
  llvm::append_range(Out.TakenNames, Names);
  llvm::sort(Out.TakenNames);
  Out.TakenNames.erase(llvm::unique(Out.TakenNames), Out.TakenNames.end());
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

/// Of all pairs of pointers that \p Call passes; if it is never \p Made, each of them.
static std::vector<PassedApart> apartPairs(const CallExpr *Call, unsigned First,
                                           const FunctionDecl *Callee, bool Made,
                                           MemoryLocations &Places) {
  std::vector<PassedApart> Out;
  if (!Callee || Places.text().isToolkit(Callee))
    return Out;
  std::vector<unsigned> Pointers;
  for (unsigned I = 0; I < Callee->getNumParams() && I + First < Call->getNumArgs(); ++I)
    if (Callee->getParamDecl(I)->getType()->isPointerType())
      Pointers.push_back(I);
  constexpr size_t MaxPointers = 16; // the square of it
  if (Pointers.size() > MaxPointers)
    return Out;
  for (unsigned I : Pointers)
    for (unsigned J : Pointers)
      if (I < J)
        if (auto Holds = Made ? apart(Call->getArg(I + First), Call->getArg(J + First), Places)
                              : std::optional(Uniformity()))
          Out.push_back({I, J, std::move(*Holds)});
  return Out;
}

static CallEdge edge(const FunctionView &View, MemoryLocations &Places, const Expr *E,
                     unsigned Id) {
  CallEdge C;
  C.Id = Id;
  C.Loc = View.Text.expansion(E->getExprLoc());
  C.Conv = View.Analysis.at(E);
  C.Few = fewLanesAt(E, Places);
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
    C.ArgsBegin = argsBegin(Call, View.Text);
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
    C.Apart = apartPairs(Call, First, Callee, View.Analysis.reachable(E), Places);
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

void summarizeBody(const FunctionView &View, FunctionSummary &Out) {
  summarizeText(View.Function, View.Text, Out);
  Out.LeftOut = textLeftOut(View);
  gridUses(View, Out);
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
  FunctionWaits Waits = functionWaits(View, Places);
  Out.Waits = std::move(Waits.Uses);
  Out.NamedLanes = Waits.NamedLanes;
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
