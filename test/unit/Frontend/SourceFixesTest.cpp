#include "Frontend/SourceFixes.h"

#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

using namespace coopify;
using namespace llvm;

namespace {

std::string fixed(StringRef Text) {
  std::optional<SourceFixes> F = fixSource(Text);
  std::string Result = F ? F->Text : "unchanged";
  EXPECT_TRUE(!F || F->Text.size() == Text.size()) << Text.str();
  return Result;
}

TEST(SourceFixes, SplitLaunchTokens) {
  EXPECT_EQ(fixed("k<< <g, b>> >(x);"), "k<<< g, b>>> (x);");
  EXPECT_EQ(fixed("k< <<g, b> >>(x);"), "k<<< g, b>>> (x);");
  EXPECT_EQ(fixed("k < < < g, b > > > (x);"), "k <<<   g, b >>>   (x);");
  EXPECT_EQ(fixed("k<<<g, b>> >\n  (x);"), "k<<<g, b>>> \n  (x);");
  EXPECT_EQ(fixed("k<< < g, f<A<int> >() >> >(x);"), "k<<<  g, f<A<int> >() >>> (x);");
  EXPECT_EQ(fixSource("k<< <1, 2>> >();\nk<< <1, 2>> >();")->LaunchTokens, 4u);
}

TEST(SourceFixes, NotALaunch) {
  EXPECT_EQ(fixed("k<<<g, b>>>(x); vector<vector<vector<int>> >(3);"), "unchanged");
  EXPECT_EQ(fixed("std::vector<std::vector<int> > v;"), "unchanged");
  EXPECT_EQ(fixed("// k<< <g, b>> >(x)"), "unchanged");
  EXPECT_EQ(fixed("/* k<< <g, b>> >(x) */ int x;"), "unchanged");
  EXPECT_EQ(fixed("puts(\"k<< <g, b>> >(x)\");"), "unchanged");
  EXPECT_EQ(fixed("auto s = R\"x(\"k<< <1, 2>> >(x))x\";"), "unchanged");
  EXPECT_EQ(fixed("a << b; c >> d; x < y; a <\n< b;"), "unchanged");
  EXPECT_EQ(fixed("#error don't\nk<< <1>> >();"), "#error don't\nk<<< 1>>> ();");
  EXPECT_EQ(fixed("int x = 1'000; k<< <1>> >();"), "int x = 1'000; k<<< 1>>> ();");
}

TEST(SourceFixes, RegistersInAsmWithOperands) {
  EXPECT_EQ(fixed(R"(asm("mov.u32 %0, %laneid;" : "=r"(l));)"),
            R"(asm("mov.u32 %0,%%laneid;" : "=r"(l));)");
  EXPECT_EQ(fixed(R"(asm volatile ( "mov.u32 %0, %lanemask_lt;" :"=r"(l) );)"),
            R"(asm volatile ( "mov.u32 %0,%%lanemask_lt;" :"=r"(l) );)");
  // No blank before it: one from further left.
  EXPECT_EQ(fixed(R"(__asm__ __volatile__("mov.u32 %0,%smid;":"=r"(s));)"),
            R"(__asm__ __volatile__("mov.u32%0,%%smid;":"=r"(s));)");
  // No blank at all: over the semicolon.
  EXPECT_EQ(fixed(R"(asm("{x(%clock64);}" : "=l"(c));)"), R"(asm("{x(%%clock64)}" : "=l"(c));)");
  EXPECT_EQ(fixed("asm(\"mov.u32 %0, %0;\"\n \"add %0, %warpid;\" : \"=r\"(l));"),
            "asm(\"mov.u32 %0, %0;\"\n \"add %0,%%warpid;\" : \"=r\"(l));");
}

TEST(SourceFixes, AsmThatIsRight) {
  EXPECT_EQ(fixed(R"(asm("mov.u32 %0, %%laneid;" : "=r"(l));)"), "unchanged");
  EXPECT_EQ(fixed(R"(asm("mov.u32 r, %laneid;");)"), "unchanged"); // no operands: one '%' is right
  EXPECT_EQ(fixed(R"(asm("add %0, %1, %2;" : "=r"(a) : "r"(b), "r"(c));)"), "unchanged");
  EXPECT_EQ(fixed(R"(asm("add %[tid], 1;" : [tid] "+r"(a));)"), "unchanged");
  EXPECT_EQ(fixed(R"(printf("%laneid: %d", asm_count);)"), "unchanged");
  EXPECT_EQ(fixed("asm"), "unchanged");
  EXPECT_EQ(fixed("asm(\"unclosed"), "unchanged");
}

TEST(SourceFixes, BytesAndLinesStay) {
  StringRef Text = "a\r\nk<< <1, 2>> >();\r\nasm(\"mov %0, %laneid;\" : \"=r\"(l));\r\n";
  std::string Result = fixed(Text);
  ASSERT_EQ(Result.size(), Text.size());
  for (size_t I = 0; I < Text.size(); ++I)
    EXPECT_EQ(Text[I] == '\n', Result[I] == '\n');
}

std::string asNvcc(StringRef Text) { return asNvccReads(Text).value_or("unchanged"); }

TEST(AsNvccReads, DirectivesThatAskForTheCompiler) {
  EXPECT_EQ(asNvcc("#ifdef __NVCC__\n"), "#ifdef __QVCC__\n");
  EXPECT_EQ(asNvcc("#if defined(__clang__)\n"), "#if defined(__Qlang__)\n");
  EXPECT_EQ(asNvcc("  # elif __clang_major__ > 3\n"), "  # elif __Qlang_major__ > 3\n");
  EXPECT_EQ(asNvcc("#if !defined(A) || \\\r\n  defined __NVCC__\r\nint x;"),
            "#if !defined(A) || \\\r\n  defined __QVCC__\r\nint x;");
}

TEST(AsNvccReads, TheTableOfMacros) {
  EXPECT_EQ(asNvcc("#if __GNUC__ >= 5 && __GNUC_MINOR__\n"),
            "#if __QNUC__ >= 5 && __QNUC_MINOR__\n");
  EXPECT_EQ(asNvcc("#define OLD (__GNUC__ < 5)\n"), "#define OLD (__QNUC__ < 5)\n");
  EXPECT_EQ(asNvcc("#ifndef __has_feature\n#define __has_feature(x) 0\n#endif"),
            "#ifndef __Qas_feature\n#define __Qas_feature(x) 0\n#endif");
  EXPECT_EQ(asNvcc("#include <__clang/x.h>\n"), "unchanged");
  EXPECT_EQ(asNvcc("#if MY__GNUC__ > 5 || __GNUC__X\n"), "unchanged");
  EXPECT_EQ(asNvcc("int x = __GNUC__;\n"), "unchanged");
}

std::vector<unsigned> archs(StringRef Text) {
  ArchTests Tests;
  Tests.add(Text);
  return Tests.Any ? std::vector(Tests.Numbers.begin(), Tests.Numbers.end())
                   : std::vector<unsigned>();
}

TEST(ArchTests, NumbersThatItIsComparedWith) {
  using Numbers = std::vector<unsigned>;
  EXPECT_EQ(archs("#if __CUDA_ARCH__ >= 750\n#elif (__CUDA_ARCH__ == 350)\n"), (Numbers{350, 750}));
  EXPECT_EQ(archs("#define A __CUDA_ARCH__\n#if A >= 600\n"), Numbers{600});
  EXPECT_EQ(archs("#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700\n"), Numbers{700});
  EXPECT_EQ(archs("NV_IF_TARGET(NV_PROVIDES_SM_75, (f();))\n"), Numbers{750});
  EXPECT_EQ(archs("#ifdef __CUDA_ARCH__\n#if X > 700\n"), Numbers{});
  EXPECT_EQ(archs("#if ! defined ( __CUDA_ARCH__ ) || X > 700\n"), Numbers{});
}

TEST(AsNvccReads, NothingElse) {
  EXPECT_EQ(asNvcc("int __NVCC__;\n"), "unchanged");
  EXPECT_EQ(asNvcc("#ifdef MY__NVCC__\n"), "unchanged");
  EXPECT_EQ(asNvcc("#ifdef __CUDACC__\n"), "unchanged");
  EXPECT_EQ(asNvcc("// #ifdef __NVCC__"), "unchanged");
}

TEST(TolerantFileSystem, RepairsUsersFilesOnly) {
  auto Memory = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  for (StringRef Path : {"/home/a.cu", "/usr/include/b.h", "/home/c.cu"})
    Memory->addFile(Path, 0,
                    MemoryBuffer::getMemBuffer(Path == "/home/c.cu" ? "int x;" : "k<< <1>> >();"));
  TolerantFileSystem FS(Memory, /*AsNvcc=*/std::nullopt);
  EXPECT_EQ((*FS.getBufferForFile("/home/a.cu"))->getBuffer(), "k<<< 1>>> ();");
  EXPECT_EQ((*FS.getBufferForFile("/usr/include/b.h"))->getBuffer(), "k<< <1>> >();");
  EXPECT_EQ((*FS.getBufferForFile("/home/c.cu"))->getBuffer(), "int x;");
  EXPECT_FALSE(FS.getBufferForFile("/home/none.cu"));
  EXPECT_EQ(FS.fixes(), (std::map<std::string, unsigned>{{"/home/a.cu", 2}}));
}

} // namespace
