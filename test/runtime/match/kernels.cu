// The kernels of kernels.h for the CPU machine.
#include "kernels.h"

namespace probe {
PROBE_TYPES(PROBE_INSTANTIATE)
}
