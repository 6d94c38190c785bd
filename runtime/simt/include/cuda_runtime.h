//===- cuda_runtime.h - the runtime API, to kernels and to host code ------===//
//
// The API is declared once for coopify and the machine: in lib/Frontend/embedded/cuda.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_CUDA_RUNTIME_H
#define COOPIFY_SIMT_CUDA_RUNTIME_H

// The guards of the toolkit's own headers, by which programs ask what was included before.
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__

// Programs are compiled with -DT, too.
#pragma push_macro("A")
#pragma push_macro("F")
#pragma push_macro("P")
#pragma push_macro("R")
#pragma push_macro("T")
#undef A
#undef F
#undef P
#undef R
#undef T
// Findings name the place where the program calls the API.
#pragma clang attribute push(__attribute__((always_inline)), apply_to = function)
#include_next <cuda_runtime.h>
#pragma clang attribute pop
#ifdef __CUDA__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunused-parameter"
#define cooperative_groups simt_removed_groups // the name is an alias here
#define texture simt_removed_texture           // simt/textures.h has them
#define surface simt_removed_surface
#include <coopify_removed.h>
#undef texture
#undef surface
#undef cooperative_groups
#pragma clang diagnostic pop
#include "simt/textures.h"
#endif

#include "simt/runtime_templates.h"
#ifndef __CUDA__ // libstdc++ has it as the name of an attribute; in CUDA it is a keyword of clang's
#undef __noinline__
#endif
#pragma pop_macro("A")
#pragma pop_macro("F")
#pragma pop_macro("P")
#pragma pop_macro("R")
#pragma pop_macro("T")

#endif
