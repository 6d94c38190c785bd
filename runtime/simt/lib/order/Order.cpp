//===- Order.cpp - what happened before what, for races -------------------===//
#include "Order.h"

#include <algorithm>

using namespace simt;

// Interval 1 of each thread runs; nobody knows of anything that is over. Most
// blocks leave it at that.
void Order::begin(unsigned Count, unsigned LanesAsOne) {
  OwnerMask = ~(LanesAsOne - 1);
  if (HasOrder || Threads != Count)
    Known.assign(Count, std::make_shared<Row>(Count, 1));
  Threads = Count;
  HasOrder = HasFences = false;
  Fenced.clear(), Seen.clear(), Published.clear(), Fences.clear(), AllFences.clear();
}

void Order::join(Row &To, const Row &From) const {
  if (From.empty())
    return;
  if (To.empty())
    To = From;
  else
    for (unsigned I = 0; I < Threads; ++I)
      To[I] = std::max(To[I], From[I]);
}

// Threads share what they were handed.
void Order::join(SharedRow &To, const SharedRow &From) const {
  if (!From || To == From)
    return;
  if (!To) {
    To = From;
    return;
  }
  if (To.use_count() > 1)
    To = std::make_shared<Row>(*To);
  join(*To, *From);
}

Order::Row &Order::ownRow(unsigned Owner) {
  if (Known[Owner].use_count() > 1)
    Known[Owner] = std::make_shared<Row>(*Known[Owner]);
  return *Known[Owner];
}

// A row for the members alone that holds what each of them knows.
std::shared_ptr<Order::Row> Order::joined(const Thread *First, uint64_t Members) const {
  std::shared_ptr<Row> Shared = Known[First[__builtin_ctzll(Members)].Id];
  bool Same = true;
  for (uint64_t Rest = Members; Rest; Rest &= Rest - 1)
    Same &= Known[First[__builtin_ctzll(Rest)].Id] == Shared;
  if (Same && Shared.use_count() == __builtin_popcountll(Members) + 1)
    return Shared;
  Shared = std::make_shared<Row>(*Shared);
  if (!Same)
    for (uint64_t Rest = Members; Rest; Rest &= Rest - 1)
      join(*Shared, *Known[First[__builtin_ctzll(Rest)].Id]);
  return Shared;
}

// All members learn what each of them knew, itself included; then each begins a
// new interval, of which the others know nothing.
void Order::syncWarp(const Thread *First, uint64_t Members) {
  if (OwnerMask != ~0u || !Members)
    return;
  HasOrder = true;
  if (Others.areThere())
    shareOthers(First, Members);
  if (HasFences)
    shareFences(First, Members);
  const std::shared_ptr<Row> Joined = joined(First, Members);
  for (uint64_t Rest = Members; Rest; Rest &= Rest - 1) {
    const unsigned Id = First[__builtin_ctzll(Rest)].Id;
    ++(*Joined)[Id];
    Known[Id] = Joined;
  }
}

void Order::shareFences(const Thread *First, uint64_t Members) {
  SharedRow AllFenced, AllSeen;
  for (uint64_t Rest = Members; Rest; Rest &= Rest - 1) {
    const unsigned Id = First[__builtin_ctzll(Rest)].Id;
    join(AllFenced, Fenced[Id]), join(AllSeen, Seen[Id]);
  }
  for (uint64_t Rest = Members; Rest; Rest &= Rest - 1) {
    const unsigned Id = First[__builtin_ctzll(Rest)].Id;
    Fenced[Id] = AllFenced, Seen[Id] = AllSeen;
  }
}

// What all did is known by the epoch; what all fenced, each may hand on.
void Order::blockBarrier() {
  if (HasFences) {
    const SharedRow All = std::make_shared<Row>(AllFences);
    for (SharedRow &Row : Fenced)
      Row = All;
  }
  if (Others.now())
    Others.blockBarrier();
}

void Order::shareOthers(const Thread *First, uint64_t Members) {
  const unsigned Leader = First[__builtin_ctzll(Members)].Id;
  for (uint64_t Rest = Members; Rest; Rest &= Rest - 1)
    Others.share(First[__builtin_ctzll(Rest)].Id, Leader);
  for (uint64_t Rest = Members; Rest; Rest &= Rest - 1)
    Others.share(Leader, First[__builtin_ctzll(Rest)].Id);
}

// What it knows of other blocks it brings to all, not only to those who wait there.
void Order::bring(Brought &To, const Thread &T) {
  HasOrder = true;
  if (Others.areThere())
    Others.shareWithAll(owner(T));
  Row &Mine = ownRow(owner(T));
  ++Mine[owner(T)];
  join(To.Known, Mine);
  if (HasFences)
    join(To.Fenced, Fenced[owner(T)]), join(To.Seen, Seen[owner(T)]);
}

void Order::learn(const Thread &T, const Brought &From) {
  const unsigned Owner = owner(T);
  join(ownRow(Owner), From.Known);
  if (!HasFences)
    return;
  join(Fenced[Owner], From.Fenced);
  join(Seen[Owner], From.Seen);
}

void Order::fence(const Thread &T, FenceFor For) {
  if (!HasFences) {
    HasFences = HasOrder = true;
    Fenced.assign(Threads, {});
    Seen.assign(Threads, {});
    Fences.assign(Threads, {});
  }
  unsigned Owner = owner(T);
  Row &Mine = ownRow(Owner);
  if (Seen[Owner])
    join(Mine, *Seen[Owner]);
  ++Mine[Owner];
  Fenced[Owner] = std::make_shared<Row>(Mine);
  join(AllFences, Mine);
  Fences[Owner] = AllFences;
  if (Others.areThere())
    Others.fence(Owner, For, Fenced[Owner]);
}

// Who finds an old value knows of who wrote that. Blocks see each other's stores at once.
void Order::observe(const Thread &T, uintptr_t Address, bool FindsOld) {
  if (Others.areThere())
    Others.observe(owner(T), Address);
  if (!HasFences)
    return;
  if (auto Found = Published.find(Address); Found != Published.end())
    join(Seen[owner(T)], FindsOld ? Found->second.Before : Found->second.Now);
}

// Joined, not replaced: an atomic continues the release sequence of those that
// it follows; for a volatile write this is generous.
void Order::publish(const Thread &T, uintptr_t Address) {
  if (!HasFences)
    return;
  const SharedRow &Mine = Fenced[owner(T)];
  auto Found = Mine ? Published.try_emplace(Address).first : Published.find(Address);
  if (Found != Published.end())
    Found->second.Before = Found->second.Now;
  if (!Mine)
    return;
  join(Found->second.Now, Mine);
  if (Others.areThere())
    Others.publish(owner(T), Address);
}
