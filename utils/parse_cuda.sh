#!/bin/sh
# parse_cuda.sh <file>... [<clang flags>]: parses CUDA with a plain clang++ and the embedded headers,
# both sides. For machines without nvcc; it is a second opinion on what coopify's own Verify says.
set -e
headers=$(dirname "$0")/../lib/Frontend/embedded
for side in --cuda-device-only --cuda-host-only; do
  clang++-22 -x cuda -std=c++17 -fsyntax-only "$side" --cuda-gpu-arch=sm_75 -fgpu-rdc \
    -nocudainc -nocudalib -Xclang -target-sdk-version=13.0 -Wno-unknown-cuda-version \
    "-I$headers/shim" "-I$headers/cuda" -include coopify_prelude.h -idirafter "$headers/late" \
    -idirafter "$headers/../../../runtime/include" "$@"
done
