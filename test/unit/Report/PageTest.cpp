#include "Report/Forges/Fingerprints.h"
#include "Report/Page/Markup.h"
#include "Report/Sources.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

template <typename As> std::string written(llvm::StringRef Text) {
  std::string Out;
  llvm::raw_string_ostream(Out) << As{Text};
  return Out;
}

TEST(PageTest, TextIsNoMarkup) {
  EXPECT_EQ(written<Shown>("a < b && \"c\" > 'd'"),
            "a &lt; b &amp;&amp; &quot;c&quot; &gt; &#39;d&#39;");
  EXPECT_EQ(written<Shown>("</script>\t\n"), "&lt;/script&gt;\t\n");
}

TEST(PageTest, WhatCannotBeSeenIsShownByItsBytes) {
  EXPECT_EQ(written<Shown>("a\xff"
                           "b\x07"),
            "a&lt;FF&gt;b&lt;07&gt;");
  EXPECT_EQ(written<Shown>("\xe2\x80\xae"), "&lt;E2&gt;&lt;80&gt;&lt;AE&gt;")
      << "turns text around";
  EXPECT_EQ(written<Shown>("ä€𝄞"), "ä€𝄞");
  EXPECT_EQ(written<Shown>("\xe2\x82"), "&lt;E2&gt;&lt;82&gt;") << "cut off";
}

TEST(PageTest, QuotedIsCode) {
  EXPECT_EQ(written<Prose>("'a<b>' calls 'f' (in 'g')"),
            "<code>a&lt;b&gt;</code> calls <code>f</code> (in <code>g</code>)");
  EXPECT_EQ(written<Prose>("the user's own"), "the user&#39;s own");
  EXPECT_EQ(written<Prose>("'x == 'c'' it"), "<code>x == &#39;c</code>&#39; it");
  EXPECT_EQ(written<Prose>("''"), "&#39;&#39;");
}

TEST(SourcesTest, PlacesCountCharacters) {
  const Sources Files([](llvm::StringRef Path) -> std::optional<std::string> {
    return Path == "/a" ? std::optional<std::string>("ä\r\nbc\n") : std::nullopt;
  });
  auto Place = [&](unsigned Offset) {
    const CharPlace P = Files.of("/a").placeOf(Offset);
    return std::pair(P.Line, P.Column);
  };
  EXPECT_EQ(Place(0), std::pair(1u, 1u));
  EXPECT_EQ(Place(2), std::pair(1u, 2u));
  EXPECT_EQ(Place(5), std::pair(2u, 2u));
  EXPECT_EQ(Place(7), std::pair(3u, 1u)) << "behind the last line";
  EXPECT_EQ(Place(99), std::pair(3u, 1u));
  EXPECT_EQ(Files.of("/a").line(1), "ä");
  EXPECT_EQ(Files.of("/a").line(3), "");
  EXPECT_EQ(Files.of("/none").placeOf(5).Line, 1u);
}

TEST(FingerprintsTest, FollowTheTextOfTheLine) {
  std::string Code = "f();\n  f();\ng();\n";
  auto Prints = [&](std::vector<unsigned> Lines) {
    std::vector<Finding> Found(Lines.size());
    std::vector<Outcome> Became(Lines.size());
    for (size_t I = 0; I != Lines.size(); ++I)
      Found[I].Where.Loc = {"/r/a.cu", 0, Lines[I], 1};
    const Sources Files([&](llvm::StringRef) { return std::optional(Code); });
    return fingerprintsOf(resultsOf(Found, Became), Files, "/r");
  };
  const auto Before = Prints({1, 2, 3});
  EXPECT_NE(Before[0], Before[1]) << "the same text, but the second of it";
  EXPECT_NE(Before[0], Before[2]);
  Code = "\n\n  f();\nf();\n\tg();\n";
  EXPECT_EQ(Prints({3, 4, 5}), Before);
}

} // namespace
