// In cuda_runtime.h and the prelude.
#pragma once
#include "cuda_runtime.h"
