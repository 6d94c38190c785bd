// In roctracer/roctx.h.
#pragma once
#include "roctracer/roctx.h"
