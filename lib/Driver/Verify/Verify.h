//===- Verify.h - what is written compiles -----------------------*- C++ -*-===//
//
//   Finding... + Vetoes  --planVerified()-->  EditPlan that brings no new error
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DRIVER_VERIFY_VERIFY_H
#define COOPIFY_DRIVER_VERIFY_VERIFY_H

#include "Driver/Units/Includes.h"
#include "Driver/Units/ParsedProgram.h"
#include "Edit/Plan.h"

namespace coopify {

/// What is parsed again.
struct Reparse {
  const ParsedProgram &Units;
  Readers &Others; ///< of Units.Others
  SourceTexts &Texts;
  unsigned Jobs;
  KeptPasses *Kept = nullptr; ///< what earlier runs know; nullptr: nothing
};

struct VerifiedPlan {
  EditPlan Plan;
  FileOverlay NewTexts; ///< of the edited files
  unsigned Parses = 0;  ///< of edited text
  double Seconds = 0;   ///< of CPU time that these took, in all threads
};

/// Plans the edits, parses every unit that reads an edited file again from
/// memory, and refuses the findings whose edits bring an error that was not
/// there before, until there is none.
VerifiedPlan planVerified(llvm::ArrayRef<Finding> Findings, const ProgramFacts &Facts,
                          const PlanOptions &Options, Vetoes Against, const Reparse &Again);

} // namespace coopify

#endif // COOPIFY_DRIVER_VERIFY_VERIFY_H
