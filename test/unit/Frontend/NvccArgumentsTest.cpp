#include "Frontend/NvccArguments.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"

#include "gtest/gtest.h"

#include <map>

using namespace coopify;
using namespace llvm;

namespace {

const std::map<std::string, std::string> Files = {
    {"flags.rsp", "-DFROM_FILE=1 --std=c++14\n-I\"dir with blank\""},
    {"nested.rsp", "@flags.rsp -DOUTER"},
    {"loop.rsp", "@loop.rsp -DLOOP"},
    {"opts.txt", "-arch=sm_61 -DFROM_OPTF"},
};

std::optional<std::string> readFile(StringRef Name) {
  auto Found = Files.find(Name.str());
  return Found == Files.end() ? std::nullopt : std::optional(Found->second);
}

/// \p Line as a shell would split it.
ClangCommand translate(StringRef Line) {
  BumpPtrAllocator Allocator;
  StringSaver Saver(Allocator);
  SmallVector<const char *> Words;
  cl::TokenizeGNUCommandLine(Line, Saver, Words);
  return translateCommand(std::vector<std::string>(Words.begin(), Words.end()), readFile);
}

struct Case {
  const char *Line;
  const char *Args;
  const char *Archs = "";
  const char *Unknown = "";
};

class Nvcc : public testing::TestWithParam<Case> {};

TEST_P(Nvcc, Translates) {
  ClangCommand C = translate(GetParam().Line);
  EXPECT_EQ(join(C.Args, " "), GetParam().Args) << GetParam().Line;
  EXPECT_EQ(join(C.Archs, " "), GetParam().Archs) << GetParam().Line;
  EXPECT_EQ(join(C.Unknown, " "), GetParam().Unknown) << GetParam().Line;
}

const Case Architectures[] = {
    {"nvcc -arch=sm_70 a.cu", "", "sm_70"},
    {"nvcc -arch sm_70 a.cu", "", "sm_70"},
    {"nvcc --gpu-architecture=compute_70 a.cu", "", "sm_70"},
    {"nvcc --gpu-architecture sm_90a a.cu", "", "sm_90a"},
    {"nvcc -arch=compute_35 -code=sm_35,sm_37 a.cu", "", "sm_35"},
    {"nvcc -code=sm_52 a.cu", "", "sm_52"},
    {"nvcc -gencode arch=compute_35,code=[sm_35,compute_35] a.cu", "", "sm_35"},
    {"nvcc -gencode=arch=compute_60,code=sm_61 a.cu", "", "sm_60"},
    {"nvcc --generate-code arch=compute_60,code=compute_60 a.cu", "", "sm_60"},
    {"nvcc \"--generate-code=arch=compute_80,code=[compute_80,sm_80]\" a.cu", "", "sm_80"},
    {"nvcc -gencode \"arch=compute_70,code=\\\"sm_70,compute_70\\\"\" a.cu", "", "sm_70"},
    {"nvcc -gencode code=sm_30,arch=compute_30 a.cu", "", "sm_30"},
    {"nvcc -gencode arch=compute_50,code=sm_50 -gencode arch=compute_60,code=sm_60 -arch=sm_50 "
     "a.cu",
     "", "sm_50 sm_60"},
    {"nvcc -arch=native a.cu", "", ""},
    {"nvcc -arch=all a.cu", "", ""},
    {"nvcc -arch=all-major a.cu", "", ""},
    {"nvcc --gpu-name sm_13 a.cu", "", "sm_13"},
    {"nvcc -gencode a.cu", "", ""},
};
INSTANTIATE_TEST_SUITE_P(Architectures, Nvcc, testing::ValuesIn(Architectures));

const Case Preprocessing[] = {
    {"nvcc -DA -D B=1 --define-macro=C --define-macro D a.cu", "-DA -DB=1 -DC -DD"},
    {"nvcc -DA,B=2 a.cu", "-DA -DB=2"}, // nvcc --dryrun does so
    {"nvcc '-DF(a,b)=a' a.cu", "-DF(a,b)=a"},
    {"nvcc '-DS=\"x,y\"' a.cu", "-DS=\"x,y\""},
    {"nvcc -UA -U B --undefine-macro=C a.cu", "-UA -UB -UC"},
    {"nvcc -Ia -I b -I=c --include-path d,e --include-path=f a.cu", "-Ia -Ib -Ic -Id -Ie -If"},
    {"nvcc -isystem x -isystem=y --system-include z,w a.cu",
     "-isystem x -isystem y -isystem z -isystem w"},
    {"nvcc -include a.h --pre-include=b.h,c.h a.cu", "-include a.h -include b.h -include c.h"},
    {"nvcc -std=c++11 a.cu", "-std=c++11"},
    {"nvcc --std c++17 a.cu", "-std=c++17"},
    {"nvcc -use_fast_math --expt-relaxed-constexpr -extended-lambda a.cu",
     "-fgpu-approx-transcendentals -D__CUDACC_RELAXED_CONSTEXPR__ -D__CUDACC_EXTENDED_LAMBDA__"},
    {"nvcc --expt-extended-lambda -G a.cu", "-D__CUDACC_EXTENDED_LAMBDA__ -D__CUDACC_DEBUG__"},
    {"nvcc --default-stream per-thread a.cu", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"},
    {"nvcc --default-stream legacy a.cu", ""},
    {"nvcc -ftemplate-depth=2000 --no-exceptions a.cu", "-ftemplate-depth=2000 -fno-exceptions"},
};
INSTANTIATE_TEST_SUITE_P(Preprocessing, Nvcc, testing::ValuesIn(Preprocessing));

const Case OtherPrograms[] = {
    {"nvcc -Xcompiler -fopenmp,-DFOO,-Wall a.cu", "-fopenmp -DFOO"},
    {"nvcc -Xcompiler=-fPIC a.cu", ""},
    {"nvcc --compiler-options \"-m64 -std=c++11\" a.cu", "-m64 -std=c++11"},
    {"nvcc --compiler-options=-I,dir,-isystem,sys a.cu", "-I dir -isystem sys"},
    {"nvcc -isystem=/usr/include -isystem /usr/include,x a.cu", "-isystem x"},
    {"nvcc -Xcompiler -DV=\\\\\\\"1.0\\\\\\\" a.cu", "-DV=\"1.0\""},
    {"nvcc -Xcompiler '\"-Wall,-DQ\"' a.cu", ""}, // one quoted word
    {"nvcc -Xcompiler -Xpreprocessor,-DX -Xcompiler -DY a.cu", "-DX -DY"},
    {"nvcc -Xcompiler -Xpreprocessor,-D,-Xpreprocessor,X=1 a.cu", "-D X=1"},
    {"nvcc -Xcompiler -Wp\\,-DX\\,-UY a.cu", "-DX -UY"},
    {"nvcc -Xcompiler --define-macro=X=1,--include=x.h a.cu", "--define-macro=X=1 --include=x.h"},
    {"nvcc -Xcompiler -fno-signed-char,-march=native,-g3,-pipe a.cu", "-fno-signed-char"},
    {"nvcc -Xptxas -v,-dlcm=ca -Xcudafe --diag_suppress=2739 -Xlinker -rpath -Xnvlink=-w a.cu", ""},
    {"nvcc -Xarchive a --ptxas-options=-v --nvlink-options x --linker-options=-z,now a.cu", ""},
    {"nvcc -ccbin /usr/bin/g++ a.cu", ""},
    {"nvcc -ccbin=g++-12 --compiler-bindir clang a.cu", ""},
};
INSTANTIATE_TEST_SUITE_P(OtherPrograms, Nvcc, testing::ValuesIn(OtherPrograms));

const Case Dropped[] = {
    {"nvcc -c a.cu -o a.o -MD -MF a.d -MT a.o -MQ x -MMD -MP", ""},
    {"nvcc -odir out --output-directory=out -keep --keep-dir k -lineinfo -g -O3 a.cu", "-O3"},
    {"nvcc -O 2 --optimize 3 -t 4 -t4 -t=0 --threads 8 -m64 -m 64 -m=64 --machine=64 a.cu",
     "-O2 -O3"},
    {"nvcc -maxrregcount=32 --maxrregcount 64 -ftz=true --fmad false -prec-div=false a.cu", ""},
    {"nvcc --diag-suppress 177,20012 -diag-warn=1 --diag-error 2 -Werror all-warnings -w a.cu", ""},
    {"nvcc -lcudart -Llib -L lib -l m -cudart shared --cudadevrt=none a.cu", ""},
    {"nvcc -Wno-deprecated-gpu-targets --resource-usage -err-no --split-compile=0 a.cu", ""},
};
INSTANTIATE_TEST_SUITE_P(Dropped, Nvcc, testing::ValuesIn(Dropped));

const Case Unknowns[] = {
    {"nvcc -Wall -fPIC a.cu", "", "", "-Wall -fPIC"},
    {"nvcc --no-such-thing=3 -DA a.cu", "-DA", "", "--no-such-thing=3"},
    {"nvcc -forward-unknown-to-host-compiler -Wall -fopenmp -fno-rtti -march=native a.cu",
     "-fopenmp -fno-rtti"},
    {"nvcc -Wall --forward-unknown-opts -idirafter d -pthread a.cu", "-idirafter d -pthread"},
    {"nvcc --forward-unknown-to-host-linker -Wall a.cu", "", "", "-Wall"},
    {"nvcc -optf nowhere.txt a.cu", "", "", "--options-file=nowhere.txt"},
};
INSTANTIATE_TEST_SUITE_P(Unknowns, Nvcc, testing::ValuesIn(Unknowns));

const Case OptionFiles[] = {
    {"nvcc @flags.rsp a.cu", "-DFROM_FILE=1 -std=c++14 -Idir with blank"},
    {"nvcc @nested.rsp a.cu", "-DFROM_FILE=1 -std=c++14 -Idir with blank -DOUTER"},
    {"nvcc --options-file opts.txt a.cu", "-DFROM_OPTF", "sm_61"},
    {"nvcc --options-file=opts.txt,flags.rsp a.cu",
     "-DFROM_OPTF -DFROM_FILE=1 -std=c++14 -Idir with blank", "sm_61"},
    {"nvcc -optf opts.txt -DAFTER a.cu", "-DFROM_OPTF -DAFTER", "sm_61"},
};
INSTANTIATE_TEST_SUITE_P(OptionFiles, Nvcc, testing::ValuesIn(OptionFiles));

const Case Launchers[] = {
    {"ccache /usr/local/cuda/bin/nvcc -DA a.cu", "-DA"},
    {"env CCACHE_DIR=/x sccache nvcc.exe -DA a.cu", "-DA"},
    {"cmake -E __run_co_compile --source=a.cu -- nvcc -DA a.cu", "-DA"},
    {"/opt/kokkos/nvcc_wrapper -DA a.cu", "-DA"},
};
INSTANTIATE_TEST_SUITE_P(Launchers, Nvcc, testing::ValuesIn(Launchers));

const Case HostCompilers[] = {
    {"g++ -DA -Iinc -O2 -Wall -fPIC -c a.cpp -o a.o -MD -MF a.d", "-DA -Iinc -O2 -fPIC"},
    {"g++ -c -oa.o -I inc -isystem sys -include pre.h a.cpp", "-I inc -isystem sys -include pre.h"},
    {"clang++ -x cuda --cuda-gpu-arch=sm_60 --offload-arch=sm_70,sm_80 --cuda-path=/c -nocudalib "
     "a.cu",
     "", "sm_60 sm_70 sm_80"},
    {"clang++ --cuda-device-only -Xclang -fcuda-x -std=c++17 -march=native a.cu",
     "-Xclang -fcuda-x -std=c++17 -march=native"},
    {"distcc clang -D X=1 -gdwarf-4 -g a.c", "-D X=1"},
};
INSTANTIATE_TEST_SUITE_P(HostCompilers, Nvcc, testing::ValuesIn(HostCompilers));

TEST(NvccArguments, Relocatable) {
  EXPECT_TRUE(translate("nvcc -rdc=true a.cu").RelocatableDevice);
  EXPECT_TRUE(translate("nvcc -rdc true a.cu").RelocatableDevice);
  EXPECT_TRUE(translate("nvcc --relocatable-device-code=true a.cu").RelocatableDevice);
  EXPECT_TRUE(translate("nvcc -dc a.cu").RelocatableDevice);
  EXPECT_TRUE(translate("clang++ -fgpu-rdc a.cu").RelocatableDevice);
  EXPECT_FALSE(translate("nvcc -rdc=false a.cu").RelocatableDevice);
  EXPECT_FALSE(translate("nvcc a.cu").RelocatableDevice);
}

/// A value is the option's that is in front of it, also of options that nobody here knows.
TEST(NvccArguments, ValuesOfClangsOptions) {
  const std::pair<const char *, const char *> Lines[] = {{"-cxx-isystem inc", "-cxx-isystem inc"},
                                                         {"-framework X", "-framework X"},
                                                         {"-rpath q", "-rpath q"},
                                                         {"-Xcuda-ptxas -v", "-Xcuda-ptxas -v"},
                                                         {"-fno-lto", "-fno-lto"},
                                                         {"-qnobody", "-qnobody"}};
  for (const auto &[Words, Args] : Lines)
    EXPECT_EQ(join(translate(std::string("clang++ ") + Words + " -DLAST -c a.cu").Args, " "),
              std::string(Args) + " -DLAST");
  EXPECT_EQ(join(translate("clang++ -DLAST a.cu -rpath").Args, " "), "-DLAST -rpath");
}

TEST(NvccArguments, WhatBringsTextIsUnread) {
  for (const char *Words : {"-ivfsoverlay x.yaml", "-fplugin=x.so", "-Xarch_sm_80 -DONE"})
    EXPECT_EQ(translate(std::string("clang++ ") + Words + " -c a.cu").Unread.size(), 1u) << Words;
  EXPECT_TRUE(translate("clang++ -Xarch_device -DONE -c a.cu").Unread.empty());
}

TEST(NvccArguments, Language) {
  EXPECT_EQ(translate("nvcc -x cu a.cpp").Language, "cuda");
  EXPECT_EQ(translate("nvcc --x=cu a.cpp").Language, "cuda");
  EXPECT_EQ(translate("clang++ -xcuda a.cpp").Language, "cuda");
  EXPECT_EQ(translate("nvcc -x c++ a.cpp").Language, "c++");
  EXPECT_EQ(translate("nvcc a.cu").Language, "");
}

TEST(NvccArguments, InputsAreSourcesOnly) {
  ClangCommand C = translate("nvcc -dlink a.o lib.a -o x b.cu sub/c.cpp -Xptxas d.cu");
  EXPECT_EQ(C.Inputs, (std::vector<std::string>{"b.cu", "sub/c.cpp"}));
  EXPECT_TRUE(C.IsNvcc);
  EXPECT_FALSE(translate("g++ a.cpp").IsNvcc);
}

TEST(NvccArguments, NothingIsNeverFatal) {
  EXPECT_TRUE(translateCommand({}, readFile).Inputs.empty());
  EXPECT_TRUE(translate("ccache").Inputs.empty());
  for (const char *Line : {"nvcc -D", "nvcc -o", "nvcc -Xcompiler", "nvcc --", "nvcc -",
                           "nvcc =", "nvcc -gencode", "nvcc -optf", "nvcc -O", "g++ -I", "nvcc @"})
    translate(Line);
  EXPECT_EQ(join(translate("nvcc @loop.rsp a.cu").Inputs, " "), "a.cu");
}

} // namespace
