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
if [ $# -lt 1 ] || [ ! -d "$1" ]; then
  sed -n '3,9s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
python3 tests/packages/container_steps.py
if command -v buildah >/dev/null; then
  buildah build -t bfa-try . && buildah rmi bfa-try >/dev/null
  echo "the container was built"
fi
mirror=${2:-$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
  awk '/^URIs:/ { print $2; exit } /^deb / { for (i = 2; i <= NF; i++) if ($i ~ /^http/) { print $i; exit } }')}
root=$(mktemp -d)
server=
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf --one-file-system "$root" "$root.log" "$root.address"
}
trap finish EXIT
debootstrap --variant=minbase bookworm "$root" "$mirror" >"$root.log" || { tail "$root.log"; exit 1; }
cp -r /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/"  # how this machine reaches the mirror
before=$(du -sm "$root" --exclude=var/cache | cut -f1)
install -d "$root/packages"
cp "$1"/libbfa0_*.deb "$1"/bfa_*.deb "$root/packages/"
python3 tests/packages/container_steps.py --script >"$root/steps.sh"
chroot "$root" env DEBIAN_FRONTEND=noninteractive sh /steps.sh >"$root.log" 2>&1 || { tail "$root.log"; exit 1; }
echo "the image has $(($(du -sm "$root" | cut -f1) - before)) MB more than its base of $before MB"
python3 scripts/serve_blog.py examples/blog >"$root.address" &
server=$!
sleep 2
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
