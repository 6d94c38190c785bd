// In hip_vector_types.h.
#pragma once
#include "../hip_vector_types.h"
