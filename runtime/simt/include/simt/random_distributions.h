//===- random_distributions.h - of curand_kernel.h ----------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_RANDOM_DISTRIBUTIONS_H
#define COOPIFY_SIMT_RANDOM_DISTRIBUTIONS_H

// cuRAND guide, device API: from 0 on, which is left out, to 1.
SIMT_DEVICE float simt_uniform(unsigned _X) { return _X * 0x1p-32f + 0x1p-33f; }
SIMT_DEVICE double simt_uniform_double(unsigned _X, unsigned _Y) {
  return (((unsigned long long)_Y << 32 | _X) >> 11) * 0x1p-53 + 0x1p-54;
}
// Box and Muller: two normal variables of two uniform ones.
SIMT_DEVICE float2 simt_normal2(unsigned _X, unsigned _Y) {
  const float _Length = __builtin_sqrtf(-2 * __builtin_logf(simt_uniform(_X)));
  const float _Turn = _Y * 0x1p-31f + 0x1p-32f; // of which 2 is once around
  return make_float2(_Length * sinpif(_Turn), _Length * cospif(_Turn));
}
SIMT_DEVICE double2 simt_normal2(double _U, double _V) {
  const double _Length = __builtin_sqrt(-2 * __builtin_log(_U));
  return make_double2(_Length * sinpi(2 * _V), _Length * cospi(2 * _V));
}

template <class _S> SIMT_DEVICE float curand_uniform(_S *State) {
  return simt_uniform(curand(State));
}
template <class _S> SIMT_DEVICE double curand_uniform_double(_S *State) {
  const unsigned _X = curand(State);
  return simt_uniform_double(_X, curand(State));
}
template <class _S> SIMT_DEVICE float2 curand_normal2(_S *State) {
  const unsigned _X = curand(State);
  return simt_normal2(_X, curand(State));
}
template <class _S> SIMT_DEVICE double2 curand_normal2_double(_S *State) {
  const double _U = curand_uniform_double(State);
  return simt_normal2(_U, curand_uniform_double(State));
}
// Of two the second is kept for the next call.
#define SIMT_NORMAL(_T, _T2, D)                                                                    \
  template <class _S> SIMT_DEVICE _T curand_normal##D(_S *State) {                                 \
    if (State->boxmuller_flag##D) {                                                                \
      State->boxmuller_flag##D = 0;                                                                \
      return State->boxmuller_extra##D;                                                            \
    }                                                                                              \
    const _T2 _Two = curand_normal2##D(State);                                                     \
    State->boxmuller_extra##D = _Two.y, State->boxmuller_flag##D = 1;                              \
    return _Two.x;                                                                                 \
  }
SIMT_NORMAL(float, float2, )
SIMT_NORMAL(double, double2, _double)
#undef SIMT_NORMAL
template <class _S> SIMT_DEVICE float curand_log_normal(_S *State, float Mean, float Deviation) {
  return __builtin_expf(Mean + Deviation * curand_normal(State));
}
template <class _S>
SIMT_DEVICE double curand_log_normal_double(_S *State, double Mean, double Deviation) {
  return __builtin_exp(Mean + Deviation * curand_normal_double(State));
}

SIMT_DEVICE float4 curand_uniform4(curandStatePhilox4_32_10 *_S) {
  const uint4 _X = curand4(_S);
  return make_float4(simt_uniform(_X.x), simt_uniform(_X.y), simt_uniform(_X.z),
                     simt_uniform(_X.w));
}
SIMT_DEVICE double2 curand_uniform2_double(curandStatePhilox4_32_10 *_S) {
  const uint4 _X = curand4(_S);
  return make_double2(simt_uniform_double(_X.x, _X.y), simt_uniform_double(_X.z, _X.w));
}
SIMT_DEVICE float4 curand_normal4(curandStatePhilox4_32_10 *_S) {
  const uint4 _X = curand4(_S);
  const float2 _A = simt_normal2(_X.x, _X.y), _B = simt_normal2(_X.z, _X.w);
  return make_float4(_A.x, _A.y, _B.x, _B.y);
}

#endif
