//===- Verify.h - what is written compiles -----------------------*- C++ -*-===//
//
//   Finding...  --planVerified()-->  EditPlan that brings no new error
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DRIVER_VERIFY_VERIFY_H
#define COOPIFY_DRIVER_VERIFY_VERIFY_H

#include "Driver/Units/ParsedProgram.h"
#include "Edit/Plan.h"

#include "llvm/Support/Error.h"

namespace coopify {

/// Plans the edits, parses every unit that reads an edited file again from
/// memory, and takes back the findings whose edits bring an error that was not
/// there before, until there is none. \p Options.HostShared is filled in here:
/// it needs to know the edited headers.
EditPlan planVerified(std::vector<Finding> &Findings, const ProgramFacts &Facts,
                      PlanOptions Options, const ParsedProgram &Units, SourceTexts &Texts,
                      unsigned Jobs);

/// The edited files' new text.
FileOverlay overlayOf(const EditSet &Edits, SourceTexts &Texts);

} // namespace coopify

#endif // COOPIFY_DRIVER_VERIFY_VERIFY_H
