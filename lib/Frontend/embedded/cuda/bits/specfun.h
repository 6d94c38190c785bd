// Replaces libstdc++'s: the special functions of C++17 <cmath> are half of the
// time that the prelude takes, and CUDA code does not use them. What code may
// get through that header stays.
#pragma once
#include <bits/stl_algobase.h>
#include <limits>
#include <type_traits>
