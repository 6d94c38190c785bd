// Stands in front of libstdc++'s header of that name: what <type_traits> declares for
// both sides is defined here.
#ifndef COOPIFY_BITS_MOVE_H
#define COOPIFY_BITS_MOVE_H
#pragma clang force_cuda_host_device begin
#include_next <bits/move.h>
#pragma clang force_cuda_host_device end
#endif
