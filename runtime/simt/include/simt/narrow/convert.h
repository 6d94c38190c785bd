// Conversions. No guard: once for each type.
SIMT_NARROW_FUNCTION SIMT_T SIMT_NAME(__ushort_as_, )(unsigned short _V) {
  return SIMT_T(SIMT_T::simt_raw(_V));
}
SIMT_NARROW_FUNCTION unsigned short SIMT_NAME(__, _as_ushort)(SIMT_T _V) { return _V.__x; }
SIMT_NARROW_FUNCTION SIMT_T SIMT_NAME(__short_as_, )(short _V) {
  return SIMT_NAME(__ushort_as_, )((unsigned short)_V);
}
SIMT_NARROW_FUNCTION short SIMT_NAME(__, _as_short)(SIMT_T _V) { return (short)_V.__x; }

// With each rounding mode.
#define SIMT_MODES(WHAT, ...)                                                                      \
  WHAT(rn, __VA_ARGS__) WHAT(rz, __VA_ARGS__) WHAT(ru, __VA_ARGS__) WHAT(rd, __VA_ARGS__)
#define SIMT_OF_FLOAT(MODE, ...)                                                                   \
  SIMT_NARROW_FUNCTION SIMT_T SIMT_NAME(__float2, _##MODE)(float _V) {                             \
    return SIMT_NAME(__ushort_as_, )(simt_narrow(SIMT_F, simt_##MODE, _V));                        \
  }
SIMT_MODES(SIMT_OF_FLOAT, )
#undef SIMT_OF_FLOAT
SIMT_NARROW_FUNCTION SIMT_T SIMT_NAME(__float2, )(float _V) { return SIMT_NAME(__float2, _rn)(_V); }
SIMT_NARROW_FUNCTION SIMT_T SIMT_NAME(__double2, )(double _V) {
  return SIMT_NAME(__ushort_as_, )(simt_narrow(SIMT_F, simt_rn, _V));
}
SIMT_NARROW_FUNCTION float SIMT_NAME(__, 2float)(SIMT_T _V) { return simt_widen(SIMT_F, _V.__x); }

#define SIMT_INTEGER(MODE, _T, NAME, FROM, TO)                                                     \
  SIMT_NARROW_FUNCTION SIMT_T SIMT_NAME(__##NAME##2, _##MODE)(_T _V) {                             \
    return SIMT_NAME(__ushort_as_, )(simt_narrow_##FROM(SIMT_F, simt_##MODE, _V));                 \
  }                                                                                                \
  SIMT_TO(MODE, _T, NAME, TO)
#define SIMT_TO(MODE, _T, NAME, TO)                                                                \
  SIMT_NARROW_FUNCTION _T SIMT_NAME(__, 2##NAME##_##MODE)(SIMT_T _V) {                             \
    return (_T)simt_narrow_to_##TO(SIMT_F, simt_##MODE, _V.__x, 8 * (int)sizeof(_T));              \
  }
SIMT_MODES(SIMT_INTEGER, short, short, i64, signed)
SIMT_MODES(SIMT_INTEGER, unsigned short, ushort, u64, unsigned)
SIMT_MODES(SIMT_INTEGER, int, int, i64, signed)
SIMT_MODES(SIMT_INTEGER, unsigned, uint, u64, unsigned)
SIMT_MODES(SIMT_INTEGER, long long, ll, i64, signed)
SIMT_MODES(SIMT_INTEGER, unsigned long long, ull, u64, unsigned)
SIMT_TO(rz, signed char, char, signed)
SIMT_TO(rz, unsigned char, uchar, unsigned)
#undef SIMT_TO
#undef SIMT_INTEGER
#undef SIMT_MODES

// --- two of them ----------------------------------------------------------------

#define SIMT_PAIR(NAME, PARAMETERS, LOW, HIGH)                                                     \
  SIMT_NARROW_FUNCTION SIMT_T2 NAME PARAMETERS { return SIMT_T2(LOW, HIGH); }
SIMT_PAIR(SIMT_NAME(make_, 2), (SIMT_T _A, SIMT_T _B), _A, _B)
SIMT_PAIR(SIMT_NAME(__halves2, 2), (SIMT_T _A, SIMT_T _B), _A, _B)
SIMT_PAIR(SIMT_JOIN(SIMT_NAME(__, 2), SIMT_N, 2), (SIMT_T _A), _A, _A)
SIMT_PAIR(SIMT_NAME(__low2, 2), (SIMT_T2 _A), _A.x, _A.x)
SIMT_PAIR(SIMT_NAME(__high2, 2), (SIMT_T2 _A), _A.y, _A.y)
SIMT_PAIR(SIMT_NAME(__lows2, 2), (SIMT_T2 _A, SIMT_T2 _B), _A.x, _B.x)
SIMT_PAIR(SIMT_NAME(__highs2, 2), (SIMT_T2 _A, SIMT_T2 _B), _A.y, _B.y)
SIMT_PAIR(__lowhigh2highlow, (SIMT_T2 _A), _A.y, _A.x)
SIMT_PAIR(SIMT_NAME(__float2, 2_rn), (float _V), SIMT_NAME(__float2, )(_V),
          SIMT_NAME(__float2, )(_V))
SIMT_PAIR(SIMT_NAME(__floats2, 2_rn), (float _A, float _B), SIMT_NAME(__float2, )(_A),
          SIMT_NAME(__float2, )(_B))
SIMT_PAIR(SIMT_NAME(__float22, 2_rn), (float2 _V), SIMT_NAME(__float2, )(_V.x),
          SIMT_NAME(__float2, )(_V.y))
#undef SIMT_PAIR
SIMT_NARROW_FUNCTION SIMT_T SIMT_NAME(__low2, )(SIMT_T2 _V) { return _V.x; }
SIMT_NARROW_FUNCTION SIMT_T SIMT_NAME(__high2, )(SIMT_T2 _V) { return _V.y; }
SIMT_NARROW_FUNCTION float __low2float(SIMT_T2 _V) { return SIMT_NAME(__, 2float)(_V.x); }
SIMT_NARROW_FUNCTION float __high2float(SIMT_T2 _V) { return SIMT_NAME(__, 2float)(_V.y); }
SIMT_NARROW_FUNCTION float2 SIMT_NAME(__, 22float2)(SIMT_T2 _V) {
  return make_float2(__low2float(_V), __high2float(_V));
}
