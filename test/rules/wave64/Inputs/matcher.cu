constexpr int width = 32;        // match
enum { Half = 16 };              // match
__global__ void named(float *p, int *s, int n) {
  n = n % 32;                 // match
  n = n / width;              // match
  n = n + Half;               // match
  p[0] = __ballot(1);         // match
  p[n] = p[n] / 32.f;         // match
}
__global__ void notNamed(float *p, int n) {
  n = n + n;                  // no match: no constant
  int m = n, k = m * n;       // no match
}
