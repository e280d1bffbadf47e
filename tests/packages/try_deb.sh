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
. tests/packages/bare_root.sh
if [ $# -lt 1 ] || [ ! -d "$1" ]; then
  sed -n '3,8s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
root=$(mktemp -d)
trap 'unmount_proc "$root"; rm -rf --one-file-system "$root"' EXIT
make_bare_root "$root" "${2:-}"
mount_proc "$root"
install -d "$root/try"
cp "$1"/*.deb tests/data/examples/two_exchanges.warc scripts/serve_blog.py tests/packages/ask_server.py "$root/try/"
cp -r examples/blog "$root/try/blog"
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
tries=0
until [ -s /try/address ] || [ $tries = 600 ]; do tries=$((tries + 1)); sleep 0.1; done
bfa crawl -a /try/archive --allow-private --delay 0 "$(cat /try/address)"
kill $server
bfa check -a /try/archive
bfa ls -a /try/archive | head -3
bfa search -a /try/archive '"keep the bytes"' | grep -m1 .
bfa pack -a /try/archive -o /try/package
bfa check /try/package/*
bfa serve -a /try/archive --json >/try/serve.json 2>/try/serve.err &
served=$!
python3 /try/ask_server.py /try/serve.json
python3 -c 'import bfa; print("python reads", len(bfa.Archive("/try/archive").blogs()), "blog")'
kill $served
wait $served
grep -q "BFA_CONTACT is not set" /lib/systemd/system/bfa-run.service
test -e /usr/share/doc/bfa/docs/operating.md
wants=/etc/systemd/system/multi-user.target.wants
mkdir -p $wants
ln -s /lib/systemd/system/bfa-run.service $wants/  # as systemctl enable does
dpkg -r python3-bfa bfa libbfa0 >/dev/null
test ! -L $wants/bfa-run.service
test ! -e /usr/bin/bfa
test ! -e /usr/lib/python3/dist-packages/bfa/__init__.py
END
chroot "$root" sh /try/run.sh
echo "the packages were installed, used and removed"
