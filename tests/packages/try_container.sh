#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the Containerfile where buildah is; else runs the steps of its last stage in a bare Debian 12. Then uses it as a user that
# the system does not know: a crawl, the health check, and without an archive a health check that says so.
#
# Usage: tests/packages/try_container.sh FOLDER [MIRROR]
#
# FOLDER holds the packages of scripts/make_deb.sh. Needs root, debootstrap and a mirror of Debian (the first one of the machine's own
# sources). Exit codes: 0 all worked, 1 something did not, 2 usage.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/packages/bare_root.sh
if [ $# -lt 1 ] || [ ! -d "$1" ]; then
  sed -n '3,9s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
python3 tests/packages/container_steps.py
if command -v buildah >/dev/null; then
  buildah build -t bfa-try . && buildah rmi bfa-try >/dev/null
  echo "the container was built"
fi
root=$(mktemp -d)
server=
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  unmount_proc "$root"
  rm -rf --one-file-system "$root" "$root.log" "$root.address"
}
trap finish EXIT
make_bare_root "$root" "${2:-}"
mount_proc "$root"
before=$(du -smx "$root" | cut -f1)
install -d "$root/packages"
cp "$1"/libbfa0_*.deb "$1"/bfa_*.deb "$root/packages/"
python3 tests/packages/container_steps.py --script >"$root/steps.sh"
chroot "$root" env DEBIAN_FRONTEND=noninteractive sh /steps.sh >"$root.log" 2>&1 || { tail "$root.log"; exit 1; }
echo "the image has $(($(du -smx "$root" | cut -f1) - before)) MB more than its base of $before MB"
python3 scripts/serve_blog.py examples/blog >"$root.address" &
server=$!
wait_for_line "$root.address"
as_user() { chroot --userspec=12345:23456 "$root" env BFA_ARCHIVE=/archive/bfa HOME=/tmp "$@"; }
health=$(python3 tests/packages/container_steps.py --health)
# shellcheck disable=SC2086
if as_user $health >/dev/null 2>&1; then
  echo "the health check says that all is well without an archive"
  exit 1
fi
as_user bfa crawl --allow-private --delay 0 "$(cat "$root.address")"
# shellcheck disable=SC2086
as_user $health
as_user bfa check
echo "the steps of the Containerfile work, also for a user without a name"
