// In mc_runtime_api.h.
#pragma once
#include "mc_runtime_api.h"
