#include "Driver/Units/Units.h"

#include "TemporaryFolder.h"

#include "llvm/Support/FileSystem.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

class Units : public testing::Test {
protected:
  std::string source(llvm::StringRef Name) { return Folder.write(Name, "int x;\n"); }

  void database(llvm::StringRef Text) { Folder.write("compile_commands.json", Text); }

  void databaseOf(std::initializer_list<std::string> Names) {
    std::string Text = "[";
    for (const std::string &Name : Names)
      Text += (Text.size() > 1 ? "," : "") + std::string("{\"directory\": \"") + Folder.Path +
              "\", \"file\": \"" + Name + "\", \"command\": \"nvcc -c " + Name + "\"}";
    database(Text + "]");
  }

  InputOptions input(std::vector<std::string> Sources = {}) {
    InputOptions Input;
    Input.Database = Folder.Path;
    Input.Sources = std::move(Sources);
    return Input;
  }

  static std::string failureOf(const InputOptions &Input) {
    auto Found = findUnits(Input);
    return Found ? "no failure" : llvm::toString(Found.takeError());
  }

  static void expectFailure(const InputOptions &Input, llvm::StringRef Says) {
    const std::string Why = failureOf(Input);
    EXPECT_TRUE(llvm::StringRef(Why).contains(Says)) << Why;
  }

  TemporaryFolder Folder;
};

TEST_F(Units, AllOfTheDatabase) {
  databaseOf({"a.cu", "b.cpp"});
  auto Found = llvm::cantFail(findUnits(input())).Commands;
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(Found[0].File, Folder / "a.cu");
  EXPECT_EQ(Found[0].Directory, Folder.Path);
  EXPECT_EQ(Found[0].CommandLine, (std::vector<std::string>{"nvcc", "-c", "a.cu"}));
  EXPECT_TRUE(Found[1].Selected);
}

TEST_F(Units, DatabaseNamedAsAFile) {
  databaseOf({"a.cu"});
  InputOptions Input = input();
  Input.Database = Folder / "compile_commands.json";
  EXPECT_EQ(llvm::cantFail(findUnits(Input)).Commands.size(), 1u);
}

TEST_F(Units, SourcesSelect) {
  databaseOf({"a.cu", "b.cu"});
  auto Found = llvm::cantFail(findUnits(input({source("b.cu")}))).Commands;
  ASSERT_EQ(Found.size(), 2u) << "the others matter for shared headers";
  EXPECT_FALSE(Found[0].Selected);
  EXPECT_TRUE(Found[1].Selected);
}

TEST_F(Units, OneFileWithTwoCommandsIsTwoUnits) {
  database(R"([{"directory": "/", "file": "/a.cu", "command": "nvcc -DX a.cu"},
               {"directory": "/", "file": "/a.cu", "command": "nvcc -DY a.cu"}])");
  EXPECT_EQ(llvm::cantFail(findUnits(input())).Commands.size(), 2u);
}

TEST_F(Units, ARepeatedCommandIsOneUnit) {
  databaseOf({"a.cu", "a.cu"});
  EXPECT_EQ(llvm::cantFail(findUnits(input())).Commands.size(), 1u);
}

TEST_F(Units, FlagsAfterTheDashesNeedNoDatabase) {
  InputOptions Input = input({source("a.cu")});
  Input.Database.clear();
  Input.FixedFlags = {"-DX"};
  auto Found = llvm::cantFail(findUnits(Input)).Commands;
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].CommandLine, (std::vector<std::string>{"nvcc", "-DX", Folder / "a.cu"}));
}

TEST_F(Units, FlagsOfClangMakeItAClangLine) {
  InputOptions Input = input({source("a.cu")});
  Input.FixedFlags = {"--cuda-gpu-arch=sm_60"};
  EXPECT_EQ(llvm::cantFail(findUnits(Input)).Commands[0].CommandLine[0], "clang++");
}

TEST_F(Units, ASourceOutsideOfTheDatabaseIsAHeader) {
  databaseOf({"a.cu"});
  llvm::Expected<FoundUnits> Found = findUnits(input({source("other.cu")}));
  ASSERT_TRUE(bool(Found)) << llvm::toString(Found.takeError());
  ASSERT_EQ(Found->Headers.size(), 1u);
  EXPECT_TRUE(llvm::StringRef(Found->Headers[0]).ends_with("/other.cu"));
  EXPECT_FALSE(Found->Commands[0].Selected);
}

TEST_F(Units, NotAMissingSource) {
  databaseOf({"a.cu"});
  expectFailure(input({Folder / "gone.cu"}), "gone.cu' does not exist");
}

TEST_F(Units, NotAFolderWithoutUnits) {
  databaseOf({"a.cu"});
  llvm::sys::fs::create_directory(Folder / "none");
  expectFailure(input({Folder / "none"}), "is in '");
}

TEST_F(Units, NotABinaryFile) {
  expectFailure(input({Folder.write("junk.cu", llvm::StringRef("\x7f"
                                                               "ELF\0\1",
                                                               6))}),
                "is not a text file");
}

TEST_F(Units, NotFlagsWithoutASource) {
  InputOptions Input = input();
  Input.FixedFlags.emplace();
  expectFailure(Input, "no source");
}

TEST_F(Units, NotAMissingDatabase) {
  expectFailure(input(), "there is no compile_commands.json in");
  InputOptions Input = input();
  Input.Database = Folder / "nothing";
  expectFailure(Input, "nothing' does not exist");
}

TEST_F(Units, NotABrokenDatabase) {
  database("[{\"directory\": \"/\", ");
  expectFailure(input(), "is not a compile database: [1:");
}

TEST_F(Units, NotAnEmptyDatabase) {
  database("[]");
  expectFailure(input(), "holds no command");
}

TEST_F(Units, NotADatabaseWithoutAList) {
  database("{}");
  expectFailure(input(), "it holds no list");
}

TEST_F(Units, NotACommandWithoutAFile) {
  database("[{\"directory\": \"/\", \"command\": \"nvcc\"}]");
  expectFailure(input(), "is not a compile database");
}

} // namespace
