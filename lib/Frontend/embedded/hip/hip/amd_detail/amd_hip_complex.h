// In hip_complex.h.
#pragma once
#include "../hip_complex.h"
