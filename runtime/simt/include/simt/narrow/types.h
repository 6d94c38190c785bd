// The classes. No guard: once for each type.
struct SIMT_T;
struct __attribute__((aligned(2))) SIMT_RAW {
  unsigned short x;
};
struct __attribute__((aligned(4))) SIMT_RAW2 {
  unsigned short x, y;
};

struct __attribute__((aligned(2))) SIMT_T {
  unsigned short __x;
#if __cplusplus >= 201103L
  SIMT_T() = default;
#else
  SIMT_NARROW_MEMBER SIMT_T() {}
#endif
  SIMT_NARROW_MEMBER SIMT_T(const SIMT_RAW &Raw) : __x(Raw.x) {}
  SIMT_NARROW_MEMBER operator SIMT_RAW() const { return simt_raw(__x); }
  SIMT_NARROW_MEMBER operator SIMT_RAW() const volatile { return simt_raw(__x); }
  SIMT_NARROW_MEMBER SIMT_T &operator=(const SIMT_RAW &Raw) {
    __x = Raw.x;
    return *this;
  }
  SIMT_NARROW_MEMBER volatile SIMT_T &operator=(const SIMT_RAW &Raw) volatile {
    __x = Raw.x;
    return *this;
  }
  SIMT_NARROW_MEMBER static SIMT_RAW simt_raw(unsigned short Bits) {
    SIMT_RAW Raw = {Bits};
    return Raw;
  }
#if SIMT_CONVERSIONS
  SIMT_NARROW_MEMBER SIMT_T(float _V) : __x(simt_narrow(SIMT_F, simt_rn, _V)) {}
  SIMT_NARROW_MEMBER SIMT_T(double _V) : __x(simt_narrow(SIMT_F, simt_rn, _V)) {}
  SIMT_NARROW_MEMBER operator float() const { return simt_widen(SIMT_F, __x); }
  SIMT_NARROW_MEMBER SIMT_T &operator=(float _V) { return *this = SIMT_T(_V); }
  SIMT_NARROW_MEMBER SIMT_T &operator=(double _V) { return *this = SIMT_T(_V); }
  SIMT_NARROW_MEMBER explicit operator bool() const { return (__x & 0x7fff) != 0; }
#define SIMT_INTEGER(_T, FROM, TO)                                                                 \
  SIMT_NARROW_MEMBER SIMT_T(_T _V) : __x(simt_narrow_##FROM(SIMT_F, simt_rn, _V)) {}               \
  SIMT_NARROW_MEMBER SIMT_T &operator=(_T _V) { return *this = SIMT_T(_V); }                       \
  SIMT_NARROW_MEMBER explicit operator _T() const {                                                \
    return (_T)simt_narrow_to_##TO(SIMT_F, simt_rz, __x, 8 * (int)sizeof(_T));                     \
  }
  SIMT_INTEGER(short, i64, signed)
  SIMT_INTEGER(unsigned short, u64, unsigned)
  SIMT_INTEGER(int, i64, signed)
  SIMT_INTEGER(unsigned, u64, unsigned)
  SIMT_INTEGER(long, i64, signed)
  SIMT_INTEGER(unsigned long, u64, unsigned)
  SIMT_INTEGER(long long, i64, signed)
  SIMT_INTEGER(unsigned long long, u64, unsigned)
#undef SIMT_INTEGER
#endif
};

struct __attribute__((aligned(4))) SIMT_T2 {
  SIMT_T x, y;
#if __cplusplus >= 201103L
  SIMT_T2() = default;
#else
  SIMT_NARROW_MEMBER SIMT_T2() {}
#endif
  SIMT_NARROW_MEMBER SIMT_T2(const SIMT_T &Low, const SIMT_T &High) : x(Low), y(High) {}
  SIMT_NARROW_MEMBER SIMT_T2(const SIMT_RAW2 &Raw)
      : x(SIMT_T::simt_raw(Raw.x)), y(SIMT_T::simt_raw(Raw.y)) {}
  SIMT_NARROW_MEMBER SIMT_T2 &operator=(const SIMT_RAW2 &Raw) { return *this = SIMT_T2(Raw); }
  SIMT_NARROW_MEMBER operator SIMT_RAW2() const {
    SIMT_RAW2 Raw = {x.__x, y.__x};
    return Raw;
  }
};
