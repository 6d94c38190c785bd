//===- Driver.cpp - the driver API: devices, contexts, modules ------------===//
//
// Its errors have the numbers of the runtime's. A module is the program itself, whatever file or
// image it is loaded from: its kernels are those that were linked.
//
//===----------------------------------------------------------------------===//
#include "host/Errors.h"
#include "host/Launch.h"
#include "host/Units.h"

#include <cstring>
#include <cuda.h>

using namespace simt::host;

// CUDA's handles are pointers to these.
struct CUctx_st {};
struct CUmod_st {};

namespace {

CUctx_st TheContext;
CUmod_st TheModule;
CUcontext Current = &TheContext;

CUresult result(cudaError_t Error) { return CUresult(Error); }

void *pointer(CUdeviceptr Address) { return reinterpret_cast<void *>(Address); }

CUresult loadProgram(CUmodule *Module) {
  *Module = &TheModule;
  return CUDA_SUCCESS;
}

} // namespace

extern "C" {
CUresult cuInit(unsigned) { return CUDA_SUCCESS; }
CUresult cuDriverGetVersion(int *Version) { return result(cudaDriverGetVersion(Version)); }

CUresult cuGetErrorString(CUresult Error, const char **Text) {
  *Text = cudaGetErrorString(cudaError_t(Error));
  return CUDA_SUCCESS;
}

CUresult cuGetErrorName(CUresult Error, const char **Text) {
  *Text = cudaGetErrorName(cudaError_t(Error));
  return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice *Device, int Ordinal) {
  *Device = 0;
  return Ordinal ? CUDA_ERROR_INVALID_DEVICE : CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int *Count) { return result(cudaGetDeviceCount(Count)); }

CUresult cuDeviceGetName(char *Name, int Length, CUdevice Device) {
  cudaDeviceProp P;
  const cudaError_t Error = cudaGetDeviceProperties(&P, Device);
  strncpy(Name, P.name, size_t(Length));
  return result(Error);
}

CUresult cuDeviceGetAttribute(int *Value, CUdevice_attribute Which, CUdevice Device) {
  return result(cudaDeviceGetAttribute(Value, cudaDeviceAttr(Which), Device));
}

CUresult cuDeviceComputeCapability(int *Major, int *Minor, CUdevice Device) {
  cudaDeviceGetAttribute(Major, cudaDevAttrComputeCapabilityMajor, Device);
  return result(cudaDeviceGetAttribute(Minor, cudaDevAttrComputeCapabilityMinor, Device));
}

CUresult cuDeviceTotalMem(size_t *Bytes, CUdevice) {
  size_t Free;
  return result(cudaMemGetInfo(&Free, Bytes));
}

CUresult cuCtxCreate(CUcontext *Context, unsigned, CUdevice Device) {
  *Context = &TheContext;
  return cuDeviceGet(&Device, Device);
}

CUresult cuCtxDestroy(CUcontext) { return CUDA_SUCCESS; }

CUresult cuCtxGetCurrent(CUcontext *Context) {
  *Context = Current;
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext Context) {
  Current = Context;
  return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent(CUcontext Context) { return cuCtxSetCurrent(Context); }
CUresult cuCtxPopCurrent(CUcontext *Context) { return cuCtxGetCurrent(Context); }
CUresult cuCtxSynchronize() { return result(cudaDeviceSynchronize()); }

CUresult cuModuleLoad(CUmodule *Module, const char *) { return loadProgram(Module); }
CUresult cuModuleLoadData(CUmodule *Module, const void *) { return loadProgram(Module); }
CUresult cuModuleLoadDataEx(CUmodule *Module, const void *, unsigned, CUjit_option *, void **) {
  return loadProgram(Module);
}
CUresult cuModuleUnload(CUmodule) { return CUDA_SUCCESS; }

CUresult cuModuleGetFunction(CUfunction *Function, CUmodule, const char *Name) {
  *Function = reinterpret_cast<CUfunction>(findKernelByName(Name));
  return *Function ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult cuModuleGetGlobal(CUdeviceptr *Address, size_t *Bytes, CUmodule, const char *Name) {
  const Variable V = findVariableByName(Name);
  *Address = reinterpret_cast<CUdeviceptr>(V.Address);
  if (Bytes)
    *Bytes = V.Size;
  return V.Address ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult cuFuncGetAttribute(int *Value, CUfunction_attribute Which, CUfunction) {
  *Value = Which == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? int(MostThreads) : 32;
  return CUDA_SUCCESS;
}

CUresult cuLaunchKernel(CUfunction Function, unsigned GridX, unsigned GridY, unsigned GridZ,
                        unsigned BlockX, unsigned BlockY, unsigned BlockZ, unsigned Shared,
                        CUstream Stream, void **Arguments, void **Extra) {
  if (!Function || Extra) // a buffer of arguments would need their offsets
    return Function ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
  const Shape S = {{GridX, GridY, GridZ}, {BlockX, BlockY, BlockZ}, Shared};
  return result(launch(*reinterpret_cast<Kernel *>(Function), S, Arguments, Stream));
}

CUresult cuMemAlloc(CUdeviceptr *Address, size_t Bytes) {
  void *Memory = nullptr;
  const cudaError_t Error = Bytes ? cudaMalloc(&Memory, Bytes) : cudaErrorInvalidValue;
  *Address = reinterpret_cast<CUdeviceptr>(Memory);
  return result(Error);
}

CUresult cuMemAllocManaged(CUdeviceptr *Address, size_t Bytes, unsigned Flags) {
  void *Memory = nullptr;
  const cudaError_t Error = cudaMallocManaged(&Memory, Bytes, Flags);
  *Address = reinterpret_cast<CUdeviceptr>(Memory);
  return result(Error);
}

CUresult cuMemAllocHost(void **Memory, size_t Bytes) {
  return result(cudaMallocHost(Memory, Bytes));
}
CUresult cuMemHostAlloc(void **Memory, size_t Bytes, unsigned Flags) {
  return result(cudaHostAlloc(Memory, Bytes, Flags));
}
CUresult cuMemFreeHost(void *Memory) { return result(cudaFreeHost(Memory)); }

CUresult cuMemFree(CUdeviceptr Address) { return result(cudaFree(pointer(Address))); }
CUresult cuMemGetInfo(size_t *Free, size_t *Total) { return result(cudaMemGetInfo(Free, Total)); }

CUresult cuMemcpyHtoD(CUdeviceptr To, const void *From, size_t Bytes) {
  return result(cudaMemcpy(pointer(To), From, Bytes, cudaMemcpyHostToDevice));
}

CUresult cuMemcpyDtoH(void *To, CUdeviceptr From, size_t Bytes) {
  return result(cudaMemcpy(To, pointer(From), Bytes, cudaMemcpyDeviceToHost));
}

CUresult cuMemcpyDtoD(CUdeviceptr To, CUdeviceptr From, size_t Bytes) {
  return result(cudaMemcpy(pointer(To), pointer(From), Bytes, cudaMemcpyDeviceToDevice));
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr To, const void *From, size_t Bytes, CUstream Stream) {
  return result(cudaMemcpyAsync(pointer(To), From, Bytes, cudaMemcpyHostToDevice, Stream));
}

CUresult cuMemcpyDtoHAsync(void *To, CUdeviceptr From, size_t Bytes, CUstream Stream) {
  return result(cudaMemcpyAsync(To, pointer(From), Bytes, cudaMemcpyDeviceToHost, Stream));
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr To, CUdeviceptr From, size_t Bytes, CUstream Stream) {
  return result(
      cudaMemcpyAsync(pointer(To), pointer(From), Bytes, cudaMemcpyDeviceToDevice, Stream));
}

CUresult cuMemsetD8(CUdeviceptr To, unsigned char Value, size_t Count) {
  return result(cudaMemset(pointer(To), Value, Count));
}

CUresult cuMemsetD8Async(CUdeviceptr To, unsigned char Value, size_t Count, CUstream Stream) {
  return result(cudaMemsetAsync(pointer(To), Value, Count, Stream));
}

CUresult cuStreamCreate(CUstream *Stream, unsigned Flags) {
  return result(cudaStreamCreateWithFlags(Stream, Flags));
}
CUresult cuStreamSynchronize(CUstream Stream) { return result(cudaStreamSynchronize(Stream)); }
CUresult cuStreamQuery(CUstream Stream) { return result(cudaStreamQuery(Stream)); }
CUresult cuStreamWaitEvent(CUstream Stream, CUevent Event, unsigned Flags) {
  return result(cudaStreamWaitEvent(Stream, Event, Flags));
}
CUresult cuStreamDestroy(CUstream Stream) { return result(cudaStreamDestroy(Stream)); }
CUresult cuEventCreate(CUevent *Event, unsigned Flags) {
  return result(cudaEventCreateWithFlags(Event, Flags));
}
CUresult cuEventRecord(CUevent Event, CUstream Stream) {
  return result(cudaEventRecord(Event, Stream));
}
CUresult cuEventSynchronize(CUevent Event) { return result(cudaEventSynchronize(Event)); }
CUresult cuEventQuery(CUevent Event) { return result(cudaEventQuery(Event)); }
CUresult cuEventElapsedTime(float *Milliseconds, CUevent Start, CUevent End) {
  return result(cudaEventElapsedTime(Milliseconds, Start, End));
}
CUresult cuEventDestroy(CUevent Event) { return result(cudaEventDestroy(Event)); }
}
