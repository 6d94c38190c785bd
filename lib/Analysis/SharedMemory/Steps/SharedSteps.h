//===- SharedSteps.h - what a warp does to shared memory, in order -*- C++ -*-===//
//
// A body as steps: statements that whole warps come to, with what each accesses and which may
// follow it. Between two steps a sync can be put; inside of one, which may be an if that only some
// lanes enter, it cannot.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_SHAREDMEMORY_STEPS_SHAREDSTEPS_H
#define COOPIFY_ANALYSIS_SHAREDMEMORY_STEPS_SHAREDSTEPS_H

#include "Analysis/SharedMemory/HelperEffects.h"
#include "Analysis/SharedMemory/Steps/WaysOut.h"
#include "Analysis/Source/ImplicitCalls.h"

namespace coopify {

class SharedSteps;

struct SharedStep {
  const clang::Stmt *S = nullptr;
  bool Sync = false;      ///< lanes wait for each other before what it accesses
  bool SyncAfter = false; ///< and behind it
  bool Condition = false; ///< of an if or loop: nothing can be put beside it
  bool Composite = false; ///< holds statements of its own
  /// Where the scope of a variable ends, that S declares: what its destructor does.
  const clang::VarDecl *Destroyed = nullptr;
  bool SyncsInside = false;
  bool Waits = false;                 ///< somewhere in it, whatever that orders
  bool Jumps = false;                 ///< may leave the statements around it
  bool WayOut = false;                ///< how it is left so: not past what stands behind it
  std::vector<SharedAccess> Accesses; ///< in the order of evaluation, if not Composite
  llvm::DenseSet<const clang::VarDecl *> Changed;
  std::vector<LaneBound> Around; ///< of the conditions that the step is under
  llvm::SmallVector<unsigned, 2> Next;
  /// SyncsInside: its own steps, to which smaller groups come whole; null: no groups do.
  std::shared_ptr<SharedSteps> Inner;
  /// SyncsInside: the ways through it, whoever goes them; null: it is not structured.
  std::shared_ptr<SharedSteps> Ways;
  // Where it stands.
  const clang::CompoundStmt *Block = nullptr;
  const clang::Stmt *Holder = nullptr; ///< without a block: the if or loop whose part it is
  const clang::Stmt *Before = nullptr, *After = nullptr; ///< its neighbours in the block
};

class SharedSteps {
public:
  /// \p Size: how Width is written, if not as a number.
  SharedSteps(const FunctionView &View, SymbolicIndex &Forms, MemoryLocations &Places,
              unsigned Width, std::string Size = "")
      : View(View), Forms(Forms), Places(Places), Width(Width),
        Size(Size.empty() ? std::to_string(Width) : std::move(Size)) {}

  /// False: the control flow is not structured.
  bool build(const clang::Stmt *Body, std::vector<LaneBound> Around,
             const clang::Stmt *Holder = nullptr);

  static constexpr unsigned Entry = 0, Exit = 1;
  static bool isEnd(unsigned Step) { return Step == Entry || Step == Exit; }
  std::vector<SharedStep> Steps;
  unsigned width() const { return Width; }
  MemoryLocations &places() const { return Places; }
  const std::string &size() const { return Size; }

  /// Of ways (SharedStep::Ways): some lanes may do \p A while others do \p B, as no sync that all
  /// of them come to is between.
  bool meet(const SharedAccess &A, const SharedAccess &B) const;
  /// Whether aligned groups of the steps' width come whole to \p S.
  bool whole(const clang::Stmt *S) const;
  bool neverRuns(const clang::Stmt *S) const;
  bool partsUnrun(const clang::IfStmt *If) const;
  /// That rests on values that only callers and callees know, and as one step it would do.
  bool betterAsStep(const clang::IfStmt *If) const;
  bool splits(const clang::IfStmt *If) const;

private:
  using Ends = llvm::SmallVector<unsigned, 4>;
  struct Loop {
    Ends *Breaks, *Continues;
    size_t Scopes; ///< around its body
  };
  using Scope = std::vector<std::pair<const clang::DeclStmt *, const clang::VarDecl *>>;

  unsigned add(const clang::Stmt *S, const Ends &From, bool Condition);
  Ends statement(const clang::Stmt *S, Ends From);
  Ends part(const clang::Stmt *S, const clang::Stmt *Holder, Ends From);
  Ends ifStatement(const clang::IfStmt *If, Ends From);
  Ends loop(const clang::Stmt *S, const clang::Stmt *Init, const clang::Expr *Cond,
            const clang::Stmt *Inc, const clang::Stmt *Body, bool TestLast, Ends From);
  unsigned wayOut(unsigned Of);
  Ends leaf(const clang::Stmt *S, Ends From);
  void leave(const WaysOut &By, unsigned Out);
  Ends destroyed(Ends From, size_t Outer);
  std::shared_ptr<SharedSteps> inner(const clang::Stmt *S) const;
  std::shared_ptr<SharedSteps> ways(const clang::Stmt *S) const;
  bool allSyncsWhole() const;
  std::vector<unsigned> holding(const SharedAccess &A) const;
  std::vector<bool> behind(llvm::ArrayRef<unsigned> Begin, llvm::ArrayRef<unsigned> Ends) const;
  bool fromMacro(const clang::Stmt *S) const;
  void forgetMoving();
  void connect(const Ends &From, unsigned To);

  const FunctionView &View;
  SymbolicIndex &Forms;
  MemoryLocations &Places;
  unsigned Width;
  std::string Size;
  std::vector<Loop> Loops;
  std::vector<Scope> Scopes; ///< the variables that are alive
  std::vector<LaneBound> Around;
  bool Structured = true;
  bool AnyLanes = false; ///< ways: all branches are taken apart, whoever takes them
  // Of the statement that is looked at.
  const clang::CompoundStmt *Block = nullptr;
  const clang::Stmt *Holder = nullptr, *Before = nullptr, *After = nullptr;
};

/// The first part of \p S that is evaluated, as the convergence analysis knows it.
const clang::Stmt *firstEvaluated(const clang::Stmt *S, const ConvergenceAnalysis &Analysis);

/// A sync at the end of a call is one of the lanes that came to it: whoever comes behind has not
/// waited, unless \p AllCome.
void forgetSyncsOfSome(SharedStep &Step, llvm::function_ref<bool(const clang::Expr *)> AllCome);

/// Lanes may leave the statements around \p S in it.
bool mayJump(const clang::Stmt *S);
/// What \p S, a loop, evaluates to decide on its next round; null: it is no loop, or has none.
const clang::Expr *loopCondition(const clang::Stmt *S);

/// What one statement or expression accesses.
class AccessCollector {
public:
  AccessCollector(MemoryLocations &Places, const SourceText &Text, clang::ASTContext &Context,
                  unsigned Width)
      : Places(Places), Text(Text), Context(Context), Width(Width) {}
  void collect(const clang::Stmt *S, SharedStep &Into);
  /// What the destructor of \p V does.
  void destroy(const clang::VarDecl *V, SharedStep &Into);

private:
  void visit(const clang::Stmt *S);
  void access(const clang::Expr *LValue, bool Write, bool Atomic = false);
  /// At is what names the place, whose type is Type; nothing where there is no place to name.
  void add(std::optional<MemoryLocation> Place, const clang::Expr *At, clang::QualType Type,
           bool Write, bool Atomic);
  void assignment(const clang::Expr *Target, const clang::Expr *Value, bool Reads);
  void named(const clang::Expr *E, llvm::function_ref<void(const clang::Expr *)> Then);
  bool partly(const clang::Stmt *S);
  void onlyIf(const clang::Expr *Condition, bool Value, llvm::function_ref<void()> Visit);
  void call(const clang::CallExpr *Call);
  void assignedAnyhow(const clang::CXXOperatorCallExpr *Call);
  bool assignmentOperator(const clang::CXXOperatorCallExpr *Call);
  void object(const clang::CallExpr &Call, const HelperUse &Use);
  void construct(const clang::CXXConstructExpr *C);
  void placementNew(const clang::CXXNewExpr *New);
  void atomicBuiltin(const clang::AtomicExpr *E);
  void assembly(const clang::GCCAsmStmt *Asm);
  void add(MemoryLocation Place, const clang::Expr *At, clang::QualType Type, const HelperUse &Use);
  void argument(const clang::Expr *Arg, clang::QualType Param, HelperUse Use,
                const clang::FunctionDecl *Callee, unsigned Index);
  void givenLambdas(const clang::CallExpr *Call);
  void elsewhere(const clang::Expr *At, const HelperEffects &Does,
                 const clang::FunctionDecl *Callee);
  void branch(const clang::IfStmt *If);
  void declaration(const clang::DeclStmt *D);
  void implicit(const ImplicitCalls &Calls, const clang::Expr *At);

  MemoryLocations &Places;
  const SourceText &Text;
  clang::ASTContext &Context;
  unsigned Width;
  void order(SharedStep &Into) const;

  /// A part of the statement in which lanes wait for each other, by places in its accesses.
  struct Wait {
    const clang::Stmt *At;
    size_t From;   ///< from here to To it accesses what it is passed, before it waits
    size_t To = 0; ///< from here to End what it accesses afterwards
    size_t End = 0;
    bool Sequenced = false; ///< what is before From or behind End, is before or behind it
    bool Unordered = false; ///< somewhere within, or not all may come to it
  };

  SharedStep *Out = nullptr;
  const clang::Stmt *Whole = nullptr; ///< what is collected
  const clang::Expr *Of = nullptr;    ///< the call whose effects are added
  /// Run behind all that is written: of temporaries, and of variables that are declared within.
  std::vector<std::pair<ImplicitCalls, const clang::Expr *>> Destructors;
  std::vector<Wait> Waits;
  std::vector<LaneBound> Bounds;
};

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SHAREDMEMORY_STEPS_SHAREDSTEPS_H
