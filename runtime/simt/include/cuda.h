//===- cuda.h - the prelude has it all -----------------------------===//
#ifndef COOPIFY_SIMT_CUDA_H
#define COOPIFY_SIMT_CUDA_H
#endif
