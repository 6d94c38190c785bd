#include "Edit/Outcome.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace coopify;

ReasonId coopify::reasonOf(WhyNot Why) {
  switch (Why) {
  case WhyNot::Assumption:
    return ReasonId::Assumed;
  case WhyNot::OneUnit: // as if a comment said so; clang-tidy has a note of its own
  case WhyNot::Comment:
    return ReasonId::Suppressed;
  case WhyNot::Baseline:
    return ReasonId::InBaseline;
  case WhyNot::Lines:
    return ReasonId::OtherLines;
  case WhyNot::Declined:
    return ReasonId::Declined;
  case WhyNot::Trial:
    return ReasonId::FailedTrial;
  }
  llvm_unreachable("every hold has its reason");
}

bool coopify::isUsersWord(WhyNot Why) {
  return Why != WhyNot::Assumption && Why != WhyNot::OneUnit;
}

llvm::ArrayRef<Edit> coopify::editsOf(const Outcome &O) {
  const Applied *A = std::get_if<Applied>(&O);
  return A ? llvm::ArrayRef(A->Edits) : llvm::ArrayRef<Edit>();
}

const Refusal *Result::refusal() const {
  const Refused *R = std::get_if<Refused>(&Became);
  return R ? &R->Why : Found.Verdict.refusal();
}

const std::string *Result::because(llvm::StringRef Id) const {
  const Applied *A = std::get_if<Applied>(&Became);
  if (!A)
    return nullptr;
  const auto It = A->Because.find(Id.str());
  return It == A->Because.end() ? nullptr : &It->second;
}

std::vector<Result> coopify::resultsOf(llvm::ArrayRef<Finding> Findings,
                                       llvm::ArrayRef<Outcome> Outcomes) {
  std::vector<Result> Out;
  for (auto [F, O] : llvm::zip_equal(Findings, Outcomes))
    Out.push_back({F, O});
  return Out;
}
