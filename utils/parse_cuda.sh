#!/bin/sh
# parse_cuda.sh <file>... [<clang flags>]: parses CUDA with a plain clang++ and the embedded headers,
# both sides. For machines without nvcc; it is a second opinion on what coopify's own Verify says.
#
# parse_cuda.sh --prelude=<folder>: precompiles what comes before each file, into that folder;
# parse_cuda.sh --prelude=<folder> <file>...: takes it from there, which is five times as fast.
# After that, --side=device or --side=host: only that side.
set -e
headers=$(dirname "$0")/../lib/Frontend/embedded
case "$1" in
--prelude=*)
  folder=${1#--prelude=}
  shift
  ;;
*) folder= ;;
esac
case "$1" in
--side=*)
  sides=--cuda-${1#--side=}-only
  shift
  ;;
*) sides="--cuda-device-only --cuda-host-only" ;;
esac
for side in $sides; do
  if [ -z "$folder" ]; then
    prelude="-include coopify_prelude.h"
  elif [ $# -eq 0 ]; then
    prelude="$headers/cuda/coopify_prelude.h -Xclang -emit-pch -Xclang -o -Xclang $folder/prelude$side"
  else
    prelude="-include-pch $folder/prelude$side"
  fi
  # shellcheck disable=SC2046,SC2086 # several words
  clang++-22 $(cat "$(dirname "$0")/clang_cuda.flags") \
    -std=c++17 -fsyntax-only "$side" --cuda-gpu-arch=sm_75 -fgpu-rdc \
    "-I$headers/shim" "-I$headers/cuda" $prelude -idirafter "$headers/late" \
    -idirafter "$headers/../../../runtime/include" "$@"
done
