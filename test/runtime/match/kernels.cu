// RUN: true
#include "kernels.h"

namespace probe {
PROBE_TYPES(PROBE_INSTANTIATE)
}
