// On top of a real toolkit, after clang's own prelude.
#ifndef COOPIFY_TOOLKIT_H
#define COOPIFY_TOOLKIT_H

#include <assert.h> // as cuda_runtime.h of nvcc
#include "coopify_optional.h"
#include "coopify_removed.h"
#include "coopify_gcc.h"
#undef COOPIFY_IN_PRELUDE

#endif
