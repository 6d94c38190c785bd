//===- FunctionText.cpp -----------------------------------------------------===//

#include "Extract/Text/FunctionText.h"

#include "Analysis/Convergence/FunctionView.h"
#include "Analysis/Operations/Groups.h"
#include "Analysis/Source/Decls.h"
#include "Analysis/Source/Directives.h"
#include "Analysis/Source/Exprs.h"
#include "Extract/SiteBuilder.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

#include <set>

using namespace clang;

namespace coopify {

//===- Lists and handles --------------------------------------------------===//

/// From behind a '(' to the first of a list, where blanks or a line's end stand between.
TextRange behindBlanks(TextRange At, const SourceText &Text) {
  StringRef Rest = At.valid() ? Text.code(At.File).drop_front(At.End) : StringRef();
  StringRef Next = Rest.ltrim();
  if (!Next.starts_with("#") && !Next.starts_with(")"))
    At.Begin = At.End = At.End + (Rest.size() - Next.size());
  return At;
}

/// The end of a line and the blanks between the first of a list at \p At and the second; empty:
/// they share a line, or are too much to read here.
std::string breakOfList(const TextRange &At, const SourceText &Text) {
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

TextRange argsBegin(const CallExpr *Call, const SourceText &Text) {
  TextRange Callee = Text.range(Call->getCallee()->getSourceRange());
  unsigned First = 0;
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(Call)) {
    if (Op->getOperator() != OO_Call)
      return {};
    Callee = Text.range(Op->getArg(0)->getSourceRange());
    First = 1;
  }
  TextRange Close = Text.token(Call->getRParenLoc());
  if (!Callee.valid() || Callee.File != Close.File)
    return {};
  unsigned End = Close.End;
  if (Call->getNumArgs() > First && !isa<CXXDefaultArgExpr>(Call->getArg(First)))
    if (TextRange Arg = Text.range(Call->getArg(First)->getSourceRange());
        Arg.valid() && Arg.File == Callee.File && Arg.Begin >= Callee.End)
      End = Arg.Begin;
  size_t At = findToken(Text.spelled({Callee.File, Callee.End, End}), "(", Text.lang());
  if (At == StringRef::npos)
    return {};
  unsigned Offset = Callee.End + At + 1;
  return behindBlanks({Callee.File, Offset, Offset}, Text);
}

std::optional<Handle> handle(const VarDecl *V, const SourceText &Text) {
  // A pointer to a group has other members.
  QualType T = V->getType().getNonReferenceType();
  auto Group = T->isPointerType() || !V->getIdentifier() ? std::nullopt : groupType(T);
  if (!Group)
    return std::nullopt;
  // What HIP's own have of members is not the same in all versions.
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  if (V->getASTContext().getLangOpts().HIP && Class &&
      groupsAround(Class->getDeclContext()) == CudaGroups)
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
  const CallExpr *Made = V->getInit() ? groupOfBlock(V->getInit()) : nullptr;
  H.OfBlock = Made && !V->getType()->isReferenceType() &&
              V->getASTContext().hasSameUnqualifiedType(V->getType(), Made->getType());
  return H;
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
static void bodyPlace(const FunctionDecl *F, const SourceText &Text, FunctionSummary &Out) {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(F->getBody());
  if (!Body)
    return;
  Out.HasBody = true;
  Out.BodyInMacro = Body->getLBracLoc().isMacroID() || Body->getRBracLoc().isMacroID();
  // C++20 [dcl.constexpr]. A lambda is constexpr where it can be, and nobody wrote that.
  Out.LiteralsOnly = F->isConstexpr() && !Text.lang().CPlusPlus23 && !Out.Lambda;
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
static void takenNames(const FunctionDecl *F, const SourceText &Text, FunctionSummary &Out) {
  std::set<std::string> Names = Text.identifiers(Out.Body);
  for (const FunctionDecl *D : patternOf(F)->redecls())
    Names.merge(namesOfSignature(D, Text));
  forEachStmt(F->getBody(), [&](const Stmt *S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S); Ref && Ref->getDecl()->getIdentifier())
      Names.insert(Ref->getDecl()->getName().str());
  });
  for (const ParmVarDecl *P : F->parameters())
    Names.insert(P->getNameAsString());
  Names.erase("");
  Out.TakenNames.assign(Names.begin(), Names.end());
}

static void localHandles(const FunctionDecl *F, const SourceText &Text, FunctionSummary &Out) {
  const auto *Body = dyn_cast<CompoundStmt>(F->getBody());
  forEachStmt(F->getBody(), [&](const Stmt *S) {
    const auto *D = dyn_cast<DeclStmt>(S);
    const auto *V = D && D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
    if (auto H = V ? handle(V, Text) : std::nullopt) {
      H->AtTop = Body && llvm::is_contained(Body->body(), S);
      Out.Handles.push_back(*H);
    }
  });
}

/// A name that is declared twice may mean another variable where a site is; one that is declared in
/// an arm of an #if means nothing in other configurations.
static void dropAmbiguousHandles(const FunctionDecl *F, const SourceText &Text,
                                 FunctionSummary &Out) {
  llvm::StringMap<unsigned> Declared;
  for (const ParmVarDecl *P : F->parameters())
    ++Declared[P->getName()];
  forEachStmt(F->getBody(), [&](const Stmt *S) {
    if (const auto *D = dyn_cast<DeclStmt>(S))
      for (const Decl *Each : D->decls()) {
        if (const auto *Named = dyn_cast<NamedDecl>(Each); Named && Named->getIdentifier())
          ++Declared[Named->getName()];
        if (const auto *Parts = dyn_cast<DecompositionDecl>(Each))
          for (const BindingDecl *Part : Parts->bindings())
            ++Declared[Part->getName()];
      }
  });
  const TextRange Body = Text.range(F->getBody()->getSourceRange());
  llvm::erase_if(Out.Handles, [&](const Handle &H) {
    const bool Inside = H.Declared.File == Body.File && Body.Begin < H.Declared.Begin;
    return Declared.lookup(H.Name) > 1 ||
           (Inside &&
            endsInArm(Text.spelled({Body.File, Body.Begin, H.Declared.Begin}), Text.lang()));
  });
}

void summarizeText(const FunctionDecl *F, const SourceText &Text, FunctionSummary &Out) {
  bodyPlace(F, Text, Out);
  takenNames(F, Text, Out);
  localHandles(F, Text, Out);
  dropAmbiguousHandles(F, Text, Out);
}

} // namespace coopify
