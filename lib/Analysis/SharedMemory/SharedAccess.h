//===- SharedAccess.h - who reads and writes which element -------*- C++ -*-===//
//
// The accesses of a function to memory that lanes share, and whether two of them, by different
// lanes of one warp, may meet in one element (semantics C).
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_SHAREDMEMORY_SHAREDACCESS_H
#define COOPIFY_ANALYSIS_SHAREDMEMORY_SHAREDACCESS_H

#include "Analysis/SharedMemory/Index/SymbolicIndex.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace coopify {

/// x < Bound, or x == Bound, where an access is made.
struct LaneBound {
  IndexForm X, Bound;
  bool Equal = false;
  bool Wraps = false; ///< the bound may be below zero, and compared as a large number
};

/// An element: fields and subscripts from the object on.
struct PathStep {
  const clang::FieldDecl *Field = nullptr; ///< null: a subscript
  IndexForm Index;
  clang::QualType Unit; ///< what the subscript counts
  /// A pointer's: it may lead out of the row or member that it began in.
  bool Loose = false;
  uint64_t Extent = 0; ///< how many units that has; 0: not known

  /// It stays in what the steps before it name.
  bool within() const {
    auto N = Loose && Index.Poly ? Index.Poly->constant() : std::nullopt;
    return !Loose || (N && *N >= 0 && uint64_t(*N) < Extent);
  }
};

struct MemoryLocation {
  enum OfKind {
    Shared,      ///< a __shared__ variable
    Dynamic,     ///< extern __shared__: all of them begin at one address
    Parameter,   ///< what a pointer or reference parameter of a device function leads to
    KernelArray, ///< global memory: what a kernel's pointer parameter points to, or a __device__
                 ///< variable; never shared memory
    Object,      ///< what `this` points to
    Unknown,     ///< not followed: any memory whose address got to where it is not followed
    Pending      ///< of a pointer that is being worked out; no answer ever is
  } Of = Shared;
  const clang::VarDecl *Root = nullptr; ///< null: of Object, Unknown, and KernelArray if any
  std::vector<PathStep> Path;
  /// Unknown: of the pointer, which shows what is meant, but proves nothing: it may be set anew.
  std::vector<const clang::Decl *> Names = {};
  bool Exact = true; ///< false: somewhere in it
  /// Shared, Dynamic: pointers that are not followed may lead there. Unknown: it needs no such
  /// pointer. KernelArray, of a variable: parameters may lead there.
  bool Leaked = false;

  /// Parameter: to no shared memory, if ParamOutsideShared holds.
  bool OutsideShared = false;
  /// Parameter, KernelArray: those that lead into other objects, if ParamsApart holds.
  llvm::SmallVector<const clang::ParmVarDecl *, 2> Apart = {};

  bool unknown() const { return Of == Unknown; }
  /// Other objects may be what it is.
  bool open() const { return Of == Parameter || Of == Object || Of == Unknown; }
};

/// What a function does by one of its parameters, or to a __shared__ variable that it names; both
/// missing: to what it reaches otherwise.
struct HelperParameter {
  static constexpr unsigned This = ~0u; ///< as an index: the object of a member function
  const clang::FunctionDecl *Function;
  std::optional<unsigned> Index;
  const clang::VarDecl *Variable = nullptr;
  bool Inside = false; ///< between its steps, not behind them
  bool operator==(const HelperParameter &) const = default;
};

struct SharedAccess {
  MemoryLocation Place;
  const clang::Expr *At = nullptr; ///< the lvalue; a call for what that may do
  bool Write = false;
  bool Volatile = false;
  bool Atomic = false;
  const clang::Expr *ByCall = nullptr; ///< what happens in that call, or construction
  bool EndsSynced = false; ///< the call waits for all lanes after it, as it is or once rewritten
  uint64_t Neighbours = 0; ///< as of a HelperUse, in the call
  bool Beside = false;     ///< there lanes meet for what they are passed alone: `f(s + t)`
  std::vector<HelperParameter> Leans; ///< helpers that are to be rewritten for what is in the call
  clang::QualType Type;
  bool OfAnyType = false;        ///< its type keeps it apart from nothing
  std::vector<LaneBound> Bounds; ///< of the conditions around it
};

/// What helpers do, by function (HelperEffects.h).
class HelperSummaries;

/// Resolves expressions of one function.
class MemoryLocations {
public:
  MemoryLocations(const clang::FunctionDecl *F, clang::ASTContext &Context, const SourceText &Text,
                  const Variables &Vars, SymbolicIndex &Forms,
                  std::shared_ptr<HelperSummaries> Helpers = nullptr);

  /// The object that the lvalue \p E is in; nullopt: shown to be none that lanes share, such as a
  /// variable of the lane's own.
  std::optional<MemoryLocation> lvalue(const clang::Expr *E, unsigned Depth = 0);
  /// The element that the pointer \p E points to.
  std::optional<MemoryLocation> pointee(const clang::Expr *E, unsigned Depth = 0);
  /// What the pointer \p V leads to, whatever it is set to.
  std::optional<MemoryLocation> variable(const clang::VarDecl *V, unsigned Depth = 0);
  /// A __shared__ variable, or one in global memory, as a whole.
  MemoryLocation root(const clang::VarDecl *V);
  /// What the conditions that make \p Condition true say.
  void bounds(const clang::Expr *Condition, std::vector<LaneBound> &Out);

  const clang::FunctionDecl *function() const { return F; }
  clang::ASTContext &context() const { return Context; }
  const SourceText &text() const { return Text; }
  const Variables &variables() const { return Vars; }
  const std::shared_ptr<HelperSummaries> Helpers; ///< of all that these call
  PassedPointers *Passed = nullptr;               ///< as of a FunctionView
  bool CountsOnApart = false; ///< two parameters are two objects, where Passed has it so

private:
  std::optional<MemoryLocation> elements(const clang::VarDecl *V, const clang::Expr *Index,
                                         unsigned Depth);
  std::optional<MemoryLocation> returned(const clang::CallExpr *Call, unsigned Depth);
  std::optional<MemoryLocation> passedElement(const clang::CallExpr *Call, const clang::Expr *Value,
                                              unsigned Depth);
  std::optional<MemoryLocation> passedMember(const clang::CallExpr *Call,
                                             const clang::MemberExpr *M, unsigned Depth);
  IndexForm passedIndex(const clang::CallExpr *Call, const clang::Expr *E);
  std::optional<MemoryLocation> element(const clang::ArraySubscriptExpr *A, unsigned Depth);
  std::optional<MemoryLocation> named(const clang::DeclRefExpr *Ref, unsigned Depth);
  std::optional<MemoryLocation> loaded(const clang::Expr *From, unsigned Depth);
  std::optional<MemoryLocation> cast(const clang::CastExpr *C, unsigned Depth);
  MemoryLocation parameter(const clang::ParmVarDecl *V) const;
  bool leaked(const clang::VarDecl *V);
  static bool advance(MemoryLocation &P, const IndexForm &By, bool Back);
  static void recast(MemoryLocation &P, clang::QualType To);

  const clang::FunctionDecl *F;
  clang::ASTContext &Context;
  const SourceText &Text;
  const Variables &Vars;
  SymbolicIndex &Forms;
  std::optional<MemoryLocation> assigned(const clang::VarDecl *V, unsigned Depth);
  llvm::DenseSet<const clang::VarDecl *> Working; ///< pointers that are being worked out
  std::map<const clang::VarDecl *, std::optional<MemoryLocation>> Done;
  unsigned Steps = 0; ///< taken for the one that was asked for
  std::optional<llvm::DenseSet<const clang::VarDecl *>> Leaked;
};

/// Where a pointer leads that is the one or the other.
std::optional<MemoryLocation> either(const std::optional<MemoryLocation> &A,
                                     const std::optional<MemoryLocation> &B);

/// The array whose first element the pointer \p E leads to by its name; else null.
const clang::Expr *decayed(const clang::Expr *E);

/// p of `new (p) T`; else null.
const clang::Expr *placementOf(const clang::Expr *E);

/// What \p T is but for const and volatile, whatever it is called.
clang::QualType plain(clang::QualType T);

/// `this->p`, `view.p`, `view->at.p`, a captured p: the names, the outermost last. Empty: a call's
/// result, an element of an array.
std::vector<const clang::Decl *> namesOf(const clang::Expr *E);

/// What \p Pointer leads to; null: what has no name.
MemoryLocation unknownLocation(const clang::Expr *Pointer = nullptr);

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

/// `s[w * 4 + lane]` and `s[w * 4 + m]`: one counts lanes, the other is equal in the warp, and what
/// else is added does not say that the two are far apart.
bool oneForAll(const SharedAccess &A, const SharedAccess &B, const SymbolicIndex &Forms);
/// So, and conditions let in the lane whose own element the other one is, as far as they show.
bool readForAll(const SharedAccess &A, const SharedAccess &B, const SymbolicIndex &Forms);

/// In one object, or by one pointer that is not followed and has a name: s[t] and s[t ^ d],
/// whatever t and d are. They are not the same element of the lane's, as far as the subscripts say.
/// \p Related: the subscripts have something in common.
bool byOtherSubscripts(const SharedAccess &A, const SharedAccess &B, bool Related,
                       const SymbolicIndex &Forms, const clang::ASTContext &Context);

/// s[t] and s[t ^ 4], s[(t + 1) % 32], s[31 - t], where t is what only callers know: if it counts
/// lanes, each has an element of its own, and then another one's.
bool exchangedByCallers(const SharedAccess &A, const SharedAccess &B, const SymbolicIndex &Forms);

/// Of two elements of one array the one subscript that differs.
std::optional<std::pair<Polynomial, Polynomial>> oneSubscript(const SharedAccess &A,
                                                              const SharedAccess &B);

/// That no caller passes a pointer to shared memory for \p P, which says so.
Uniformity outsideShared(const MemoryLocation &P);

/// The two are written alike.
bool alike(const clang::Expr *A, const clang::Expr *B, const clang::ASTContext &Context);

/// No lanes of different aligned groups of \p Lanes lanes meet there.
bool groupsApart(const SharedAccess &A, const SharedAccess &B, const SymbolicIndex &Forms,
                 unsigned Lanes);

/// No lanes of different warps of a block meet there: what that rests on; nullopt: not shown. Both
/// are in one object, and are made wherever the warps are.
std::optional<Uniformity> warpsApart(const SharedAccess &A, const SharedAccess &B,
                                     const SymbolicIndex &Forms);

/// Nothing but that it is not followed says that it may be in shared memory: a member of this, what
/// a `T &` refers to, pointers out of memory.
bool isStray(const SharedAccess &A);

/// They are in one object that has a name, or that a pointer with one leads to.
bool sameObject(const SharedAccess &A, const SharedAccess &B);
/// They are in objects that may be one, whatever the element.
bool mayAlias(const SharedAccess &A, const SharedAccess &B);
/// They are in global memory by two names that may lead into one array, for all that this function
/// shows.
bool meetByTwoNames(const SharedAccess &A, const SharedAccess &B);
/// Such two names that the launches are to keep apart (AtomKind::ParamsApart); nullopt: no others
/// are counted on (MemoryLocations::CountsOnApart).
std::optional<Uniformity> apartByCallers(const SharedAccess &A, const SharedAccess &B);

/// No lane meets itself or another one there: other fields, or other objects.
bool apart(const SharedAccess &A, const SharedAccess &B);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SHAREDMEMORY_SHAREDACCESS_H
