// RUN: %{run-program} | %FileCheck %s
// RUN: %simtrun --schedules=6 --same-output %t.exe
// RUN: %simtcc -rdc=true -O1 -o %t.rdc.exe %s && %t.rdc.exe | %FileCheck %s
// RUN: %not %simtcc -DBAD_FETCH -c -o %t.o %s 2>&1 | %FileCheck --check-prefix=FETCH %s
// RUN: %not %simtcc -DBAD_BINDING -c -o %t.o %s 2>&1 | %FileCheck --check-prefix=BINDING %s
// RUN: %not %simtcc -DARRAY -o %t.exe %s 2>&1 | %FileCheck --check-prefix=ARRAY %s
// CHECK: all right
//
// Textures of linear memory, by reference and by object. All else is refused where it is called.
#include <cstdio>

static int Failures;
#define EXPECT(CONDITION)                                                                          \
  if (!(CONDITION))                                                                                \
  printf("line %d: %s\n", __LINE__, #CONDITION), ++Failures

texture<float, 1, cudaReadModeElementType> Numbers;
static texture<int4> Rows;
texture<float, 2> Image;

__global__ void fetch(float *Out, cudaTextureObject_t Object) {
  const int I = threadIdx.x;
  const int4 Row = tex1Dfetch(Rows, I / 4);
  float Last;
  tex1Dfetch(&Last, Object, I - 1);
  Out[I] = tex1Dfetch(Numbers, I) + tex1Dfetch<float>(Object, I + 16) + Row.y + 0.25f * Last;
}

__global__ void fetchFirst(float *Out) { *Out = tex1Dfetch(Numbers, 0); }

// Not compiled, so not refused.
template <class T> __device__ float unused(T X) { return tex2D(Image, X, X); }

#ifdef BAD_FETCH
__global__ void bad(float *Out, cudaTextureObject_t Object, cudaSurfaceObject_t Surface) {
  // FETCH-DAG: textures.cu:[[#@LINE+1]]:{{.*}}: the machine has no textures but those of linear memory: tex2D()
  Out[0] = tex2D(Image, 1.0f, 2.0f);
  // FETCH-DAG: textures.cu:[[#@LINE+1]]:{{.*}}: the machine has no textures but those of linear memory: tex3D()
  Out[1] = tex3D<float>(Object, 1.0f, 2.0f, 3.0f);
  // FETCH-DAG: textures.cu:[[#@LINE+1]]:{{.*}}: the machine has no surfaces: surf2Dread()
  surf2Dread(Out + 2, Surface, 4, 5);
}
// FETCH: 3 errors generated
#endif

#ifdef BAD_BINDING
// BINDING: textures.cu:[[#@LINE+1]]:{{.*}}: the machine has no textures but those of linear memory: cudaBindTextureToArray()
void bad(cudaArray_t Array) { cudaBindTextureToArray(Image, Array); }
#endif

#ifdef ARRAY
// ARRAY: undefined symbol: cudaMallocArray
void bad(cudaArray_t *Array) { cudaMallocArray(Array, nullptr, 4); }
#endif

static cudaTextureObject_t makeObject(float *Data, size_t Size) {
  cudaResourceDesc What = {};
  What.resType = cudaResourceTypeLinear;
  What.res.linear.devPtr = Data;
  What.res.linear.sizeInBytes = Size;
  What.res.linear.desc = cudaCreateChannelDesc<float>();
  EXPECT(What.res.linear.desc.x == 32 && What.res.linear.desc.y == 0);
  cudaTextureDesc How = {};
  cudaTextureObject_t Object = 0;
  EXPECT(!cudaCreateTextureObject(&Object, &What, &How, nullptr));
  What.resType = cudaResourceTypePitch2D;
  cudaTextureObject_t None;
  EXPECT(cudaCreateTextureObject(&None, &What, &How, nullptr) == cudaErrorNotSupported);
  cudaGetLastError();
  return Object;
}

// A launch reads what was bound at its call, whenever its turn in the stream comes.
static void bindAgain(float *Data, float *Out) {
  for (int I = 0; I < 4; ++I) {
    EXPECT(!cudaBindTexture(nullptr, Numbers, Data + I, sizeof(float)));
    fetchFirst<<<1, 1>>>(Out + I);
  }
  EXPECT(!cudaUnbindTexture(Numbers) && !cudaDeviceSynchronize());
  for (int I = 0; I < 4; ++I)
    EXPECT(Out[I] == Data[I]);
}

int main() {
  float *Data, *Out;
  int4 *Table;
  cudaMallocManaged(&Data, 32 * sizeof(float));
  cudaMallocManaged(&Out, 32 * sizeof(float));
  cudaMallocManaged(&Table, 8 * sizeof(int4));
  for (int I = 0; I < 32; ++I)
    Data[I] = float(I), Table[I / 4] = make_int4(1, 100 * (I / 4), 2, 3);
  size_t Offset = 1;
  Numbers.filterMode = cudaFilterModePoint;
  Numbers.addressMode[0] = cudaAddressModeClamp;
  EXPECT(!cudaBindTexture(&Offset, Numbers, Data, 24 * sizeof(float)) && Offset == 0);
  EXPECT(!cudaBindTexture(nullptr, Rows, Table)); // all of it
  EXPECT(cudaBindTexture(nullptr, Rows, &Offset) == cudaErrorInvalidValue);
  const cudaTextureObject_t Object = makeObject(Data, 32 * sizeof(float));
  fetch<<<1, 32>>>(Out, Object);
  EXPECT(!cudaDeviceSynchronize());
  for (int I = 0; I < 32; ++I) { // outside there is 0
    const float Expected = (I < 24 ? I : 0) + (I < 16 ? I + 16 : 0) + 100 * (I / 4) +
                           (I > 0 ? 0.25f * (I - 1) : 0);
    EXPECT(Out[I] == Expected);
  }
  bindAgain(Data + 1, Out);
  EXPECT(!cudaUnbindTexture(Numbers) && !cudaDestroyTextureObject(Object));
  fetch<<<1, 1>>>(Out, makeObject(Data, 4));
  EXPECT(!cudaDeviceSynchronize() && Out[0] == 0);
  printf(Failures ? "wrong\n" : "all right\n");
}
