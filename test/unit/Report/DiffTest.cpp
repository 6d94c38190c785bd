#include "Report/LineDiff.h"
#include "Report/Lines.h"
#include "Report/Paths.h"
#include "Report/Report.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

class DiffTest : public testing::Test {
protected:
  void edit(unsigned Begin, unsigned End, std::string Text, std::string File = "/r/f.cu") {
    ASSERT_FALSE(Edits.add({{{File, Begin, End}, std::move(Text)}}));
  }
  /// Replaces \p From, the first of its kind.
  void change(llvm::StringRef From, std::string To, std::string File = "/r/f.cu") {
    size_t At = Texts[File].find(From);
    ASSERT_NE(At, std::string::npos);
    edit(At, At + From.size(), std::move(To), File);
  }
  std::string diff(bool Color = false) {
    std::string Out;
    llvm::raw_string_ostream OS(Out);
    auto Text = [&](llvm::StringRef Path) -> std::optional<std::string> {
      auto It = Texts.find(Path.str());
      return It == Texts.end() ? std::nullopt : std::optional(It->second);
    };
    ReportOptions Options;
    Options.Root = "/r";
    Options.Color = Color;
    reportDiff(OS, Edits, Text, Options);
    return Out;
  }
  void number(unsigned Lines) {
    for (unsigned I = 1; I <= Lines; ++I)
      Texts["/r/f.cu"] += "line " + std::to_string(I) + ";\n";
  }

  EditSet Edits;
  std::map<std::string, std::string> Texts;
};

const std::string Header = "--- a/f.cu\n+++ b/f.cu\n";

TEST_F(DiffTest, NoEditsNoDiff) { EXPECT_EQ(diff(), ""); }

TEST_F(DiffTest, EditThatChangesNothingIsNoDiff) {
  Texts["/r/f.cu"] = "a\n";
  change("a", "a");
  EXPECT_EQ(diff(), "");
}

TEST_F(DiffTest, FileThatIsGoneIsSkipped) {
  edit(0, 0, "x");
  EXPECT_EQ(diff(), "");
}

TEST_F(DiffTest, FileThatIsShorterNowIsSkipped) {
  Texts["/r/f.cu"] = "a\n";
  edit(40, 50, "x");
  EXPECT_EQ(diff(), "");
}

TEST_F(DiffTest, ThreeLinesOfContext) {
  number(9);
  change("line 5", "LINE 5");
  EXPECT_EQ(diff(), Header + "@@ -2,7 +2,7 @@\n line 2;\n line 3;\n line 4;\n-line 5;\n+LINE 5;\n"
                             " line 6;\n line 7;\n line 8;\n");
}

TEST_F(DiffTest, InsertionAfterABraceOnlyAddsLines) {
  Texts["/r/f.cu"] = "int f() {\n  return 0;\n}\n";
  edit(9, 9, "\n  auto warp = w;");
  EXPECT_EQ(diff(), Header + "@@ -1,3 +1,4 @@\n int f() {\n+  auto warp = w;\n   return 0;\n }\n");
}

TEST_F(DiffTest, CloseHunksAreOne) {
  number(20);
  change("line 4", "LINE 4");
  change("line 11", "LINE 11");
  EXPECT_EQ(diff(), Header + "@@ -1,14 +1,14 @@\n line 1;\n line 2;\n line 3;\n-line 4;\n"
                             "+LINE 4;\n line 5;\n line 6;\n line 7;\n line 8;\n line 9;\n"
                             " line 10;\n-line 11;\n+LINE 11;\n line 12;\n line 13;\n line 14;\n");
}

TEST_F(DiffTest, FarHunksAreTwo) {
  number(20);
  change("line 4", "new;\nLINE 4");
  change("line 12", "LINE 12");
  EXPECT_EQ(diff(), Header + "@@ -1,7 +1,8 @@\n line 1;\n line 2;\n line 3;\n-line 4;\n+new;\n"
                             "+LINE 4;\n line 5;\n line 6;\n line 7;\n"
                             "@@ -9,7 +10,7 @@\n line 9;\n line 10;\n line 11;\n-line 12;\n"
                             "+LINE 12;\n line 13;\n line 14;\n line 15;\n");
}

TEST_F(DiffTest, TwoEditsOfALineAreOneChange) {
  Texts["/r/f.cu"] = "f(a, 32);\n";
  change("f", "g");
  change(", 32", "");
  EXPECT_EQ(diff(), Header + "@@ -1 +1 @@\n-f(a, 32);\n+g(a);\n");
}

TEST_F(DiffTest, RemovedNewlineJoinsTheNextLine) {
  Texts["/r/f.cu"] = "a\nb\nc\n";
  change("a\n", "a ");
  EXPECT_EQ(diff(), Header + "@@ -1,3 +1,2 @@\n-a\n-b\n+a b\n c\n");
}

TEST_F(DiffTest, MissingLastNewline) {
  Texts["/r/f.cu"] = "a\nb";
  change("b", "c");
  EXPECT_EQ(diff(), Header + "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n"
                             "\\ No newline at end of file\n");
}

TEST_F(DiffTest, MissingLastNewlineInContext) {
  Texts["/r/f.cu"] = "a\nb";
  change("a", "c");
  EXPECT_EQ(diff(), Header + "@@ -1,2 +1,2 @@\n-a\n+c\n b\n\\ No newline at end of file\n");
}

TEST_F(DiffTest, KeepsCRLF) {
  Texts["/r/f.cu"] = "a\r\nb\r\n";
  change("b", "c");
  EXPECT_EQ(diff(), Header + "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n");
}

TEST_F(DiffTest, EmptyFile) {
  Texts["/r/f.cu"] = "";
  edit(0, 0, "a\n");
  EXPECT_EQ(diff(), Header + "@@ -0,0 +1 @@\n+a\n");
}

TEST_F(DiffTest, ColouredLikeGit) {
  Texts["/r/f.cu"] = "a\n";
  change("a", "b");
  EXPECT_EQ(diff(true), "\x1b[1m--- a/f.cu\x1b[0m\n\x1b[1m+++ b/f.cu\x1b[0m\n"
                        "\x1b[0;36m@@ -1 +1 @@\x1b[0m\n\x1b[0;31m-a\x1b[0m\n\x1b[0;32m+b\x1b[0m\n");
}

TEST_F(DiffTest, FilesInOrderOfPaths) {
  Texts["/r/b.cu"] = Texts["/r/a/x.cu"] = Texts["/else/c.cu"] = "a\n";
  for (const auto &[Path, Text] : std::map(Texts))
    change("a", "b", Path);
  std::string Change = "@@ -1 +1 @@\n-a\n+b\n";
  EXPECT_EQ(diff(), "--- a/else/c.cu\n+++ b/else/c.cu\n" + Change + "--- a/a/x.cu\n+++ b/a/x.cu\n" +
                        Change + "--- a/b.cu\n+++ b/b.cu\n" + Change);
}

TEST_F(DiffTest, OddFileNames) {
  Texts["/r/a b.cu"] = Texts["/r/q\"\t.cu"] = "a\n";
  for (const auto &[Path, Text] : std::map(Texts))
    change("a", "b", Path);
  std::string Change = "@@ -1 +1 @@\n-a\n+b\n";
  EXPECT_EQ(diff(), "--- a/a b.cu\t\n+++ b/a b.cu\t\n" + Change +
                        "--- \"a/q\\042\\011.cu\"\n+++ \"b/q\\042\\011.cu\"\n" + Change);
}

//===-- What patch and git make of it ----------------------------------------===//

/// A folder with the old files, patched by a real program.
class PatchTest : public DiffTest {
protected:
  void SetUp() override { ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("coopify", Dir)); }
  void TearDown() override { llvm::sys::fs::remove_directories(Dir); }

  std::string pathOf(llvm::StringRef Name) {
    llvm::SmallString<128> Path = Dir;
    llvm::sys::path::append(Path, Name);
    return std::string(Path);
  }
  void write(llvm::StringRef Name, llvm::StringRef Text) {
    std::error_code EC;
    llvm::raw_fd_ostream(pathOf(Name), EC) << Text;
    ASSERT_FALSE(EC);
  }
  std::string read(llvm::StringRef Name) {
    auto Buffer = llvm::MemoryBuffer::getFile(pathOf(Name), false, false);
    return Buffer ? (*Buffer)->getBuffer().str() : "unreadable";
  }
  /// Runs the tool in the folder over all files of the test; compares.
  void check(llvm::StringRef Tool, llvm::ArrayRef<llvm::StringRef> Args) {
    auto Program = llvm::sys::findProgramByName(Tool);
    if (!Program)
      GTEST_SKIP() << "no " << Tool.str();
    for (const auto &[Path, Text] : Texts)
      write(llvm::sys::path::filename(Path), Text);
    write("change.patch", diff());
    std::vector<llvm::StringRef> Line = {*Program};
    Line.insert(Line.end(), Args.begin(), Args.end());
    std::string Patch = pathOf("change.patch"), Folder = std::string(Dir);
    for (llvm::StringRef &Arg : Line)
      Arg = Arg == "PATCH" ? llvm::StringRef(Patch) : Arg == "DIR" ? llvm::StringRef(Folder) : Arg;
    std::string Log = pathOf("log");
    std::optional<llvm::StringRef> Redirects[] = {"", llvm::StringRef(Log), llvm::StringRef(Log)};
    EXPECT_EQ(llvm::sys::ExecuteAndWait(*Program, Line, std::nullopt, Redirects), 0)
        << read("log") << diff();
    for (const auto &[Path, FileEdits] : Edits.byFile())
      EXPECT_EQ(read(llvm::sys::path::filename(Path)),
                llvm::cantFail(applyEdits(Texts[Path], FileEdits)));
  }
  void checkPatch() { check("patch", {"-p1", "--fuzz=0", "-d", "DIR", "-i", "PATCH"}); }
  void checkGit() { check("git", {"-C", "DIR", "apply", "--whitespace=nowarn", "PATCH"}); }

  void manyChanges() {
    number(200);
    Texts["/r/f.cu"] += "last";
    edit(0, 0, "#include <cooperative_groups.h>\n\nnamespace cg = cooperative_groups;\n");
    for (const char *Line : {"line 7;", "line 8;", "line 20;", "line 26;", "line 90;\nline 91;\n"})
      change(Line, "changed;\nand more;\n");
    change("line 150;\n", "");
    change("last", "the last");
    Texts["/r/crlf.cu"] = "a\r\nb\r\nc\r\n";
    change("b", "{\r\n  x", "/r/crlf.cu");
    Texts["/r/with space.cu"] = "a\nb\n";
    change("b", "c", "/r/with space.cu");
    Texts["/r/one.cu"] = "a";
    change("a", "b", "/r/one.cu");
  }

  llvm::SmallString<128> Dir;
};

TEST_F(PatchTest, PatchTakesIt) {
  manyChanges();
  checkPatch();
}

TEST_F(PatchTest, GitTakesIt) {
  manyChanges();
  checkGit();
}

//===-- The parts ------------------------------------------------------------===//

std::vector<LineChange> changes(llvm::StringRef Old, llvm::StringRef New) {
  return diffLines(splitLines(Old), splitLines(New));
}

TEST(LineDiffTest, SmallestChanges) {
  EXPECT_TRUE(changes("a\nb\n", "a\nb\n").empty());
  EXPECT_TRUE(changes("", "").empty());
  EXPECT_EQ(changes("a\n", ""), (std::vector<LineChange>{{0, 1, 0, 0}}));
  EXPECT_EQ(changes("a\nb\nc\n", "x\nb\ny\n"),
            (std::vector<LineChange>{{0, 1, 0, 1}, {2, 3, 2, 3}}));
  EXPECT_EQ(changes("a\nb\nc\n", "b\nc\nd\n"),
            (std::vector<LineChange>{{0, 1, 0, 0}, {3, 3, 2, 3}}));
}

TEST(LineDiffTest, EndOfLineCounts) {
  EXPECT_EQ(changes("a", "a\n"), (std::vector<LineChange>{{0, 1, 0, 1}}));
  EXPECT_EQ(changes("a\r\n", "a\n"), (std::vector<LineChange>{{0, 1, 0, 1}}));
}

TEST(PathsTest, RelativeWhereShorter) {
  EXPECT_EQ(displayPath("/r/src/f.cu", "/r"), "src/f.cu");
  EXPECT_EQ(displayPath("/r/src/f.cu", "/r/"), "src/f.cu");
  EXPECT_EQ(displayPath("/home/me/lib/f.cu", "/home/me/app"), "../lib/f.cu");
  EXPECT_EQ(displayPath("/usr/f.cu", "/home/me/app"), "/usr/f.cu");
  EXPECT_EQ(displayPath("/rest/f.cu", "/r"), "/rest/f.cu");
  EXPECT_EQ(displayPath("/r/f.cu", ""), "/r/f.cu");
  EXPECT_EQ(displayPath("f.cu", "/r"), "f.cu");
}

TEST(PathsTest, PatchesStayBelowTheRoot) {
  EXPECT_EQ(patchPath("/r/src/f.cu", "/r"), "src/f.cu");
  EXPECT_EQ(patchPath("/home/me/lib/f.cu", "/home/me/app"), "home/me/lib/f.cu");
  EXPECT_EQ(patchPath("/r/f.cu", ""), "r/f.cu");
}

} // namespace
