#include "Frontend/Preludes/Preludes.h"
#include "Frontend/ToolkitFiles.h"

#include "Frontend/ParseUnit.h"
#include "Frontend/Preludes/LeadHeaders.h"

#include "clang/Frontend/FrontendActions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <map>

using namespace coopify;
using namespace llvm;

namespace {

/// A store in memory that counts.
struct Shelf {
  std::map<std::string, std::string> Kept;
  unsigned Loads = 0, Saves = 0;

  CacheStore store() {
    return {[this](StringRef Key) -> std::unique_ptr<MemoryBuffer> {
              ++Loads;
              auto It = Kept.find(Key.str());
              return It == Kept.end() ? nullptr : MemoryBuffer::getMemBufferCopy(It->second);
            },
            [this](StringRef Key, StringRef Bytes) {
              ++Saves;
              Kept[Key.str()] = Bytes.str();
            }};
  }
};

constexpr const char *File = "/coopify-test/a.cu";
constexpr const char *Kernel = "__global__ void k(int *p) { p[threadIdx.x] = warpSize; }";

struct Unit {
  std::vector<std::string> Flags;
  std::string Directory = "/";
  std::string Text = Kernel;
};

std::string parse(const std::shared_ptr<Preludes> &Precompiled, const Unit &U = {}) {
  PassOptions Options;
  Options.Wanted = {"sm_70"};
  Options.Precompiled = Precompiled;
  ClangCommand Command;
  Command.Args = U.Flags;
  Pass P = expandPasses(Command, File, U.Directory, Toolkit(), Options).front();
  ParseOutcome Outcome =
      parseUnit(P, {{File, U.Text}}, [] { return std::make_unique<clang::SyntaxOnlyAction>(); });
  std::string Text = Outcome.Ran ? "" : "did not run: " + Outcome.WhyNot;
  for (const ParseError &E : Outcome.Errors)
    Text += std::to_string(E.Where.Line) + ": " + E.Text + "\n";
  for (const ParseNote &N : Outcome.Notes)
    Text += N.Kind + ": " + N.Text + "\n";
  return Text;
}

TEST(Preludes, AreStoredAtTheFirstParseAndLoadedByTheNextRun) {
  Shelf S;
  EXPECT_EQ(parse(std::make_shared<Preludes>(S.store())), "");
  EXPECT_EQ(S.Kept.size(), 2u); // with what is to be known of it
  EXPECT_EQ(parse(std::make_shared<Preludes>(S.store())), "");
  EXPECT_EQ(S.Loads, 4u); // the first time also, whether it was tried in vain
  EXPECT_EQ(S.Saves, 2u);
}

TEST(Preludes, OneForAllFoldersAndOneForEachSetOfFlags) {
  Shelf S;
  auto Precompiled = std::make_shared<Preludes>(S.store());
  parse(Precompiled);
  parse(Precompiled, {{}, "/tmp"});
  EXPECT_EQ(S.Kept.size(), 2u);
  parse(Precompiled, {{"-DNDEBUG"}});
  EXPECT_EQ(S.Kept.size(), 4u);
}

/// A folder that is removed at the end, and files in it.
class Files {
public:
  Files() { EXPECT_FALSE(sys::fs::createUniqueDirectory("preludes", Folder)); }
  ~Files() { sys::fs::remove_directories(Folder); }
  void write(StringRef Name, StringRef Text) const {
    consumeError(writeToOutput((Folder + "/" + Name).str(), [&](raw_ostream &OS) {
      OS << Text;
      return Error::success();
    }));
  }
  SmallString<128> Folder;
};

TEST(Preludes, OfFlagsThatNameFoldersAreOfTheHeadersThatAreInFront) {
  Shelf S;
  Files Project;
  const Unit U = {{("-I" + Project.Folder).str()}};
  EXPECT_EQ(parse(std::make_shared<Preludes>(S.store()), U), "");
  EXPECT_EQ(parse(std::make_shared<Preludes>(S.store()), U), "");
  EXPECT_EQ(S.Saves, 2u); // with what is to be known of it
  Project.write("math.h", "#error this is another one\n");
  EXPECT_NE(parse(std::make_shared<Preludes>(S.store()), U), "");
}

constexpr const char *Vectors = "#include <vector>\n#include <cassert>\n";

TEST(Preludes, WhatAUnitBeginsWithIsPrecompiledWhenItComesAgain) {
  Shelf S;
  const Unit U = {{}, "/", std::string(Vectors) + "int n = std::vector<int>(3).size();" + Kernel};
  EXPECT_EQ(parse(std::make_shared<Preludes>(S.store()), U), "");
  EXPECT_EQ(S.Saves, 3u); // the headers, and that this was seen
  EXPECT_EQ(parse(std::make_shared<Preludes>(S.store()), U), "");
  EXPECT_EQ(S.Saves, 5u);
  EXPECT_EQ(parse(std::make_shared<Preludes>(S.store()), U), "");
  EXPECT_EQ(S.Saves, 5u);
  const Unit Broken = {{}, "/", std::string(Vectors) + "std::vector<int> v = 3;\nstd::map<int> m;"};
  const std::string Said = parse(std::make_shared<Preludes>(S.store()), Broken);
  EXPECT_EQ(Said, parse(nullptr, Broken));
  EXPECT_TRUE(StringRef(Said).contains("3: ")) << Said;
  EXPECT_TRUE(StringRef(Said).contains("4: ")) << Said;
}

TEST(Preludes, WhatCannotBeIncludedTwiceIsNoPartOfThem) {
  Shelf S;
  Files Project;
  Project.write("again.hpp", "int twice;\n");
  // Of the system, as it were; the text is the user's, and is read where it stands.
  const Unit U = {{("-idirafter" + Project.Folder).str()},
                  "/",
                  "#include <vector>\n#include <again.hpp>\nint n = twice;"};
  for (int Run = 0; Run < 3; ++Run)
    EXPECT_EQ(parse(std::make_shared<Preludes>(S.store()), U), "");
}

TEST(Preludes, WhatAUnitBeginsWith) {
  Files Project;
  Project.write("mine", "");
  struct {
    std::string Text, Lead;
    std::vector<std::string> Flags = {};
  } Cases[] = {
      {"#include <vector>\n#include <stdio.h>\nint n;", "<vector> <stdio.h> "},
      {"// first\n/* and\n */\n# include \"vector\" // why\r\nint n;", "\"vector\" "},
      {"#include <stdio.h>\nint n;", ""}, // nothing that is worth it
      {"#include <vector>\n#define N 1\n#include <map>\n", "<vector> "},
      {"#pragma once\n#include <vector>\n", ""},
      {"#ifdef A\n#include <vector>\n#endif\n", ""},
      {"#include <vector>\n#include HEADER\n#include <map>\n", "<vector> "},
      {"#include <vector> /* and\n more */ int n;\n#include <map>\n", ""},
      {"#include <vector>\n#include <mine>\n#include <map>\n",
       "<vector> ",
       {("-I" + Project.Folder).str()}},
      {"#include <vector>\n#include <mine>\n#include <map>\n",
       "<vector> ",
       {"-isystem", Project.Folder.str().str()}},
      {"#include <vector>\n", "", {"-include", "stdio.h"}},
      {"#include <vector>\n", "", {"-imacros", "stdio.h"}},
      {"int n;\n#include <vector>\n", ""},
      {"#include <vector> // so \\\n#include <map>\n", ""},   // is in the comment
      {"#include <vector> // so ?\?/\n#include <map>\n", ""}, // perhaps
      {"#include <vector> // so\r#define map mop\r\n#include <map>\n", ""},
  };
  for (const auto &Case : Cases) {
    PassOptions Options;
    Options.Wanted = {"sm_70"};
    Options.Precompiled = std::make_shared<Preludes>();
    ClangCommand Command;
    Command.Args = Case.Flags;
    const Pass P = expandPasses(Command, File, "/", Toolkit(), Options).front();
    const Pass Led = withLeadHeaders(P, Case.Text);
    std::string Lead;
    for (StringRef Rest = Led.LeadText; !Rest.empty(); Rest = Rest.split('\n').second)
      Lead += (Rest.split('\n').first.split(' ').second + " ").str();
    EXPECT_EQ(Lead, Case.Lead) << Case.Text;
  }
}

/// \p Text with cooperative_groups.h in the prelude, which it includes.
ParseOutcome parseEarly(const std::shared_ptr<Preludes> &Precompiled, StringRef Text,
                        FileOverlay Others = {}) {
  PassOptions Options;
  Options.Wanted = {"sm_70"};
  Options.Precompiled = Precompiled;
  Pass P = expandPasses({}, File, "/", Toolkit(), Options).front();
  Others.emplace(File, Text.str());
  return parseUnit(P, Others, [] { return std::make_unique<clang::SyntaxOnlyAction>(); },
                   {GroupHeader::Groups});
}

TEST(Preludes, HeadersOfGroupsComeEarlyWhereNothingCouldTell) {
  Shelf S;
  auto Precompiled = std::make_shared<Preludes>(S.store());
  const std::string Include = "#include <cooperative_groups.h>\n";
  const std::string Use =
      "__device__ void f() { cooperative_groups::this_thread_block().sync(); }\n";
  struct {
    std::string Text;
    bool Early;
    unsigned Errors;
  } Cases[] = {
      {Include + Use, true, 0},
      {"#define MINE 1\nint before;\nnamespace mine { int n; }\n" + Include + Use, true, 0},
      {"#pragma GCC poison of_mine\n" + Include + Use, false, 0},
      {"_Pragma(\"GCC poison of_mine\") // pragma once\n" + Include + Use, false, 0},
      {"  #  pragma once\n" + Include + Use, true, 0},
      {"#define host mine\n" + Include + "#undef host\n" + Use, false, 0}, // by __host__
      {"namespace mine { int n; }\nusing namespace mine;\n" + Include + Use, false, 0},
      {"namespace { int predicate; }\n" + Include + Use, false, 0},
      {"extern \"C\" { enum { predicate = 3 }; }\n" + Include + Use, false, 0},
      {"__device__ int predicate(char *, int);\n" + Include + Use, false, 0},
      {"int thread_rank, num_threads;\n" + Include + Use, true, 0}, // members there
      {Include + "using namespace cooperative_groups;\nint thread_rank;\n", true, 0},
      {Use, false, 1},                                    // it never comes
      {"#if 0\n" + Include + "#endif\n" + Use, false, 1}, // nor here
      {Use + Include, false, 1},                          // too late
      {"#define sync barrier\n#undef sync\n" + Include + Use, true, 0},
      {"#include <assert.h>\n#include <utility>\n" + Include + Use, true, 0},
      {"#define sync barrier\n" + Include + "#undef sync\n" + Use, false, 1},
      {"namespace mine {\n" + Include + "}\n" + Use, false, 1}, // it is that one's then
      {"void g() {\n" + Include + "}\n", false, 1},
      {"namespace cooperative_groups { int mine; }\n" + Include + Use, false, 0},
  };
  for (const auto &Case : Cases) {
    const ParseOutcome Outcome = parseEarly(Precompiled, Case.Text);
    EXPECT_EQ(Outcome.Early, Case.Early) << Case.Text;
    EXPECT_EQ(Outcome.Errors.empty(), Case.Errors == 0) << Case.Text;
  }
}

TEST(Preludes, SomebodyElsesHeaderOfThatNameIsReadWhereItIs) {
  Shelf S;
  const ParseOutcome Outcome = parseEarly(std::make_shared<Preludes>(S.store()),
                                          "#include \"cooperative_groups.h\"\nint n = mine;\n",
                                          {{"/coopify-test/cooperative_groups.h", "int mine;\n"}});
  EXPECT_FALSE(Outcome.Early);
  EXPECT_TRUE(Outcome.Errors.empty());
}

TEST(Preludes, ThatNobodyCanReadIsReplaced) {
  Shelf S;
  parse(std::make_shared<Preludes>(S.store()));
  const std::string Good = S.Kept.begin()->second;
  for (const std::string &Bad : {std::string("no prelude"), Good.substr(0, Good.size() / 2)}) {
    S.Kept.begin()->second = Bad;
    EXPECT_EQ(parse(std::make_shared<Preludes>(S.store())), "");
    EXPECT_EQ(S.Kept.begin()->second, "");
  }
}

/// As if a toolkit's header were one of its own: included first, from a system folder.
Pass passOverToolkit(StringRef Folder, std::shared_ptr<Preludes> Precompiled) {
  PassOptions Options;
  Options.Wanted = {"sm_70"};
  Options.Precompiled = std::move(Precompiled);
  Pass P = expandPasses({}, File, "/", Toolkit(), Options).front();
  const std::vector<std::string> More = {"-isystem", Folder.str(), "-include", "of_toolkit.h"};
  P.Args.insert(P.Args.begin() + P.OwnArgs, More.begin(), More.end());
  P.OwnArgs += More.size();
  ++P.PreludeHeaders;
  return P;
}

TEST(Preludes, WhoseHeaderHasChangedAreMadeAgain) {
  Files Headers;
  const std::string Folder = (Headers.Folder + "/include").str();
  ASSERT_FALSE(sys::fs::create_directory(Folder));
  addToolkitRoot(Headers.Folder); // of files of the user's there is none
  auto Write = [&](StringRef Text) { Headers.write("include/of_toolkit.h", Text); };
  Shelf S;
  auto Parse = [&](const std::shared_ptr<Preludes> &Precompiled) {
    Pass P = passOverToolkit(Folder, Precompiled);
    return parseUnit(P, {{File, "int v = of_toolkit;"}},
                     [] { return std::make_unique<clang::SyntaxOnlyAction>(); })
        .Errors.size();
  };
  Write("int of_toolkit;\n");
  EXPECT_EQ(Parse(std::make_shared<Preludes>(S.store())), 0u);
  ASSERT_FALSE(S.Kept.begin()->second.empty());
  Write("int of_this_toolkit;\n");
  EXPECT_EQ(Parse(std::make_shared<Preludes>(S.store())), 1u);
  EXPECT_EQ(S.Saves, 4u); // both times with what is to be known of it
}

/// Everything that the parser says is what it says without one.
TEST(Preludes, ChangeNothing) {
  const std::vector<std::string> Texts = {
      Kernel,
      "#include <cstdio>\n#include <cinttypes>\n#include <cuda_runtime.h>\n"
      "void f(long v) { printf(\"%\" PRId64, v); }",
      "int f() { return unknown; }",
      "__device__ double __shfl_down(double v, unsigned d, int w = 32) { return v; }",
      "#include <vector>\n#include <algorithm>\nint f(std::vector<int> &v) { std::sort(v.begin(), "
      "v.end()); return v[0]; }",
      "#include \"missing.h\"\n__device__ int f(int v) { return __shfl(v, 0); }"};
  Shelf S;
  auto Unstored = std::make_shared<Preludes>();
  for (unsigned Time = 0; Time < 2; ++Time) // with the third they begin to be used
    parse(Unstored);
  for (const std::string &Text : Texts) {
    const std::string Plain = parse(nullptr, {{}, "/", Text});
    EXPECT_EQ(parse(std::make_shared<Preludes>(S.store()), {{}, "/", Text}), Plain) << Text;
    EXPECT_EQ(parse(Unstored, {{}, "/", Text}), Plain) << Text;
  }
}

} // namespace
