#include "Frontend/Toolkit.h"
#include "Frontend/ToolkitFiles.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include "../Driver/TemporaryFolder.h"

#include "gtest/gtest.h"

#include <map>

using namespace coopify;
using namespace llvm;

namespace {

class ToolkitTest : public testing::Test {
protected:
  void addFile(StringRef Path, StringRef Text = "") {
    FS->addFile(Path, 0, MemoryBuffer::getMemBufferCopy(Text));
  }
  void addToolkit(const std::string &Dir, StringRef CudaH) {
    addFile(Dir + "/include/cuda.h", CudaH);
    addFile(Dir + "/include/cuda_runtime.h");
  }
  Expected<Toolkit> find(std::string Flag = "") {
    auto Env = [&](StringRef Name) { return lookUp(Variables, Name); };
    auto Program = [&](StringRef Name) { return lookUp(Programs, Name); };
    ToolkitSearch Search{std::move(Flag), Env, Program};
    return findToolkit(Search, *FS);
  }
  std::string pathFound(std::string Flag = "") { return cantFail(find(std::move(Flag))).Path; }

  using Table = std::map<std::string, std::string>;
  static std::optional<std::string> lookUp(const Table &T, StringRef Name) {
    auto Found = T.find(Name.str());
    return Found == T.end() ? std::nullopt : std::optional(Found->second);
  }
  IntrusiveRefCntPtr<vfs::InMemoryFileSystem> FS = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  Table Variables, Programs;
};

TEST_F(ToolkitTest, NothingInstalledIsEmbedded) {
  Toolkit Kit = cantFail(find());
  EXPECT_TRUE(Kit.embedded());
  EXPECT_EQ(Kit.Version, 13000u);
}

TEST_F(ToolkitTest, FlagWinsAndMustBeRight) {
  addToolkit("/a", "#define CUDA_VERSION 11080\n");
  addToolkit("/usr/local/cuda", "");
  Variables["CUDA_HOME"] = "/usr/local/cuda";
  EXPECT_EQ(pathFound("/a"), "/a");
  EXPECT_EQ(cantFail(find("/a")).Version, 11080u);
  EXPECT_TRUE(cantFail(find("embedded")).embedded());
  Expected<Toolkit> None = find("/nowhere");
  ASSERT_FALSE(bool(None));
  EXPECT_NE(toString(None.takeError()).find("/nowhere"), std::string::npos);
}

TEST_F(ToolkitTest, OrderOfPlaces) {
  addToolkit("/usr/local/cuda", "");
  EXPECT_EQ(pathFound(), "/usr/local/cuda");
  addToolkit("/opt/nv/12", "");
  Programs["nvcc"] = "/opt/nv/12/bin/nvcc";
  EXPECT_EQ(pathFound(), "/opt/nv/12");
  addToolkit("/env", "");
  Variables["CUDA_HOME"] = "/env";
  EXPECT_EQ(pathFound(), "/env");
  Variables["CUDA_PATH"] = "/wrong"; // no headers there
  EXPECT_EQ(pathFound(), "/env");
}

TEST_F(ToolkitTest, VariableHidesWhatIsInstalled) {
  addToolkit("/usr/local/cuda", "");
  Programs["nvcc"] = "/usr/local/cuda/bin/nvcc";
  Variables["CUDA_PATH"] = "embedded";
  EXPECT_TRUE(cantFail(find()).embedded());
  EXPECT_EQ(pathFound("/usr/local/cuda"), "/usr/local/cuda"); // the flag is asked first
}

// On disk: the file system in memory does not resolve links.
TEST(ToolkitOnDisk, NvccThroughALink) {
  SmallString<128> Dir, Real;
  ASSERT_FALSE(sys::fs::createUniqueDirectory("coopify-toolkit", Dir));
  ASSERT_FALSE(sys::fs::real_path(Dir, Real));
  for (StringRef Sub : {"/kit/include", "/kit/bin", "/bin"})
    ASSERT_FALSE(sys::fs::create_directories(Dir + Sub));
  for (StringRef Name : {"/kit/include/cuda.h", "/kit/include/cuda_runtime.h", "/kit/bin/nvcc"}) {
    std::error_code Error;
    raw_fd_ostream((Dir + Name).str(), Error);
    ASSERT_FALSE(Error);
  }
  ASSERT_FALSE(sys::fs::create_link(Dir + "/kit/bin/nvcc", Dir + "/bin/nvcc"));
  auto Env = [](StringRef) { return std::optional<std::string>(); };
  auto Program = [&](StringRef) { return std::optional((Dir + "/bin/nvcc").str()); };
  EXPECT_EQ(cantFail(findToolkit({"", Env, Program}, *vfs::getRealFileSystem())).Path,
            (Real + "/kit").str());
  sys::fs::remove_directories(Dir);
}

TEST_F(ToolkitTest, DebianHasHeadersInUsr) {
  addToolkit("/usr", "#define CUDA_VERSION 11080\n");
  addFile("/usr/lib/nvidia-cuda-toolkit/bin/nvcc");
  Programs["nvcc"] = "/usr/bin/nvcc";
  EXPECT_EQ(pathFound(), "/usr");
}

TEST_F(ToolkitTest, VersionFiles) {
  addToolkit("/a", "");
  addFile("/a/version.json",
          R"({"cuda": {"version": "12.4.1"}, "cuda_nvcc": {"version": "12.4.131"}})");
  Toolkit Kit = cantFail(find("/a"));
  EXPECT_EQ(Kit.Version, 12040u);
  EXPECT_EQ(Kit.Build, 131u);
  addToolkit("/b", "");
  addFile("/b/version.txt", "CUDA Version 10.2.89\n");
  EXPECT_EQ(cantFail(find("/b")).Version, 10020u);
  addToolkit("/c", "#define CUDA_VERSION 9020");
  addFile("/c/version.json", "not json");
  EXPECT_EQ(cantFail(find("/c")).Version, 9020u);
}

TEST(ToolkitFiles, TheRuntimeWhereverItIsInstalled) {
  TemporaryFolder Folder;
  EXPECT_FALSE(isToolkitFile(Folder.write("users/coopify/reduce.h", "")));
  for (const char *Name : {"cooperative_groups.h", "detail/target.h"})
    Folder.write(std::string("inc/coopify/") + Name, "");
  EXPECT_TRUE(isToolkitFile(Folder / "inc/coopify/reduce.h"));
  EXPECT_TRUE(isToolkitFile(Folder / "inc/coopify/detail/words.h"));
  EXPECT_FALSE(isToolkitFile(Folder / "inc/coopify/kernels.cu"));
  EXPECT_FALSE(isToolkitFile(Folder / "inc/coopify/other/reduce.h"));
  EXPECT_FALSE(isToolkitFile(Folder / "inc/reduce.h"));
}

TEST(ToolkitFiles, ByPathNotByName) {
  EXPECT_TRUE(isToolkitFile("/__coopify__/cuda/cuda_runtime.h"));
  EXPECT_TRUE(isToolkitFile("/usr/lib/llvm-22/lib/clang/22/include/__clang_cuda_intrinsics.h"));
  EXPECT_FALSE(isToolkitFile("/home/me/project/include/cuda_runtime.h"));
  EXPECT_FALSE(isToolkitFile("/home/me/__clang_cuda_intrinsics.h"));
  EXPECT_FALSE(isToolkitFile("/__coopify__other/x.h"));
  EXPECT_FALSE(isToolkitFile(""));
  addToolkitRoot("/opt/test-kit");
  EXPECT_TRUE(isToolkitFile("/opt/test-kit/include/crt/../cuda_runtime.h"));
  EXPECT_FALSE(isToolkitFile("/opt/test-kit/samples/reduction.cu"));
  EXPECT_FALSE(isToolkitFile("/opt/test-kit2/include/x.h"));
}

TEST(ToolkitFiles, SystemIsMore) {
  EXPECT_TRUE(isSystemFile("/usr/include/math.h"));
  EXPECT_FALSE(isToolkitFile("/usr/include/math.h"));
  EXPECT_FALSE(isSystemFile("/home/me/usr/include/math.h"));
}

} // namespace
