// The -D flags of the code under test come before the machine's prelude, which must not stumble
// over short ones.
// RUN: %{build}/bin/simtcc --device-only -DA -DB -DC -DD -DE -DF -DG -DH -DI -DJ -DK -DL -DM -DN -DO -DP -DQ \
// RUN:   -DR -DS -DT -DU -DV -DW -DX -DY -DZ -o %t.o %s
__global__ void kernel(int *out, dim3 size) {
  out[threadIdx.x] = __ffs(__ballot(out[0])) + make_int2(size.x, 1).y;
}
