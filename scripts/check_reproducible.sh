#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds what is distributed twice, in two folders, and compares: the Debian packages, the wheel and the portable program.
#
# Usage: scripts/check_reproducible.sh [FOLDER] [CMAKE ARGUMENT...]
#
# FOLDER gets what the first build made. Takes the files of the last commit, and its time and author, and two release builds of two
# kinds: an hour and more on two cores without a compiler cache. A cache must not be shared by both if the compiler is to be checked
# too. Exit codes: 0 all equal, 1 not, 2 usage.
set -euo pipefail
cd "$(dirname "$0")/.."
case ${1:-} in
  -h|--help) sed -n '3,9s/^# \{0,1\}//p' "$0"; exit 0 ;;
  ''|-*) keep= ;;
  *) mkdir -p "$1"; keep=$(cd "$1" && pwd); shift ;;
esac
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
DEBFULLNAME=${DEBFULLNAME:-$(git log -1 --format=%an)}
DEBEMAIL=${DEBEMAIL:-$(git log -1 --format=%ae)}
export SOURCE_DATE_EPOCH DEBFULLNAME DEBEMAIL
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for folder in one another/folder; do
  mkdir -p "$work/$folder" "$work/out/$folder"
  git archive HEAD | tar -x -C "$work/$folder"
  (
    cd "$work/$folder"
    [ -z "${CCACHE_BASEDIR:-}" ] || export CCACHE_BASEDIR=$PWD
    scripts/make_deb.sh "$work/out/$folder" "$@"
    strip --strip-debug -o "$work/libbfa.so.0" build/deb/libbfa/libbfa.so.0
    scripts/make_wheel.py "$work/libbfa.so.0" "$work/out/$folder"
    scripts/make_portable.sh "$work/out/$folder" "$@"
  ) >"$work/log" 2>&1 || { tail -50 "$work/log"; exit 1; }
done
[ -z "$keep" ] || cp "$work"/out/one/* "$keep/"
differ=0
for file in "$work"/out/one/*; do
  if cmp -s "$file" "$work/out/another/folder/${file##*/}"; then
    echo "equal: ${file##*/}"
  else
    echo "DIFFERS: ${file##*/}"
    differ=1
  fi
done
exit $differ
