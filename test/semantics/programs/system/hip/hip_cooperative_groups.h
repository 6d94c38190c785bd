// HIP's groups on the machine: the bundled ones, by the vendor's name.
#pragma once
#include <coopify/cooperative_groups.h>
namespace cooperative_groups = coopify;
