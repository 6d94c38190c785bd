//===- SiteBuilder.cpp ----------------------------------------------------===//

#include "Extract/SiteBuilder.h"

#include "Analysis/Convergence/EnclosingConditions.h"
#include "Analysis/Source/Builtins.h"
#include "Analysis/Source/Exprs.h"
#include "Analysis/Source/Walks/Evaluated.h"
#include "Analysis/Source/WrittenTypes.h"
#include "Model/WarpIntrinsics.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace coopify {

/// A name that is found in \p Scope, around the function, is found at its top as well. In a block
/// others may be found: by `using`, an alias or a type that is declared there.
static bool isAround(const DeclContext *Scope, const FunctionView &View) {
  return !Scope->isFunctionOrMethod() && Scope->Encloses(View.Function);
}

static bool meansTheSame(NestedNameSpecifier Qualifier, const FunctionView &View) {
  switch (Qualifier.getKind()) {
  case NestedNameSpecifier::Kind::Null:
  case NestedNameSpecifier::Kind::Global:
    return true;
  case NestedNameSpecifier::Kind::Namespace: {
    auto [Name, Prefix] = Qualifier.getAsNamespaceAndPrefix();
    return isa<NamespaceDecl>(Name) &&
           (Prefix || isAround(Name->getDeclContext()->getRedeclContext(), View)) &&
           meansTheSame(Prefix, View);
  }
  case NestedNameSpecifier::Kind::Type: {
    const clang::Type *T = Qualifier.getAsType();
    if (isa<SubstTemplateTypeParmType>(T))
      return true;
    const auto *Class = dyn_cast<RecordType>(T);
    return Class && !isa<ClassTemplateSpecializationDecl>(Class->getDecl()) &&
           isAround(Class->getDecl()->getDeclContext()->getRedeclContext(), View);
  }
  default:
    return false;
  }
}

static bool meansTheSame(const DeclRefExpr *Ref, const FunctionView &View) {
  if (Ref->getQualifier())
    return meansTheSame(Ref->getQualifier(), View);
  return Ref->getFoundDecl() == Ref->getDecl() &&
         isAround(Ref->getDecl()->getDeclContext()->getRedeclContext(), View);
}

/// Each macro that \p Loc comes from is defined above the body, so that it is the same there.
static bool definedAbove(SourceLocation Loc, const FunctionView &View) {
  const SourceManager &SM = View.Text.manager();
  const SourceLocation Top = SM.getExpansionLoc(View.Function->getBody()->getBeginLoc());
  for (; Loc.isMacroID(); Loc = SM.getImmediateMacroCallerLoc(Loc))
    if (SM.isMacroArgExpansion(Loc) || !SM.isBeforeInTranslationUnit(SM.getSpellingLoc(Loc), Top))
      return false;
  return true;
}

/// May stand in a template argument list above every statement of the body, and is the same number
/// there.
static bool constantAtEntry(const Expr *E, const FunctionView &View) {
  E = E->IgnoreParenImpCasts();
  if (!definedAbove(E->getExprLoc(), View) || !definedAbove(E->getBeginLoc(), View))
    return false;
  if (isa<IntegerLiteral, SubstNonTypeTemplateParmExpr, CharacterLiteral>(E))
    return true;
  if (const auto *C = dyn_cast<ConstantExpr>(E))
    return constantAtEntry(C->getSubExpr(), View);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return !B->isAssignmentOp() && B->getOpcode() != BO_GT && B->getOpcode() != BO_Shr &&
           constantAtEntry(B->getLHS(), View) && constantAtEntry(B->getRHS(), View);
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  if (!Ref || !meansTheSame(Ref, View))
    return false;
  if (isa<EnumConstantDecl>(Ref->getDecl()))
    return true;
  const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
  return V && V->hasGlobalStorage() && !V->isStaticLocal() &&
         V->isUsableInConstantExpressions(V->getASTContext());
}

/// \p V is an object on the device. Clang makes some of the others __constant__ itself.
static bool isOnDevice(const VarDecl *V) {
  return llvm::any_of(V->attrs(), [](const Attr *A) {
    return !A->isImplicit() &&
           isa<CUDADeviceAttr, CUDAConstantAttr, CUDASharedAttr, HIPManagedAttr>(A);
  });
}

/// A constant of a namespace, a class or a function around \p Here: its value may be used, and
/// there is no object that a reference could be bound to (CUDA guide, "Const-qualified Variables").
static bool isValueOnly(const Expr *E, const FunctionDecl *Here) {
  E = E->IgnoreParenNoopCasts(Here->getASTContext());
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return C->isGLValue() &&
           (isValueOnly(C->getTrueExpr(), Here) || isValueOnly(C->getFalseExpr(), Here));
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->getOpcode() == BO_Comma)
    return B->isGLValue() && isValueOnly(B->getRHS(), Here);
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *M = dyn_cast<MemberExpr>(E);
  if (M && isa<FieldDecl>(M->getMemberDecl()))
    return !M->isArrow() && isValueOnly(M->getBase(), Here);
  const auto *V = dyn_cast_or_null<VarDecl>(Ref ? Ref->getDecl()
                                            : M ? M->getMemberDecl()
                                                : nullptr);
  if (!V || V->isStaticDataMember())
    return V != nullptr;
  if (V->hasGlobalStorage())
    return !V->isStaticLocal() && !isOnDevice(V);
  return Ref && !Ref->refersToEnclosingVariableOrCapture() && V->getDeclContext() != Here;
}

/// Cooperative groups take the value by forwarding reference: a bit-field does
/// not bind, a static constexpr member would need a definition, braces have no
/// type (semantics 0.5, traps T18-T20).
static bool bindsPlainly(const Expr *E, const FunctionDecl *Here) {
  E = E->IgnoreParens();
  while (const auto *C = dyn_cast<ImplicitCastExpr>(E)) {
    if (C->getCastKind() != CK_LValueToRValue && C->getCastKind() != CK_NoOp)
      return false; // converted: the group would see the other type
    E = C->getSubExpr()->IgnoreParens();
  }
  return !isa<InitListExpr>(E) && !E->refersToBitField() && !E->getType().isVolatileQualified() &&
         !isValueOnly(E, Here);
}

/// Memory that others see. What the toolkit has no address of it does not write.
static bool mayWrite(const Stmt *S, const SourceText &Text) {
  const auto *B = dyn_cast<BinaryOperator>(S);
  const auto *U = dyn_cast<UnaryOperator>(S);
  const auto *C = dyn_cast<CXXConstructExpr>(S);
  if ((B && B->isAssignmentOp()) || (U && U->isIncrementDecrementOp()) ||
      isa<AsmStmt, AtomicExpr, CXXNewExpr, CXXDeleteExpr, StmtExpr>(S) ||
      (C && !C->getConstructor()->isTrivial()))
    return true;
  if (isa<PseudoObjectExpr>(S)) // threadIdx.x
    return false;
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F || !Text.isToolkit(F) || llvm::any_of(Call->arguments(), [](const Expr *Arg) {
          return Arg->isGLValue() || Arg->getType()->isPointerType();
        }))
      return true;
  }
  return llvm::any_of(evaluatedParts(S), [&](const Stmt *Part) { return mayWrite(Part, Text); });
}

/// \p Arg is passed by reference where it was passed by value: one of \p Others may change what
/// that leads to before it is read.
static bool changesUntilRead(const Expr *Arg, const CallExpr *Call, const FunctionView &View) {
  const Expr *E = Arg->IgnoreParenImpCasts();
  if (!E->isGLValue())
    return false;
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  const bool Followed = V && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
                        View.Analysis.variables().followed(V);
  return llvm::any_of(Call->arguments(), [&](const Expr *Other) {
    return Other != Arg &&
           (setsWhatWasRead({Arg, Other}) || (!Followed && mayWrite(Other, View.Text)));
  });
}

static bool saysWarpSize(const Expr *E, const FunctionView &View) {
  bool Says = false;
  forEachStmt(E, [&](const Stmt *S) {
    const auto *Part = dyn_cast<Expr>(S);
    Says |= Part && isWarpSize(Part, View.Text);
  });
  return Says;
}

Argument makeArgument(const FunctionView &View, const Expr *Arg, const ParmVarDecl *Param,
                      bool InBody) {
  PrintingPolicy Policy(View.Context.getPrintingPolicy());
  Policy.SuppressTagKeyword = true;
  const Expr *Written = Arg->IgnoreImplicit();
  Argument A;
  if (!InBody)
    A.Range = View.Text.fileRange(Written->getSourceRange());
  if (!A.Range.valid())
    A.Range = View.Text.range(Written->getSourceRange());
  A.Text = View.Text.spelled(A.Range);
  if (A.Text.empty())
    A.Text = View.Text.text(Written->getSourceRange(), 200);
  // A class that converts itself is not the number that it converts to: it may have
  // a `!` or an explicit operator bool of its own.
  const Expr *Spelled = Arg->IgnoreUnlessSpelledInSource();
  QualType Type = Spelled->getType().getCanonicalType().getUnqualifiedType();
  if (!Type->isRecordType())
    Type = Written->getType().getCanonicalType().getUnqualifiedType();
  const bool Fixed = hasFixedType(Written, View.Text);
  if (Fixed || View.Function->isTemplateInstantiation())
    A.Type = Type.getAsString(Policy);
  if (Param) {
    QualType To = Param->getType().getNonReferenceType().getCanonicalType().getUnqualifiedType();
    A.ParamType = To.getAsString(Policy);
    A.Plain = To == Type && bindsPlainly(Arg, View.Function);
    if (!A.Plain && !Fixed && View.Context.isPromotableIntegerType(Type) &&
        View.Context.getPromotedIntegerType(Type).getCanonicalType() == To)
      A.ParamType = "decltype(+" + A.Text + ")"; // whatever the type is in other configurations
  }
  A.Constant = isWarpSize(Arg, View.Text) ? warpWidth() : View.constant(Arg);
  A.Parameter = View.parameter(Arg);
  // One that may be below zero in this pass is bounded in none: each pass has to bound it.
  if (const std::optional<Range> Is = View.Analysis.variables().bounds(Arg, View.Context);
      Is && Is->Low >= 0)
    A.UpperBound = Is->High;
  // HIP's warpSize is no constant from ROCm 7 on.
  A.ConstantAtEntry = A.Constant && constantAtEntry(Written, View) && !saysWarpSize(Written, View);
  A.Uniform = View.Analysis.uniformity(Arg);
  return A;
}

/// A width that is a constant of the body, `const int W = N / 8`, is what that begins with: only
/// this can be said above the body's statements, and be another number in the template's next
/// instance.
static void sayWhatItBeginsWith(Argument &Width, const Expr *Arg, const FunctionView &View) {
  const auto *Ref = dyn_cast<DeclRefExpr>(Arg->IgnoreParenImpCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Width.Constant || Width.ConstantAtEntry || !V || !V->getInit() ||
      V->getDeclContext() != View.Function || !V->getType().isConstQualified() ||
      !View.Function->isTemplateInstantiation())
    return;
  // A narrow type would make a width of what is none: tiled_partition<260> is an error,
  // (uint8_t)260 is 4.
  const Expr *Init = V->getInit()->IgnoreImplicit();
  auto IsWide = [&](QualType T) {
    return T->isIntegerType() && !T->isDependentType() && View.Context.getTypeSize(T) >= 32;
  };
  if (!IsWide(V->getType()) || !IsWide(Init->getType()) || !constantAtEntry(Init, View))
    return;
  std::string Text = View.Text.spelled(View.Text.fileRange(Init->getSourceRange()));
  if (Text.empty())
    return;
  Width.Text = std::move(Text);
  Width.ConstantAtEntry = true;
}

size_t findToken(StringRef Code, StringRef Spelling, const LangOptions &Lang) {
  const std::string Text = Code.str(); // the lexer needs its end
  Lexer Raw(SourceLocation(), Lang, Text.data(), Text.data(), Text.data() + Text.size());
  for (Token T;;) {
    Raw.LexFromRawLexer(T);
    if (T.is(tok::eof))
      return StringRef::npos;
    const size_t End = Raw.getBufferLocation() - Text.data(), Begin = End - T.getLength();
    if (StringRef(Text).slice(Begin, End) == Spelling)
      return Begin;
  }
}

PatternPart makePart(const FunctionView &View, StringRef Role, SourceRange R) {
  PatternPart P;
  P.Role = Role.str();
  P.Range = View.Text.range(R);
  P.Text = View.Text.spelled(P.Range);
  return P;
}

/// Where int and bool, or char and int, could be told apart.
static bool typeMatters(const Expr *E, ASTContext &Context) {
  for (const Stmt *Current = E;;) {
    DynTypedNodeList Parents = Context.getParents(*Current);
    if (Parents.size() != 1)
      return true;
    if (const auto *V = Parents[0].get<VarDecl>())
      return V->getType()->getContainedAutoType() != nullptr;
    const auto *Parent = Parents[0].get<Stmt>();
    if (!Parent)
      return true;
    if (isa<ParenExpr, FullExpr>(Parent)) {
      Current = Parent;
      continue;
    }
    if (isa<CompoundStmt>(Parent)) // the value of ({ ...; x; }) is its last
      return Context.getParents(*Parent)[0].get<StmtExpr>() != nullptr;
    if (isa<CStyleCastExpr, CXXNamedCastExpr, IfStmt, WhileStmt, DoStmt, ForStmt>(Parent))
      return false;
    if (const auto *C = dyn_cast<ImplicitCastExpr>(Parent))
      return C->getCastKind() == CK_NoOp;
    if (const auto *B = dyn_cast<BinaryOperator>(Parent))
      return B->getOpcode() == BO_Comma;
    if (const auto *U = dyn_cast<UnaryOperator>(Parent))
      return !U->isArithmeticOp();
    if (const auto *Return = dyn_cast<ReturnStmt>(Parent)) // or the cast above would be there
      return !hasWrittenType(Return, Context);
    return true;
  }
}

Site makeSite(const FunctionView &View, SiteKind Kind, const CallExpr *Call) {
  Site S;
  S.Kind = Kind;
  const FunctionDecl *Callee = Call->getDirectCallee();
  S.Name = Callee && Callee->getIdentifier() ? Callee->getName().str() : "";
  const Expr *CalleeExpr = Call->getCallee()->IgnoreParenImpCasts();
  SourceLocation NameLoc = CalleeExpr->getExprLoc();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(CalleeExpr))
    NameLoc = Ref->getLocation();
  S.Macro = View.Text.macroUse(Call->getBeginLoc(), Call->getEndLoc());
  // An argument or body is identified by where it is written, everything else
  // by the line that the user sees.
  S.Loc =
      S.Macro.Kind == MacroKind::Mixed ? View.Text.expansion(NameLoc) : View.Text.location(NameLoc);
  if (S.Macro.Kind == MacroKind::Body)
    S.Macro.Definition = S.Loc; // as PreprocessorRecord names it
  S.Range = View.Text.range(Call->getSourceRange());
  S.Callee = View.Text.range(Call->getCallee()->getSourceRange());
  S.RParen = View.Text.token(Call->getRParenLoc());
  S.Function = View.USR;
  S.Conv = View.Analysis.at(Call);
  if (S.Conv.Active.UniformOver < warpWidth() || !S.Conv.Active.Atoms.empty())
    S.Divided = partitionedWarp(View, Call);
  S.TypeMatters = typeMatters(Call, View.Context);
  for (unsigned I = 0; I < Call->getNumArgs(); ++I)
    if (!isa<CXXDefaultArgExpr>(Call->getArg(I))) {
      S.Args.push_back(
          makeArgument(View, Call->getArg(I),
                       Callee && I < Callee->getNumParams() ? Callee->getParamDecl(I) : nullptr,
                       S.Macro.Kind == MacroKind::Body));
      S.Args.back().Plain &= !changesUntilRead(Call->getArg(I), Call, View);
      if (Kind == SiteKind::Shuffle && I == 2)
        sayWhatItBeginsWith(S.Args.back(), Call->getArg(I), View);
    }
  // '(' is the first token after the callee.
  if (S.Callee.valid() && S.Range.valid()) {
    std::string Between = View.Text.spelled(
        {S.Callee.File, S.Callee.End,
         S.Args.empty() || !S.Args[0].Range.valid() ? S.Range.End : S.Args[0].Range.Begin});
    if (size_t At = findToken(Between, "(", View.Text.lang()); At != StringRef::npos)
      S.LParen = {S.Callee.File, unsigned(S.Callee.End + At), unsigned(S.Callee.End + At + 1)};
  }
  if (S.Macro.Kind != MacroKind::Mixed &&
      (!S.Range.valid() || !S.Callee.valid() || !S.LParen.valid() || !S.RParen.valid() ||
       !S.Loc.valid())) {
    S.Macro.Kind = MacroKind::Mixed;
    S.Loc = View.Text.expansion(NameLoc);
  }
  return S;
}

Requirement threadX(RequirementRole Role) {
  Uniformity Numbers;
  Numbers.Atoms.push_back({AtomKind::LaneIsThreadX, 0});
  return {Role, "threadIdx.x", Numbers};
}

std::optional<SiteKind> kindOfCall(StringRef Name) {
  if (Name == "__syncthreads")
    return SiteKind::Barrier;
  if (!isLegacyWarpName(Name))
    return std::nullopt;
  return Name.starts_with("__shfl") ? SiteKind::Shuffle : SiteKind::Vote;
}

Refusal notInstantiated(const FunctionDecl *F, const SourceText &Text) {
  return {ReasonId::NotInstantiated,
          "no unit that was read instantiates '" + F->getNameAsString() +
              "', so the types in it are not known",
          Text.expansion(F->getLocation()), "add a unit that uses it to the compile database"};
}

void neverRuns(Site &S, const CallExpr *Call, const FunctionView &View) {
  if (S.Macro.Kind == MacroKind::Body && View.Analysis.unevaluated(Call))
    S.Preset = Refusal{ReasonId::Macro, "its type counts here, in an operand that never runs",
                       S.Loc, "write the call without the macro there"};
  else
    S.NotASite = ReasonId::Unreachable;
  S.Divided = partitionedWarp(View, Call); // its lanes come to the conditions around it
}

} // namespace coopify
