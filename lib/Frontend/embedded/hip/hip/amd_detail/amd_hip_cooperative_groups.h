// In hip_cooperative_groups.h.
#pragma once
#include "../hip_cooperative_groups.h"
