#include "Report/NextSteps.h"

#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace coopify;

namespace {

using Action = RunEnd::Action;

struct Case {
  const char *Name;
  RunEnd End;
  std::vector<std::string> Places;
  CommandAgain Command;
  std::string Text;
};

void PrintTo(const Case &C, std::ostream *OS) { *OS << C.Name; }

RunEnd end(Action Did, unsigned Rewrites, unsigned Proven, unsigned Undecided) {
  RunEnd End;
  End.Did = Did;
  End.Rewrites = Rewrites;
  End.Proven = Proven;
  End.Undecided = Undecided;
  return End;
}

RunEnd awaits(RunEnd End, unsigned Awaiting) {
  End.Assumptions = {"block-1d", "warp-numbers"};
  End.Awaiting = Awaiting;
  return End;
}

RunEnd written(RunEnd End, std::string Written) {
  End.Written = std::move(Written);
  return End;
}

RunEnd notOnlyCuda(RunEnd End) {
  End.OnlyCuda = false;
  return End;
}

const CommandAgain Build{{"coopify", "-p", "build"}, {}, {}, false};
const CommandAgain Flags{{"bin/coopify", "a b.cu"}, {"--try=./a.out 1"}, {"--", "-Iinc"}, false};
const CommandAgain Assumed{{"coopify"}, {}, {}, true};
const CommandAgain Again{
    {"coopify", "--assume=warp-size,block-1d", "--baseline=old.json"}, {}, {}, false};
const CommandAgain Long{{"coopify", std::string(60, 'a'), "b.cu"}, {}, {"--", "-I."}, false};

const Case Cases[] = {
    {"NothingFound", end(Action::Report, 0, 0, 0), {}, Build, ""},
    {"NothingWritten", end(Action::Fix, 0, 0, 0), {}, Build, ""},
    {"Report",
     end(Action::Report, 17, 6, 2),
     {"rows.cu:17", "profile.cu:10"},
     Build,
     "8 sites must change for today's toolkits or GPUs: 6 proven, 2 need a decision\n"
     "next: coopify -p build --diff                # show the 17 rewrites\n"
     "      coopify -p build --fix                 # write them\n"
     "      coopify -p build --explain=rows.cu:17  # see why the site is not rewritten (1 of 2)\n"},
    {"ReportOfOne",
     end(Action::Report, 1, 1, 0),
     {},
     Build,
     "1 site must change for today's toolkits or GPUs: 1 proven\n"
     "next: coopify -p build --diff  # show the rewrite\n"
     "      coopify -p build --fix   # write it\n"},
    {"Diff",
     end(Action::Diff, 2, 0, 0),
     {},
     Build,
     "next: coopify -p build --fix  # write the 2 rewrites\n"},
    {"DiffOfAssumed",
     end(Action::Diff, 1, 0, 0),
     {},
     Assumed,
     "next: coopify --fix=assumed  # write the rewrite\n"},
    {"Refused",
     end(Action::Report, 0, 0, 1),
     {"rows.cu:17"},
     Build,
     "1 site must change for today's toolkits or GPUs: 1 needs a decision\n"
     "next: coopify -p build --explain=rows.cu:17  # see why the site is not rewritten\n"},
    {"AssumedAlone",
     awaits(end(Action::Report, 0, 0, 2), 2),
     {"a.cu:1", "a.cu:2"},
     Build,
     "2 sites must change for today's toolkits or GPUs: 2 need a decision\n"
     "next: coopify -p build --assume=block-1d,warp-numbers --diff  # show the 2 rewrites under "
     "these assumptions\n"
     "      coopify -p build --fix=assumed                          # write them, if the "
     "assumptions hold\n"
     "      coopify -p build --explain=a.cu:1                       # see why the site is not "
     "rewritten (1 of 2)\n"},
    {"AssumedBesideProven",
     awaits(end(Action::Report, 1, 1, 0), 1),
     {},
     Build,
     "1 site must change for today's toolkits or GPUs: 1 proven\n"
     "next: coopify -p build --diff  # show the rewrite\n"
     "      coopify -p build --fix   # write it\n"},
    {"Fix",
     end(Action::Fix, 17, 6, 1),
     {"rows.cu:17", "profile.cu:10", "profile.cu:12"},
     Build,
     "left: 1 site that must change for today's toolkits or GPUs (rows.cu:17), 2 sites that work "
     "as "
     "they are\n"
     "next: build, run your tests and commit the changes\n"
     "      coopify -p build --explain=rows.cu:17  # see why the site is not rewritten (1 of 3)\n"},
    {"FixOfAll",
     end(Action::Fix, 17, 6, 0),
     {},
     Build,
     "next: build, run your tests and commit the changes\n"},
    {"FixOfNone",
     end(Action::Fix, 0, 0, 5),
     {"a.cu:1", "a.cu:2", "a.cu:3", "a.cu:4", "a.cu:5"},
     Build,
     "left: 5 sites that must change for today's toolkits or GPUs (a.cu:1, a.cu:2, a.cu:3 and 2 "
     "more)\n"
     "next: coopify -p build --explain=a.cu:1  # see why the site is not rewritten (1 of 5)\n"},
    {"FixBesideAssumed",
     awaits(end(Action::Fix, 1, 1, 0), 1),
     {"a.cu:1"},
     Assumed,
     "left: 1 site that works as it is\n"
     "next: build, run your tests and commit the changes\n"
     "      coopify --assume=block-1d,warp-numbers --diff  # show the rewrite under these "
     "assumptions\n"
     "      coopify --explain=a.cu:1                       # see why the site is not rewritten\n"},
    {"Copies",
     written(end(Action::Copies, 1, 1, 0), "out"),
     {},
     Build,
     "next: compare the files in 'out' with yours, build and test them\n"},
    {"Comments",
     end(Action::Comments, 1, 1, 1),
     {"a.cu:1"},
     Build,
     "next: read and commit the comments\n"
     "      coopify -p build --diff  # show the rewrite\n"
     "      coopify -p build --fix   # write it\n"},
    {"Baseline",
     written(end(Action::Baseline, 1, 1, 1), "known.json"),
     {"a.cu:1"},
     Build,
     "next: coopify -p build --baseline=known.json  # report only the findings that are new\n"},
    {"OtherGPUs",
     notOnlyCuda(end(Action::Report, 0, 0, 1)),
     {"a.hip:1"},
     Assumed,
     "1 site of required checks: 1 needs a decision\n"
     "next: coopify --explain=a.hip:1  # see why the site is not rewritten\n"},
    {"TrialsAreNotExplained",
     end(Action::Report, 1, 0, 0),
     {"a b.cu:1"},
     Flags,
     "next: bin/coopify 'a b.cu' '--try=./a.out 1' --diff -- -Iinc  # show the rewrite\n"
     "      bin/coopify 'a b.cu' '--try=./a.out 1' --fix -- -Iinc   # write it\n"
     "      bin/coopify 'a b.cu' '--explain=a b.cu:1' -- -Iinc      # see why the site is not "
     "rewritten\n"},
    {"AssumptionsAreAddedToThoseOfTheCommand",
     awaits(end(Action::Report, 0, 0, 0), 1),
     {},
     Again,
     "next: coopify --baseline=old.json --assume=block-1d,warp-numbers,warp-size --diff  # show "
     "the "
     "rewrite under these assumptions\n"
     "      coopify --assume=warp-size,block-1d --baseline=old.json --fix=assumed        # write "
     "it, "
     "if the assumptions hold\n"},
    {"NoOptionTwice",
     written(end(Action::Baseline, 0, 0, 0), "new.json"),
     {},
     Again,
     "next: coopify --assume=warp-size,block-1d --baseline=new.json  # report only the findings "
     "that are new\n"},
    {"ManyOptions",
     end(Action::Diff, 1, 0, 0),
     {},
     Long,
     "next: coopify " + std::string(60, 'a') + " b.cu --fix -- -I.  # write the rewrite\n"},
};

class NextStepsTest : public testing::TestWithParam<Case> {};

TEST_P(NextStepsTest, Lines) {
  std::string Out;
  for (const std::string &Line : nextSteps(GetParam().End, GetParam().Places, GetParam().Command))
    Out += Line + "\n";
  EXPECT_EQ(Out, GetParam().Text);
}

INSTANTIATE_TEST_SUITE_P(Ends, NextStepsTest, testing::ValuesIn(Cases),
                         [](const auto &C) { return C.param.Name; });

//===-- From results to numbers -----------------------------------------------===//

struct Example {
  Finding Found;
  Outcome Became;
};

Example site(const char *Check, unsigned Line, decltype(Decision::What) What, Outcome Became) {
  Finding F;
  F.Check = Check;
  F.Where.Loc = {"/f.cu", 0, Line, 1};
  F.Verdict.What = std::move(What);
  return {std::move(F), std::move(Became)};
}

TEST(RunEndTest, RequiredSitesComeFirst) {
  const Refusal No{ReasonId::Divergent, "", {}, ""};
  Rewrite Assumes;
  Assumes.Applies = Applicability::Assumed;
  Assumes.Assumptions = {"block-1d"};
  const std::vector<Example> Examples = {
      site("hidden-block-barrier", 1, No, Refused{No}),
      site("legacy-vote", 2, No, Refused{No}),
      site("legacy-vote", 3, Rewrite{}, Applied{}),
      site("legacy-vote", 4, Assumes, Applied{}),
      site("legacy-vote", 5, Assumes, NotApplied{WhyNot::Assumption}),
      site("legacy-vote", 6, Rewrite{}, NotApplied{WhyNot::Comment}),
      site("legacy-vote", 7, Leave{ReasonId::AlreadyPortable}, Left{}),
      site("hidden-block-barrier", 8, Rewrite{}, Applied{})};
  std::vector<Result> Results;
  for (const Example &E : Examples)
    Results.push_back({E.Found, E.Became});
  const RunEnd End = runEnd(Results);
  std::vector<unsigned> Lines;
  for (const Location &At : End.Open)
    Lines.push_back(At.Line);
  EXPECT_EQ(Lines, (std::vector<unsigned>{2, 5, 1}));
  EXPECT_EQ(End.Rewrites, 3U);
  EXPECT_EQ(End.Proven, 1U);
  EXPECT_EQ(End.Accepted, 1U);
  EXPECT_EQ(End.Undecided, 2U);
  EXPECT_EQ(End.Awaiting, 1U);
  EXPECT_EQ(End.Assumptions, std::set<std::string>{"block-1d"});
}

} // namespace
