#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the packages that scripts/make_deb.sh made into a bare Debian 12, uses them there, and removes them again.
#
# Usage: tests/packages/try_deb.sh FOLDER [MIRROR]
#
# FOLDER holds the packages. Needs root, debootstrap and a mirror of Debian (the first one of the machine's own sources). Exit codes:
# 0 all worked, 1 something did not, 2 usage.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ $# -lt 1 ] || [ ! -d "$1" ]; then
  sed -n '3,8s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
mirror=${2:-$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
  awk '/^URIs:/ { print $2; exit } /^deb / { for (i = 2; i <= NF; i++) if ($i ~ /^http/) { print $i; exit } }')}
root=$(mktemp -d)
trap 'rm -rf --one-file-system "$root"' EXIT
debootstrap --variant=minbase bookworm "$root" "$mirror" >"$root.log" || { tail "$root.log"; rm -f "$root.log"; exit 1; }
rm -f "$root.log"
install -d "$root/try"
cp "$1"/*.deb tests/data/examples/two_exchanges.warc scripts/serve_blog.py "$root/try/"
cp -r examples/blog "$root/try/blog"
cp -r /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/"  # how this machine reaches the mirror
cat >"$root/try/run.sh" <<'END'
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get -qq install -y --no-install-recommends /try/libbfa0_*.deb /try/bfa_*.deb /try/python3-bfa_*.deb >/dev/null
bfa --version
bfa warc check /try/two_exchanges.warc
python3 -c 'import bfa; print("python", bfa.__version__, bfa.surt("http://a.example/"))'
getent passwd bfa
python3 /try/serve_blog.py /try/blog >/try/address &
server=$!
sleep 2
bfa crawl -a /try/archive --allow-private --delay 0 "$(cat /try/address)"
kill $server
bfa check -a /try/archive
bfa ls -a /try/archive | head -3
dpkg -r python3-bfa bfa libbfa0 >/dev/null
test ! -e /usr/bin/bfa
test ! -e /usr/lib/python3/dist-packages/bfa/__init__.py
END
chroot "$root" sh /try/run.sh
echo "the packages were installed, used and removed"
