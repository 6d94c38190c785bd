//===- OutcomeHarness.h - findings and what became of them -------*- C++ -*-===//
#ifndef COOPIFY_TEST_UNIT_EDIT_OUTCOMEHARNESS_H
#define COOPIFY_TEST_UNIT_EDIT_OUTCOMEHARNESS_H

#include "PlanHarness.h"

namespace coopify {

class OutcomeTest : public PlanHarness {
protected:
  Finding &grouped(Finding &F, std::string Group = "g") {
    F.Verdict.Group = std::move(Group);
    return F;
  }
  /// Gives up \p Text where its finding is: in the order in which findings were made.
  void refuse(size_t Index, ReasonId Reason, std::string Text = "") {
    Findings[Index].Verdict.What = Refusal{Reason, std::move(Text), {}, ""};
  }
  /// Takes the findings that lie in its text.
  Finding &pattern(llvm::StringRef Whole, std::string To) {
    Finding &F = text(Whole, std::move(To));
    F.Check = "pattern";
    F.Where.Parts.push_back({"takes", F.Where.Range, ""});
    return F;
  }
  void takesToo(Finding &F, llvm::StringRef More) {
    F.Where.Parts.push_back({"takes", place("/f.cu", Texts["/f.cu"], More), ""});
  }
  Refusal broken(std::string Text = "error: x") {
    return {ReasonId::DoesNotCompile, std::move(Text), {"/f.cu", 0, 1, 1}, ""};
  }
  Outcome became(size_t Index) { return Last.Outcomes[Index]; }
};

} // namespace coopify

#endif // COOPIFY_TEST_UNIT_EDIT_OUTCOMEHARNESS_H
