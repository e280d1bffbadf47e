# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# For the scripts of this folder: `make_bare_root FOLDER [MIRROR]` puts a bare Debian 12 into an empty folder, by debootstrap from the
# mirror (the first one of the machine's own sources), or as a copy of $BFA_BARE_ROOT. Needs root.
make_bare_root() {
  local mirror=${2:-$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
    awk '/^URIs:/ { print $2; exit } /^deb / { for (i = 2; i <= NF; i++) if ($i ~ /^http/) { print $i; exit } }')}
  if [ -n "${BFA_BARE_ROOT:-}" ]; then
    cp -a "$BFA_BARE_ROOT/." "$1"
  elif ! debootstrap --variant=minbase bookworm "$1" "$mirror" >"$1.log"; then
    tail "$1.log" >&2
    rm -f "$1.log"
    return 1
  fi
  rm -f "$1.log"
  chmod 755 "$1"  # mktemp makes folders for root alone
  cp -r /etc/apt/apt.conf.d/. "$1/etc/apt/apt.conf.d/"  # how this machine reaches the mirror
}

# A running system has /proc, from which the loader knows where a program is.
mount_proc() { mount -t proc proc "$1/proc"; }
unmount_proc() { umount "$1/proc" 2>/dev/null || true; }

# Waits until a file has a line, a minute at most: a server that starts prints its address.
wait_for_line() {
  local tries=0
  until [ -s "$1" ]; do
    tries=$((tries + 1))
    [ $tries -lt 600 ] || { echo "$1: no line after a minute" >&2; return 1; }
    sleep 0.1
  done
}
