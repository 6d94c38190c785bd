// A unit of a program whose other units are the device's.
#include <coopify/cooperative_groups.h>

int main() { return 0; }
