#include "Driver/Try/LinesBefore.h"
#include "Driver/Try/Reach.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

constexpr llvm::StringLiteral Before = "void f() {\n  a();\n  b();\n  c();\n}\n";

Edit edit(unsigned Begin, unsigned End, std::string Text) {
  Edit E;
  E.Range = {"a.cu", Begin, End};
  E.Text = std::move(Text);
  return E;
}

LineBefore lineOf(unsigned Line, llvm::ArrayRef<Edit> Edits) {
  return lineBefore(Line, llvm::cantFail(applyEdits(Before, Edits)), Edits, Before);
}

TEST(LinesBefore, LineIsInsertedBehindAnother) {
  const Edit Edits[] = {edit(10, 10, "\n  w;")};
  EXPECT_EQ(lineOf(1, Edits).Line, 1u);
  EXPECT_FALSE(lineOf(1, Edits).IsRewritten);
  EXPECT_EQ(lineOf(2, Edits).Line, 1u) << "where it was put";
  EXPECT_TRUE(lineOf(2, Edits).IsNew);
  EXPECT_TRUE(lineOf(2, Edits).IsRewritten);
  EXPECT_EQ(lineOf(3, Edits).Line, 2u);
  EXPECT_FALSE(lineOf(3, Edits).IsNew);
  EXPECT_FALSE(lineOf(3, Edits).IsRewritten);
}

TEST(LinesBefore, LineIsInsertedBeforeAnother) {
  const Edit Edits[] = {edit(11, 11, "  w;\n")};
  EXPECT_TRUE(lineOf(2, Edits).IsNew);
  EXPECT_EQ(lineOf(2, Edits).Line, 2u);
  EXPECT_EQ(lineOf(3, Edits).Line, 2u);
  EXPECT_FALSE(lineOf(3, Edits).IsNew);
  EXPECT_FALSE(lineOf(3, Edits).IsRewritten);
}

TEST(LinesBefore, WordOfALineIsReplacedOrGone) {
  const Edit Edits[] = {edit(13, 14, "other"), edit(20, 23, "")};
  EXPECT_EQ(lineOf(2, Edits).Line, 2u);
  EXPECT_TRUE(lineOf(2, Edits).IsRewritten);
  EXPECT_FALSE(lineOf(2, Edits).IsNew);
  EXPECT_TRUE(lineOf(3, Edits).IsRewritten);
  EXPECT_FALSE(lineOf(3, Edits).IsNew);
  EXPECT_FALSE(lineOf(4, Edits).IsRewritten);
  EXPECT_EQ(lineOf(4, Edits).Line, 4u);
}

TEST(LinesBefore, LineIsGone) {
  const Edit Edits[] = {edit(11, 18, "")};
  EXPECT_EQ(lineOf(2, Edits).Line, 3u);
  EXPECT_EQ(lineOf(3, Edits).Line, 4u);
}

TEST(LinesBefore, LineThatIsNotThere) { EXPECT_EQ(lineOf(99, {}).Line, 6u); }

TEST(LinesBefore, PlacesOfAText) {
  const auto Places = placesIn("race: at odds\n  in k(int*), launch 1\n  thread 1 at a b/x.cu:7\n"
                               "  thread 2 at the start\n  lane 3 reads at y.cuh:12");
  ASSERT_EQ(Places.size(), 2u);
  EXPECT_EQ(Places[0].File, "a b/x.cu");
  EXPECT_EQ(Places[0].Line, 7u);
  EXPECT_EQ(Places[1].File, "y.cuh");
}

TEST(BareName, IsWithoutParametersAndArguments) {
  EXPECT_EQ(bareName("k(int*)"), "k");
  EXPECT_EQ(bareName("void ns::k<A<int>, 3>(A<int>*)"), "ns::k");
  EXPECT_EQ(bareName("(anonymous namespace)::k(int)"), bareName("(anonymous namespace)::k"));
  EXPECT_EQ(bareName("void A<int>::run<2>()"), "A::run");
}

} // namespace
