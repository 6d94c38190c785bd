//===- JSON.h - findings for other programs ----------------------*- C++ -*-===//
#ifndef COOPIFY_REPORT_JSON_H
#define COOPIFY_REPORT_JSON_H

#include "Edit/Alone.h"
#include "Edit/Outcome.h"
#include "Link/ProgramFacts.h"
#include "Model/Output/UnitGroups.h"
#include "Report/TrialReport.h"

#include "llvm/Support/raw_ostream.h"

namespace coopify {

/// As docs/json.md says. Same input, same bytes. Offsets and columns are in bytes; lines and
/// columns count from 1.
void reportJSON(llvm::raw_ostream &OS, llvm::ArrayRef<Result> Results, const EditsAlone &Edits,
                const ProgramFacts &Facts, llvm::StringRef World,
                const TrialReport *Trial = nullptr, llvm::ArrayRef<UnitGroups> Groups = {});

} // namespace coopify

#endif // COOPIFY_REPORT_JSON_H
