//===- IncludePointTest.cpp -----------------------------------------------===//

#include "Extract/Files/IncludePoint.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

/// \p Marked with the '^' at the expected place.
void expectAt(std::string Marked) {
  size_t At = Marked.find('^');
  ASSERT_NE(At, std::string::npos);
  Marked.erase(At, 1);
  EXPECT_EQ(findIncludePoint(Marked).Offset, At) << Marked;
}

TEST(IncludePointTest, AfterTheLastInclude) {
  expectAt("#include <a>\n#include <b>\n^\nint x;\n");
  expectAt("// c\n#include <a>\n\n#include <b>\n^void f();\n#include <late>\n");
}

TEST(IncludePointTest, NotInsideAConditional) {
  expectAt("#include <a>\n^#ifdef X\n#include <b>\n#endif\nint x;\n");
  expectAt("#ifdef X\n#include <b>\n#endif\n#include <a>\n^int x;\n");
}

TEST(IncludePointTest, InsideTheIncludeGuard) {
  expectAt("#ifndef H\n#define H\n#include <a>\n^int x;\n#endif\n");
  expectAt("#ifndef H\n#define H\n^int x;\n#endif\n");
  expectAt("#pragma once\n#include <a>\n^int x;\n");
  expectAt("#pragma once\n^int x;\n");
}

TEST(IncludePointTest, InsideAGuardBelowTheFirstIncludes) {
  expectAt("#include <a>\n#ifndef H\n#define H\n^\nint x;\n#endif\n");
  expectAt("#include <a>\n#ifndef H\n#define H\n#include <b>\n^int x;\n#endif\n");
}

TEST(IncludePointTest, HoweverTheGuardIsSpelled) {
  expectAt("#if !defined(H)\n#define H\n^int x;\n#endif // H\n");
  expectAt("# if ! defined H\n# define H\n^int x;\n# endif /* H\n*/\n\n");
  expectAt("// c\n#ifndef H /* c */\n#define H // c\n#if X\nint y;\n#else\n#endif\n"
           "#include <a>\n^int x;\n#endif");
  expectAt("#ifndef H\n#define H 1\n^int x;\n#endif\n");
  expectAt("#ifndef H\n#define H\n^char g[] = \"src/*.cu\", q = '\"';\n#endif\n");
}

TEST(IncludePointTest, ADefaultValueIsNoGuard) {
  expectAt("^#ifndef SIZE\n#define SIZE 256\n#endif\nint x;\n");
  expectAt("#ifndef SIZE\n#define SIZE 256\n#endif\n#include <a>\n^int x;\n");
  expectAt("^#ifndef USE_FAST\n#define USE_FAST\n#endif\nint x;\n");
  expectAt("^#ifndef SIZE\n#define SIZE\n#include <a>\n#endif\nint x;\n");
  expectAt("^#ifndef H\n#define H\nint x;\n#endif\nint y;\n");
  expectAt("^#ifndef H\n#define H\nint x;\n#else\nint y;\n#endif\n");
  expectAt("^#ifndef H\n#define H\nint x;\n"); // no #endif: none of it is known
}

TEST(IncludePointTest, InAnArmAroundAllCode) {
  expectAt("#if USE_GPU\n#include <b>\n^int x;\n#endif\n");
  expectAt("// c\n\n#if USE_GPU\n^int x;\n#endif // USE_GPU\n\n// c\n");
  expectAt("#include <a>\n#ifdef X\n#include <b>\n^int x;\n#endif\n");
  expectAt("#ifndef H\n#define H\n#include <a>\n#if X\n#include <b>\n^int x;\n#endif\n#endif\n");
  expectAt("#if X\n#if Y\n#include <b>\n^int x;\n#endif\n#endif\n");
  expectAt("#ifndef H\n^#define OTHER\nint x;\n#endif\n");
  expectAt("#if !defined(H) && !defined(I)\n^#define H\nint x;\n#endif\n");
}

TEST(IncludePointTest, NotInAnArmAroundSomeCode) {
  expectAt("^#if X\nint x;\n#else\nint x;\n#endif\n");
  expectAt("^#if X\nint x;\n#endif\n#if Y\nint y;\n#endif\n");
  expectAt("#include <a>\n^#ifdef X\n#include <b>\n#endif\n");
  expectAt("^#if __CUDA_ARCH__ >= 200\nint x;\n#endif\n"); // one side of the compiler
  expectAt("^#define OK 3\n#if X\nint x;\n#endif\n");
}

TEST(IncludePointTest, PragmaOnceBelowIncludes) {
  expectAt("#include <a>\n^\n#pragma once\n\nint x;\n");
}

TEST(IncludePointTest, AboveMacrosOfTheVendorsWords) {
  expectAt("#include <a>\n^#define max(a,b) a\n#include \"b\"\nint x;\n");
  expectAt("^#define OK 3\n#include <a>\nint x;\n");
  expectAt("^#ifndef OK\n#define OK 3\n#endif\n#include <a>\nint x;\n");
  expectAt("#define SIZE 3\n#include <a>\n^int x;\n");
  expectAt("#define OK 3\n#include <cuda_fp16.h>\n^#include <b>\nint x;\n");
}

TEST(IncludePointTest, BeforeCodeInAnArm) {
  expectAt("#include <a>\n^#ifdef X\nint f() {\n}\n#endif\n#include <b>\n");
  expectAt("#ifdef X\ntypedef int T;\n#endif\n#include <b>\n^int x;\n");
  expectAt("#ifdef __cplusplus\nextern \"C\" {\n#endif\n#include <b>\n^int x;\n");
}

TEST(IncludePointTest, WithoutIncludes) {
  expectAt("^int x;\n");
  expectAt("^");
  expectAt("// licence\n^\nint x;\n");
  expectAt("^// what x is\nint x;\n");
  expectAt("/* licence\n\n*/\n^\n// what x is\nint x;\n");
}

TEST(IncludePointTest, CommentsAreNoDirectives) {
  expectAt("/* #include <no>\n*/\n#include <a>\n^int x;\n");
  expectAt("#include <a> // #include <b>\n^int x;\n");
}

TEST(IncludePointTest, ContinuedMacrosAreNoDeclarations) {
  expectAt("#define M(x) \\\n  int x;\n#include <a>\n^int y;\n");
}

TEST(IncludePointTest, AByteOrderMarkStaysFirst) {
  expectAt("\xEF\xBB\xBF^int x;\n");
  expectAt("\xEF\xBB\xBF#pragma once\n^int x;\n");
  expectAt("\xEF\xBB\xBF// Of the file.\n#include <a>\n^int x;\n");
}

TEST(IncludePointTest, KnowsWhatIsThere) {
  EXPECT_TRUE(
      findIncludePoint("#include <cooperative_groups.h>\n").Includes.has(GroupHeader::Groups));
  EXPECT_FALSE(
      findIncludePoint("#include <cooperative_groups.h>\n").Includes.has(GroupHeader::Bundled));
  EXPECT_TRUE(findIncludePoint("#include <coopify/cooperative_groups.h>\n")
                  .Includes.has(GroupHeader::Bundled));
  EXPECT_FALSE(findIncludePoint("#include <coopify/cooperative_groups.h>\n")
                   .Includes.has(GroupHeader::Groups));
  EXPECT_FALSE(findIncludePoint("#if 0\n#include <cooperative_groups.h>\n#endif\n")
                   .Includes.has(GroupHeader::Groups));
  EXPECT_TRUE(findIncludePoint("#include <cooperative_groups/reduce.h>\n")
                  .Includes.has(GroupHeader::Reduce));
  EXPECT_FALSE(
      findIncludePoint("#include <cooperative_groups/reduce.h>\n").Includes.has(GroupHeader::Scan));
  EXPECT_FALSE(findIncludePoint("#include <cooperative_groups/reduce.h>\n")
                   .Includes.has(GroupHeader::Groups));
  EXPECT_TRUE(findIncludePoint("int x;\r\n").CRLF);
}

} // namespace
