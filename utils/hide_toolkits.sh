#!/usr/bin/env bash
# hide_toolkits.sh COMMAND...: runs the command on this machine as if no CUDA toolkit were installed.
#
# An empty folder is mounted over each toolkit, in a mount namespace that ends with the command, and
# the variables that name a toolkit are unset. So compilers miss it too, which CUDA_PATH=embedded does
# not achieve: clang's driver looks for a toolkit by itself.
# Needs root, or user namespaces. Exits with 3 if a toolkit cannot be hidden, else as the command does.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] || { sed -n '2,/^set/{/^set/d;s/^# \?//;p}' "$0" >&2; exit 2; }

if [ -z "${COOPIFY_IN_NAMESPACE:-}" ]; then
  namespace=(unshare --mount)
  [ "$(id -u)" -eq 0 ] || namespace+=(--map-root-user)
  COOPIFY_IN_NAMESPACE=yes exec "${namespace[@]}" "$0" "$@"
fi

empty=$(mktemp -d)
mapfile -t folders < <(python3 "$here/cuda_toolkit.py" --folders)
for folder in "${folders[@]}"; do
  # A package puts its files among those of others: an empty folder would hide all of them.
  [ "$folder" != /usr ] || { echo "hide_toolkits.sh: a toolkit in /usr cannot be hidden" >&2; exit 3; }
  mount --bind -o ro "$empty" "$folder"
done
rmdir "$empty"
for nvcc in $(type -ap nvcc); do # a script that calls a toolkit's
  mount --bind /dev/null "$(realpath "$nvcc")"
done
unset COOPIFY_IN_NAMESPACE CUDA_PATH CUDA_HOME CUDA_ROOT COOPIFY_CUDA11
visible=$(python3 "$here/cuda_toolkit.py" --folders
  clang++-22 -v -x cuda -c /dev/null -### 2>&1 | grep 'Found CUDA installation' || true)
[ -z "$visible" ] || { printf 'hide_toolkits.sh: still visible:\n%s\n' "$visible" >&2; exit 3; }
exec "$@"
