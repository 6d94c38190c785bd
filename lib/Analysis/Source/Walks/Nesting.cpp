#include "Analysis/Source/Walks/Nesting.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace coopify {

static thread_local const NestingScope *Innermost = nullptr;

NestingScope::NestingScope(const Stmt *Body) : Outer(Innermost) {
  unsigned Number = 0;
  if (Body)
    visit(Body, Number);
  Innermost = this;
}

NestingScope::~NestingScope() { Innermost = Outer; }

void NestingScope::visit(const Stmt *S, unsigned &Number) {
  auto [It, New] = Visits.try_emplace(S);
  It->second.Shared = !New;
  It->second.First = Number++;
  for (const Stmt *Child : S->children())
    if (Child)
      visit(Child, Number);
  Visits[S].Last = Number;
}

/// Through all of \p Whole.
static bool find(const Stmt *Whole, const Stmt *Part) {
  return Whole == Part || llvm::any_of(Whole->children(), [&](const Stmt *Child) {
           return Child && find(Child, Part);
         });
}

bool holds(const Stmt *Whole, const Stmt *Part) {
  if (Whole == Part)
    return true;
  const NestingScope *Known = Innermost;
  auto Outer = Known ? Known->Visits.find(Whole) : decltype(Known->Visits.find(Whole))();
  if (!Known || Outer == Known->Visits.end())
    return find(Whole, Part);
  auto Inner = Known->Visits.find(Part);
  if (Inner == Known->Visits.end())
    return false; // all of Whole has been visited
  if (Outer->second.Shared || Inner->second.Shared)
    return find(Whole, Part);
  return Outer->second.First < Inner->second.First && Inner->second.First < Outer->second.Last;
}

} // namespace coopify
