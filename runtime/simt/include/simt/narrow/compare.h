// Comparisons, and operators. No guard: once for each type.
#define SIMT_VALUE(_V) SIMT_NAME(__, 2float)(_V)
#define SIMT_ONE_IF(CONDITION) SIMT_OF((CONDITION) ? simt_narrow(SIMT_F, simt_rn, 1) : 0)
// Ordered: false of a NaN; the name with u: true of one.
#define SIMT_COMPARISON_AS(NAME, RESULT)                                                           \
  SIMT_NARROW_FUNCTION bool __h##NAME(SIMT_T _A, SIMT_T _B) { return RESULT; }                     \
  SIMT_NARROW_FUNCTION bool __hb##NAME##2(SIMT_T2 _A, SIMT_T2 _B) {                                \
    return __h##NAME(_A.x, _B.x) && __h##NAME(_A.y, _B.y);                                         \
  }                                                                                                \
  SIMT_NARROW_FUNCTION SIMT_T2 __h##NAME##2(SIMT_T2 _A, SIMT_T2 _B) {                              \
    return SIMT_T2(SIMT_ONE_IF(__h##NAME(_A.x, _B.x)), SIMT_ONE_IF(__h##NAME(_A.y, _B.y)));        \
  }                                                                                                \
  SIMT_NARROW_FUNCTION unsigned __h##NAME##2_mask(SIMT_T2 _A, SIMT_T2 _B) {                        \
    return (__h##NAME(_A.x, _B.x) ? 0xffffu : 0) | (__h##NAME(_A.y, _B.y) ? 0xffff0000u : 0);      \
  }
#define SIMT_COMPARISON(NAME, SIGN)                                                                \
  SIMT_COMPARISON_AS(NAME, !__hisnan(_A) && !__hisnan(_B) && SIMT_VALUE(_A) SIGN SIMT_VALUE(_B))   \
  SIMT_COMPARISON_AS(NAME##u, __hisnan(_A) || __hisnan(_B) || SIMT_VALUE(_A) SIGN SIMT_VALUE(_B))
SIMT_COMPARISON(eq, ==)
SIMT_COMPARISON(ne, !=)
SIMT_COMPARISON(lt, <)
SIMT_COMPARISON(le, <=)
SIMT_COMPARISON(gt, >)
SIMT_COMPARISON(ge, >=)
#undef SIMT_COMPARISON
#undef SIMT_COMPARISON_AS
SIMT_NARROW_FUNCTION SIMT_T2 __hisnan2(SIMT_T2 _A) {
  return SIMT_T2(SIMT_ONE_IF(__hisnan(_A.x)), SIMT_ONE_IF(__hisnan(_A.y)));
}

#define SIMT_OPERATOR(SIGN, TYPE, FUNCTION)                                                        \
  SIMT_NARROW_FUNCTION TYPE operator SIGN(const TYPE &_A, const TYPE &_B) {                        \
    return FUNCTION(_A, _B);                                                                       \
  }                                                                                                \
  SIMT_NARROW_FUNCTION TYPE &operator SIGN## = (TYPE & _A, const TYPE &_B) {                       \
    return _A = FUNCTION(_A, _B);                                                                  \
  }
#define SIMT_RELATION(SIGN, TYPE, FUNCTION)                                                        \
  SIMT_NARROW_FUNCTION bool operator SIGN(const TYPE &_A, const TYPE &_B) {                        \
    return FUNCTION(_A, _B);                                                                       \
  }
#define SIMT_STEPS(TYPE, NEGATE, ONE)                                                              \
  SIMT_NARROW_FUNCTION TYPE operator+(const TYPE &_A) { return _A; }                               \
  SIMT_NARROW_FUNCTION TYPE operator-(const TYPE &_A) { return NEGATE(_A); }                       \
  SIMT_STEP(TYPE, ++, +=, ONE)                                                                     \
  SIMT_STEP(TYPE, --, -=, ONE)
#define SIMT_STEP(TYPE, STEP, ADDS, ONE)                                                           \
  SIMT_NARROW_FUNCTION TYPE &operator STEP(TYPE &_A) { return _A ADDS ONE; }                       \
  SIMT_NARROW_FUNCTION TYPE operator STEP(TYPE &_A, int) {                                         \
    const TYPE _Before = _A;                                                                       \
    _A ADDS ONE;                                                                                   \
    return _Before;                                                                                \
  }
#if SIMT_OPERATORS
SIMT_OPERATOR(+, SIMT_T, __hadd)
SIMT_OPERATOR(-, SIMT_T, __hsub)
SIMT_OPERATOR(*, SIMT_T, __hmul)
SIMT_OPERATOR(/, SIMT_T, __hdiv)
SIMT_STEPS(SIMT_T, __hneg, SIMT_ONE_IF(true))
SIMT_RELATION(==, SIMT_T, __heq)
SIMT_RELATION(!=, SIMT_T, __hneu)
SIMT_RELATION(<, SIMT_T, __hlt)
SIMT_RELATION(<=, SIMT_T, __hle)
SIMT_RELATION(>, SIMT_T, __hgt)
SIMT_RELATION(>=, SIMT_T, __hge)
#endif
#if SIMT_OPERATORS2
SIMT_OPERATOR(+, SIMT_T2, __hadd2)
SIMT_OPERATOR(-, SIMT_T2, __hsub2)
SIMT_OPERATOR(*, SIMT_T2, __hmul2)
SIMT_OPERATOR(/, SIMT_T2, __h2div)
SIMT_STEPS(SIMT_T2, __hneg2, SIMT_T2(SIMT_ONE_IF(true), SIMT_ONE_IF(true)))
SIMT_RELATION(==, SIMT_T2, __hbeq2)
SIMT_RELATION(!=, SIMT_T2, __hbneu2)
SIMT_RELATION(<, SIMT_T2, __hblt2)
SIMT_RELATION(<=, SIMT_T2, __hble2)
SIMT_RELATION(>, SIMT_T2, __hbgt2)
SIMT_RELATION(>=, SIMT_T2, __hbge2)
#endif
#undef SIMT_STEP
#undef SIMT_STEPS
#undef SIMT_RELATION
#undef SIMT_OPERATOR
#undef SIMT_ONE_IF
#undef SIMT_VALUE
#undef SIMT_BINARY
#undef SIMT_OF
