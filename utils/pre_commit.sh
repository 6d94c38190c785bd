#!/bin/sh
# usage: pre_commit.sh [OPTION...]
#
# For pre-commit and for .git/hooks: tells what coopify finds on the lines that are not as they
# were in the last commit, and fails if there is something. Needs coopify on PATH (or in COOPIFY)
# and the compile database that coopify looks for, or that -p names. All of its units are looked at,
# for a header may be anybody's; those that are as they were are not read again.
# Before the first commit all lines are new.
set -u
coopify=${COOPIFY:-coopify}
command -v "$coopify" >/dev/null || {
  echo "pre_commit.sh: no '$coopify' on PATH; install the package or name it in COOPIFY" >&2
  exit 2
}
if git rev-parse --verify --quiet HEAD >/dev/null; then
  exec "$coopify" --quiet --since=HEAD "$@"
fi
exec "$coopify" --quiet "$@"
