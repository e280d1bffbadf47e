#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Unpacks what scripts/make_portable.sh made into folders of a bare Debian 12, and uses it there: nothing is installed.
#
# Usage: tests/packages/try_portable.sh FILE.tar.xz [MIRROR]
#
# Needs root, debootstrap and a mirror of Debian. Exit codes: 0 all worked, 1 something did not, 2 usage.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/packages/bare_root.sh
if [ $# -lt 1 ] || [ ! -f "$1" ]; then
  sed -n '3,7s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
root=$(mktemp -d)
server=
served=
finish() {
  [ -z "$served" ] || kill "$served" 2>/dev/null || true
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  unmount_proc "$root"
  rm -rf --one-file-system "$root" "$root.address" "$root.served"
}
trap finish EXIT
make_bare_root "$root" "${2:-}"
mount_proc "$root"
install -d -m 1777 "$root/try" "$root/opt/a folder"
tar -xJf "$1" -C "$root/opt/a folder"
mv "$root/opt/a folder"/bfa-* "$root/opt/a folder/moved"
cp tests/data/examples/two_exchanges.warc "$root/try/"
python3 scripts/serve_blog.py examples/blog >"$root.address" &
server=$!
wait_for_line "$root.address"
in_root() { chroot --userspec=12345:12345 "$root" env HOME=/try BFA_ARCHIVE=/try/archive "$@"; }
bfa="/opt/a folder/moved/bin/bfa"
in_root "$bfa" --version
in_root "$bfa" warc check /try/two_exchanges.warc
in_root "$bfa" crawl --allow-private --delay 0 "$(cat "$root.address")"
in_root "$bfa" check
in_root "$bfa" search "$(printf '\303\223RDER')" | grep -m1 'order'  # folds case and accents by ICU
in_root "$bfa" pack
chroot --userspec=12345:12345 "$root" env HOME=/try BFA_ARCHIVE=/try/archive "$bfa" serve --json >"$root.served" &
served=$!
python3 tests/packages/ask_server.py "$root.served"
kill "$served"
served=
in_root sh -c "cd /opt && '$bfa' ls" | sed -n 1,3p
# Every library that it loads is its own, but for those of glibc.
if in_root sh -c "ldd '$bfa'" | grep -v 'a folder' | grep -Ev 'lib(c|m|dl|rt|pthread|resolv)\.so|ld-linux|linux-vdso'; then
  echo "it loads these from elsewhere"
  exit 1
fi
echo "the portable program runs from any folder of a bare Debian 12"
