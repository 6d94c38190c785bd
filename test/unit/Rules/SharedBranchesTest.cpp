#include "RuleHarness.h"

using namespace coopify;

namespace {

constexpr const char *Code = "if (a) if (b) { __any(c); __all(d); }";

/// The condition \p Text of the statement that begins with "if (" and it.
EnclosingCondition dividedBy(const RuleHarness &H, llvm::StringRef Text) {
  EnclosingCondition Out;
  const unsigned If = H.at(("if (" + Text).str()).Offset;
  Out.Decides = laneDependent();
  Out.Condition = {TestFile, If + 4, unsigned(If + 4 + Text.size())};
  Out.Before = {TestFile, If, If};
  return Out;
}

/// A vote in the branches \p Conditions, which all whole warps come to.
void vote(RuleHarness &H, llvm::StringRef Call, std::vector<EnclosingCondition> Conditions) {
  Site &S = H.call(Call, "k");
  S.Conv.Active = laneDependent();
  S.Divided = PartitionedWarp{std::move(Conditions), Convergence()};
}

std::vector<std::string> verdicts(RuleHarness &H) {
  std::vector<std::string> Out;
  for (const Finding &F : H.findings())
    Out.push_back(F.Verdict.rewrite()   ? F.Verdict.rewrite()->Form
                  : F.Verdict.refusal() ? toString(F.Verdict.refusal()->Reason).str()
                                        : "leave");
  return Out;
}

TEST(SharedBranches, CallsBehindTheSameConditionsShareTheGroup) {
  RuleHarness H(Code);
  H.function("k");
  vote(H, "__any(c)", {dividedBy(H, "a"), dividedBy(H, "b")});
  vote(H, "__all(d)", {dividedBy(H, "a"), dividedBy(H, "b")});
  EXPECT_EQ(verdicts(H), (std::vector<std::string>{"masked-branch", "masked-branch"}));
}

TEST(SharedBranches, OneConditionCannotDivideTwoGroups) {
  RuleHarness H(Code);
  H.function("k");
  vote(H, "__any(c)", {dividedBy(H, "a"), dividedBy(H, "b")});
  vote(H, "__all(d)", {dividedBy(H, "b")});
  EXPECT_EQ(verdicts(H), (std::vector<std::string>{"instances-disagree", "instances-disagree"}));
}

TEST(SharedBranches, TheGroupOfAnOuterConditionMayBeUsedByAnotherCall) {
  RuleHarness H("if (a) { __any(c); if (b) __all(d); }");
  H.function("k");
  vote(H, "__any(c)", {dividedBy(H, "a")});
  vote(H, "__all(d)", {dividedBy(H, "a"), dividedBy(H, "b")});
  EXPECT_EQ(verdicts(H), (std::vector<std::string>{"masked-branch", "masked-branch"}));
}

} // namespace
