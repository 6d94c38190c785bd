// group_equivalence.cu where match_any, match_all and labeled_partition do without the hardware's
// match.
#define COOPIFY_HARDWARE_MATCH 0
#define PROBE_BRIEF
#include "group_equivalence.cu"
