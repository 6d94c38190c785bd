#include "Frontend/Command/DefaultLanguage.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace coopify {

namespace {
struct OfToolkit {
  unsigned Version; ///< from it on
  DefaultLanguage Language;
};
} // namespace

// CUDA 13's cooperative_groups.h does not compile as C++14 (semantics 0.7). From CUDA 9 on nvcc has
// at least C++14; gcc 11 is taken from CUDA 11.4 on; CUDA 8 takes gcc 5, which has C++98.
static constexpr unsigned FirstWithCxx17 = 13000; // see Toolkits.def
static constexpr OfToolkit Languages[] = {
    {FirstWithCxx17, {"gnu++17", ""}}, {12000, {"gnu++17", "gnu++14"}},
    {11000, {"gnu++14", "gnu++17"}},   {9000, {"gnu++14", ""}},
    {0, {"gnu++14", "gnu++98"}},
};

DefaultLanguage defaultLanguage(const Toolkit &Kit) {
  if (Kit.embedded()) // any may compile it
    return {"gnu++17", "gnu++14"};
  return find_if(Languages, [&](const OfToolkit &L) { return Kit.Version >= L.Version; })->Language;
}

/// "ifdef__cplusplus", "defined(__cplusplus)&&..." say nothing of which C++ it is.
static std::string withoutDefined(StringRef Directive) {
  std::string Out;
  copy_if(Directive, std::back_inserter(Out), [](char C) { return !isSpace(C) && C != '('; });
  for (StringRef Asks : {"def__cplusplus", "defined__cplusplus"})
    for (size_t At = 0; (At = Out.find(Asks.str(), At)) != std::string::npos;)
      Out.erase(At, Asks.size());
  return Out;
}

bool testsLanguage(StringRef Text) {
  bool Continued = false;
  for (StringRef Line : split(Text, '\n')) {
    StringRef Directive = Line.trim();
    const bool Is = Continued || Directive.starts_with("#");
    Continued = Is && Directive.ends_with("\\");
    Directive = Directive.ltrim("# \t");
    if (!Is || Directive.starts_with("endif") || Directive.starts_with("include"))
      continue;
    if (Directive.contains("__cplusplus") &&
        StringRef(withoutDefined(Directive)).contains("__cplusplus"))
      return true;
    // __cpp_if_constexpr, __has_cpp_attribute, BOOST_NO_CXX17_IF_CONSTEXPR
    if (Directive.contains("__cpp_") || Directive.contains("_cpp_attribute") ||
        (Directive.contains("CXX") && !Directive.starts_with("define")))
      return true;
  }
  return false;
}

/// Of a command's -std; empty without one, or if clang does not know it.
static StringRef standardOf(ArrayRef<std::string> Args) {
  for (StringRef Arg : reverse(Args))
    if (Arg.consume_front("-std=") || Arg.consume_front("--std="))
      return Arg;
  return {};
}

std::optional<RaisedLanguage> raisedLanguage(ArrayRef<std::string> Args, const Toolkit *Kit) {
  const StringRef Standard = standardOf(Args);
  const unsigned Users = StringSwitch<unsigned>(Standard)
                             .Cases({"c++98", "c++03", "gnu++98", "gnu++03"}, 98)
                             .Cases({"c++0x", "c++11", "gnu++0x", "gnu++11"}, 11)
                             .Cases({"c++1y", "c++14", "gnu++1y", "gnu++14"}, 14)
                             .Default(0);
  if (Users == 0)
    return std::nullopt;
  if (Kit && !Kit->embedded() && Kit->Version >= FirstWithCxx17)
    return RaisedLanguage{Standard.str(), "gnu++17", "old-standard"};
  if (Users == 14)
    return std::nullopt;
  // C++14 reads C++11 as C++11 does, but for the headers that ask for it.
  return RaisedLanguage{Standard.str(), "gnu++14",
                        Users == 98 ? StringLiteral("older-standard") : StringLiteral("")};
}

} // namespace coopify
