// Attributes, as macros.
#pragma once
#include "../../coopify_hip_attributes.h"
