#!/bin/sh
# exits.sh STATUS COMMAND...: runs the command and fails unless it exits with STATUS.
# A shell, because hundreds of them start: Python takes longer for that than some of the commands.
wanted=$1
shift
"$@"
status=$?
[ "$status" -eq "$wanted" ] || { echo "exit status $status, not $wanted: $*" >&2; exit 1; }
