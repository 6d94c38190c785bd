// In hip_bfloat16.h.
#pragma once
#include "../hip_bfloat16.h"
