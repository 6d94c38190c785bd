//===- LiteralMapTest.cpp -------------------------------------------------===//

#include "Extract/Files/LiteralMap.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

/// What the token stands for, with each byte replaced by how it is spelled.
std::string at(std::string Spelled, char Byte) {
  std::optional<LiteralMap> Map = mapLiteral(Spelled);
  if (!Map)
    return "none";
  EXPECT_EQ(Map->Bytes.size(), Map->At.size());
  size_t I = Map->Bytes.find(Byte);
  return I == std::string::npos ? "absent" : Spelled.substr(Map->At[I]);
}

std::string bytes(std::string Spelled) {
  std::optional<LiteralMap> Map = mapLiteral(Spelled);
  return Map ? Map->Bytes : "none";
}

TEST(LiteralMapTest, Escapes) {
  EXPECT_EQ(bytes("\"a\\n\\tb\\\\\\\"c\""), "a\n\tb\\\"c");
  EXPECT_EQ(at("\"\\n\\tshfl.up\"", 's'), "shfl.up\"");
  EXPECT_EQ(at("\"\\\\\\\"x\"", 'x'), "x\"");
  EXPECT_EQ(at("u8\"\\nx\"", 'x'), "x\"");
}

TEST(LiteralMapTest, ContinuedLines) {
  EXPECT_EQ(bytes("\"a\\\nb\""), "ab");
  EXPECT_EQ(bytes("\"a\\\r\nb\""), "ab");
  EXPECT_EQ(at("\"a\\\r\nb\"", 'b'), "b\"");
}

TEST(LiteralMapTest, RawStrings) {
  EXPECT_EQ(bytes("R\"x(a\\n)\")x\""), "a\\n)\"");
  EXPECT_EQ(bytes("R\"(a\r\nb)\""), "a\nb");
  EXPECT_EQ(at("R\"(a\r\nb)\"", 'b'), "b)\"");
  EXPECT_EQ(at("u8R\"(b)\"", 'b'), "b)\"");
}

TEST(LiteralMapTest, NotPlain) {
  for (const char *Spelled : {"\"\\x41\"", "\"\\101\"", "\"\\u0041\"", "\"\\e\"", "L\"a\"",
                              "LR\"(a)\"", "'a'", "x", "", "\"", "\"a"})
    EXPECT_EQ(bytes(Spelled), "none") << Spelled;
  EXPECT_EQ(bytes("\"\""), "");
}

} // namespace
