//===- Groups.cpp ---------------------------------------------------------===//

#include "Analysis/Operations/Groups.h"

#include "Model/GroupNames.h"
#include "Model/Uniformity.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

unsigned GroupType::warpLanes() const {
  return Kind == GroupKind::Tile && Size <= warpWidth() ? Size : 0;
}

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const GroupType &G) {
  OS << nameOf(G.Kind);
  if (G.Kind == GroupKind::Tile)
    OS << '<' << G.Size << '>';
  return OS;
}

StringRef groupsAround(const DeclContext *D) {
  const NamespaceDecl *Outermost = nullptr;
  for (; D; D = D->getParent())
    if (const auto *N = dyn_cast<NamespaceDecl>(D))
      Outermost = N;
  return Outermost && isGroupsNamespace(Outermost->getName()) ? Outermost->getName() : StringRef();
}

bool isGroups(const NamespaceDecl *N) {
  return N->getParent()->isTranslationUnit() && isGroupsNamespace(N->getName());
}

static unsigned sizeOf(const CXXRecordDecl *R) {
  const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(R);
  if (!S || S->getTemplateArgs().size() == 0 ||
      S->getTemplateArgs()[0].getKind() != TemplateArgument::Integral)
    return 0;
  const llvm::APSInt &Size = S->getTemplateArgs()[0].getAsIntegral();
  return Size.isStrictlyPositive() && Size.getActiveBits() <= 16 ? Size.getExtValue() : 0;
}

static std::optional<GroupType> groupClass(const CXXRecordDecl *R) {
  if (!R || !R->getIdentifier() || groupsAround(R->getDeclContext()).empty() ||
      !R->getDeclContext()->isNamespace())
    return std::nullopt;
  std::optional<GroupKind> Kind = findGroupClass(R->getName());
  if (!Kind)
    return std::nullopt;
  return GroupType{*Kind, *Kind == GroupKind::Tile ? sizeOf(R) : 0};
}

static const CXXRecordDecl *classOf(QualType T) {
  if (T.isNull())
    return nullptr;
  T = T.getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  return T->getAsCXXRecordDecl();
}

std::optional<GroupType> groupType(QualType T) { return groupClass(classOf(T)); }

/// \p R, or the one base that is a group: of two nobody knows which is meant.
static std::optional<GroupType> groupWithin(const CXXRecordDecl *R) {
  if (auto G = groupClass(R))
    return G;
  std::optional<GroupType> Found;
  if (!R || !R->hasDefinition())
    return std::nullopt;
  for (const CXXBaseSpecifier &Base : R->bases())
    if (auto G = groupWithin(Base.getType()->getAsCXXRecordDecl())) {
      if (Found)
        return std::nullopt;
      Found = G;
    }
  return Found;
}

bool isMaskedWarp(QualType T) {
  const std::optional<GroupType> Is =
      T.getNonReferenceType()->isRecordType() ? groupType(T) : std::nullopt;
  return Is && Is->Kind == GroupKind::MaskedWarp;
}

const DeclRefExpr *maskedWarpMention(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  const auto *Copy = dyn_cast<CXXConstructExpr>(E);
  if (Copy && Copy->getConstructor()->isCopyOrMoveConstructor())
    return maskedWarpMention(Copy->getArg(0));
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref && isa<VarDecl>(Ref->getDecl()) && isMaskedWarp(Ref->getDecl()->getType()) ? Ref
                                                                                        : nullptr;
}

const VarDecl *maskedWarpNamed(const Expr *E) {
  const DeclRefExpr *Ref = maskedWarpMention(E);
  return Ref ? cast<VarDecl>(Ref->getDecl()) : nullptr;
}

std::optional<GroupType> groupOf(const Expr *E) {
  return E ? groupWithin(classOf(E->IgnoreParenImpCasts()->getType())) : std::nullopt;
}

const GroupMember *groupMember(const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee || !Callee->getIdentifier() || groupsAround(Callee->getDeclContext()).empty())
    return nullptr;
  return findGroupMember(Callee->getName(), isa<CXXMethodDecl>(Callee));
}

const Expr *groupOperand(const CallExpr *Call) {
  const Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
  if (const auto *M = dyn_cast<MemberExpr>(Callee)) // a static member, too
    return M->getBase();
  bool Method = isa_and_nonnull<CXXMethodDecl>(Call->getDirectCallee());
  return Method || Call->getNumArgs() == 0 ? nullptr : Call->getArg(0);
}

/// What a copy, however it is written, is made of.
static const Expr *copied(const Expr *E) {
  for (;;) {
    E = E->IgnoreUnlessSpelledInSource();
    if (const auto *Made = dyn_cast<CXXConstructExpr>(E); Made && Made->getNumArgs() == 1)
      E = Made->getArg(0);
    else if (const auto *List = dyn_cast<InitListExpr>(E); List && List->getNumInits() == 1)
      E = List->getInit(0);
    else if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(E))
      E = Cast->getSubExpr();
    else
      return E;
  }
}

static const CallExpr *groupCall(const Expr *E, StringRef Name, unsigned Arguments) {
  const auto *Call = dyn_cast<CallExpr>(E);
  const GroupMember *Member = Call ? groupMember(Call) : nullptr;
  return Member && Member->Name == Name && Call->getNumArgs() == Arguments ? Call : nullptr;
}

/// \p Copies: how many are followed, as `thread_block b(b)` has no end.
static const CallExpr *thisBlock(const Expr *E, unsigned Copies = 8) {
  E = copied(E);
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (V && V->hasLocalStorage() && !isa<ParmVarDecl>(V) && V->getInit() && Copies > 0)
    return thisBlock(V->getInit(), Copies - 1);
  return groupCall(E, "this_thread_block", 0);
}

const CallExpr *groupOfBlock(const Expr *Made) {
  const CallExpr *Block = thisBlock(Made);
  const CallExpr *Tile = Block ? nullptr : groupCall(copied(Made), "tiled_partition", 1);
  const CallExpr *Call = Tile && thisBlock(Tile->getArg(0)) ? Tile : Block;
  const auto Type = Call ? groupType(Call->getType()) : std::nullopt;
  return Type && Type == groupType(Made->getType()) && (Block || Type->warpLanes()) ? Call
                                                                                    : nullptr;
}

} // namespace coopify
