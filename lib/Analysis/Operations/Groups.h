//===- Groups.h - is this a cooperative group, and which ---------*- C++ -*-===//
//
// By declaration: in the outermost namespace of NVIDIA's or of the bundled groups, whatever
// namespaces lie between (experimental, a version's). A user's class of the same name is none.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_OPERATIONS_GROUPS_H
#define COOPIFY_ANALYSIS_OPERATIONS_GROUPS_H

#include "Model/Operations/GroupMembers.h"

#include "clang/AST/Expr.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

namespace coopify {

struct GroupType {
  GroupKind Kind;
  unsigned Size = 0; ///< of a tile; 0: not known

  /// Of a tile that one warp holds; else 0.
  unsigned warpLanes() const;
  bool operator==(const GroupType &) const = default;
};
llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const GroupType &G);

/// Of an object, a reference, or a pointer.
std::optional<GroupType> groupType(clang::QualType T);
/// coopify::masked_warp, or a reference to one.
bool isMaskedWarp(clang::QualType T);
/// The mention of a variable of that type that \p E is, or copies; else null.
const clang::DeclRefExpr *maskedWarpMention(const clang::Expr *E);
/// That variable.
const clang::VarDecl *maskedWarpNamed(const clang::Expr *E);
/// As what \p E is used where a group is asked for: its class, or the one base that is a group.
std::optional<GroupType> groupOf(const clang::Expr *E);

/// The outermost namespace around \p D, if it is one of groups; else empty.
llvm::StringRef groupsAround(const clang::DeclContext *D);
/// That namespace itself.
bool isGroups(const clang::NamespaceDecl *N);

/// What \p Call calls, if that is a function or member of groups that the table knows. A user's
/// function in their namespace cannot be told from theirs here; Operations.h can.
const GroupMember *groupMember(const clang::CallExpr *Call);
/// The call in \p Made that gives the block, or a tile of fixed size of it, whichever thread asks:
/// this_thread_block(), tiled_partition<8>(block) of a local variable that holds that; else null.
const clang::CallExpr *groupOfBlock(const clang::Expr *Made);
/// The object of a member call, or the first argument; null: there is none.
const clang::Expr *groupOperand(const clang::CallExpr *Call);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_OPERATIONS_GROUPS_H
