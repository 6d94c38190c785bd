//===- SyncEdits.h - syncs and temporaries as text ---------------*- C++ -*-===//
//
//   s[tid] += s[tid + 16];
//
//   float other = s[tid + 16];
//   warp.sync();
//   s[tid] += other;
//   warp.sync();
//
// What is read stays where it stands, so that comments and other rewrites in it survive; the target
// moves behind it. Names are left open (see sharedStepSites).
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EXTRACT_SITES_SHAREDSYNC_SYNCEDITS_H
#define COOPIFY_EXTRACT_SITES_SHAREDSYNC_SYNCEDITS_H

#include "Analysis/SharedMemory/SharedAssignment.h"
#include "Analysis/SharedMemory/SharedHazards.h"
#include "Extract/Sites/SharedSync/Layout.h"

#include <map>

namespace coopify {

/// What is to be done at a step.
struct SyncNeeds {
  bool Before = false;
  bool Split = false; ///< between what it reads and what it writes
  /// Split: what is written behind the sync. Whatever else the step writes it writes before.
  std::vector<const clang::Expr *> Targets;
  bool After = false;
  /// Split: the target may still be read behind the sync, since no other lane writes it.
  bool OwnTarget = false;
  /// Split: arguments of the call that the step makes, read before the sync; what the call returns
  /// is stored behind another one if Targets holds where to.
  std::vector<const clang::Expr *> Hoisted;
  /// Split: the call gets a copy of its target, which is written back behind the sync.
  bool Copied = false;
  /// Split: of what stands under a condition, the statements that a sync is put behind.
  std::vector<const clang::Stmt *> Cuts;
  bool CutFirst = false; ///< and behind the condition
  /// Split: of the assignments under a condition, what each needs of its own; empty: all that they
  /// read is read first.
  struct Turn {
    bool Apart = false;  ///< between what it reads and what it writes
    bool Before = false; ///< in front of it
  };
  std::vector<Turn> Turns;
  bool SaveGuard = false; ///< Cuts, Turns: they change the condition
  /// Cuts: the variable that the first statement declares, which is used behind them.
  const clang::VarDecl *Declares = nullptr;
};

Refusal stepFromMacro(const FunctionView &View, const clang::Stmt *S);
Refusal cannotSplit(const FunctionView &View, const clang::Stmt *S, const llvm::Twine &Text);
/// Compound assignments have the type of the sum.
clang::QualType asWritten(const clang::Expr *E);

class SyncEdits {
public:
  explicit SyncEdits(const FunctionView &View) : View(View) {}

  /// False: the text cannot be edited there; \p Why says it.
  bool step(const SharedStep &S, const SyncNeeds &Needs, llvm::StringRef Size, Refusal &Why);

  std::vector<PatternPart> take() { return std::exchange(Parts, {}); }
  /// What comes now has temporaries of its own: it may stand before what came so far.
  void nextRegion() { ++Region; }

private:
  struct Place {
    unsigned Begin, End; ///< of a statement, with its semicolon
  };
  bool standsInArms(const SharedStep &S, const SyncNeeds &Needs, const Place &P) const;
  std::optional<Place> placeOf(const clang::Stmt *S);
  std::optional<unsigned> endOf(const clang::Stmt *S);
  std::optional<unsigned> behindSemicolon(unsigned Offset);
  bool staysOnLine(const SharedStep &S, const SyncNeeds &Needs, const Place &P) const;
  void breakBetween(unsigned Begin, unsigned End, const std::string &Line);
  std::string breakBlock(const clang::CompoundStmt *Block);
  std::string breakAround(const SharedStep &S, const Place &P);
  bool openBlock(const SharedStep &S, const Place &P, std::string &Line, std::string &Closes);
  bool open(clang::SourceLocation Begin);
  std::optional<TextRange> written(const clang::Expr *E);
  std::string text(unsigned Begin, unsigned End) const;

  bool split(const SharedStep &S, const SyncNeeds &Needs, const Place &P, std::string &Front,
             std::string &Behind, Refusal &Why);
  bool splitGuarded(const SharedStep &S, const SyncNeeds &Needs, bool Stays, std::string &Front,
                    Refusal &Why);
  std::optional<std::string> readGuarded(const SharedStep &S, const SyncNeeds &Needs,
                                         const SharedAssignment &A, const std::string &Condition,
                                         Refusal &Why);
  bool takeApart(const SharedStep &S, const SyncNeeds &Needs, const Place &P, bool Stays,
                 std::string &Front, std::string &Behind, Refusal &Why);
  bool inTurn(const SharedStep &S, const SyncNeeds &Needs, llvm::ArrayRef<SharedAssignment> All,
              bool Stays, const std::string &Condition, std::string &Front, Refusal &Why);
  void between(const SharedStep &S, unsigned End, bool Stays, const std::string &Text,
               const std::string &Condition);
  std::optional<std::string> guard(const SharedStep &S, bool Saved, std::string &Front);
  bool copy(const SharedStep &S, const SyncNeeds &Needs, std::string &Front, std::string &Behind,
            Refusal &Why);
  bool cut(const SharedStep &S, const SyncNeeds &Needs, bool Stays, std::string &Front,
           Refusal &Why);
  bool declareFirst(const SharedStep &S, const SyncNeeds &Needs, const std::string &Condition,
                    std::string &Front);
  bool hoist(const SharedStep &S, const SyncNeeds &Needs, std::string &Front, Refusal &Why);
  bool returned(const SharedStep &S, const clang::ReturnStmt &Return, const Place &P,
                std::string &Front, std::string &Behind, Refusal &Why);
  /// What a temporary is for: of \p Type, or, where a template's parameters choose that, as \p Text
  /// names it; empty: as what it is set to, \p Value, is.
  struct Declared {
    clang::QualType Type;
    const clang::Expr *Value = nullptr;
    std::string Text = "";
  };
  std::string declare(const SharedStep &S, const Declared &As, llvm::StringRef Base,
                      std::string &Name);
  void edit(unsigned Begin, unsigned End, std::string Text);

  const FunctionView &View;
  std::string File;
  llvm::StringRef Code;
  Layout Lines;
  std::vector<PatternPart> Parts;
  struct Temporary {
    std::string Base, Type, Name;
    const clang::Stmt *Scope;
    const clang::Stmt *For; ///< the step that uses it
    unsigned Region;
  };
  std::vector<Temporary> Temporaries;
  unsigned Region = 0;
  // Of the step that is worked on.
  std::string SyncText, Break;
};

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_SHAREDSYNC_SYNCEDITS_H
