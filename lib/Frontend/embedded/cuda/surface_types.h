#ifndef COOPIFY_CUDA_SURFACE_TYPES_H
#define COOPIFY_CUDA_SURFACE_TYPES_H

enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };
enum cudaSurfaceFormatMode { cudaFormatModeForced, cudaFormatModeAuto };
typedef unsigned long long cudaSurfaceObject_t;

#endif
