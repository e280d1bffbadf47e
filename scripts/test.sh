#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds, runs all tests, and ends with the line "N passed, N failed, N skipped".
#
# Usage: scripts/test.sh [--preset NAME] [CTEST ARGUMENT...]
#
# Presets: dev (default) and the others of CMakePresets.json; the build is in build/NAME. What follows goes to
# ctest: scripts/test.sh -L fast. Exit codes: 0 all passed, 1 something failed, 2 usage.
set -uo pipefail
cd "$(dirname "$0")/.." || exit

preset=dev
case ${1:-} in
  -h|--help) sed -n '3,8s/^# \{0,1\}//p' "$0"; exit 0 ;;
  --preset) [ $# -ge 2 ] || { echo "test: --preset needs a name" >&2; exit 2; }; preset=$2; shift 2 ;;
esac
build=build/$preset

# $1: which stage failed before any test could run.
stop() { printf 'test: %s failed\n0 passed, 1 failed, 0 skipped\n' "$1"; exit 1; }

scripts/setup.sh test || stop "installing what is missing"

if command -v ccache >/dev/null; then
  export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
  export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$PWD} CCACHE_NOHASHDIR=1
fi
jobs=$(nproc)
echo "test: configuring and building $build"
# From nothing, several sources compile as one: half of the time. A build folder that exists keeps its setting.
fresh=()
case $preset in
  dev|shared) [ -e "$build/CMakeCache.txt" ] || fresh=(-DBFA_UNITY=ON) ;;
esac
configured=$(cmake --preset "$preset" "${fresh[@]}" 2>&1) || { printf '%s\n' "$configured"; stop configuring; }
cmake --build "$build" -j "$jobs" || stop building

report=$build/junit.xml
rm -f "$report"
# Many tests wait: for a clock, a disk or another program.
ctest --test-dir "$build" -j $((jobs + 1)) --output-on-failure --no-tests=error --progress --output-junit junit.xml "$@" </dev/null
rc=$?
# The counts are ctest's own; a run that ended before it wrote them is a failure.
python3 - "$report" "$rc" <<'PY'
import sys
import xml.etree.ElementTree as tree

try:
    suite = tree.parse(sys.argv[1]).getroot()
    total, failed = int(suite.get("tests")), int(suite.get("failures"))
    skipped = int(suite.get("skipped")) + int(suite.get("disabled"))
except (OSError, tree.ParseError, TypeError):
    total, failed, skipped = 1, 1, 0
if failed == 0 and sys.argv[2] != "0":
    total, failed = total + 1, 1
print(f"{total - failed - skipped} passed, {failed} failed, {skipped} skipped")
sys.exit(1 if failed else 0)
PY
