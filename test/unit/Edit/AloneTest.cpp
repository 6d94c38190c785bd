#include "Edit/Alone.h"
#include "PlanHarness.h"

using namespace coopify;

namespace {

class AloneTest : public PlanHarness {
protected:
  /// The file with what one finding of the last plan needs.
  std::string alone(size_t Index, llvm::StringRef File = "/f.cu") {
    std::vector<Edit> Mine;
    for (const Edit &E : EditsAlone(Findings, Last).of(Index).Edits)
      if (E.Range.File == File)
        Mine.push_back(E);
    return llvm::cantFail(applyEdits(Texts[File.str()], Mine));
  }
  std::set<size_t> with(size_t Index) { return EditsAlone(Findings, Last).of(Index).With; }
};

const std::string Head = "#include <cooperative_groups.h>\n\nnamespace cg = cooperative_groups;\n";
const std::string Warp = "auto warp = cg::tiled_partition<32>(cg::this_thread_block());";

TEST_F(AloneTest, EachHasTheHandleThatTheyShare) {
  file("/f.cu", "int f() {\n  A;\n  B;\n}\n");
  function("f");
  tile("f", "A");
  tile("f", "B");
  plan();
  EXPECT_EQ(alone(0), Head + "int f() {\n  " + Warp + "\n  warp;\n  B;\n}\n");
  EXPECT_EQ(alone(1), Head + "int f() {\n  " + Warp + "\n  A;\n  warp;\n}\n");
  EXPECT_TRUE(with(0).empty());
}

TEST_F(AloneTest, WhatStandsTogetherComesTogether) {
  file("/f.cu", "A B C");
  text("A", "x").Verdict.Group = "g";
  text("B", "y").Verdict.Group = "g";
  text("C", "z");
  plan();
  EXPECT_EQ(alone(0), "x y C");
  EXPECT_EQ(alone(2), "A B z");
  EXPECT_EQ(with(1), std::set<size_t>{0});
}

TEST_F(AloneTest, WhatAProofLeansOnComesToo) {
  file("/f.cu", "A B C");
  const Promise Kept = {"f", "ends with a sync"};
  std::get<Rewrite>(text("A", "x").Verdict.What).LeansOn = {Kept};
  std::get<Rewrite>(text("B", "y").Verdict.What).Promises = {Kept};
  plan();
  EXPECT_EQ(alone(0), "x y C");
  EXPECT_EQ(alone(1), "A y C");
}

TEST_F(AloneTest, WhatIsNotMadeHasNone) {
  file("/f.cu", "A");
  assume(text("A", "x"), {"block-1d"});
  plan();
  EXPECT_TRUE(EditsAlone(Findings, Last).of(size_t(0)).Edits.empty());
}

} // namespace
