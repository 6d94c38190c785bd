// Before clang's own prelude, which brings <cuda.h>.
#define COOPIFY_IN_PRELUDE
