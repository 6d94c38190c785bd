//===- SharedAccess.h - who reads and writes which element -------*- C++ -*-===//
//
// The accesses of a function to memory that lanes share, and whether two of them, by different
// lanes of one warp, may meet in one element (semantics C).
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_SHAREDMEMORY_SHAREDACCESS_H
#define COOPIFY_ANALYSIS_SHAREDMEMORY_SHAREDACCESS_H

#include "Analysis/SharedMemory/SymbolicIndex.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace coopify {

/// x < Bound, or x == Bound, where an access is made.
struct LaneBound {
  IndexForm X, Bound;
  bool Equal = false;
};

/// An element: fields and subscripts from the object on.
struct PathStep {
  const clang::FieldDecl *Field = nullptr; ///< null: a subscript
  IndexForm Index;
  clang::QualType Unit; ///< what the subscript counts
};

struct MemoryLocation {
  enum OfKind {
    Shared,     ///< a __shared__ variable
    Dynamic,    ///< extern __shared__: all of them begin at one address
    Parameter,  ///< what a pointer parameter of a device function points to
    KernelArray ///< what a kernel's pointer parameter points to: never shared memory
  } Of = Shared;
  const clang::VarDecl *Root = nullptr;
  std::vector<PathStep> Path;
  bool Exact = true; ///< false: somewhere in it
};

struct SharedAccess {
  MemoryLocation Place;
  const clang::Expr *At = nullptr; ///< the lvalue; a call for what that may do
  bool Write = false;
  bool Volatile = false;
  bool Atomic = false;
  bool ByCall = false;
  bool EndsSynced = false; ///< the call waits for all lanes after it
  clang::QualType Type;
  std::vector<LaneBound> Bounds; ///< of the conditions around it
};

/// What a helper does with what it is passed.
struct HelperUse {
  bool Reads = true, Writes = true;
  bool Exchanges = false; ///< lanes meet in it, so that it is a site of its own
};

/// By function and parameter. While one is worked out it may do anything.
using HelperUses = std::map<std::pair<const clang::FunctionDecl *, unsigned>, HelperUse>;

/// Resolves expressions of one function.
class MemoryLocations {
public:
  MemoryLocations(const clang::FunctionDecl *F, clang::ASTContext &Context, const SourceText &Text,
                  const Variables &Vars, SymbolicIndex &Forms,
                  std::shared_ptr<HelperUses> Helpers = std::make_shared<HelperUses>());

  /// The object that the lvalue \p E is in.
  std::optional<MemoryLocation> lvalue(const clang::Expr *E, unsigned Depth = 0);
  /// The element that the pointer \p E points to.
  std::optional<MemoryLocation> pointee(const clang::Expr *E, unsigned Depth = 0);
  /// What the conditions that make \p Condition true say.
  void bounds(const clang::Expr *Condition, std::vector<LaneBound> &Out);

  const clang::FunctionDecl *function() const { return F; }
  const std::shared_ptr<HelperUses> Helpers; ///< those of all that these call

private:
  std::optional<MemoryLocation> variable(const clang::VarDecl *V, unsigned Depth);
  std::optional<MemoryLocation> elements(const clang::VarDecl *V, const clang::Expr *Index,
                                         unsigned Depth);
  std::optional<MemoryLocation> returned(const clang::CallExpr *Call, unsigned Depth);
  MemoryLocation root(const clang::VarDecl *V) const;
  static std::optional<MemoryLocation> either(std::optional<MemoryLocation> A,
                                              const std::optional<MemoryLocation> &B);
  static bool advance(MemoryLocation &P, const IndexForm &By, bool Back);
  static void recast(MemoryLocation &P, clang::QualType To);

  const clang::FunctionDecl *F;
  clang::ASTContext &Context;
  const SourceText &Text;
  const Variables &Vars;
  SymbolicIndex &Forms;
};

enum class Overlap {
  None,  ///< different lanes never meet in one element
  May,   ///< nothing shows that they do not
  Near,  ///< they do if a certain number is a distance within the warp: s[tid] and s[tid + d]
  Slot,  ///< all access the same element
  Lanes, ///< they do: s[tid] and s[tid + 1]
};

/// Whether different lanes of a warp may meet where \p A and \p B access. \p Once: both in one
/// execution of a statement that changes none of \p Changed.
Overlap overlap(const SharedAccess &A, const SharedAccess &B, const SymbolicIndex &Forms, bool Once,
                const llvm::DenseSet<const clang::VarDecl *> &Changed,
                std::vector<Uniformity> &Used);

/// No lanes of different aligned groups of \p Lanes lanes meet there.
bool groupsApart(const SharedAccess &A, const SharedAccess &B, const SymbolicIndex &Forms,
                 unsigned Lanes);

/// They are in objects that may be one, whatever the element.
bool mayAlias(const SharedAccess &A, const SharedAccess &B);

/// No lane meets itself or another one there: other fields, or other objects.
bool apart(const SharedAccess &A, const SharedAccess &B);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SHAREDMEMORY_SHAREDACCESS_H
