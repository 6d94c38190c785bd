#include "Report/Terminal/Markdown.h"
#include "Report/Terminal/Wrap.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

std::string shown(llvm::StringRef Page, unsigned Columns = 40, bool Color = false) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  printMarkdown(OS, Page, {Columns, Color});
  return Out;
}

TEST(MarkdownTest, HeadingsAreBold) {
  EXPECT_EQ(shown("## `tile`: a form\n", 40, true), "\33[1m`tile`: a form\33[0m\n");
  EXPECT_EQ(shown("# Page"), "Page\n");
  EXPECT_EQ(shown("#if X"), "#if X\n");
}

TEST(MarkdownTest, ParagraphsAreWrapped) {
  EXPECT_EQ(shown("one two\nthree four five\n\nsix\n", 14), "one two three\nfour five\n\nsix\n");
  EXPECT_EQ(shown("a-word-that-is-longer x", 8), "a-word-that-is-longer\nx\n");
}

TEST(MarkdownTest, ItemsHang) {
  EXPECT_EQ(shown("- one two\n  three\n- four\n", 10), "- one two\n  three\n- four\n");
  EXPECT_EQ(shown("12. one two three\n", 11), "12. one two\n    three\n");
}

TEST(MarkdownTest, CodeStaysAsItIs) {
  EXPECT_EQ(shown("```cuda\n#if X\n  a_long_line_of_code | that `stays`\n\n| x |\n```\nback\n", 12),
            "    #if X\n      a_long_line_of_code | that `stays`\n\n    | x |\nback\n");
  EXPECT_EQ(shown("```\nopen"), "    open\n");
}

TEST(MarkdownTest, LinksAreTheirText) {
  EXPECT_EQ(shown("see [the page](rules/a.md#b), [web](https://x.y)."),
            "see the page, web (https://x.y).\n");
  EXPECT_EQ(shown("[[1, 2]] (a)"), "[[1, 2]] (a)\n");
}

TEST(MarkdownTest, CodeIsBoldOrHasItsTicks) {
  EXPECT_EQ(shown("a `*b*` and **c**"), "a `*b*` and c\n");
  EXPECT_EQ(shown("a `*b*` and **c**", 40, true), "a \33[1m*b*\33[0m and \33[1mc\33[0m\n");
  EXPECT_EQ(shown("a `b c`", 4, true), "a \33[1mb\33[0m\n\33[1mc\33[0m\n");
  EXPECT_EQ(shown("x &lt; y * z ` w"), "x < y * z ` w\n");
}

TEST(MarkdownTest, TablesAreAligned) {
  EXPECT_EQ(shown("| a | long title |\n|---|:-:|\n| `x\\|y` | z |\n| wide one | w |\n"),
            "a         long title\n`x|y`     z\nwide one  w\n");
  EXPECT_EQ(shown("| a | b |\n|---|---|\n| x | one two three four five six |\n", 24),
            "a  b\nx  one two three four\n   five six\n");
  // Two wide ones share the line.
  EXPECT_EQ(shown("| a | b |\n|---|---|\n| one two three four | five six seven eight |\n", 22),
            "a           b\none two     five six\nthree four  seven\n            eight\n");
}

TEST(MarkdownTest, ColorsTakeNoColumns) {
  EXPECT_EQ(columnsOf("\33[1mab\33[0m"), 2u);
  EXPECT_EQ(columnsOf("\xc3\xa4"), 1u);
  EXPECT_EQ(columnsOf("plain"), 5u);
}

TEST(MarkdownTest, NobodysTerminalGetsThePage) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  printPage(OS, "# A `b`\n\n", std::nullopt);
  EXPECT_EQ(Out, "# A `b`\n");
}

} // namespace
