//===- DynamicTile.cpp - tiles whose size is an argument ------------------===//

#include "Analysis/Operations/Groups.h"
#include "Analysis/Source/Exprs.h"
#include "Extract/SiteBuilder.h"
#include "Extract/SiteFinder.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMap.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

/// The variable that \p E names, without conversions.
const VarDecl *namedBy(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// \p E as it is written, before it becomes the group of another type that it is passed as.
const Expr *unconverted(const Expr *E) {
  for (const Expr *Before = nullptr; E != Before;) {
    Before = E;
    E = E->IgnoreUnlessSpelledInSource();
    if (const auto *Converts = dyn_cast<CXXMemberCallExpr>(E);
        Converts && isa<CXXConversionDecl>(Converts->getMethodDecl()))
      E = Converts->getImplicitObjectArgument();
  }
  return E;
}

/// A site of kind "dynamic-tile" for each variable that `tiled_partition(g, 8)` makes, and that is
/// asked for nothing that a tile of that size answers otherwise: with the parts "edit".
class DynamicTile : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "dynamic-tile"; }
  StatementMatcher matcher() const override {
    return callExpr(callee(functionDecl(
                        anyOf(allOf(hasName("tiled_partition"), parameterCountIs(2)),
                              allOf(hasName("this_thread_block"), parameterCountIs(0))))))
        .bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override {
    // How an instance of a template writes its size is the template's to say.
    if (Matches.empty() || View.Function->isTemplateInstantiation())
      return;
    ParentMap Parents(View.Function->getBody());
    std::map<const VarDecl *, unsigned> Made; // a tile may be made of the one before
    std::vector<Candidate> Found;
    for (const SiteMatch &M : Matches) {
      const auto *Call = cast<CallExpr>(M.At);
      const GroupMember *Member = groupMember(Call);
      const VarDecl *V = Member ? madeBy(Call, Parents) : nullptr;
      const std::optional<int64_t> Size = !V                        ? std::nullopt
                                          : Call->getNumArgs() == 0 ? std::optional(WholeBlock)
                                                                    : sizeOf(Call->getArg(1), View);
      if (!Size || (*Size != WholeBlock && !hasParent(Call->getArg(0), *Size, Made)))
        continue;
      if (std::optional<Candidate> C = candidate(Call, V, View, Parents)) {
        Made[V] = *Size;
        Found.push_back(std::move(*C));
      }
    }
    keepWhole(Found);
    for (Candidate &C : Found)
      Sites.push_back(std::move(C.S));
  }

private:
  static constexpr int64_t WholeBlock = INT32_MAX; ///< `thread_group g = this_thread_block();`
  struct Candidate {
    const CallExpr *Call;
    Site S;
    std::vector<const CallExpr *> Parts; ///< that are made of it
  };

  /// What is made of a tile that stays, stays; and what such a one is made of.
  static void keepWhole(std::vector<Candidate> &All) {
    auto Goes = [&](const CallExpr *Call) {
      return llvm::any_of(All, [&](const Candidate &C) { return C.Call == Call; });
    };
    for (size_t Before = All.size() + 1; Before != All.size();) {
      Before = All.size();
      llvm::erase_if(All, [&](const Candidate &C) {
        return C.Call->getNumArgs() != 0 && !llvm::all_of(C.Parts, Goes);
      });
      llvm::erase_if(All, [&](const Candidate &C) {
        if (C.Call->getNumArgs() == 0)
          return false;
        const auto Type = groupType(unconverted(C.Call->getArg(0))->getType());
        return Type && Type->Kind == GroupKind::ThreadGroup &&
               llvm::none_of(
                   All, [&](const Candidate &Of) { return llvm::is_contained(Of.Parts, C.Call); });
      });
    }
  }

  /// A variable of a block that \p Call initialises as a whole.
  static const VarDecl *madeBy(const CallExpr *Call, const ParentMap &Parents) {
    const Stmt *Up = Call;
    do
      Up = Parents.getParent(Up);
    while (isa_and_nonnull<ParenExpr, ImplicitCastExpr, ExprWithCleanups, MaterializeTemporaryExpr,
                           CXXConstructExpr>(Up));
    const auto *D = dyn_cast_or_null<DeclStmt>(Up);
    const auto *V = D && D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
    const auto Type = V ? groupType(V->getType()) : std::nullopt;
    return Type && Type->Kind == GroupKind::ThreadGroup && V->hasLocalStorage() && V->hasInit() &&
                   V->getInitStyle() == VarDecl::CInit && !V->getType()->isReferenceType() &&
                   isa_and_nonnull<CompoundStmt>(Parents.getParent(Up))
               ? V
               : nullptr;
  }

  /// A power of two that one warp holds, known where the template's argument is to be.
  static std::optional<int64_t> sizeOf(const Expr *E, const FunctionView &View) {
    const std::optional<int64_t> N = View.constant(E);
    return N && *N >= 1 && *N <= warpWidth() && llvm::isPowerOf2_64(*N) &&
                   E->isCXX11ConstantExpr(View.Context) && !E->getBeginLoc().isMacroID()
               ? N
               : std::nullopt;
  }

  /// The block, or a larger tile of known size.
  static bool hasParent(const Expr *E, int64_t Size,
                        const std::map<const VarDecl *, unsigned> &Made) {
    const auto Type = groupType(unconverted(E)->getType());
    if (!Type || Type->Kind == GroupKind::ThreadBlock)
      return Type.has_value();
    if (Type->Kind == GroupKind::Tile)
      return Type->Size > Size;
    auto It = Made.find(namedBy(E));
    return It != Made.end() && It->second > Size;
  }

  static std::optional<Candidate> candidate(const CallExpr *Call, const VarDecl *V,
                                            const FunctionView &View, const ParentMap &Parents) {
    Candidate C{Call, makeSite(View, SiteKind::DynamicTile, Call), {}};
    Site &S = C.S;
    const TypeSourceInfo *Type = V->getTypeSourceInfo();
    const TextRange Written =
                        Type ? View.Text.range(Type->getTypeLoc().getSourceRange()) : TextRange(),
                    Body = View.Text.range(View.Function->getBody()->getSourceRange());
    if (!S.Range.valid() || !Written.valid() || !Body.valid() ||
        Type->getTypeLoc().getBeginLoc().isMacroID() ||
        Type->getTypeLoc().getEndLoc().isMacroID() ||
        View.Analysis.variables().assignments(V).size() != 1)
      return std::nullopt;
    S.Parts.push_back({"edit", Written, "auto"});
    if (Call->getNumArgs() == 2 && !moveSize(Call, View, S))
      return std::nullopt;
    if (!addUses(V, View, Parents, C))
      return std::nullopt;
    // Another thing may be of that name, too: in a type, a lambda, an arm that is not compiled.
    std::set<unsigned> Said = View.Text.mentions({Body.File, S.Range.End, Body.End}, V->getName());
    for (const PatternPart &P : S.Parts)
      if (P.Role == "use")
        Said.erase(P.Range.Begin);
    return Said.empty() ? std::optional(std::move(C)) : std::nullopt;
  }

  /// `tiled_partition(g, 8)` to `tiled_partition<8>(g)`; false: it is not written so.
  static bool moveSize(const CallExpr *Call, const FunctionView &View, Site &S) {
    const auto *Callee = cast<DeclRefExpr>(Call->getCallee()->IgnoreParenImpCasts());
    const TextRange Name = View.Text.token(Callee->getLocation()),
                    Group = View.Text.range(Call->getArg(0)->getSourceRange()),
                    Size = View.Text.range(Call->getArg(1)->getSourceRange());
    if (!Name.valid() || !Group.valid() || !Size.valid() ||
        View.Text.spelled({Group.File, Group.End, Size.Begin}).find_first_not_of(", \t\r\n") !=
            std::string::npos)
      return false;
    std::string Number = View.Text.spelled(Size);
    if (Number.find('>') != std::string::npos)
      Number = "(" + Number + ")";
    // A name that only its argument finds is no template's before C++20.
    if (Call->usesADL())
      S.Parts.push_back({"edit",
                         {Name.File, Name.Begin, Name.Begin},
                         groupsAround(Call->getDirectCallee()->getDeclContext()).str() + "::"});
    S.Parts.push_back({"edit", {Name.File, Name.End, Name.End}, "<" + Number + ">"});
    S.Parts.push_back({"edit", {Group.File, Group.End, Size.End}, ""});
    return true;
  }

  /// False: some is no question that both answer alike. How large a tile of threads is that the
  /// block does not have, the two say otherwise.
  static bool addUses(const VarDecl *V, const FunctionView &View, const ParentMap &Parents,
                      Candidate &C) {
    Site &S = C.S;
    bool Known = true, Counts = false;
    View.forEachStmt([&](const Stmt *Part) {
      const auto *Ref = dyn_cast<DeclRefExpr>(Part);
      if (!Ref || Ref->getDecl() != V)
        return;
      S.Parts.push_back({"use", View.Text.token(Ref->getLocation()), ""});
      const Stmt *Up = Parents.getParentIgnoreParenImpCasts(const_cast<DeclRefExpr *>(Ref));
      const auto *Member = dyn_cast_or_null<MemberExpr>(Up);
      const auto *Call = dyn_cast_or_null<CallExpr>(Member ? Parents.getParent(Up) : Up);
      const GroupMember *Is = Call ? groupMember(Call) : nullptr;
      if (Is && !Member && Is->Name == "tiled_partition")
        C.Parts.push_back(Call);
      else if (Is && !Member)
        Known &= Is->Name == "sync";
      else if (Is && Is->Name == "sync")
        ;
      else if (Is && (Is->Name == "thread_rank" || Is->Name == "size" || Is->Name == "num_threads"))
        Known &= isNarrow(Call, Parents), Counts |= Is->Name != "thread_rank";
      else
        Known = false;
    });
    if (Counts && C.Call->getNumArgs() == 2)
      S.Requires.push_back({RequirementRole::LaneCount,
                            "the block's threads",
                            {BlockWidth, {{AtomKind::BlockXMultipleOf32, 0}}, std::nullopt},
                            BlockWidth});
    return Known;
  }

  /// Of the 64 bits of \p E, a count or what small numbers make of it, no more than 32 are looked
  /// at: so many has a tile's answer. \p Below: it may be less than 0, and then a quotient shows
  /// how many bits there are. It is no more than \p Most from 0.
  static bool isNarrow(const Expr *E, const ParentMap &Parents, bool Below = false,
                       uint64_t Most = BlockWidth) {
    const Stmt *Up = Parents.getParent(E);
    while (isa_and_nonnull<ParenExpr>(Up))
      Up = Parents.getParent(Up);
    if (const auto *Cast = dyn_cast_or_null<CastExpr>(Up))
      return (Cast->getCastKind() == CK_IntegralCast && isWord(Cast->getType())) ||
             Cast->getCastKind() == CK_IntegralToBoolean;
    if (const auto *Element = dyn_cast_or_null<ArraySubscriptExpr>(Up))
      return !Below && !holds(Element->getBase(), E);
    const auto *B = dyn_cast_or_null<BinaryOperator>(Up);
    if (!B)
      return false;
    const Expr *Other = holds(B->getLHS(), E) ? B->getRHS() : B->getLHS();
    if (B->isCompoundAssignmentOp()) // its 64 bits, or those of what they are added to
      return Other == B->getLHS() && (!Below || isWord(Other->getType())) &&
             (B->getOpcode() == BO_AddAssign || B->getOpcode() == BO_SubAssign) &&
             Other->getType()->isIntegerType();
    if (B->isComparisonOp()) // another group's count may keep its 64 bits
      return isSmall(Other) || (isCount(Other) && askedOf(Other) == askedOf(E)) ||
             (!Below && (isCount(Other) || isWord(Other->IgnoreParenImpCasts()->getType())));
    const bool Rest = B->getOpcode() == BO_Div || B->getOpcode() == BO_Rem ||
                      B->getOpcode() == BO_Shr || B->isBitwiseOp();
    const bool Ring = B->isAdditiveOp() || B->getOpcode() == BO_Mul;
    Most = B->getOpcode() == BO_Mul ? Most * warpWidth() : Most + warpWidth();
    return (Ring || (Rest && !Below)) && isSmall(Other) && Most <= uint64_t(INT32_MAX) &&
           isNarrow(B, Parents, Below || B->getOpcode() == BO_Sub, Most);
  }
  static bool isSmall(const Expr *E) {
    const auto *N = dyn_cast<IntegerLiteral>(E->IgnoreParenImpCasts());
    return N && N->getValue().ule(warpWidth());
  }
  /// What a group is asked for, and what small numbers make of it.
  static bool isCount(const Expr *E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *B = dyn_cast<BinaryOperator>(E))
      return (isCount(B->getLHS()) && isSmall(B->getRHS())) ||
             (isSmall(B->getLHS()) && isCount(B->getRHS()));
    const auto *Call = dyn_cast<CallExpr>(E);
    const GroupMember *Is = Call ? groupMember(Call) : nullptr;
    return Is && (Is->Name == "thread_rank" || Is->Name == "size" || Is->Name == "num_threads");
  }
  /// The variable that a count is asked of.
  static const VarDecl *askedOf(const Stmt *Count) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Count))
      return dyn_cast<VarDecl>(Ref->getDecl());
    for (const Stmt *Part : Count->children())
      if (const VarDecl *V = Part ? askedOf(Part) : nullptr)
        return V;
    return nullptr;
  }
  static bool isWord(QualType T) {
    return T->isIntegerType() && !T->isDependentType() && T->isBuiltinType() &&
           !T->isSpecificBuiltinType(BuiltinType::LongLong) &&
           !T->isSpecificBuiltinType(BuiltinType::ULongLong) &&
           !T->isSpecificBuiltinType(BuiltinType::Long) &&
           !T->isSpecificBuiltinType(BuiltinType::ULong) &&
           !T->isSpecificBuiltinType(BuiltinType::Int128) &&
           !T->isSpecificBuiltinType(BuiltinType::UInt128);
  }
};

} // namespace

REGISTER_SITE_FINDER(DynamicTile, "dynamic-tile");
