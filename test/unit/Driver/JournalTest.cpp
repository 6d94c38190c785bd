#include "Driver/Write/Journal.h"
#include "Driver/Write/Recover.h"
#include "Driver/Write/Write.h"

#include "TemporaryFolder.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

std::string messageOf(llvm::Error E) { return llvm::toString(std::move(E)); }

JournalEntry entry(std::string Path, llvm::StringRef Old, llvm::StringRef New) {
  return {Path, Path + ".coopify-1a", digestOf(Old), digestOf(New)};
}

/// A journal of a run that is gone.
void leave(const TemporaryFolder &Folder, llvm::ArrayRef<JournalEntry> Entries, bool Staged) {
  llvm::Expected<Journal> File = Journal::create(Folder.Path, Entries);
  ASSERT_TRUE(bool(File)) << messageOf(File.takeError());
  if (Staged)
    ASSERT_EQ(messageOf(File->markStaged()), "");
}

TEST(Journal, SaysWhatWasListed) {
  const std::vector<JournalEntry> Entries = {
      entry("/p/a b\n.cu", "old", "new"), {"/p/new.h", "/p/new.h.coopify-2b", "", digestOf("x")}};
  const std::string Text = journalText(Entries);
  EXPECT_EQ(parseJournal(Text).Entries, Entries);
  EXPECT_FALSE(parseJournal(Text).Staged);
}

TEST(Journal, SaysNothingUnlessItIsWhole) {
  const std::string Text = journalText({entry("/p/a.cu", "old", "new")});
  for (size_t Size = 0; Size < Text.size(); ++Size)
    EXPECT_TRUE(parseJournal(llvm::StringRef(Text).take_front(Size)).Entries.empty()) << Size;
  EXPECT_TRUE(parseJournal("something else").Entries.empty());
}

TEST(Journal, IsNoJournalOfTwoRuns) {
  TemporaryFolder Folder;
  leave(Folder, {entry(Folder / "a.cu", "old", "new")}, /*Staged=*/false);
  llvm::Expected<Journal> Second = Journal::create(Folder.Path, {});
  EXPECT_NE(messageOf(Second.takeError()).find("another run of coopify"), std::string::npos);
}

TEST(Recover, RemovesTemporaryFilesOfARunThatReplacedNone) {
  TemporaryFolder Folder;
  const std::string A = Folder.write("a.cu", "old a");
  Folder.write("a.cu.coopify-1a", "new");
  leave(Folder, {entry(A, "old a", "new a"), entry(Folder / "b.cu", "old b", "new b")}, false);
  EXPECT_EQ(foldersWithJournal({Folder / "sub"}), std::vector<std::string>{Folder.Path});
  llvm::Expected<std::string> Done = recover(Folder.Path);
  ASSERT_TRUE(bool(Done)) << messageOf(Done.takeError());
  EXPECT_EQ(*Done,
            "an earlier run was interrupted before it replaced any file; its temporary files "
            "are removed");
  EXPECT_EQ(Folder.read(A), "old a");
  EXPECT_EQ(Folder.entries(), 1u);
}

TEST(Recover, FinishesWhatWasBegun) {
  TemporaryFolder Folder;
  const std::string A = Folder.write("a.cu", "new a"), B = Folder.write("b.cu", "old b");
  Folder.write("b.cu.coopify-1a", "new b");
  leave(Folder, {entry(A, "old a", "new a"), entry(B, "old b", "new b")}, /*Staged=*/true);
  llvm::Expected<std::string> Read = explainInterrupted(Folder.Path);
  EXPECT_NE(messageOf(Read.takeError()).find("replaced 2 files: 1 new, 1 old"), std::string::npos);
  EXPECT_TRUE(bool(recover(Folder.Path)));
  EXPECT_EQ(Folder.read(A), "new a");
  EXPECT_EQ(Folder.read(B), "new b");
  EXPECT_EQ(Folder.entries(), 2u);
}

TEST(Recover, LeavesFilesThatHaveChangedSince) {
  TemporaryFolder Folder;
  const std::string A = Folder.write("a.cu", "mine"), B = Folder.write("b.cu", "old b");
  Folder.write("a.cu.coopify-1a", "new a");
  Folder.write("b.cu.coopify-1a", "new b");
  leave(Folder, {entry(A, "old a", "new a"), entry(B, "old b", "new b")}, /*Staged=*/true);
  llvm::Expected<std::string> Done = recover(Folder.Path);
  EXPECT_NE(messageOf(Done.takeError()).find("a.cu' has changed since"), std::string::npos);
  EXPECT_EQ(Folder.read(A), "mine");
  EXPECT_EQ(Folder.read(B), "old b");
  EXPECT_EQ(Folder.entries(), 5u);
}

TEST(Recover, NeedsTheNewText) {
  TemporaryFolder Folder;
  const std::string A = Folder.write("a.cu", "old a");
  leave(Folder, {entry(A, "old a", "new a")}, /*Staged=*/true);
  llvm::Expected<std::string> Done = recover(Folder.Path);
  EXPECT_NE(messageOf(Done.takeError()).find("the new text of"), std::string::npos);
}

TEST(ReplaceFiles, LeavesNoJournal) {
  TemporaryFolder Folder;
  const std::string A = Folder.write("a.cu", "old a");
  EXPECT_EQ(messageOf(replaceFiles({{A, "old a", "new a"}}, {Folder.Path})), "");
  EXPECT_EQ(Folder.read(A), "new a");
  EXPECT_EQ(Folder.entries(), 1u);
}

} // namespace
