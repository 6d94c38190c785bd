#include "Driver/Units/HeaderUsers.h"

#include <gtest/gtest.h>

using namespace coopify;

namespace {

const HeaderPaths Headers(std::vector<std::string>{"/src/include/sum.cuh"});

std::vector<std::string> names(llvm::StringRef Text) {
  std::vector<std::string> Out;
  for (const NameUse &Use : namesIn(scanNames(Text, "/src/more.cu"), Headers).Uses)
    if (!Use.Name.empty()) // the #include itself
      Out.push_back(Use.Name +
                    (Use.Prototype  ? "()"
                     : Use.Launches ? "<<<"
                                    : "") +
                    "@" + std::to_string(Use.Where.Line) + ":" + std::to_string(Use.Where.Column));
  return Out;
}

using Names = std::vector<std::string>;

TEST(NamesIn, AFileWithoutTheHeaderNamesNothing) {
  EXPECT_EQ(names("int sum(int x);\n"), Names());
  EXPECT_EQ(names("#include \"other.cuh\"\nint x = sum(1);\n"), Names());
  EXPECT_EQ(names("#include \"checksum.cuh\"\nint x = sum(1);\n"), Names());
}

TEST(NamesIn, TheHeaderIsKnownByTheEndOfItsPath) {
  for (const char *Include :
       {"\"sum.cuh\"", "<sum.cuh>", "\"../include/sum.cuh\"", "<include/sum.cuh>"})
    EXPECT_EQ(names(std::string("# include ") + Include + "\nx;").back(), "x@2:1") << Include;
}

TEST(NamesIn, CommentsAndStringsAreNotNames) {
  EXPECT_EQ(names("#include <sum.cuh>\n// sum(1)\n/* sum */ f(\"sum\", 's');\nf(g);\n"),
            (Names{"f@3:11", "g@4:3"}));
}

TEST(NamesIn, APrototypeNeedsNoHeader) {
  EXPECT_EQ(names("extern __device__ int sum(int *x, int (*f)(int));\n"), (Names{"sum()@1:23"}));
  EXPECT_EQ(names("int g(int);\n__device__ int sum(int *x) { return g(*x); }\n"), Names());
  EXPECT_EQ(names("__device__ int table[2];\nvoid f() { sum(1); }\n"), Names());
}

TEST(NamesIn, CodeThatStartsKernelsMayStartAnyThatItNames) {
  EXPECT_EQ(names("void f() { k<<<1, 2>>>(); }\n"),
            (Names{"f<<<@1:6", "k<<<@1:12", "void<<<@1:1"}));
  EXPECT_EQ(names("cudaLaunchKernel(k);\n"), (Names{"cudaLaunchKernel<<<@1:1", "k<<<@1:18"}));
  EXPECT_EQ(names("__global__ void k(int *);\n"), (Names{"k()@1:17"}));
  EXPECT_EQ(names("launch(k, \"k\");\n"), Names());
}

TEST(NamesIn, WhatLooksKernelsUpMayMeanItsStrings) {
  EXPECT_EQ(names("cuModuleGetFunction(&f, m, \"_Z1kPi\"); g(\"not a name\");\n"),
            (Names{"_Z1kPi<<<@1:28", "cuModuleGetFunction<<<@1:1", "f<<<@1:22", "g<<<@1:39",
                   "m<<<@1:25"}));
}

TEST(NamesIn, SaysWhetherItIncludesAHeader) {
  EXPECT_TRUE(namesIn(scanNames("#include <sum.cuh>\n", "/src/more.cu"), Headers).IncludesHeader);
  EXPECT_FALSE(
      namesIn(scanNames("#include <other.cuh>\n", "/src/more.cu"), Headers).IncludesHeader);
}

} // namespace
