# mounts.sh COOPIFY SOURCE, in a mount namespace of its own: writes where nothing can be written,
# and prints the last lines, the exit code, and whether the source is still the same and alone.
coopify=$1 source=$2

# once TITLE COMMAND...
once() {
  echo "== $1"
  shift
  "$@" > /run/said 2>&1
  status=$?
  tail -n 2 /run/said
  cmp -s "$source" /mnt/vote.cu && [ "$(ls -A /mnt)" = "$files" ] && echo "-> $status, vote.cu is as it was" ||
    echo "-> $status, vote.cu was changed, or is not alone"
}

fresh() { # OPTIONS of a tmpfs
  mount -t tmpfs -o "$1" none /mnt && chmod 755 /mnt && cp "$source" /mnt/vote.cu && files=$(ls -A /mnt)
}

as_nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }

fix="--cuda-path=embedded --no-cache --fix /mnt/vote.cu"
export TMPDIR=/run
mount -t tmpfs -o mode=1777 none /run # what is said must not be where nothing can be written
touch /run/coopify && mount --bind "$coopify" /run/coopify && cd /

fresh size=1m && mount -o remount,ro /mnt
once "a read-only file system" /run/coopify $fix --
once "an output folder there" /run/coopify $fix --out-dir=/mnt/new/out --
once "a report there" /run/coopify $fix --json=/mnt/out.json --
umount /mnt

fresh size=4k
once "a full file system" /run/coopify $fix --
umount /mnt

fresh size=1m && chmod 777 /mnt
once "a file of another user" as_nobody /run/coopify $fix --
chmod 755 /mnt && chmod 666 /mnt/vote.cu
once "a folder of another user" as_nobody /run/coopify $fix --
once "an output folder of another user" as_nobody /run/coopify $fix --out-dir=/mnt/out --
