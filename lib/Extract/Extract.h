//===- Extract.h - from an AST to a TUSummary --------------------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_EXTRACT_H
#define COOPIFY_EXTRACT_EXTRACT_H

#include "Extract/KnownBodies.h"
#include "Model/TUSummary.h"
#include "Support/CpuTime.h"

#include "llvm/ADT/ArrayRef.h"

#include <memory>

namespace clang {
class ASTContext;
class Decl;
class FrontendAction;
class FunctionDecl;
class Preprocessor;
} // namespace clang

namespace coopify {

struct CallMeanings;

/// What the preprocessor alone shows; attach before parsing starts.
class PreprocessorRecord {
public:
  static std::shared_ptr<PreprocessorRecord> attach(clang::Preprocessor &PP);
  virtual ~PreprocessorRecord();
};

/// What the parser had to say of a place.
struct SeenError {
  Location Where;
  std::string Text;
  std::string Misread = {}; ///< so that other text may be compiled: "this #error is met (...)"
};

/// All that the unit shows. Errors that the parser met are read from
/// \p Errors: a function that holds one is marked. After a precompiled prelude \p Instances
/// are what the unit made of templates; \p Unused takes those that a trial may tell of. What
/// \p Bodies knows is not looked at again.
TUSummary extract(clang::ASTContext &Context, const PreprocessorRecord &Record,
                  const std::vector<SeenError> &Errors, PassCost *Cost = nullptr,
                  llvm::ArrayRef<const clang::Decl *> Instances = {},
                  std::vector<const clang::FunctionDecl *> *Unused = nullptr,
                  const BodyFacts &Bodies = {});

/// The functions and the sites of \p Bodies alone: instances that were made when all else was
/// known.
TUSummary extractTrials(clang::ASTContext &Context, const PreprocessorRecord &Record,
                        const std::vector<SeenError> &Errors,
                        llvm::ArrayRef<const clang::FunctionDecl *> Bodies);

/// The action that extracts at the end of the unit into \p Out and \p Calls, collecting
/// error locations by wrapping the diagnostic consumer it finds.
std::unique_ptr<clang::FrontendAction>
makeExtractAction(TUSummary &Out, PassCost &Cost, CallMeanings &Calls, BodyFacts Bodies = {});

} // namespace coopify

#endif // COOPIFY_EXTRACT_EXTRACT_H
