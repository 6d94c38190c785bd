#!/usr/bin/env bash
# The tests of the runtime header that need a GPU. They are built where there is an nvcc and run
# where there is a GPU: the two need not be one machine.
#
#   test/runtime/gpu/run.sh build [DIR]   needs nvcc ($NVCC); for $ARCH, or sm_90
#   test/runtime/gpu/run.sh [DIR [NAME]]  runs what was built, or the test NAME; needs a driver only
#   test/runtime/gpu/run.sh bench [DIR]   the table of match-any algorithms, and whether
#                                         the promises of docs/runtime.md hold
#
# DIR is .gpu if not given. Every *_equivalence.cu here is such a test; it fails by its exit code.
set -u
cd "$(dirname "$0")/../../.."
here=test/runtime/gpu

build() {
  mkdir -p "$1"
  for source in $here/*.cu; do
    name=$(basename "$source" .cu)
    flags=$(sed -n 's|^// NVCC-FLAGS: ||p' "$source")
    echo "$name"
    # shellcheck disable=SC2086
    "${NVCC:-nvcc}" -O3 -std=c++17 -arch="${ARCH:-sm_90}" -cudart static -Werror all-warnings \
      -Xcompiler -Wall,-Wextra -I runtime/include $flags "$source" -o "$1/$name" || failed=1
  done
}

failed=0
report() { # report NAME STATUS
  if [ "$2" = 0 ]; then echo "PASS: $1"; else echo "FAIL: $1" && failed=1; fi
}

# check_failure DIR ASSUMPTION EXPECTED-REGEX: what is printed before the trap
check_failure() {
  output=$("$1/check_failures" "$2")
  echo "$output"
  [[ $output =~ $3 ]]
  report "check_failures $2" $?
}

equivalence() { # equivalence DIR [NAME]
  for source in $here/${2:-*_equivalence}.cu; do
    name=$(basename "$source" .cu)
    "$1/$name"
    report "$name" $?
  done
}

checks() { # checks DIR
  check_failure "$1" holds '^cudaSuccess$'
  at='kernels\.cu:[0-9]+: coopify: '
  check_failure "$1" block-1d "${at}assumption block-1d does not hold: blockDim is \(16,16,1\)"
  check_failure "$1" block-multiple-of-32 \
    "${at}assumption block-multiple-of-32 does not hold: blockDim is \(48,2,1\)"
  check_failure "$1" converged-callers \
    "${at}assumption converged-callers does not hold: of the lanes 0xffffffff only 0xfffff are here"
  check_failure "$1" uniform-arguments \
    "${at}assumption uniform-arguments does not hold: argument 2 differs between lanes"
  check_failure "$1" member "${at}the mask 0xfffffffe does not contain the caller, lane 0"
}

case "${1:-}" in
build) build "${2:-.gpu}" ;;
bench) exec "${2:-.gpu}/match_bench" ;;
*)
  [ "${2:-}" = check_failures ] || equivalence "${1:-.gpu}" "${2:-}"
  [[ ${2:-check_failures} != check_failures ]] || checks "${1:-.gpu}"
  ;;
esac
exit $failed
