#include "Frontend/Preludes/Preludes.h"

#include "Frontend/Passes.h"
#include "Frontend/Preludes/EarlyHeaders.h"
#include "Frontend/Preludes/LeadHeaders.h"
#include "Frontend/Preludes/ReadFiles.h"
#include "Frontend/ToolkitFiles.h"

#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"
#include "clang/Serialization/ASTWriter.h"
#include "clang/Serialization/PCHContainerOperations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"

#include <chrono>
#include <set>

using namespace llvm;

namespace coopify {
namespace {

/// A database may have flags of its own for every unit; each prelude takes about 10 MB.
constexpr size_t MostInMemory = 8;
/// Of what is stored (asText).
constexpr StringLiteral FormatVersion = "6";
/// To make one takes a third longer than to parse the headers: a run over one unit, which
/// parses it and then what was written, gains nothing.
constexpr unsigned WorthIt = 3;

std::string mounted(StringRef Name) { return (EmbeddedRoot + "/" + Name).str(); }

void add(SHA256 &Hash, StringRef Text) {
  Hash.update(Text);
  Hash.update(StringRef("\0", 1));
}

/// Of the flags that name folders a path may be relative.
bool namesFolders(const Pass &P) {
  return any_of(ArrayRef(P.Args).drop_front(P.OwnArgs), [](StringRef Arg) {
    return Arg.starts_with("-I") || Arg.starts_with("-i") || Arg.starts_with("-F") ||
           Arg.starts_with("-B") || Arg.contains("sysroot") || Arg.starts_with("@") ||
           Arg.starts_with("-X") || Arg.starts_with("-stdlib");
  });
}

/// All that decides what the headers mean but the headers that lie on the disk: those
/// clang compares itself.
std::string keyOf(const Pass &P, const clang::CompilerInvocation &Invocation,
                  const Preludes::Prelude *Below) {
  SHA256 Hash;
  if (Below) // whose declarations it numbers
    add(Hash, utohexstr(*Below->Digest));
  add(Hash, FormatVersion);
  add(Hash, clang::getClangFullRepositoryVersion());
  add(Hash, embeddedDigest());
  // Where the driver looks for headers is for what is installed to say, and for the environment.
  bool Relative = namesFolders(P);
  for (const auto &Entry : Invocation.getHeaderSearchOpts().UserEntries) {
    add(Hash, Entry.Path);
    Relative |= sys::path::is_relative(Entry.Path);
  }
  if (Relative)
    add(Hash, P.Directory);
  add(Hash, Invocation.getHeaderSearchOpts().ResourceDir);
  for (StringRef Arg : ArrayRef(P.Args).drop_back(1)) // the file
    add(Hash, Arg);
  return toHex(Hash.final(), /*LowerCase=*/true).substr(0, 32);
}

/// Only whether there was a complaint.
class Quiet : public clang::DiagnosticConsumer {};

/// Without what a unit would read at its end, to complain of the headers: the functions whose
/// deferred diagnostics it would look for, in all that they call, and those that nobody uses. That
/// takes a third of a small unit's time.
class PreludeGenerator : public clang::PCHGenerator {
public:
  PreludeGenerator(clang::CompilerInstance &CI, std::shared_ptr<clang::PCHBuffer> Out,
                   EarlyWords *Words)
      : PCHGenerator(CI.getPreprocessor(), CI.getModuleCache(), /*OutputFile=*/"", /*isysroot=*/"",
                     std::move(Out), CI.getCodeGenOpts(),
                     ArrayRef<std::shared_ptr<clang::ModuleFileExtension>>()),
        Words(Words) {}

  void InitializeSema(clang::Sema &S) override {
    TheSema = &S;
    PCHGenerator::InitializeSema(S);
  }
  void HandleTranslationUnit(clang::ASTContext &Context) override {
    if (Words)
      *Words = wordsOfEarlyHeaders(Context, TheSema->getPreprocessor());
    TheSema->DeclsToCheckForDeferredDiags.clear();
    auto &Unused = TheSema->UnusedFileScopedDecls;
    Unused.erase(Unused.begin(nullptr, /*LocalOnly=*/true), Unused.end());
    PCHGenerator::HandleTranslationUnit(Context);
  }

private:
  EarlyWords *const Words; ///< nullptr: nobody asks
  clang::Sema *TheSema = nullptr;
};

bool endsWithLead(const Pass &P) { return hasLeadHeaders(P) && P.Early == HeaderSet(); }

/// Writes to memory, as clang's own PrecompiledPreamble does.
class PrecompileAction : public clang::ASTFrontendAction {
public:
  PrecompileAction(const Pass &P, std::shared_ptr<clang::PCHBuffer> Out, EarlyWords *Words)
      : P(P), Out(std::move(Out)), Words(Words) {}

  bool Fits = true;

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &CI,
                                                        StringRef) override {
    if (endsWithLead(P))
      watchLeadHeaders(CI, P, Fits);
    return std::make_unique<PreludeGenerator>(CI, Out, Words);
  }
  bool hasASTFileSupport() const override { return false; }
  clang::TranslationUnitKind getTranslationUnitKind() override { return clang::TU_Prefix; }

private:
  const Pass &P;
  std::shared_ptr<clang::PCHBuffer> Out;
  EarlyWords *const Words;
};

void writeSet(json::OStream &J, StringRef Name, const StringSet<> &Words) {
  J.attributeArray(Name, [&] {
    for (StringRef Word : std::set<StringRef>(Words.keys().begin(), Words.keys().end()))
      J.value(json::fixUTF8(Word)); // in their order: the same for each run
  });
}

/// What stands beside a prelude in the store. Empty: it cannot be kept.
std::string asText(const ReadFiles &Read, sys::TimePoint<> Since, const EarlyWords *Words) {
  std::string Text;
  raw_string_ostream OS(Text);
  json::OStream J(OS);
  bool Written = false;
  J.object([&] {
    Written = writeReads(J, Read, Since);
    if (Words) {
      writeSet(J, "Words", Words->All);
      writeSet(J, "AtFileScope", Words->AtFileScope);
    }
  });
  return Written ? Text : "";
}

StringSet<> asSet(const json::Array *Items) {
  StringSet<> Out;
  for (const json::Value &Item : Items ? *Items : json::Array())
    Out.insert(Item.getAsString().value_or(""));
  return Out;
}

/// \p FS with \p Top and all that is below it.
IntrusiveRefCntPtr<vfs::FileSystem> withPreludes(IntrusiveRefCntPtr<vfs::FileSystem> FS,
                                                 const Preludes::Prelude *Top) {
  auto Memory = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  for (; Top; Top = Top->Below.get())
    Memory->addFileNoOwn(Top->Path, 0, Top->Code->getMemBufferRef());
  auto Layers = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(std::move(FS));
  Layers->pushOverlay(std::move(Memory));
  return Layers;
}

void beginWithFile(clang::CompilerInvocation &Invocation, StringRef Path, unsigned Headers) {
  std::vector<std::string> &Includes = Invocation.getPreprocessorOpts().Includes;
  Includes.erase(Includes.begin(), Includes.begin() + Headers);
  Invocation.getPreprocessorOpts().ImplicitPCHInclude = Path.str();
  // A prelude from an earlier run: also the system's headers may be others now.
  Invocation.getHeaderSearchOpts().ModulesValidateSystemHeaders = true;
}

/// Without a name yet. What \p Below has is no part of it.
Preludes::Prelude precompile(const Pass &P, const clang::CompilerInvocation &Invocation,
                             IntrusiveRefCntPtr<vfs::FileSystem> FS, const Preludes::Prelude *Below,
                             ReadFiles &Read) {
  auto Mine = std::make_shared<clang::CompilerInvocation>(Invocation);
  Mine->getFrontendOpts().Inputs = {
      clang::FrontendInputFile(mounted("prelude.cu"), clang::Language::CUDA)};
  Mine->getFrontendOpts().ProgramAction = clang::frontend::GeneratePCH;
  Mine->getPreprocessorOpts().Includes.resize(P.PreludeHeaders);
  Mine->getLangOpts().PCHInstantiateTemplates = true; // else each unit does, at its end
  if (Below)
    beginWithFile(*Mine, Below->Path, P.PreludeHeaders - 1);
  clang::CompilerInstance Compiler(std::move(Mine));
  Compiler.setVerboseOutputStream(nulls());
  Compiler.setVirtualFileSystem(withPreludes(recordReads(std::move(FS), Read), Below));
  Compiler.createDiagnostics(new Quiet, /*ShouldOwnClient=*/true);
  Compiler.createFileManager();
  auto Out = std::make_shared<clang::PCHBuffer>();
  auto Words = P.Early == HeaderSet() ? nullptr : std::make_shared<EarlyWords>();
  PrecompileAction Action(P, Out, Words.get());
  if (!Compiler.ExecuteAction(Action) || Compiler.getDiagnostics().hasErrorOccurred() ||
      !Out->IsComplete || !Action.Fits || !isOfLibraries(Read))
    return {};
  Preludes::Prelude Made;
  Made.Code = std::make_shared<SmallVectorMemoryBuffer>(std::move(Out->Data), "prelude",
                                                        /*RequiresNullTerminator=*/false);
  Made.Words = std::move(Words);
  return Made;
}

} // namespace

struct Preludes::Entry {
  std::string Key;
  std::mutex Lock; ///< held while it is made: the others wait, it is quicker
  unsigned Asked = 0;
  bool Done = false;
  Prelude Precompiled;
};

Preludes::Preludes(CacheStore Store) : Store(std::move(Store)) {}
Preludes::~Preludes() = default;

std::shared_ptr<Preludes::Entry> Preludes::entry(const std::string &Key) {
  std::lock_guard Guard(Lock);
  auto It = find_if(Recent, [&](const auto &E) { return E->Key == Key; });
  if (It != Recent.end()) {
    Recent.splice(Recent.begin(), Recent, It);
    return Recent.front();
  }
  Recent.push_front(std::make_shared<Entry>());
  Recent.front()->Key = Key;
  if (Recent.size() > MostInMemory)
    Recent.pop_back();
  return Recent.front();
}

/// Beside each is what has to be known of it.
static std::string besideKey(StringRef Key) { return (Key + "-about").str(); }

/// And of what a unit begins with, that it was asked for, or that it is not to be precompiled.
static std::string seenKey(StringRef Key) { return (Key + "-seen").str(); }
static constexpr StringLiteral SeenOnce = "once", SeenInVain = "in vain";

/// Both files, and all that was asked for as it was; or none.
static Preludes::Prelude loaded(const CacheStore &Store, FilesNow &Disk, StringRef Key,
                                bool Early) {
  const auto About = Store.Load(besideKey(Key));
  Expected<json::Value> Value =
      About ? json::parse(About->getBuffer()) : Expected<json::Value>(createStringError("none"));
  if (!Value) {
    consumeError(Value.takeError());
    return {};
  }
  const json::Object *O = Value->getAsObject();
  if (!O || !Disk.isAsRead(*O))
    return {};
  auto Words = Early ? std::make_shared<EarlyWords>() : nullptr;
  if (Early)
    *Words = {asSet(O->getArray("Words")), asSet(O->getArray("AtFileScope"))};
  Preludes::Prelude Out;
  Out.Code = Store.Load(Key);
  Out.Words = std::move(Words);
  Out.Missing = std::make_shared<StringSet<>>(asSet(O->getArray("Missing")));
  return Out;
}

/// What is included first is what the pass itself says, and nothing of the user's.
static bool beginsWithPrelude(const clang::CompilerInvocation &Invocation, const Pass &P) {
  const std::vector<std::string> &Includes = Invocation.getPreprocessorOpts().Includes;
  std::vector<StringRef> Own;
  for (size_t I = 0; I + 1 < P.OwnArgs; ++I)
    if (P.Args[I] == "-include")
      Own.push_back(P.Args[++I]);
  return Own.size() >= P.PreludeHeaders && Includes.size() >= P.PreludeHeaders &&
         std::equal(Own.begin(), Own.begin() + P.PreludeHeaders, Includes.begin());
}

/// nullopt: there is one to be, and there is none.
std::optional<Preludes::Prelude> Preludes::below(const Pass &P,
                                                 const clang::CompilerInvocation &Invocation,
                                                 IntrusiveRefCntPtr<vfs::FileSystem> FS) {
  clang::CompilerInvocation Shorter(Invocation);
  dropLast(Shorter, P);
  Prelude Below = get(*P.Below, Shorter, std::move(FS));
  if (!Below.Code)
    return std::nullopt;
  const std::shared_ptr<Entry> E = entry(Below.Key);
  std::lock_guard Guard(E->Lock);
  if (!E->Precompiled.Digest || E->Precompiled.Code != Below.Code) {
    Below.Digest = hashOfText(Below.Code->getBuffer());
    if (E->Precompiled.Code == Below.Code)
      E->Precompiled.Digest = Below.Digest;
  } else {
    Below.Digest = E->Precompiled.Digest;
  }
  return Below;
}

/// What one unit alone begins with is not precompiled before it is parsed a second time.
bool Preludes::isWorthIt(const Pass &P, const Entry &E) {
  if (!Store.Load)
    return E.Asked >= WorthIt;
  if (const auto Seen = Store.Load(seenKey(E.Key)))
    return Seen->getBuffer() == SeenOnce;
  if (!endsWithLead(P))
    return true;
  Store.Save(seenKey(E.Key), SeenOnce);
  return false;
}

Preludes::Prelude Preludes::get(const Pass &P, const clang::CompilerInvocation &Invocation,
                                IntrusiveRefCntPtr<vfs::FileSystem> FS) {
  if (P.PreludeHeaders == 0 || !beginsWithPrelude(Invocation, P))
    return {};
  const auto Below = P.Below ? below(P, Invocation, FS) : std::optional(Prelude());
  if (!Below)
    return {};
  const Prelude *Under = P.Below ? &*Below : nullptr;
  const std::shared_ptr<Entry> E = entry(keyOf(P, Invocation, Under));
  std::lock_guard Guard(E->Lock);
  ++E->Asked;
  if (E->Done)
    return E->Precompiled;
  const bool Stored = bool(Store.Load);
  if (Stored)
    E->Precompiled = loaded(Store, Disk, E->Key, P.Early != HeaderSet());
  if (!E->Precompiled.Code && !isWorthIt(P, *E))
    return {};
  if (!E->Precompiled.Code) {
    ReadFiles Read;
    const auto Since = std::chrono::system_clock::now();
    E->Precompiled = precompile(P, Invocation, std::move(FS), Under, Read);
    if (Stored && !E->Precompiled.Code)
      Store.Save(seenKey(E->Key), SeenInVain);
    if (Under && Under->Missing)
      Read.Missing.insert_range(Under->Missing->keys());
    E->Precompiled.Missing = std::make_shared<StringSet<>>(Read.Missing);
    const std::string About =
        Stored && E->Precompiled.Code ? asText(Read, Since, E->Precompiled.Words.get()) : "";
    if (!About.empty()) {
      Store.Save(besideKey(E->Key), About);
      Store.Save(E->Key, E->Precompiled.Code->getBuffer());
    }
  }
  E->Precompiled.Key = E->Key;
  E->Precompiled.Path = mounted("prelude-" + E->Key + ".pch");
  E->Precompiled.Below = Under ? std::make_shared<Prelude>(*Under) : nullptr;
  E->Done = true;
  return E->Precompiled;
}

void Preludes::forget(const Prelude &Stale) {
  for (const Prelude *Each = &Stale; Each; Each = Each->Below.get()) {
    const std::shared_ptr<Entry> E = entry(Each->Key);
    std::lock_guard Guard(E->Lock);
    E->Done = true;
    E->Precompiled = {};
    if (Store.Save)
      Store.Save(E->Key, "");
  }
}

void beginWith(clang::CompilerInvocation &Invocation, const Pass &P,
               const Preludes::Prelude &Precompiled, vfs::InMemoryFileSystem &Memory) {
  for (const Preludes::Prelude *Each = &Precompiled; Each; Each = Each->Below.get())
    Memory.addFileNoOwn(Each->Path, 0, Each->Code->getMemBufferRef());
  beginWithFile(Invocation, Precompiled.Path, P.PreludeHeaders);
}

void dropLast(clang::CompilerInvocation &Invocation, const Pass &P) {
  std::vector<std::string> &Includes = Invocation.getPreprocessorOpts().Includes;
  const std::string &Last = P.Early == HeaderSet() ? P.LeadFile : P.EarlyFile;
  if (auto It = find(Includes, Last); It != Includes.end())
    Includes.erase(It);
}

} // namespace coopify
