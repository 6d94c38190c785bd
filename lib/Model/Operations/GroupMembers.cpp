#include "Model/Operations/GroupMembers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace coopify;

namespace {
enum class Called { Member, Function, Both };
enum class Operands { First, Within };
} // namespace

static constexpr GroupMember Members[] = {
#define GROUP_MEMBER(NAME, CALLED, FAMILY, SHUFFLE, WAITS, ORDERS, OPERANDS)                       \
  {#NAME,                                                                                          \
   Called::CALLED != Called::Function,                                                             \
   Called::CALLED != Called::Member,                                                               \
   GroupFamily::FAMILY,                                                                            \
   ShuffleMode::SHUFFLE,                                                                           \
   WaitsFor::WAITS,                                                                                \
   Orders::ORDERS,                                                                                 \
   Operands::OPERANDS == Operands::First},
#include "Model/Operations/GroupMembers.def"
};

llvm::ArrayRef<GroupMember> coopify::groupMembers() { return Members; }

const GroupMember *coopify::findGroupMember(llvm::StringRef Name, bool AsMember) {
  const auto *It = llvm::find_if(Members, [&](const GroupMember &M) {
    return (AsMember ? M.AsMember : M.AsFunction) && M.Name == Name;
  });
  return It == std::end(Members) ? nullptr : It;
}

std::optional<GroupKind> coopify::findGroupClass(llvm::StringRef Name) {
#define GROUP_CLASS(NAME, KIND)                                                                    \
  if (Name == #NAME)                                                                               \
    return GroupKind::KIND;
#include "Model/Operations/GroupMembers.def"
  return std::nullopt;
}

llvm::StringRef coopify::nameOf(GroupKind K) {
  switch (K) {
#define GROUP_CLASS(NAME, KIND)                                                                    \
  case GroupKind::KIND:                                                                            \
    return #NAME;
#include "Model/Operations/GroupMembers.def"
  }
  llvm_unreachable("all are named");
}
