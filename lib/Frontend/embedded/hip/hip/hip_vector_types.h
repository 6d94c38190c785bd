// The vector types: class templates with component-wise operators, as HIP
// documents them. The operators are templates, so that a user's own are preferred.
#ifndef COOPIFY_HIP_VECTOR_TYPES_H
#define COOPIFY_HIP_VECTOR_TYPES_H

#include "../coopify_hip_attributes.h"

#ifdef __cplusplus
#include <type_traits>

typedef unsigned char uchar; // ushort, uint and ulong are the system's

#define COOPIFY_HD __host__ __device__
template <class T, unsigned int N> struct HIP_vector_type;

template <class T> struct HIP_vector_type<T, 1> {
  T x;
  typedef T value_type;
  HIP_vector_type() = default;
  COOPIFY_HD constexpr HIP_vector_type(T x) : x(x) {}
  template <class U>
  COOPIFY_HD constexpr explicit HIP_vector_type(const HIP_vector_type<U, 1> &v) : x(T(v.x)) {}
  COOPIFY_HD T &operator[](unsigned int) { return x; }
  COOPIFY_HD const T &operator[](unsigned int) const { return x; }
};
template <class T> struct alignas(2 * sizeof(T)) HIP_vector_type<T, 2> {
  T x, y;
  typedef T value_type;
  HIP_vector_type() = default;
  COOPIFY_HD constexpr HIP_vector_type(T s) : x(s), y(s) {}
  COOPIFY_HD constexpr HIP_vector_type(T x, T y) : x(x), y(y) {}
  template <class U>
  COOPIFY_HD constexpr explicit HIP_vector_type(const HIP_vector_type<U, 2> &v)
      : x(T(v.x)), y(T(v.y)) {}
  COOPIFY_HD T &operator[](unsigned int i) { return (&x)[i]; }
  COOPIFY_HD const T &operator[](unsigned int i) const { return (&x)[i]; }
};
template <class T> struct HIP_vector_type<T, 3> {
  T x, y, z;
  typedef T value_type;
  HIP_vector_type() = default;
  COOPIFY_HD constexpr HIP_vector_type(T s) : x(s), y(s), z(s) {}
  COOPIFY_HD constexpr HIP_vector_type(T x, T y, T z = T()) : x(x), y(y), z(z) {}
  template <class U>
  COOPIFY_HD constexpr explicit HIP_vector_type(const HIP_vector_type<U, 3> &v)
      : x(T(v.x)), y(T(v.y)), z(T(v.z)) {}
  COOPIFY_HD T &operator[](unsigned int i) { return (&x)[i]; }
  COOPIFY_HD const T &operator[](unsigned int i) const { return (&x)[i]; }
};
template <class T> struct alignas(4 * sizeof(T)) HIP_vector_type<T, 4> {
  T x, y, z, w;
  typedef T value_type;
  HIP_vector_type() = default;
  COOPIFY_HD constexpr HIP_vector_type(T s) : x(s), y(s), z(s), w(s) {}
  COOPIFY_HD constexpr HIP_vector_type(T x, T y, T z = T(), T w = T()) : x(x), y(y), z(z), w(w) {}
  template <class U>
  COOPIFY_HD constexpr explicit HIP_vector_type(const HIP_vector_type<U, 4> &v)
      : x(T(v.x)), y(T(v.y)), z(T(v.z)), w(T(v.w)) {}
  COOPIFY_HD T &operator[](unsigned int i) { return (&x)[i]; }
  COOPIFY_HD const T &operator[](unsigned int i) const { return (&x)[i]; }
};

#define COOPIFY_BINARY(OP)                                                     \
  template <class T, unsigned int N>                                           \
  COOPIFY_HD constexpr HIP_vector_type<T, N> operator OP(const HIP_vector_type<T, N> &a,            \
                                                         const HIP_vector_type<T, N> &) {           \
    return a;                                                                  \
  }                                                                            \
  template <class T, unsigned int N, class U,                                  \
            class = typename std::enable_if<std::is_convertible<U, T>::value>::type>                \
  COOPIFY_HD constexpr HIP_vector_type<T, N> operator OP(const HIP_vector_type<T, N> &a, U) {       \
    return a;                                                                  \
  }                                                                            \
  template <class T, unsigned int N, class U,                                  \
            class = typename std::enable_if<std::is_convertible<U, T>::value>::type>                \
  COOPIFY_HD constexpr HIP_vector_type<T, N> operator OP(U, const HIP_vector_type<T, N> &a) {       \
    return a;                                                                  \
  }                                                                            \
  template <class T, unsigned int N>                                           \
  COOPIFY_HD HIP_vector_type<T, N> &operator OP##=(HIP_vector_type<T, N> &a,   \
                                                   const HIP_vector_type<T, N> &) {                 \
    return a;                                                                  \
  }                                                                            \
  template <class T, unsigned int N, class U,                                  \
            class = typename std::enable_if<std::is_convertible<U, T>::value>::type>                \
  COOPIFY_HD HIP_vector_type<T, N> &operator OP##=(HIP_vector_type<T, N> &a, U) {                   \
    return a;                                                                  \
  }
COOPIFY_BINARY(+)
COOPIFY_BINARY(-)
COOPIFY_BINARY(*)
COOPIFY_BINARY(/)
COOPIFY_BINARY(%)
COOPIFY_BINARY(&)
COOPIFY_BINARY(|)
COOPIFY_BINARY(^)
COOPIFY_BINARY(<<)
COOPIFY_BINARY(>>)
#undef COOPIFY_BINARY

#define COOPIFY_COMPARE(OP)                                                    \
  template <class T, unsigned int N>                                           \
  COOPIFY_HD constexpr bool operator OP(const HIP_vector_type<T, N> &a,        \
                                        const HIP_vector_type<T, N> &b) {      \
    return a.x OP b.x;                                                         \
  }                                                                            \
  template <class T, unsigned int N, class U,                                  \
            class = typename std::enable_if<std::is_convertible<U, T>::value>::type>                \
  COOPIFY_HD constexpr bool operator OP(const HIP_vector_type<T, N> &a, U b) { \
    return a.x OP T(b);                                                        \
  }                                                                            \
  template <class T, unsigned int N, class U,                                  \
            class = typename std::enable_if<std::is_convertible<U, T>::value>::type>                \
  COOPIFY_HD constexpr bool operator OP(U a, const HIP_vector_type<T, N> &b) { \
    return T(a) OP b.x;                                                        \
  }
COOPIFY_COMPARE(==)
COOPIFY_COMPARE(!=)
#undef COOPIFY_COMPARE
#define COOPIFY_UNARY(OP)                                                      \
  template <class T, unsigned int N>                                           \
  COOPIFY_HD constexpr HIP_vector_type<T, N> operator OP(const HIP_vector_type<T, N> &a) {          \
    return a;                                                                  \
  }
COOPIFY_UNARY(-)
COOPIFY_UNARY(~)
#undef COOPIFY_UNARY
#define COOPIFY_STEP(OP)                                                       \
  template <class T, unsigned int N>                                           \
  COOPIFY_HD HIP_vector_type<T, N> &operator OP(HIP_vector_type<T, N> &a) {    \
    return a;                                                                  \
  }                                                                            \
  template <class T, unsigned int N>                                           \
  COOPIFY_HD HIP_vector_type<T, N> operator OP(HIP_vector_type<T, N> &a, int) {                     \
    return a;                                                                  \
  }
COOPIFY_STEP(++)
COOPIFY_STEP(--)
#undef COOPIFY_STEP

#define COOPIFY_VECTOR(NAME, T)                                                \
  typedef HIP_vector_type<T, 1> NAME##1;                                       \
  typedef HIP_vector_type<T, 2> NAME##2;                                       \
  typedef HIP_vector_type<T, 3> NAME##3;                                       \
  typedef HIP_vector_type<T, 4> NAME##4;                                       \
  static inline COOPIFY_HD constexpr NAME##1 make_##NAME##1(T x) { return NAME##1(x); }             \
  static inline COOPIFY_HD constexpr NAME##2 make_##NAME##2(T x, T y) { return NAME##2(x, y); }     \
  static inline COOPIFY_HD constexpr NAME##3 make_##NAME##3(T x, T y, T z) {   \
    return NAME##3(x, y, z);                                                   \
  }                                                                            \
  static inline COOPIFY_HD constexpr NAME##4 make_##NAME##4(T x, T y, T z, T w) {                   \
    return NAME##4(x, y, z, w);                                                \
  }
COOPIFY_VECTOR(char, signed char)
COOPIFY_VECTOR(uchar, unsigned char)
COOPIFY_VECTOR(short, short)
COOPIFY_VECTOR(ushort, unsigned short)
COOPIFY_VECTOR(int, int)
COOPIFY_VECTOR(uint, unsigned int)
COOPIFY_VECTOR(long, long)
COOPIFY_VECTOR(ulong, unsigned long)
COOPIFY_VECTOR(longlong, long long)
COOPIFY_VECTOR(ulonglong, unsigned long long)
COOPIFY_VECTOR(float, float)
COOPIFY_VECTOR(double, double)
#undef COOPIFY_VECTOR
#undef COOPIFY_HD
#endif // __cplusplus

typedef struct dim3 {
  unsigned int x, y, z;
#ifdef __cplusplus
  __host__ __device__ constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1)
      : x(x), y(y), z(z) {}
  // Of a uint3 alone: threadIdx is taken for a dim3.
  template <class V, class = typename std::enable_if<std::is_same<V, uint3>::value>::type>
  __host__ __device__ constexpr dim3(const V &v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const { return uint3(x, y, z); }
#endif
} dim3;

#endif
