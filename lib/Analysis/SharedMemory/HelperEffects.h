//===- HelperEffects.h - what a call does to shared memory -------*- C++ -*-===//
//
// Of a function that is not fully seen the worst: it reads, writes and keeps the address of all
// that it can reach, by what it is passed, by what it is a member of, and by memory.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_SHAREDMEMORY_HELPEREFFECTS_H
#define COOPIFY_ANALYSIS_SHAREDMEMORY_HELPEREFFECTS_H

#include "Analysis/SharedMemory/SharedAccess.h"

namespace coopify {

/// Of one object that it reaches.
struct HelperUse {
  bool Reads = true, Writes = true;
  bool Keeps = true;      ///< its address gets to where it is not followed
  bool Exchanges = false; ///< lanes meet in it with no sync: it is to be a site of its own
  bool Ends = false;      ///< the body ends with a sync as it is
  std::vector<HelperParameter> Leans = {}; ///< helpers of its own that are to be rewritten

  bool Volatile = false; ///< it says itself that others write there
  bool Beyond = true;    ///< of a `T &`: also what lies beside the object
  /// Of a pointer: how far from each other elements are that it writes and reads, or writes: for
  /// lanes that do not have the same pointer they may be one.
  uint64_t Neighbours = 0;
  static constexpr uint64_t Anywhere = ~0ull;
  bool Opens = true;     ///< it writes what no site of the body would put a sync behind
  bool ReadsLast = true; ///< it reads what none would
  bool Waits = false;    ///< a sync stands somewhere among what it does

  static HelperUse none() {
    return {false, false, false, false, false, {}, false, false, 0, false, false};
  }
  /// Whoever comes behind a call need not wait, at least once the sites of the body are rewritten.
  bool endsSynced() const { return Ends || (Exchanges && !Opens); }
};

/// Callers that pass \p P: lanes have pointers to different elements (`s + threadIdx.x`), and what
/// the callee accesses from there may be another lane's.
bool meetBeside(const MemoryLocation &P, const HelperUse &Use);

struct HelperEffects {
  std::vector<HelperUse> Params; ///< what a parameter leads to; beyond: the worst
  HelperUse This;                ///< the object of a member function
  HelperUse Elsewhere;           ///< by pointers that are not followed
  /// __shared__ variables that are not its own, and volatile ones in global memory.
  std::vector<std::pair<const clang::VarDecl *, HelperUse>> Statics;
  bool KeepsStatics = true; ///< the address of one
  bool Seen = false;        ///< all of the above is what its body does
  HelperUse Rest;           ///< of parameters that are not in Params

  HelperUse param(unsigned Index) const { return Index < Params.size() ? Params[Index] : Rest; }
};

class HelperSummaries : public std::enable_shared_from_this<HelperSummaries> {
public:
  /// What a call of \p Callee does. Null, virtual, without a body: the worst. So it is for one that
  /// is being worked out, as it calls itself.
  HelperEffects of(const clang::FunctionDecl *Callee, clang::ASTContext &Context,
                   const SourceText &Text);

  /// Where no caller seems to pass shared memory, a helper does not wait for it (Premise).
  PassedPointers *Passed = nullptr;

private:
  HelperEffects make(const clang::FunctionDecl *F, clang::ASTContext &Context,
                     const SourceText &Text);
  void findSyncs(const clang::FunctionDecl *F, clang::ASTContext &Context, const SourceText &Text,
                 HelperEffects &Out);
  void ofMembers(const clang::FunctionDecl *F, clang::ASTContext &Context, const SourceText &Text,
                 HelperEffects &Out);
  std::map<const clang::FunctionDecl *, HelperEffects> Known;
};

/// The __shared__ variables and pointer parameters whose address the body of Places.function()
/// puts where it is not followed. A null pointer among them: any variable that is not its own.
llvm::DenseSet<const clang::VarDecl *> leakedAddresses(MemoryLocations &Places);

/// A static of the function itself: nobody else has its name.
bool isOwnStatic(const clang::VarDecl *V, const clang::FunctionDecl *F);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SHAREDMEMORY_HELPEREFFECTS_H
