// In mc_runtime.h.
#pragma once
#include "mc_runtime.h"
