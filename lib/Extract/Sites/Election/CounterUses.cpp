//===- CounterUses.cpp ------------------------------------------------------===//

#include "Extract/Sites/Election/CounterUses.h"

#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/ControlFlow.h"
#include "Analysis/Source/Evaluated.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/MapVector.h"

#include <map>
#include <set>

using namespace clang;

namespace coopify {

static bool leads(QualType T) { return T->isPointerType() || T->isReferenceType(); }

/// What the address, or object, \p E is made of: \p Then gets each name, the rest is visited
/// elsewhere.
static void followed(const Expr *E, llvm::function_ref<void(const Expr *)> Then) {
  E = E->IgnoreParens();
  if (const auto *C = dyn_cast<CastExpr>(E))
    return followed(C->getSubExpr(), Then);
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return followed(Full->getSubExpr(), Then);
  if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(E))
    return followed(T->getSubExpr(), Then);
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && !U->isIncrementDecrementOp())
    return followed(U->getSubExpr(), Then);
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return followed(A->getBase(), Then);
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (B && B->isAdditiveOp() && B->getType()->isPointerType())
    return followed(B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS(), Then);
  if (isa<DeclRefExpr, MemberExpr, CXXThisExpr>(E))
    return Then(E);
  for (const Stmt *Part : evaluatedParts(E)) // a call, `c ? p : q`
    if (const auto *Sub = dyn_cast<Expr>(Part); Sub && !Sub->getType()->isArithmeticType())
      followed(Sub, Then);
}

namespace {
using Decls = std::set<const Decl *>;

/// The variables and fields that lead to the counter, and the objects whose fields they are (null:
/// *this).
struct Names {
  Decls Counter, Objects;
  auto operator<=>(const Names &) const = default;
};

/// What a function does with what names in it lead to; of one that is asked for again while it is
/// looked at the worst.
enum class Look { None, Uses, Keeps };
using Answers = std::map<std::pair<const FunctionDecl *, Names>, Look>;

/// The uses in one function of what \p Known leads to.
class Uses {
public:
  Uses(const FunctionDecl *F, const SourceText &Text, llvm::ArrayRef<const CallExpr *> Adds,
       CounterUse Others, Answers &Looks)
      : F(F), Text(Text), Adds(Adds), Others(Others), Looks(Looks) {}

  /// Of a pointer to the counter, or the counter itself.
  void address(const Expr *E) {
    followed(E, [&](const Expr *Name) { add(Name); });
  }

  void collect() {
    for (Names Before; Before != Known;) {
      Before = Known;
      Found.clear();
      Kept = nullptr;
      visit(F->getBody(), nullptr);
    }
  }

  std::vector<const Expr *> Found;
  const Expr *Kept = nullptr; ///< its address gets to where it is not followed
  const FunctionDecl *F;
  const SourceText &Text;
  llvm::ArrayRef<const CallExpr *> Adds; ///< the leader's, or the calls that they are in
  const CounterUse Others;               ///< what others may do
  Answers &Looks;
  Names Known;
  Names ofOthers() const;

private:
  void add(const Expr *Name);
  bool named(const Expr *Name) const;
  void alias(const Decl *To, const Expr *From);
  void path(const Expr *E);
  void visit(const Stmt *S, const Stmt *Parent);
  bool visitCall(const CallExpr *Call, const Stmt *Parent);
  bool isMention(const Expr *E) const;
  Look looks(const CallExpr *Call) const;
  bool mentions(const Expr *E) const;
  bool visitAddress(const Expr *E);
};
} // namespace

void Uses::add(const Expr *Name) {
  if (const auto *M = dyn_cast<MemberExpr>(Name)) {
    Known.Counter.insert(M->getMemberDecl()->getCanonicalDecl());
    return followed(M->getBase(), [&](const Expr *Base) {
      const auto *Ref = dyn_cast<DeclRefExpr>(Base);
      const auto *Member = dyn_cast<MemberExpr>(Base);
      Known.Objects.insert(Ref      ? Ref->getDecl()->getCanonicalDecl()
                           : Member ? Member->getMemberDecl()->getCanonicalDecl()
                                    : nullptr);
    });
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Name); Ref && isa<VarDecl>(Ref->getDecl()))
    Known.Counter.insert(Ref->getDecl()->getCanonicalDecl());
}

/// \p Name leads to the counter.
bool Uses::named(const Expr *Name) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(Name);
  const auto *M = dyn_cast<MemberExpr>(Name);
  const Decl *D = Ref ? Ref->getDecl() : M ? M->getMemberDecl() : nullptr;
  return D && Known.Counter.count(D->getCanonicalDecl());
}

/// Two names of one place.
void Uses::alias(const Decl *To, const Expr *From) {
  if (Known.Counter.count(To->getCanonicalDecl()))
    return address(From);
  followed(From, [&](const Expr *Name) {
    if (named(Name))
      Known.Counter.insert(To->getCanonicalDecl());
  });
}

/// It is made an address of, and not looked at: but what its subscripts hold is.
void Uses::path(const Expr *E) {
  E = E->IgnoreParens();
  if (isa<DeclRefExpr, CXXThisExpr>(E))
    return;
  const auto *C = dyn_cast<CastExpr>(E);
  if (C && C->getCastKind() == CK_LValueToRValue && !leads(C->getType()))
    return visit(E, nullptr);
  const auto *U = dyn_cast<UnaryOperator>(E);
  const auto *B = dyn_cast<BinaryOperator>(E);
  const bool Leads = C || (B && B->isComparisonOp()) ||
                     isa<MemberExpr, ArraySubscriptExpr, FullExpr>(E) ||
                     (U && !U->isIncrementDecrementOp()) || (B && B->isAdditiveOp());
  if (!Leads)
    return visit(E, nullptr);
  for (const Stmt *Part : evaluatedParts(E))
    path(cast<Expr>(Part));
}

/// It is the counter, or an object that has it, and no other member of one.
bool Uses::isMention(const Expr *E) const {
  if (named(E))
    return true;
  if (isa<CXXThisExpr>(E))
    return Known.Objects.count(nullptr);
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *M = dyn_cast<MemberExpr>(E);
  const Decl *D = Ref ? Ref->getDecl() : M ? M->getMemberDecl() : nullptr;
  if (isa_and_nonnull<BindingDecl>(D)) // of whatever it is a part
    return true;
  bool OfIt = false; // of an object that was passed for it
  if (M)
    followed(M->getBase(), [&](const Expr *Base) { OfIt |= named(Base); });
  return OfIt || (D && Known.Objects.count(D->getCanonicalDecl()));
}

/// Fields, and variables that are not the function's own.
Names Uses::ofOthers() const {
  Names Out;
  for (const Decl *D : Known.Counter)
    if (const auto *V = dyn_cast<VarDecl>(D); !V || !V->isLocalVarDeclOrParm())
      Out.Counter.insert(D);
  return Out;
}

/// What it adds for the lanes that it has counted.
static bool isCount(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()); V && V->getInit())
      E = V->getInit()->IgnoreParenCasts();
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && F->getIdentifier() && F->getName() == "__popc";
}

/// What \p Call runs looks at the counter, by what it is passed or by itself.
Look Uses::looks(const CallExpr *Call) const {
  const FunctionDecl *Callee = bodyThatRuns(Call), *Body = nullptr;
  const bool Seen = Callee && Callee->hasBody(Body);
  Uses There(Seen ? Body : F, Text, {}, Others, Looks);
  There.Known = ofOthers();
  bool Passes = !There.Known.Counter.empty();
  auto Pass = [&](const Expr *Arg, const Decl *To) {
    followed(Arg, [&](const Expr *Name) {
      Passes |= isMention(Name);
      if (isMention(Name))
        (To && named(Name) ? There.Known.Counter : There.Known.Objects)
            .insert(To ? To->getCanonicalDecl() : nullptr);
    });
  };
  if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Call))
    Pass(Method->getImplicitObjectArgument(), nullptr);
  const bool Object = isa<CXXOperatorCallExpr>(Call) && isa_and_nonnull<CXXMethodDecl>(Callee);
  for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
    const unsigned Param = I - Object;
    const bool Has = Seen && !(Object && I == 0) && Param < Body->getNumParams();
    Pass(Call->getArg(I), Has ? Body->getParamDecl(Param) : nullptr);
  }
  if (!Seen || !Passes)
    return Passes ? Look::Keeps : Look::None;
  auto [Answer, New] = Looks.try_emplace({Body, There.Known}, Look::Keeps);
  if (New) {
    const Names Before = There.ofOthers();
    There.collect();
    Answer->second = There.Kept || There.ofOthers() != Before ? Look::Keeps
                     : There.Found.empty()                    ? Look::None
                                                              : Look::Uses;
  }
  return Answer->second;
}

/// True: what it is passed was looked at.
bool Uses::visitCall(const CallExpr *Call, const Stmt *Parent) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  const bool Leaders = llvm::is_contained(Adds, Call);
  if (!Callee || !Text.isToolkit(Callee)) {
    const Look Does = Leaders ? Look::None : looks(Call);
    if (Does != Look::None)
      Found.push_back(Call);
    if (Does == Look::Keeps)
      Kept = Call;
    for (const Expr *Arg : Call->arguments())
      path(Arg);
    path(Call->getCallee());
    return true;
  }
  // Which of the numbers lanes get by counting is not relied on; that they are all there is, so
  // nothing else may be added. Where nobody takes one, only the sum shows.
  const StringRef Name = Callee->getIdentifier() ? Callee->getName() : "";
  const bool Plain = (Name == "atomicAdd" || Name == "atomicSub") && Call->getNumArgs() > 1;
  const bool Takes = isa_and_nonnull<Expr, DeclStmt, ReturnStmt, SwitchStmt>(Parent);
  const bool Counts = Plain && Takes && Others == CounterUse::Counted && isCount(Call->getArg(1)) &&
                      Name == "atomicAdd";
  const bool Sums = Plain && !Takes && Others == CounterUse::Summed;
  if (!Leaders && !Counts && !Sums) {
    for (const Expr *Arg : Call->arguments()) // the toolkit keeps no address
      if (leads(Arg->getType()) && !Call->getType()->isPointerType()) {
        if (mentions(Arg))
          Found.push_back(Call);
        path(Arg);
      } else {
        visit(Arg, Call);
      }
    return true;
  }
  path(Call->getArg(0));
  for (const Expr *Arg : llvm::drop_begin(Call->arguments()))
    visit(Arg, Call);
  return true;
}

/// \p E, an address or what is there, is the counter's.
bool Uses::mentions(const Expr *E) const {
  bool Found = false;
  followed(E, [&](const Expr *Name) { Found |= isMention(Name); });
  return Found;
}

/// What is there, and where that is: true if \p E is about addresses.
bool Uses::visitAddress(const Expr *E) {
  const auto *U = dyn_cast<UnaryOperator>(E);
  const auto *B = dyn_cast<BinaryOperator>(E);
  const auto *C = dyn_cast<CastExpr>(E);
  const bool Asks = (B && B->isComparisonOp() && leads(B->getLHS()->getType())) ||
                    (C && C->getCastKind() == CK_PointerToBoolean);
  const bool Made = U && U->getOpcode() == UO_AddrOf;
  if (!Asks && !Made && !isa<ArraySubscriptExpr>(E) && !(U && U->getOpcode() == UO_Deref))
    return false;
  if (!Asks && mentions(E))
    Found.push_back(E);
  if (Made && mentions(E))
    Kept = E;
  path(E);
  return true;
}

void Uses::visit(const Stmt *S, const Stmt *Parent) {
  if (!S)
    return;
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each); V && V->getInit()) {
        if (!leads(V->getType())) {
          visit(V->getInit(), S);
          continue;
        }
        alias(V, V->getInit());
        path(V->getInit());
      }
  if (isa<DeclStmt>(S))
    return;
  const auto *B = dyn_cast<BinaryOperator>(S);
  if (B && B->getOpcode() == BO_Assign && leads(B->getType())) {
    followed(B->getLHS(), [&](const Expr *Name) {
      const auto *Ref = dyn_cast<DeclRefExpr>(Name);
      const auto *M = dyn_cast<MemberExpr>(Name);
      if (Ref || M)
        alias(Ref ? Ref->getDecl() : M->getMemberDecl(), B->getRHS());
    });
    path(B->getLHS());
    return path(B->getRHS());
  }
  if (const auto *Call = dyn_cast<CallExpr>(S); Call && visitCall(Call, Parent))
    return;
  if (const auto *E = dyn_cast<Expr>(S); E && visitAddress(E))
    return;
  if (const auto *E = dyn_cast<Expr>(S); E && isMention(E)) {
    Found.push_back(E);
    if (leads(E->getType()) || E->getType()->isArrayType())
      Kept = E;
  }
  // `object.other` is another one's.
  if (const auto *M = dyn_cast<MemberExpr>(S); M && isa<FieldDecl>(M->getMemberDecl()))
    return path(M->getBase());
  for (const Stmt *Part :
       isa<LambdaExpr>(S) ? llvm::SmallVector<const Stmt *, 4>(S->children()) : evaluatedParts(S))
    visit(Part, isa<CompoundStmt>(S) && isa_and_nonnull<StmtExpr>(Parent) ? Parent : S);
}

//===- Ways -----------------------------------------------------------------===//

namespace {
/// Which expressions a lane comes to with no barrier of the block on the way.
class Ways {
public:
  Ways(const FunctionDecl *F, ASTContext &Context, const SourceText &Text) : Text(Text) {
    CFG::BuildOptions Options;
    Options.setAllAlwaysAdd();
    Options.AddInitializers = true;
    Graph = controlFlow(F, Context, Options);
    if (!Graph)
      return;
    for (const CFGBlock *B : *Graph)
      for (unsigned I = 0; I < B->size(); ++I)
        if (std::optional<CFGStmt> S = (*B)[I].getAs<CFGStmt>())
          Places[S->getStmt()] = {B, I};
  }

  /// True, too, where one of them is not found.
  bool lead(const Expr *From, const Expr *To) const {
    auto Start = Places.find(From), End = Places.find(To);
    if (Start == Places.end() || End == Places.end())
      return true;
    std::vector<std::pair<const CFGBlock *, unsigned>> Work = {
        {Start->second.first, Start->second.second + 1}};
    llvm::SmallPtrSet<const CFGBlock *, 16> Seen;
    while (!Work.empty()) {
      auto [B, First] = Work.back();
      Work.pop_back();
      bool Waits = false;
      for (unsigned I = First; I < B->size() && !Waits; ++I) {
        std::optional<CFGStmt> S = (*B)[I].getAs<CFGStmt>();
        if (S && S->getStmt() == To)
          return true;
        Waits = S && isBarrier(S->getStmt());
      }
      if (!Waits)
        for (const CFGBlock *Next : B->succs())
          if (Next && Seen.insert(Next).second)
            Work.push_back({Next, 0});
    }
    return false;
  }

private:
  bool isBarrier(const Stmt *S) const {
    const OperationKind Kind = operationOf(S, Text).Kind;
    return Kind == OperationKind::BlockBarrier || Kind == OperationKind::GridBarrier;
  }

  const SourceText &Text;
  std::unique_ptr<CFG> Graph;
  llvm::DenseMap<const Stmt *, std::pair<const CFGBlock *, unsigned>> Places;
};

/// The functions of the unit with a call of \p Callee, and those calls.
struct Callers : DynamicRecursiveASTVisitor {
  Callers(const FunctionDecl *Callee) : Callee(Callee->getCanonicalDecl()) {
    ShouldVisitTemplateInstantiations = true;
    ShouldVisitLambdaBody = true;
  }
  bool TraverseDecl(Decl *D) override {
    const FunctionDecl *Outer = Of;
    if (const auto *F = dyn_cast_or_null<FunctionDecl>(D))
      Of = F;
    const bool GoOn = DynamicRecursiveASTVisitor::TraverseDecl(D);
    Of = Outer;
    return GoOn;
  }
  bool VisitCallExpr(CallExpr *Call) override {
    const FunctionDecl *F = Call->getDirectCallee();
    if (Of && F && F->getCanonicalDecl() == Callee && !Of->isDependentContext())
      Found[Of].push_back(Call);
    return true;
  }
  const FunctionDecl *Callee, *Of = nullptr;
  llvm::MapVector<const FunctionDecl *, std::vector<const CallExpr *>> Found;
};

class Search {
public:
  Search(const SourceText &Text, ASTContext &Context) : Text(Text), Context(Context) {}

  /// In the function of \p In and its callers, of what is reached from one of \p Adds or reaches
  /// it.
  const Expr *first(Uses In, llvm::ArrayRef<const CallExpr *> Adds) {
    In.collect();
    if (In.Kept)
      return In.Kept;
    const Ways Lead(In.F, Context, Text);
    // An operation that is done twice, with another block's between: no barrier keeps that away.
    for (const Expr *Use : In.Found)
      if (In.Others == CounterUse::None && isa<CallExpr>(Use))
        return Use;
    for (const Expr *Use : In.Found)
      for (const Expr *Add : Adds)
        if (Lead.lead(Add, Use) || Lead.lead(Use, Add))
          return Use;
    return In.F->hasAttr<CUDAGlobalAttr>() || !Done.insert(In.F).second ? nullptr : callers(In);
  }

private:
  const Expr *callers(const Uses &In) {
    Callers Call(In.F);
    for (Decl *D : Context.getTranslationUnitDecl()->noload_decls())
      if (Text.isUserFile(D->getLocation())) // not by the scope, which is one function
        Call.TraverseDecl(D);
    for (const auto &[F, Calls] : Call.Found) {
      Uses Next(F, Text, Calls, In.Others, In.Looks);
      Next.Known = In.ofOthers();
      for (const CallExpr *At : Calls)
        for (unsigned I = 0; I < std::min(At->getNumArgs(), In.F->getNumParams()); ++I)
          if (In.Known.Counter.count(In.F->getParamDecl(I)))
            Next.address(At->getArg(I));
      if (!Next.Known.Counter.empty())
        if (const Expr *Use = first(std::move(Next), Calls))
          return Use;
    }
    return nullptr;
  }
  const SourceText &Text;
  ASTContext &Context;
  std::set<const FunctionDecl *> Done;
};
} // namespace

const Expr *useOfCounter(const FunctionView &View, llvm::ArrayRef<const CallExpr *> Adds,
                         CounterUse Others) {
  Answers Looks;
  Uses In(View.Function, View.Text, Adds, Others, Looks);
  for (const CallExpr *Add : Adds)
    In.address(Add->getArg(0));
  return Adds.empty() ? nullptr : Search(View.Text, View.Context).first(std::move(In), Adds);
}

} // namespace coopify
