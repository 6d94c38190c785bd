#include "Driver/Write/InstallRuntime.h"

#include "TemporaryFolder.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

const std::vector<EmbeddedFile> Version1 = {{"coopify/a.h", "a1\n"}, {"coopify/in/b.h", "b1\n"}};
const std::vector<EmbeddedFile> Version2 = {{"coopify/a.h", "a2\n"}, {"coopify/c.h", "c2\n"}};

/// "new replaced unchanged removed", or the error.
std::string install(const TemporaryFolder &Folder, llvm::ArrayRef<EmbeddedFile> Files,
                    bool Force = false) {
  llvm::Expected<InstalledRuntime> Done = installRuntime(Folder.Path, Files, Force);
  if (!Done)
    return llvm::toString(Done.takeError());
  std::string Counts;
  for (unsigned Count : {Done->New, Done->Replaced, Done->Unchanged, Done->Removed})
    Counts += std::to_string(Count) + " ";
  return Counts;
}

TEST(InstallRuntime, ANewerVersionReplacesTheOlder) {
  TemporaryFolder Folder;
  EXPECT_EQ(install(Folder, Version1), "2 0 0 0 ");
  EXPECT_EQ(install(Folder, Version2), "1 1 0 1 ");
  EXPECT_EQ(Folder.read(Folder / "coopify/a.h"), "a2\n");
  EXPECT_EQ(Folder.read(Folder / "coopify/c.h"), "c2\n");
  EXPECT_EQ(Folder.read(Folder / "coopify/in/b.h"), "<missing>");
  EXPECT_EQ(install(Folder, Version2), "0 0 2 0 ");
}

TEST(InstallRuntime, ANewerVersionKeepsWhatTheUserChanged) {
  TemporaryFolder Folder;
  install(Folder, Version1);
  Folder.write("coopify/a.h", "mine\n");
  EXPECT_NE(install(Folder, Version2).find("coopify/a.h in '"), std::string::npos);
  EXPECT_EQ(Folder.read(Folder / "coopify/a.h"), "mine\n");
  EXPECT_EQ(Folder.read(Folder / "coopify/c.h"), "<missing>") << "all or none";
  EXPECT_EQ(install(Folder, Version2, /*Force=*/true), "1 1 0 1 ");
}

TEST(InstallRuntime, AHeaderThatIsGoneStaysIfTheUserChangedIt) {
  TemporaryFolder Folder;
  install(Folder, Version1);
  Folder.write("coopify/in/b.h", "mine\n");
  EXPECT_EQ(install(Folder, Version2), "1 1 0 0 ");
  EXPECT_EQ(Folder.read(Folder / "coopify/in/b.h"), "mine\n");
}

TEST(InstallRuntime, AListThatSomebodyWroteRemovesNothingElse) {
  TemporaryFolder Folder, Other;
  const std::string Empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  const std::string Outside = Folder.write("outside", ""), Mine = Folder.write("coopify/x/m", "");
  Folder.write("coopify/SHA256SUMS", Empty + "  coopify/../outside\n" + Empty + "  outside\n" +
                                         Empty.substr(1) + "  coopify/x/m\nnonsense\n");
  EXPECT_EQ(install(Folder, Version1), "2 0 0 0 ");
  EXPECT_EQ(Folder.read(Outside), "");
  EXPECT_EQ(Folder.read(Mine), "");
}

} // namespace
