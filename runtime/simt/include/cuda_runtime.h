//===- cuda_runtime.h - the prelude has it all ----------------------------===//
#ifndef COOPIFY_SIMT_CUDA_RUNTIME_H
#define COOPIFY_SIMT_CUDA_RUNTIME_H
#endif
