// In hip_fp16.h.
#pragma once
#include "../hip_fp16.h"
