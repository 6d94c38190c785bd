//===- cuda_runtime_api.h - the prelude has it all -----------------------------===//
#ifndef COOPIFY_SIMT_CUDA_RUNTIME_API_H
#define COOPIFY_SIMT_CUDA_RUNTIME_API_H
#endif
