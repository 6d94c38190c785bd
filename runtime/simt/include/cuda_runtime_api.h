//===- cuda_runtime_api.h - the runtime API of C ---------------------------===//
#ifndef COOPIFY_SIMT_CUDA_RUNTIME_API_H
#define COOPIFY_SIMT_CUDA_RUNTIME_API_H

#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__

#include_next <cuda_runtime_api.h>
#ifndef __CUDA__ // libstdc++ has it as the name of an attribute; in CUDA it is a keyword of clang's
#undef __noinline__
#endif

#endif
