#include "Driver/Write/Git.h"

#include "TemporaryFolder.h"

#include "gtest/gtest.h"

#include <cstdlib>

using namespace coopify;

namespace {

class Git : public testing::Test {
protected:
  void SetUp() override {
    // Nothing of the machine's git may reach in, no repository above the folder.
    setenv("GIT_CEILING_DIRECTORIES", Folder.Path.c_str(), 1);
    setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
    if (std::system("git --version >/dev/null 2>&1") != 0)
      GTEST_SKIP() << "no git";
  }

  void repository(const std::string &Commands) {
    const std::string Line = "cd '" + Folder.Path +
                             "' && git init -q && git config user.name T && git config user.email "
                             "t@example.org && " +
                             Commands;
    ASSERT_EQ(std::system(Line.c_str()), 0);
  }

  GitState stateOf(const std::string &File) { return llvm::cantFail(gitState({File})); }

  TemporaryFolder Folder;
};

TEST_F(Git, CommittedIsNeither) {
  const std::string File = Folder.write("a.cu", "one");
  repository("git add . && git commit -q -m x");
  EXPECT_TRUE(stateOf(File).Uncommitted.empty());
  EXPECT_TRUE(stateOf(File).Untracked.empty());
}

TEST_F(Git, ChangedStagedAndNewAreUncommitted) {
  const std::string Changed = Folder.write("a.cu", "one"), New = Folder / "new.cu",
                    Staged = Folder / "staged.cu";
  repository("git add . && git commit -q -m x && echo two >a.cu && echo >new.cu && echo >staged.cu "
             "&& git add staged.cu");
  for (const std::string &File : {Changed, New, Staged})
    EXPECT_EQ(stateOf(File).Uncommitted, std::vector<std::string>{File});
}

TEST_F(Git, AnotherFilesChangeIsNone) {
  const std::string File = Folder.write("a.cu", "one");
  repository("git add . && git commit -q -m x && echo >b.cu");
  EXPECT_TRUE(stateOf(File).Uncommitted.empty());
}

TEST_F(Git, IgnoredIsUntracked) {
  const std::string File = Folder.write("a.cu", "one");
  repository("echo a.cu >.gitignore");
  EXPECT_TRUE(stateOf(File).Uncommitted.empty());
  EXPECT_EQ(stateOf(File).Untracked, std::vector<std::string>{File});
}

TEST_F(Git, OutsideOfARepositoryIsUntracked) {
  const std::string File = Folder.write("sub/a.cu", "one");
  EXPECT_EQ(stateOf(File).Untracked, std::vector<std::string>{File});
}

TEST_F(Git, OddNamesAreNoPatterns) {
  const std::string File = Folder.write("[ab]*.cu", "one");
  Folder.write("a.cu", "one");
  repository("git add . && git commit -q -m x && echo two >a.cu");
  EXPECT_TRUE(stateOf(File).Uncommitted.empty());
}

} // namespace
