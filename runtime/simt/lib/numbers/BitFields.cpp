//===- BitFields.cpp - PTX's bfe, bfi and bfind ---------------------------===//
#include <algorithm>
#include <bit>
#include <cstdint>

using u64 = unsigned long long;

static u64 lowBits(unsigned Count) { return Count >= 64 ? ~0ull : (1ull << Count) - 1; }

extern "C" {
// PTX ISA, bfe: what is beyond the highest bit is its copy, or 0.
u64 simt_extract_bits(u64 Value, unsigned Position, unsigned Length, unsigned Width, int IsSigned) {
  Position &= 0xff, Length &= 0xff;
  if (Length == 0)
    return 0;
  const unsigned Top = std::min(Position + Length - 1, Width - 1);
  const bool Fill = IsSigned && (Value >> Top & 1);
  const unsigned Count = Position < Width ? std::min(Length, Width - Position) : 0;
  const u64 Field = Count ? Value >> Position & lowBits(Count) : 0;
  return (Fill ? Field | ~lowBits(Count) : Field) & lowBits(Width);
}

// PTX ISA, bfi: the low bits of one into the other.
u64 simt_insert_bits(u64 From, u64 Into, unsigned Position, unsigned Length, unsigned Width) {
  Position &= 0xff, Length &= 0xff;
  if (Position >= Width)
    return Into;
  const u64 Mask = lowBits(Length) << Position & lowBits(Width);
  return (Into & ~Mask) | (From << Position & Mask);
}

// PTX ISA, bfind: the highest bit that is not the sign's, or by how much to shift it there.
unsigned simt_find_bit(u64 Value, unsigned Width, int IsSigned, int AsShift) {
  if (IsSigned && (Value >> (Width - 1) & 1))
    Value = ~Value & lowBits(Width);
  if (Value == 0)
    return ~0u;
  const unsigned Bit = 63 - unsigned(std::countl_zero(Value));
  return AsShift ? Width - 1 - Bit : Bit;
}
}
