#include "Frontend/Passes.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

using namespace coopify;
using namespace llvm;

namespace {

std::vector<Pass> expand(const ClangCommand &C, PassOptions Options = {}, Toolkit Kit = {},
                         StringRef File = "/src/a.cu") {
  return expandPasses(C, File, "/src", Kit, Options);
}
std::vector<std::string> names(const std::vector<Pass> &Passes) {
  std::vector<std::string> Names;
  for (const Pass &P : Passes)
    Names.push_back(P.Name);
  return Names;
}
bool has(const Pass &P, StringRef Arg) { return is_contained(P.Args, Arg); }
using Names = std::vector<std::string>;

TEST(Passes, OfTheCommandOrOfTheUser) {
  ClangCommand C;
  C.IsNvcc = true;
  EXPECT_EQ(names(expand(C)), (Names{"sm_70", "host"}));
  C.Archs = {"sm_35", "sm_60"};
  EXPECT_EQ(names(expand(C)), (Names{"sm_35", "sm_60", "host"}));
  EXPECT_EQ(names(expand(C, {{"sm_80"}})), Names{"sm_80"});
  EXPECT_EQ(names(expand(C, {{"host"}})), Names{"host"});
  EXPECT_EQ(names(expand({}, {}, {}, "/src/a.cpp")), Names{"c++"});
  EXPECT_EQ(names(expand({}, {}, {}, "/src/a.c")), Names{"c++"});
  C.Language = "cuda";
  EXPECT_EQ(names(expand(C, {}, {}, "/src/a.cpp")), (Names{"sm_35", "sm_60", "host"}));
}

TEST(Passes, UnknownArchitecturesAreClamped) {
  ClangCommand C;
  C.Archs = {"sm_13", "sm_999", "sm_90a", "rubbish"};
  std::vector<Pass> P = expand(C);
  EXPECT_EQ(names(P), (Names{"sm_13", "sm_999", "sm_90a", "rubbish", "host"}));
  EXPECT_TRUE(has(P[0], "--cuda-gpu-arch=sm_20"));
  EXPECT_FALSE(has(P[1], "--cuda-gpu-arch=sm_999"));
  EXPECT_TRUE(has(P[2], "--cuda-gpu-arch=sm_90a"));
  EXPECT_TRUE(has(P[3], "--cuda-gpu-arch=sm_70"));
}

std::string defaultOf(unsigned Version) {
  ClangCommand C;
  C.IsNvcc = true;
  Toolkit Kit;
  Kit.Path = "/opt/kit";
  Kit.Version = Version;
  Pass P = expand(C, {}, Kit)[0];
  EXPECT_EQ(P.AssumedArch, "no -arch");
  EXPECT_TRUE(P.OtherArchs.empty());
  return P.Name;
}

// nvcc --help, --gpu-architecture.
TEST(Passes, WithoutArchitectureThatOfTheToolkit) {
  EXPECT_EQ(defaultOf(13000), "sm_75");
  EXPECT_EQ(defaultOf(12090), "sm_52");
  EXPECT_EQ(defaultOf(11040), "sm_52");
  EXPECT_EQ(defaultOf(10020), "sm_30");
  EXPECT_EQ(defaultOf(8000), "sm_20");
  EXPECT_EQ(names(expand({})), (Names{"sm_52", "host"})) << "clang's own";
  ClangCommand C;
  C.IsNvcc = true;
  EXPECT_EQ(expand(C)[0].OtherArchs, std::vector<unsigned>{75}) << "what CUDA 13 would take";
  C.Archs = {"sm_60"};
  EXPECT_EQ(expand(C)[0].AssumedArch, "");
  EXPECT_TRUE(expand(C)[0].OtherArchs.empty());
}

TEST(Passes, SeveralOrUnknownArchitectures) {
  ClangCommand C;
  C.IsNvcc = true;
  Toolkit Kit;
  Kit.Path = "/opt/kit";
  Kit.Version = 12000;
  C.OpenArch = "all-major";
  EXPECT_EQ(names(expand(C, {}, Kit)), (Names{"sm_50", "sm_90", "host"}));
  EXPECT_EQ(expand(C, {}, Kit)[0].AssumedArch, "-arch=all-major");
  C.OpenArch = "native";
  EXPECT_EQ(names(expand(C, {}, Kit)), (Names{"sm_52", "host"}));
  const std::vector<unsigned> Others = expand(C, {}, Kit)[0].OtherArchs;
  EXPECT_EQ(Others.front(), 50u);
  EXPECT_EQ(Others.back(), 90u);
  EXPECT_EQ(names(expand(C, {{"sm_80"}}, Kit)), Names{"sm_80"});
  EXPECT_EQ(expand(C, {{"sm_80"}}, Kit)[0].AssumedArch, "") << "the user says so";
}

TEST(Passes, ArchitecturesThatTestsTellApart) {
  Pass P;
  P.Name = "sm_70";
  P.OtherArchs = {50, 60, 70, 75, 80, 90};
  using Archs = std::vector<unsigned>;
  EXPECT_EQ(archsToldApart(P, {}), Archs{});
  EXPECT_EQ(archsToldApart(P, {750}), (Archs{75, 80})); // below, equal, above
  EXPECT_EQ(archsToldApart(P, {700}), (Archs{50, 75}));
  EXPECT_EQ(archsToldApart(P, {350}), Archs{});
  P.Args = {"clang++", "--cuda-gpu-arch=sm_70", "-DX=--cuda-gpu-arch=sm_70", "--", "a.cu"};
  P.OwnArgs = 2;
  EXPECT_EQ(forArch(P, 75).Args[1], "--cuda-gpu-arch=sm_75");
  EXPECT_EQ(forArch(P, 75).Name, "sm_75");
}

TEST(Passes, WithoutStandardThoseThatTheHostCompilerMayHave) {
  ClangCommand C;
  C.IsNvcc = true;
  Toolkit Kit;
  Kit.Path = "/opt/kit";
  for (auto [Version, Parsed, Other] : {std::tuple(13000, "-std=gnu++17", ""),
                                        {12080, "-std=gnu++17", "-std=gnu++14"},
                                        {11080, "-std=gnu++14", "-std=gnu++17"},
                                        {10020, "-std=gnu++14", ""},
                                        {8000, "-std=gnu++14", "-std=gnu++98"}}) {
    Kit.Version = Version;
    const Pass P = expand(C, {}, Kit)[0];
    EXPECT_TRUE(has(P, Parsed)) << Version;
    const std::optional<Pass> Second = inOtherLanguage(P);
    ASSERT_EQ(Second.has_value(), *Other != 0) << Version;
    if (Second) {
      EXPECT_TRUE(has(*Second, Other) && !has(*Second, Parsed)) << Version;
      EXPECT_FALSE(inOtherLanguage(*Second));
    }
  }
  EXPECT_TRUE(inOtherLanguage(expand(C)[0])) << "headers of no toolkit";
  C.Args = {"-std=c++14"};
  EXPECT_FALSE(inOtherLanguage(expand(C)[0]));
}

TEST(Passes, SamePassOnce) {
  ClangCommand C;
  C.Archs = {"sm_10", "sm_13"};
  EXPECT_EQ(names(expand(C)), (Names{"sm_10", "host"}));
}

TEST(Passes, VersionMacrosOfTheToolkit) {
  Toolkit Kit;
  Kit.Path = "/opt/kit";
  Kit.Version = 11080;
  Kit.Build = 89;
  Pass P = expand({}, {}, Kit)[0];
  for (StringRef Arg : {"-D__CUDACC_VER_MAJOR__=11", "-D__CUDACC_VER_MINOR__=8",
                        "-D__CUDACC_VER_BUILD__=89", "-target-sdk-version=11.8", "-std=gnu++14",
                        "/opt/kit/include", "__clang_cuda_runtime_wrapper.h"})
    EXPECT_TRUE(has(P, Arg)) << Arg.str();
  EXPECT_FALSE(has(P, "/opt/kit/include/cccl"));
  EXPECT_FALSE(any_of(P.Args, [](StringRef A) { return A.contains("__NVCC__"); }));
  Kit.Version = 13000;
  Pass New = expand({}, {}, Kit)[0];
  EXPECT_TRUE(has(New, "/opt/kit/include/cccl"));
  EXPECT_TRUE(has(New, "-std=gnu++17"));
}

TEST(Passes, UsersStandardAndFlagsStay) {
  ClangCommand C;
  C.Args = {"-std=c++11", "-DX", "-fno-such-gcc-flag", "-I", "inc"};
  C.Unknown = {"--new-nvcc-flag"};
  C.RelocatableDevice = true;
  Pass P = expand(C)[0];
  EXPECT_TRUE(has(P, "-std=c++11"));
  EXPECT_FALSE(has(P, "-std=gnu++17"));
  EXPECT_TRUE(has(P, "-DX"));
  EXPECT_TRUE(has(P, "inc"));
  EXPECT_TRUE(has(P, "-fgpu-rdc"));
  EXPECT_TRUE(has(P, "-D__CUDACC_RDC__"));
  EXPECT_FALSE(has(P, "-fno-such-gcc-flag"));
  EXPECT_EQ(P.Notes, (std::vector<ParseNote>{{"unknown-flag", "--new-nvcc-flag", {}},
                                             {"unknown-flag", "-fno-such-gcc-flag", {}}}));
}

TEST(Passes, AnOptionCutOffIsNoCrash) {
  ClangCommand C;
  C.Args = {"-DX", "-include"};
  Pass P = expand(C)[0];
  EXPECT_TRUE(has(P, "-DX"));
  ASSERT_EQ(P.Notes.size(), 1u);
}

// What is written includes <cooperative_groups.h>, and that of CUDA 13 refuses
// C++14 and older.
TEST(PassesTest, ATooOldStandardIsRaisedForCUDA13) {
  ClangCommand C;
  C.Args = {"-std=c++11"};
  Toolkit Kit;
  Kit.Path = "/opt/kit";
  Kit.Version = 13000;
  Pass New = expand(C, {}, Kit)[0];
  EXPECT_TRUE(has(New, "-std=gnu++17"));
  ASSERT_EQ(New.Notes.size(), 1u);
  EXPECT_EQ(New.Notes[0].Kind, "old-standard");
  EXPECT_TRUE(StringRef(New.Notes[0].Text).ends_with(".cu (c++11)")) << New.Notes[0].Text;
  Kit.Version = 12090;
  EXPECT_TRUE(expand(C, {}, Kit)[0].Notes.empty());
  C.Args = {"-std=c++20"};
  Kit.Version = 13000;
  EXPECT_TRUE(expand(C, {}, Kit)[0].Notes.empty());
}

// The bundled groups are C++14, with any toolkit.
TEST(PassesTest, AnOlderStandardThanTheBundledGroupsIsRaised) {
  for (StringRef Old : {"c++98", "c++03", "c++11", "gnu++0x"}) {
    ClangCommand C;
    C.Args = {("-std=" + Old).str()};
    Pass P = expand(C)[0];
    EXPECT_EQ(P.Args[P.Args.size() - 3], "-std=gnu++14") << Old.str();
    EXPECT_EQ(P.Notes.size(), Old.ends_with("98") || Old.ends_with("03") ? 1u : 0u) << Old.str();
  }
}

TEST(PassesTest, Cxx14IsParsedAsItIsWithoutCuda13) {
  ClangCommand C;
  C.Args = {"-std=c++14"};
  EXPECT_FALSE(has(expand(C)[0], "-std=gnu++14"));
  EXPECT_FALSE(has(expand(C)[0], "-std=gnu++17"));
}

TEST(PassesTest, HipIsRaisedToo) {
  ClangCommand C;
  C.Args = {"-std=c++11"};
  C.Compiles = Accelerator::Hip;
  C.Inputs = {"x.hip"};
  EXPECT_TRUE(has(expandPasses(C, "/src/x.hip", "/src", Toolkit(), {})[0], "-std=gnu++14"));
}

TEST(PassesTest, TheNameInTheCommandTellsTheLanguage) {
  ClangCommand C;
  C.Inputs = {"x.cu"}; // a link to x.cpp
  EXPECT_NE(expandPasses(C, "/src/x.cpp", "/src", Toolkit(), {})[0].Name, "c++");
  C.Inputs = {"x.cpp"};
  EXPECT_EQ(expandPasses(C, "/src/x.cpp", "/src", Toolkit(), {})[0].Name, "c++");
}

} // namespace
