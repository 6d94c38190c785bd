#include "Driver/ExtractFile.h"

#include "TemporaryFolder.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

ParsedProgram program(const std::string &File) {
  ParsedProgram Units;
  ParsedPass &P = Units.Passes.emplace_back();
  P.Command = {"sm_60", File, "/", {"clang++", "-DX"}, true, {}};
  P.Ran = true;
  P.Errors = {{{File, 5, 2, 1}, "broken"}};
  P.Files = {File};
  P.Summary.MainFile = File;
  P.Summary.Files.emplace_back().Path = File;
  return Units;
}

std::string failureOf(const std::string &Path) {
  SourceTexts Texts;
  auto Units = readExtractFiles({Path}, {}, Texts);
  return Units ? "no failure" : llvm::toString(Units.takeError());
}

TEST(ExtractFile, ComesBackAsItWas) {
  TemporaryFolder Folder;
  const std::string File = Folder.write("a.cu", "text");
  const ParsedProgram Before = program(File);
  SourceTexts Texts;
  EXPECT_EQ(llvm::toString(writeExtractFile(Folder / "a.json", Before, Texts)), "");
  ParsedProgram After = llvm::cantFail(readExtractFiles({Folder / "a.json"}, {}, Texts));
  ASSERT_EQ(After.Passes.size(), 1u);
  const ParsedPass &P = After.Passes[0];
  EXPECT_EQ(P.Command.Name, "sm_60");
  EXPECT_EQ(P.Command.Args, (std::vector<std::string>{"clang++", "-DX"}));
  EXPECT_TRUE(P.Command.RelocatableDevice);
  EXPECT_EQ(P.Errors, Before.Passes[0].Errors);
  EXPECT_EQ(P.Files, Before.Passes[0].Files);
  EXPECT_EQ(P.Summary, Before.Passes[0].Summary);
  EXPECT_TRUE(Texts.unchanged(File));
}

TEST(ExtractFile, SeveralFilesAreOneProgram) {
  TemporaryFolder Folder;
  SourceTexts Texts;
  for (const char *Name : {"a", "b"})
    EXPECT_EQ(llvm::toString(writeExtractFile(Folder / Name, program("/a.cu"), Texts)), "");
  auto Units = llvm::cantFail(readExtractFiles({Folder / "a", Folder / "b"}, {}, Texts));
  EXPECT_EQ(Units.Passes.size(), 2u);
}

TEST(ExtractFile, ASourceThatChangedSinceIsNotLinked) {
  TemporaryFolder Folder;
  const std::string File = Folder.write("a.cu", "text");
  SourceTexts Texts;
  EXPECT_EQ(llvm::toString(writeExtractFile(Folder / "a.json", program(File), Texts)), "");
  Folder.write("a.cu", "other text");
  EXPECT_NE(failureOf(Folder / "a.json").find("a.cu' was changed since"), std::string::npos);
}

TEST(ExtractFile, HostUnitsComeBackWithoutADatabase) {
  TemporaryFolder Folder;
  SourceTexts Texts;
  ParsedProgram Before = program("/a.cu");
  Before.Others.emplace_back().Name = "c++";
  Before.Others.back().File = "/b.cpp";
  EXPECT_EQ(llvm::toString(writeExtractFile(Folder / "a.json", Before, Texts)), "");
  auto After = llvm::cantFail(readExtractFiles({Folder / "a.json"}, {}, Texts));
  ASSERT_EQ(After.Others.size(), 1u);
  EXPECT_EQ(After.Others[0].File, "/b.cpp");
  EXPECT_EQ(After.Database, "");
}

TEST(ExtractFile, TheOtherUnitsAreTheDatabases) {
  TemporaryFolder Folder;
  SourceTexts Texts;
  ParsedProgram Before = program(Folder.write("a.cu", ""));
  Before.Database =
      Folder.write("compile_commands.json",
                   R"([{"directory": "/", "file": "/b.cpp", "command": "g++ /b.cpp"}])");
  EXPECT_EQ(llvm::toString(writeExtractFile(Folder / "a.json", Before, Texts)), "");
  auto After = llvm::cantFail(readExtractFiles({Folder / "a.json"}, {}, Texts));
  ASSERT_EQ(After.Others.size(), 1u);
  EXPECT_EQ(After.Others[0].File, "/b.cpp");
  EXPECT_EQ(After.Database, Before.Database);
  Folder.write("compile_commands.json", "[]");
  EXPECT_NE(failureOf(Folder / "a.json").find("is not as it was"), std::string::npos);
}

TEST(ExtractFile, WhatIsNoneIsAnError) {
  TemporaryFolder Folder;
  EXPECT_NE(failureOf(Folder / "gone.json").find("gone.json"), std::string::npos);
  EXPECT_NE(failureOf(Folder.write("a", "{")).find("cannot link"), std::string::npos);
  EXPECT_NE(failureOf(Folder.write("b", "{}")).find("was not written by --extract"),
            std::string::npos);
  EXPECT_NE(failureOf(Folder.write("c", R"({"Coopify": 8})")).find("Passes"), std::string::npos);
  EXPECT_NE(failureOf(Folder.write("d", R"({"Coopify": 8, "Passes": [{}]})")).find("Command"),
            std::string::npos);
}

} // namespace
