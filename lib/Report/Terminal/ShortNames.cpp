#include "Report/Terminal/TextFinding.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <map>
#include <optional>
#include <set>

using namespace coopify;

namespace {

/// "ns::f<int, S<2>>::g": what stands in front of the first '<', in it and behind it.
struct TemplateName {
  llvm::StringRef Front;
  std::vector<llvm::StringRef> Arguments;
  llvm::StringRef Back;
};

} // namespace

/// Longer ones are cut.
static constexpr size_t LongName = 40;

static bool isInName(char C) { return llvm::isAlnum(C) || C == '_' || C == ':' || C == '~'; }

/// nullopt: there is none, or it is an expression.
static std::optional<TemplateName> parseName(llvm::StringRef Text) {
  TemplateName Out;
  Out.Front = Text.take_until([](char C) { return C == '<'; });
  if (Out.Front.empty() || !llvm::all_of(Out.Front, isInName) || Out.Front == Text)
    return std::nullopt;
  const size_t First = Out.Front.size() + 1;
  size_t Begin = First;
  int Depth = 1;
  for (size_t I = First; I < Text.size(); ++I) {
    Depth += llvm::StringRef("<({[").contains(Text[I]);
    const bool Closes = llvm::StringRef(">)}]").contains(Text[I]);
    if ((Closes && Depth == 1) || (Text[I] == ',' && Depth == 1)) {
      Out.Arguments.push_back(Text.slice(Begin, I).trim());
      Begin = I + 1;
    }
    if (Closes && --Depth == 0) {
      Out.Back = Text.drop_front(I + 1);
      return Out.Back.empty() || Out.Back.starts_with("::") ? std::optional(Out) : std::nullopt;
    }
  }
  return std::nullopt;
}

static std::string shortName(llvm::StringRef Name, llvm::ArrayRef<llvm::StringRef> Others);

/// The argument at \p Index among those of \p Others, which may have none there.
static std::string shortArgument(const TemplateName &Name, size_t Index,
                                 llvm::ArrayRef<TemplateName> Others) {
  const llvm::StringRef Own = Name.Arguments[Index];
  std::vector<llvm::StringRef> There;
  bool TellsApart = false;
  for (const TemplateName &Other : Others) {
    if (Index < Other.Arguments.size())
      There.push_back(Other.Arguments[Index]);
    TellsApart |= Index >= Other.Arguments.size() || Other.Arguments[Index] != Own;
  }
  if (TellsApart)
    return shortName(Own, There);
  return Index == 0 && Own.size() <= LongName / 2 ? Own.str() : "...";
}

/// Of \p Name what tells it from \p Others is kept, and its first argument, as it is mostly a type
/// that people know.
static std::string shortName(llvm::StringRef Name, llvm::ArrayRef<llvm::StringRef> Others) {
  const std::optional<TemplateName> Own = parseName(Name);
  if (Name.size() <= LongName || !Own)
    return Name.str();
  std::vector<TemplateName> Alike;
  std::vector<llvm::StringRef> Backs;
  for (llvm::StringRef Other : Others)
    if (std::optional<TemplateName> Parsed = parseName(Other);
        Parsed && Parsed->Front == Own->Front) {
      Alike.push_back(*Parsed);
      Backs.push_back(Parsed->Back);
    }
  std::vector<std::string> Arguments;
  for (size_t I = 0; I < Own->Arguments.size(); ++I)
    if (std::string Text = shortArgument(*Own, I, Alike);
        Text != "..." || Arguments.empty() || Arguments.back() != "...")
      Arguments.push_back(std::move(Text));
  llvm::StringRef Back = Own->Back;
  const std::string Rest = Back.consume_front("::") ? "::" + shortName(Back, {}) : "";
  // What stands behind may be all that tells two of them apart, and is kept as it is then.
  const bool OneBack = llvm::all_of(Backs, [&](llvm::StringRef B) { return B == Own->Back; });
  return (Own->Front + "<" + llvm::join(Arguments, ", ") + ">" + (OneBack ? Rest : Own->Back.str()))
      .str();
}

/// What is between quotes in \p Text, by \p Change. A quote opens behind no word: "NVIDIA's".
static std::string changeQuoted(llvm::StringRef Text,
                                llvm::function_ref<std::string(llvm::StringRef)> Change) {
  std::string Out;
  while (!Text.empty()) {
    const bool Opens = Text.front() == '\'' && (Out.empty() || !llvm::isAlnum(Out.back()));
    const size_t End = Opens ? Text.find('\'', 1) : llvm::StringRef::npos;
    if (End == llvm::StringRef::npos) {
      Out += Text.front();
      Text = Text.drop_front();
      continue;
    }
    Out += "'" + Change(Text.slice(1, End)) + "'";
    Text = Text.drop_front(End + 1);
  }
  return Out;
}

static void forEachText(llvm::MutableArrayRef<TextFinding> All,
                        llvm::function_ref<void(std::string &)> Do) {
  for (TextFinding &F : All) {
    Do(F.Headline);
    for (TextNote &N : F.Notes)
      Do(N.Text);
  }
}

size_t coopify::shortenNames(llvm::MutableArrayRef<TextFinding> All) {
  std::set<std::string> Names;
  forEachText(All, [&](std::string &Text) {
    changeQuoted(Text, [&](llvm::StringRef Quoted) {
      if (parseName(Quoted))
        Names.insert(Quoted.str());
      return Quoted.str();
    });
  });
  std::map<llvm::StringRef, std::vector<llvm::StringRef>> Alike;
  for (llvm::StringRef Name : Names)
    Alike[Name.split('<').first].push_back(Name);
  std::map<std::string, std::string> Short;
  for (const std::string &Name : Names)
    if (std::string Cut = shortName(Name, Alike[llvm::StringRef(Name).split('<').first]);
        Cut.size() < Name.size())
      Short[Name] = std::move(Cut);
  if (!Short.empty())
    forEachText(All, [&](std::string &Text) {
      Text = changeQuoted(Text, [&](llvm::StringRef Quoted) {
        auto Known = Short.find(Quoted.str());
        return Known == Short.end() ? Quoted.str() : Known->second;
      });
    });
  return Short.size();
}
