//===- Build.h - summaries in a few words -------------------------*- C++ -*-===//
//
//   Unit U("a.cu");
//   U.kernel("k").call("f", 12, converged());
//   U.device("f").barrier(5);
//   U.launch("k", 30, {128, 1, 1});
//
// Names serve as USRs. A line serves as the offset, too; places of a
// function follow from the line it is declared in.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_TEST_UNIT_LINK_BUILD_H
#define COOPIFY_TEST_UNIT_LINK_BUILD_H

#include "Link/ProgramFacts.h"

#include "llvm/ADT/STLExtras.h"

namespace coopify::test {

inline Location at(const std::string &File, unsigned Line) { return {File, Line * 100, Line, 1}; }
inline TextRange spot(const Location &L, unsigned Shift) {
  return {L.File, L.Offset + Shift, L.Offset + Shift};
}

inline Uniformity atoms(std::vector<Atom> Atoms) {
  Uniformity U;
  U.Atoms = std::move(Atoms);
  return U;
}
using Ids = std::vector<std::string>;
inline const Ids NoIds;

inline bool has(const std::vector<ProofStep> &Steps, llvm::StringRef Text) {
  return llvm::any_of(Steps, [&](const ProofStep &S) { return S.Text == Text; });
}

inline Uniformity uniform() { return {}; }
inline Uniformity param(unsigned I) { return atoms({{AtomKind::ParamUniform, I}}); }
inline Uniformity result(unsigned Id) { return atoms({{AtomKind::CallUniform, Id}}); }
inline Uniformity laneIsThreadX() { return atoms({{AtomKind::LaneIsThreadX, 0}}); }
inline Uniformity rowsOf32() { return atoms({{AtomKind::BlockXMultipleOf32, 0}}); }
inline Uniformity lanes(unsigned Width, std::string Text = "'lane' differs from lane to lane",
                        Location Where = at("where.cu", 3)) {
  Uniformity U = divergent(ObstacleKind::LaneDependent, std::move(Text), std::move(Where));
  U.UniformOver = Width;
  return U;
}
inline Uniformity unknown(std::string Text = "'x' is not known") {
  return divergent(ObstacleKind::Unknown, std::move(Text), at("where.cu", 4));
}

/// Straight line: as whole as the function is entered.
inline Convergence converged() { return {atoms({{AtomKind::EntryConverged, 0}}), false, {}}; }
/// Straight line under a condition.
inline Convergence under(const Uniformity &Condition) {
  return {meet(converged().Active, Condition), false, {}};
}

class Function {
public:
  Function(FunctionSummary &F) : F(F) {}

  Function &call(const std::string &Callee, unsigned Line, Convergence Conv = converged(),
                 std::vector<Uniformity> Args = {}) {
    CallEdge E;
    E.Id = F.Calls.size();
    E.Callee = E.CalleeName = Callee;
    E.Loc = at(F.Loc.File, Line);
    E.ArgsBegin = spot(E.Loc, 10);
    E.HasArgs = !Args.empty();
    E.Conv = std::move(Conv);
    E.Args = std::move(Args);
    F.Calls.push_back(std::move(E));
    return *this;
  }
  Function &params(std::vector<std::string> Names) {
    for (std::string &Name : Names)
      F.Params.push_back({std::move(Name), "int"});
    return *this;
  }
  Function &returns(Uniformity U) {
    F.Return = std::move(U);
    return *this;
  }
  Function &noBody() {
    F.HasBody = false;
    F.BodyBegin = F.Body = {};
    return *this;
  }
  FunctionSummary *operator->() { return &F; }

protected:
  FunctionSummary &F;
};

class Unit {
public:
  explicit Unit(std::string File, std::string Pass = "sm_70") {
    U.MainFile = File;
    U.Pass = std::move(Pass);
    // References to functions stay valid.
    U.Functions.reserve(64);
  }

  FunctionSummary &add(FunctionKind Kind, const std::string &Name, const Location &Loc) {
    FunctionSummary F;
    F.USR = F.Pattern = F.Name = Name;
    F.Kind = Kind;
    F.Loc = Loc;
    F.Declarations.push_back({Loc, spot(Loc, 5), {}, false, true});
    F.HasBody = true;
    F.BodyBegin = spot(Loc, 50);
    F.Body = {Loc.File, Loc.Offset + 49, Loc.Offset + 100000};
    return U.Functions.emplace_back(std::move(F));
  }
  Function kernel(const std::string &Name, unsigned Line = 0) {
    return add(FunctionKind::Kernel, Name, next(Line));
  }
  Function device(const std::string &Name, unsigned Line = 0) {
    return add(FunctionKind::Device, Name, next(Line));
  }
  /// A __syncthreads() in the function that was added last.
  Unit &barrier(unsigned Line, Convergence Conv = converged()) {
    FunctionSummary &F = U.Functions.back();
    F.DirectBarrier = true;
    Site &S = site(SiteKind::Barrier, "__syncthreads", Line, std::move(Conv));
    S.Function = F.USR;
    return *this;
  }
  /// In the function that was added last.
  Site &site(SiteKind Kind, std::string Name, unsigned Line, Convergence Conv = converged()) {
    Site S;
    S.Kind = Kind;
    S.Name = std::move(Name);
    S.Function = U.Functions.back().USR;
    S.Loc = at(U.Functions.back().Loc.File, Line);
    S.Conv = std::move(Conv);
    return U.Sites.emplace_back(std::move(S));
  }
  Unit &launch(const std::string &Kernel, unsigned Line,
               std::array<std::optional<int64_t>, 3> Dims) {
    U.Launches.push_back({Kernel, at(U.MainFile, Line), Dims, {}});
    return *this;
  }

  TUSummary *operator->() { return &U; }
  operator TUSummary() const { return U; }

private:
  Location next(unsigned Line) {
    return at(U.MainFile, Line ? Line : 1000 * unsigned(U.Functions.size() + 1));
  }
  TUSummary U;
};

} // namespace coopify::test

#endif // COOPIFY_TEST_UNIT_LINK_BUILD_H
