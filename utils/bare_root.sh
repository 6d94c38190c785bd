#!/usr/bin/env bash
# bare_root.sh [--keep=FOLDER]: follows the README on a minimal Debian 12, then installs the package
# on a second one and follows the tutorial there.
#
# The first root has git and ca-certificates besides the base system, and a clone of the last commit.
# It runs ./dev demo, coopify on the result, ./dev test and ./dev package. The second root has git, and
# gets the packages that the first one made. Neither has a CUDA toolkit. Prints exit status, wall time
# and last lines of each step, and the disk space; exits with 1 if a step fails.
#
# Needs root, mmdebstrap (installed if missing) and Debian's packages. The packages come from the
# sources of this machine. --keep: the roots and logs stay in FOLDER.
set -euo pipefail
cd "$(dirname "$0")/.."

FAILED=0

main() {
  [ "$(id -u)" -eq 0 ] || die "only root can make and enter another root"
  case "${1:-}" in
  "") FOLDER=$(mktemp -d) && trap 'rm -rf --one-file-system "$FOLDER"' EXIT ;;
  --keep=?*) FOLDER=$(realpath -m "${1#--keep=}") && [ ! -e "$FOLDER" ] || die "'$FOLDER' exists" ;;
  *) sed -n '2,/^set/{/^set/d;s/^# \?//;p}' "$0" >&2 && exit 2 ;;
  esac
  make_roots
  first_root
  second_root
  [ "$FAILED" -eq 0 ] || die "$FAILED steps failed"
}

make_roots() {
  command -v mmdebstrap >/dev/null || apt-get -qq -y --no-install-recommends install mmdebstrap
  mkdir -p "$FOLDER/first" "$FOLDER/second"
  step "make the root" 0 mmdebstrap --variant=minbase --include=git,ca-certificates bookworm \
    "$FOLDER/base.tar" "$(sources)"
  tar -C "$FOLDER/first" -xf "$FOLDER/base.tar"
  tar -C "$FOLDER/second" -xf "$FOLDER/base.tar"
  git clone --quiet --no-hardlinks . "$FOLDER/first/root/coopify"
}

# Where this machine gets Debian's packages.
sources() {
  local file
  for file in /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list; do
    [ ! -s "$file" ] || { echo "$file" && return; }
  done
  die "no apt sources of Debian found"
}

first_root() {
  local in="cd ~/coopify"
  step "./dev demo" 0 inside first "$in && ./dev demo"
  step "./dev demo again" 0 inside first "$in && ./dev demo"
  step "coopify on what the demo kept" 1 inside first "$in && build/bin/coopify -p build/demo"
  step "./dev test" 0 inside first "$in && ./dev test"
  step "./dev package" 0 inside first "$in && ./dev package"
  echo "disk: $(used first)"
}

second_root() {
  cp "$FOLDER"/first/root/coopify/build/*.deb "$FOLDER/second/root"
  step "install the packages" 0 inside second \
    "apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq -y install ~/*.deb"
  python3 utils/run_docs.py --script docs/tutorial.md >"$FOLDER/second/root/tutorial.sh"
  step "the tutorial" 0 inside second "mkdir ~/tutorial && cd ~/tutorial && bash -x ~/tutorial.sh"
  echo "disk: $(used second)"
}

used() { du -sh --one-file-system "$FOLDER/$1" | cut -f1; }

# inside ROOT SCRIPT: as its root user, with an environment of its own.
inside() {
  unshare --mount bash -euc '
    mount --bind "$1" "$1" # unshare works only below a mount point
    mount -t proc proc "$1/proc"
    mount --rbind /dev "$1/dev"
    mount --rbind /sys "$1/sys" # Slurm reads the topology of the processor
    cp /etc/resolv.conf /etc/hosts "$1/etc/"
    exec chroot "$1" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin bash -c "$2"' - "$FOLDER/$1" "$2"
}

# step NAME STATUS COMMAND...: runs the command and reports whether it ends with STATUS.
step() {
  local name=$1 wanted=$2 status=0 log
  log=$FOLDER/$(tr -c 'a-z0-9\n' - <<<"$1").log
  shift 2
  SECONDS=0
  "$@" >"$log" 2>&1 </dev/null || status=$?
  printf '\n=== %s: exit status %d, %d s\n' "$name" "$status" "$SECONDS"
  tail -n 4 "$log"
  [ "$status" -eq "$wanted" ] || { echo "FAILED: '$name' should end with $wanted" && FAILED=$((FAILED + 1)); }
}

die() { echo "bare_root.sh: $1" >&2 && exit 1; }

main "$@"
