#include "Arguments.h"

#include <algorithm>
#include <cstring>
#include <sstream>

using namespace semantics;

namespace {

constexpr size_t BufferWords = 6144;
constexpr size_t FirstWord = 1024; // where the pointer leads to
constexpr size_t TableRows = 16, RowWords = 256;

/// The arithmetic types by their demangled names, with their sizes.
const std::map<std::string, std::pair<Number, unsigned>> Numbers = {
    {"bool", {Number::Integer, 1}},        {"char", {Number::Integer, 1}},
    {"signed char", {Number::Integer, 1}}, {"unsigned char", {Number::Integer, 1}},
    {"short", {Number::Integer, 2}},       {"unsigned short", {Number::Integer, 2}},
    {"int", {Number::Integer, 4}},         {"unsigned int", {Number::Integer, 4}},
    {"long", {Number::Integer, 8}},        {"unsigned long", {Number::Integer, 8}},
    {"long long", {Number::Integer, 8}},   {"unsigned long long", {Number::Integer, 8}},
    {"float", {Number::Float, 4}},         {"double", {Number::Double, 8}},
};

std::vector<std::string> split(const std::string &Parameters) {
  std::vector<std::string> Types;
  std::istringstream In(Parameters);
  for (std::string Type; std::getline(In, Type, ';');)
    Types.push_back(Type);
  return Types;
}

/// "float const*" -> "float"; empty if it is no pointer.
std::string pointee(std::string Type) {
  if (Type.empty() || Type.back() != '*')
    return "";
  Type.pop_back();
  if (Type.size() > 6 && Type.compare(Type.size() - 6, 6, " const") == 0)
    Type.erase(Type.size() - 6); // "int* const*": the pointers do not change
  for (const char *Qualifier : {" const", " volatile"})
    if (size_t At = Type.find(Qualifier); At != std::string::npos)
      Type.erase(At, std::strlen(Qualifier));
  return Type;
}

/// Whether \p Type is a number, and which.
const std::pair<Number, unsigned> *number(const std::string &Type) {
  const auto Found = Numbers.find(Type);
  return Found == Numbers.end() ? nullptr : &Found->second;
}

} // namespace

Arguments::Arguments(const std::string &Parameters, unsigned Threads, uint64_t Seed,
                     const Wishes &W)
    : Random(Seed * 0x9e3779b97f4a7c15u + 1), W(W) {
  for (const std::string &Type : split(Parameters)) {
    const std::string Pointee = pointee(Type);
    if (!pointee(Pointee).empty())
      addTable(pointee(Pointee));
    else if (!Pointee.empty())
      addValue(addPointer(Pointee));
    else if (number(Type))
      addNumber(Type, Threads);
    else
      addClass();
  }
  for (const auto &[Argument, To] : W.Same)
    lead(Argument, To);
  for (Bytes &Value : Values)
    Pointers.push_back(&Value);
}

/// Its own memory stays as it was.
void Arguments::lead(unsigned Argument, Wishes::Place To) {
  const uint32_t *Pointer;
  std::memcpy(&Pointer, &Values[To.Argument], sizeof(Pointer));
  Pointer += To.Words;
  std::memcpy(&Values[Argument], &Pointer, sizeof(Pointer));
}

/// Mostly small; sometimes negative or large, and with duplicates among neighbours.
int64_t Arguments::integer() {
  if (W.Limit != 0)
    return int64_t(Random() % (W.Limit + 1));
  switch (Random() % 8) {
  case 0:
    return -int64_t(Random() % 8);
  case 1:
    return int64_t(Random() % 1000);
  case 2:
  case 3:
    return int64_t(Random() % 4);
  default:
    return int64_t(Random() % 40);
  }
}

/// How a value of \p Type is made; of a class: integers.
Arguments::Making Arguments::making(const std::string &Type) {
  const auto [Kind, Size] = number(Type) ? *number(Type) : std::pair(Number::Integer, 4u);
  return {Kind, Size, Type == "bool"};
}

void Arguments::put(const Making &M, void *To) {
  const auto [Kind, Size, IsBool] = M;
  const int64_t Integer = IsBool ? Random() % 2 : integer();
  if (Kind == Number::Float) {
    const float Value = float(Integer) + float(Random() % 8) / 8;
    std::memcpy(To, &Value, sizeof(Value));
  } else if (Kind == Number::Double) {
    const double Value = double(Integer) + double(Random() % 8) / 8;
    std::memcpy(To, &Value, sizeof(Value));
  } else {
    std::memcpy(To, &Integer, Size);
  }
}

const uint32_t *Arguments::addPointer(const std::string &Pointee) {
  auto B = std::make_unique<Buffer>();
  B->Initial.resize(BufferWords);
  const Making M = making(Pointee);
  auto *To = reinterpret_cast<unsigned char *>(B->Initial.data());
  for (size_t At = 0; At + M.Size <= BufferWords * 4; At += M.Size)
    put(M, To + At);
  B->Now = B->Initial;
  const auto Index = unsigned(Values.size());
  B->IsBag = std::count(W.Bags.begin(), W.Bags.end(), Index) != 0;
  Buffers.push_back(std::move(B));
  return Buffers.back()->Now.data() + FirstWord;
}

void Arguments::addValue(const void *Pointer) {
  std::memcpy(&Values.emplace_back(), &Pointer, sizeof(Pointer));
}

/// Pointers to rows of memory that they all share.
void Arguments::addTable(const std::string &Pointee) {
  const uint32_t *First = addPointer(Pointee);
  auto Table = std::make_unique<std::vector<const uint32_t *>>();
  for (unsigned Row = 0; Row != TableRows; ++Row)
    Table->push_back(First + Row * RowWords);
  addValue(Table->data());
  Tables.push_back(std::move(Table));
}

void Arguments::addNumber(const std::string &Type, unsigned Threads) {
  Bytes &Value = Values.emplace_back();
  put(making(Type), &Value);
  const auto [Kind, Size] = *number(Type);
  int64_t Integer;
  std::memcpy(&Integer, &Value, sizeof(Integer));
  // Bounds near the number of threads are what early exits are about.
  if (Kind == Number::Integer && Size >= 4 && W.Limit == 0 && Random() % 2)
    Integer = int64_t(Random() % 3 ? Random() % (Threads + 2) : Threads);
  if (const auto Fixed = W.Fixed.find(unsigned(Values.size() - 1)); Fixed != W.Fixed.end())
    Integer = Fixed->second;
  std::memcpy(&Value, &Integer, Kind == Number::Integer ? Size : sizeof(Integer));
  Text += (Text.empty() ? "" : ", ") + Type + " bits " + std::to_string(Integer);
}

/// A class by value: integers, as many as it may have.
void Arguments::addClass() {
  for (uint32_t &Word : Values.emplace_back().Word)
    Word = uint32_t(integer());
}

void **Arguments::fresh() {
  for (auto &B : Buffers)
    std::memcpy(B->Now.data(), B->Initial.data(), BufferWords * 4);
  return Pointers.data();
}

void Arguments::memory(std::vector<uint32_t> &All) const {
  All.clear();
  All.reserve(Buffers.size() * BufferWords);
  for (const auto &B : Buffers) {
    All.insert(All.end(), B->Now.begin(), B->Now.end());
    if (B->IsBag && B->Now != B->Initial) // most kernels leave it alone, and sorting is not free
      std::sort(All.end() - BufferWords, All.end());
  }
}

std::string Arguments::numbers() const {
  std::string Text;
  for (const Bytes &Value : Values) {
    uint64_t Bits;
    std::memcpy(&Bits, &Value, sizeof(Bits));
    Text += (Text.empty() ? "" : ", ") + std::to_string(Bits);
  }
  return Text;
}
