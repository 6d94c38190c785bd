// A unit of the host alone that reads a header which it shares with device code.
#include <coopify/cooperative_groups.h>
#include <coopify/experimental.h>

int main() { return 0; }
