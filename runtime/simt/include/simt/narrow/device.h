// What kernels alone have: shuffles and atomics. No guard: once for each type.
#ifdef __CUDA__
// As the bits of a word.
SIMT_DEVICE unsigned simt_word_of(SIMT_T _V) { return _V.__x; }
SIMT_DEVICE unsigned simt_word_of(SIMT_T2 _V) { return _V.x.__x | (unsigned)_V.y.__x << 16; }
SIMT_DEVICE void simt_set(SIMT_T &_V, unsigned Word) { _V.__x = (unsigned short)Word; }
SIMT_DEVICE void simt_set(SIMT_T2 &_V, unsigned Word) {
  simt_set(_V.x, Word), simt_set(_V.y, Word >> 16);
}

#define SIMT_SHUFFLE(TYPE, NAME, B_TYPE)                                                           \
  SIMT_DEVICE TYPE NAME(TYPE _V, B_TYPE _B, int Width = COOPIFY_WARP_SIZE) {                       \
    simt_set(_V, NAME(simt_word_of(_V), _B, Width));                                               \
    return _V;                                                                                     \
  }                                                                                                \
  SIMT_DEVICE TYPE NAME##_sync(simt_mask_t Mask, TYPE _V, B_TYPE _B,                               \
                               int Width = COOPIFY_WARP_SIZE) {                                    \
    simt_set(_V, NAME##_sync(Mask, simt_word_of(_V), _B, Width));                                  \
    return _V;                                                                                     \
  }
#define SIMT_SHUFFLES(TYPE)                                                                        \
  SIMT_SHUFFLE(TYPE, __shfl, int)                                                                  \
  SIMT_SHUFFLE(TYPE, __shfl_up, unsigned)                                                          \
  SIMT_SHUFFLE(TYPE, __shfl_down, unsigned)                                                        \
  SIMT_SHUFFLE(TYPE, __shfl_xor, int)
SIMT_SHUFFLES(SIMT_T)
SIMT_SHUFFLES(SIMT_T2)
#undef SIMT_SHUFFLES
#undef SIMT_SHUFFLE

// Each part is added at once; so are both here.
#define SIMT_ADD(TYPE, KIND)                                                                       \
  SIMT_DEVICE TYPE atomicAdd(TYPE *Address, TYPE _V) {                                             \
    simt_set(_V, (unsigned)simt_atomic(simt_add, KIND, Address, simt_word_of(_V), 0));             \
    return _V;                                                                                     \
  }
// Programs for older chips have their own.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= SIMT_ADD_SINCE
SIMT_ADD(SIMT_T, SIMT_JOIN(SIMT_F, _, 1))
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= SIMT_ADD2_SINCE
SIMT_ADD(SIMT_T2, SIMT_JOIN(SIMT_F, _, 2))
#endif
#undef SIMT_ADD
#endif
