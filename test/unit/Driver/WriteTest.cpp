#include "Driver/Write/Write.h"

#include "TemporaryFolder.h"

#include "gtest/gtest.h"

using namespace coopify;
using llvm::sys::fs::perms;

namespace {

std::string messageOf(llvm::Error E) { return llvm::toString(std::move(E)); }

TEST(ReplaceFiles, WritesAllAndKeepsPermissions) {
  TemporaryFolder Folder;
  const std::string A = Folder.write("a.cu", "old a"), B = Folder.write("b.cu", "old b");
  llvm::sys::fs::setPermissions(B, perms(0750));
  EXPECT_EQ(messageOf(replaceFiles({{A, "old a", "new a"}, {B, "old b", "new b"}})), "");
  EXPECT_EQ(Folder.read(A), "new a");
  EXPECT_EQ(Folder.read(B), "new b");
  EXPECT_EQ(*llvm::sys::fs::getPermissions(B), perms(0750));
  EXPECT_EQ(Folder.entries(), 2u) << "a temporary file was left";
}

TEST(ReplaceFiles, WritesNoneIfOneIsReadOnly) {
  TemporaryFolder Folder;
  const std::string A = Folder.write("a.cu", "old a"), B = Folder.write("b.cu", "old b");
  llvm::sys::fs::setPermissions(B, perms(0444));
  const std::string Why = messageOf(replaceFiles({{A, "old a", "new a"}, {B, "old b", "new b"}}));
  EXPECT_NE(Why.find("b.cu': it is read-only"), std::string::npos) << Why;
  EXPECT_EQ(Folder.read(A), "old a");
  EXPECT_EQ(Folder.read(B), "old b");
  EXPECT_EQ(Folder.entries(), 2u);
}

TEST(ReplaceFiles, WritesNoneIfOneIsGone) {
  TemporaryFolder Folder;
  const std::string A = Folder.write("a.cu", "old a");
  EXPECT_NE(messageOf(replaceFiles({{A, "old a", "new a"}, {Folder / "gone.cu", "", "new"}})), "");
  EXPECT_EQ(Folder.read(A), "old a");
  EXPECT_EQ(Folder.entries(), 1u);
}

TEST(ReplaceFiles, PutsTheFirstBackIfTheSecondCannotBeReplaced) {
  TemporaryFolder Folder;
  const std::string A = Folder.write("a.cu", "old a");
  // Everything but the rename works with a folder's name.
  const std::string B = Folder / "folder";
  Folder.write("folder/inside", "");
  EXPECT_NE(messageOf(replaceFiles({{A, "old a", "new a"}, {B, "", "new b"}})), "");
  EXPECT_EQ(Folder.read(A), "old a");
  EXPECT_EQ(Folder.entries(), 2u);
}

TEST(WriteCopies, KeepsThePathBelowTheRoot) {
  TemporaryFolder Folder;
  const std::string A = Folder.write("src/sub/a.cu", "old");
  auto NoSource = [](llvm::StringRef) { return false; };
  EXPECT_EQ(messageOf(writeCopies({{A, "old", "new"}}, Folder / "out", Folder / "src", NoSource)),
            "");
  EXPECT_EQ(Folder.read(Folder / "out/sub/a.cu"), "new");
  EXPECT_EQ(Folder.read(A), "old");
}

TEST(CommonRoot, IsTheGivenOneIfAllAreBelow) {
  EXPECT_EQ(commonRoot({{"/p/a.cu", "", ""}, {"/p/s/b.cu", "", ""}}, "/p"), "/p");
}

TEST(CommonRoot, IsTheDeepestFolderOfAllElse) {
  EXPECT_EQ(commonRoot({{"/p/s/a.cu", "", ""}, {"/p/t/b.cu", "", ""}}, "/q"), "/p");
  EXPECT_EQ(commonRoot({{"/p/a.cu", "", ""}}, "/pp"), "/p") << "/pp is not above /p";
  EXPECT_EQ(commonRoot({{"/a/b.cu", "", ""}, {"/c/d.cu", "", ""}}, "/q"), "/");
}

} // namespace
