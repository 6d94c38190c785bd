//===- ParseUnit.h - run one pass, tolerantly --------------------*- C++ -*-===//
#ifndef COOPIFY_FRONTEND_PARSEUNIT_H
#define COOPIFY_FRONTEND_PARSEUNIT_H

#include "Frontend/Passes.h"
#include "Model/TUSummary.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace clang {
class FrontendAction;
}

namespace coopify {

struct ReadFiles;

/// A compile error, attributed to its spelling place in a user's file.
struct ParseError {
  Location Where;
  std::string Text;
  /// Of an error in a macro's body: where the macro is used, else nowhere.
  Location Used = {};
  /// Valid: no error of the compiler's, but a call that has come to mean the function here.
  Location Means = {};
  /// No error of the compiler's either: with the include that is added, something else is compiled.
  bool ByInclude = false;
  /// Of a call: the functions of the user's files that it does not fit.
  std::vector<Location> Candidates = {};
  auto operator<=>(const ParseError &) const = default;
};

struct ParseOutcome {
  bool Ran = false; ///< false: no AST at all (crash, unreadable file, driver refused)
  std::string WhyNot;
  std::set<unsigned> ArchsTested; ///< numbers with which the user's files may compare __CUDA_ARCH__
  bool SidesTested = false;       ///< they name __CUDA_ARCH__
  bool LanguageTested = false;    ///< they ask which C++ it is
  bool AskedForCompiler = false;  ///< with Pass::AsNvcc: an #if was decided as nvcc decides it
  bool OverTime = false;          ///< why it did not run: Pass::TimeLimit
  bool Early = false;             ///< the headers that were asked for so were precompiled
  std::vector<ParseError> Errors; ///< all errors, missing headers apart
  std::vector<ParseNote> Notes;   ///< missing headers, source fixes, retried overloads
};

/// Content that replaces files on disk, by absolute path (Verify).
using FileOverlay = std::map<std::string, std::string>;

/// Parses \p P with the embedded headers mounted, source fixes applied and
/// fatal errors downgraded. The action is made anew for a retry (colliding
/// intrinsic overloads); it reads errors so far through the CompilerInstance.
///
/// \p Early, which the unit includes somewhere, may be precompiled if nothing speaks against it
/// (ParseOutcome::Early). What is above them knows them too early then: who finds something new
/// asks again without.
///
/// \p Read takes what is asked of the disk.
ParseOutcome parseUnit(const Pass &P, const FileOverlay &Overlay,
                       llvm::function_ref<std::unique_ptr<clang::FrontendAction>()> MakeAction,
                       HeaderSet Early = {}, ReadFiles *Read = nullptr);

} // namespace coopify

#endif // COOPIFY_FRONTEND_PARSEUNIT_H
