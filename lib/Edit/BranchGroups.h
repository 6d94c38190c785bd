//===- BranchGroups.h - groups that branches divide --------------*- C++ -*-===//
//
//   if (cond) v = __shfl(v, 1);
//
//   auto branch = coopify::masked_warp::full();
//   if (branch.split(cond)) v = branch.shfl(v, 1);
//
// One group per condition, whatever the number of sites behind it.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EDIT_BRANCHGROUPS_H
#define COOPIFY_EDIT_BRANCHGROUPS_H

#include "Rules/Rule.h"

#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace coopify {

struct HandleEdit;

/// The group of the lanes that meet a condition.
struct BranchGroup {
  EnclosingCondition At;
  std::string Name;
  std::string From;  ///< the group that it divides; empty: the whole warp
  bool Made = false; ///< it is that group, divided further
  bool CRLF = false;
};

class BranchGroups {
public:
  void add(const BranchGroup &G, size_t WantedBy);
  /// What makes and divides the groups. Of conditions that begin at one place the
  /// longer comes first, whose text is then the outer one.
  std::vector<HandleEdit> edits() const;

private:
  struct Entry {
    BranchGroup Group;
    std::set<size_t> WantedBy;
  };
  using Key = std::tuple<std::string, unsigned, int64_t>; ///< file, begin, minus the end
  std::map<Key, Entry> Groups;
};

} // namespace coopify

#endif // COOPIFY_EDIT_BRANCHGROUPS_H
