//===- WrittenBytes.h - which bytes somebody wrote ---------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_WRITTENBYTES_H
#define COOPIFY_SIMT_WRITTENBYTES_H

#include "ZeroPages.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace simt {

/// A bit for each byte of some memory.
class WrittenBytes {
public:
  bool make(size_t Size) { return Bits.make(Size / 8 + 1); }
  explicit operator bool() const { return bool(Bits); }
  void clear() { Bits.clear(); }

  void mark(size_t Begin, size_t Size) {
    if (Size < 8)
      return markFew(Begin, Size);
    const size_t First = (Begin + 7) / 8, Last = (Begin + Size) / 8;
    markFew(Begin, First * 8 - Begin);
    memset(&Bits[First], 0xff, Last - First);
    markFew(Last * 8, Begin + Size - Last * 8);
  }
  bool holdsAll(size_t Begin, size_t Size) const {
    return each(Begin, Size, [](uint8_t &Byte, uint8_t Mask) { return (Byte & Mask) == Mask; });
  }
  bool holdsNone(size_t Begin, size_t Size) const {
    return each(Begin, Size, [](uint8_t &Byte, uint8_t Mask) { return (Byte & Mask) == 0; });
  }
  void copy(size_t To, const WrittenBytes &Other, size_t From, size_t Size) {
    size_t I = 0;
    auto CopyFew = [&](size_t End) {
      for (; I < End; ++I)
        if (Other.holdsAll(From + I, 1))
          mark(To + I, 1);
    };
    if (To % 8 == From % 8 && Size >= 16) { // as from start to start: whole bytes of the table
      CopyFew((8 - To % 8) % 8);
      const size_t Whole = (Size - I) / 8;
      memcpy(&Bits[(To + I) / 8], &Other.Bits[(From + I) / 8], Whole);
      I += Whole * 8;
    }
    CopyFew(Size);
  }

private:
  void markFew(size_t Begin, size_t Size) {
    each(Begin, Size, [](uint8_t &Byte, uint8_t Mask) {
      Byte |= Mask;
      return true;
    });
  }
  /// True if \p Do is for all bytes of the table, each with the bits that it is about.
  template <class Function> bool each(size_t Begin, size_t Size, Function Do) const {
    while (Size) {
      const size_t Bit = Begin % 8, Here = std::min(8 - Bit, Size);
      if (!Do(Bits[Begin / 8], uint8_t((0xffu >> (8 - Here)) << Bit)))
        return false;
      Begin += Here, Size -= Here;
    }
    return true;
  }

  ZeroPages<uint8_t> Bits;
};

} // namespace simt

#endif
