#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes a bfa that runs from any folder of a Debian 12 or of a newer system with glibc, where nothing else is installed:
# FOLDER/bfa-VERSION-ARCH.tar.xz, with bin/bfa, the libraries beside it, man pages, licences and a list of what is in it (SPDX).
#
# Usage: scripts/make_portable.sh FOLDER [CMAKE ARGUMENT...]
#
# Builds into build/portable, a release without tests. Libraries whose licences ask for a notice only are linked in; the others are
# files beside the program, which can be replaced (cmake/BfaStaticDependencies.cmake). Refuses to make what needs a glibc newer than
# 2.36, and a program or a packed file of 40 MB or more. Times are those of the last commit: a second build, in any folder, gives an equal file. Time zones
# and certificates are those of the system: packages tzdata and ca-certificates. Exit codes: 0 made, 1 not, 2 usage.
set -euo pipefail
cd "$(dirname "$0")/.."
case ${1:-} in
  -h|--help) sed -n '3,12s/^# \{0,1\}//p' "$0"; exit 0 ;;
  ''|-*) sed -n '3,12s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
glibc=2.36
limit=$((40 * 1000 * 1000))
build=${BFA_PORTABLE_BUILD:-build/portable}

version=$(sed -n 's/^project(bfa VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
arch=$(uname -m)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF -DBFA_BUILD_TESTS=OFF -DBFA_BUILD_EXAMPLES=OFF \
  -DBFA_STATIC_DEPENDENCIES=ON "-DCMAKE_INSTALL_RPATH=\$ORIGIN/../lib/bfa" -DCMAKE_BUILD_WITH_INSTALL_RPATH=ON \
  -DCMAKE_EXE_LINKER_FLAGS=-Wl,--disable-new-dtags "$@"
cmake --build "$build" --target bfa_tool bfa_man

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
name=bfa-$version-$arch
tree=$work/$name
install -d "$tree/bin" "$tree/lib/bfa" "$tree/share/man/man1" "$tree/share/doc/bfa/licenses"
strip -o "$tree/bin/bfa" "$build/bin/bfa"
cp docs/bfa.1 "$build"/man/*.1 "$tree/share/man/man1/"
cp LICENSE NOTICE "$tree/share/doc/bfa/"

# Beside it: all that it loads but glibc, whose parts belong to the system's loader.
is_of_glibc() { case $1 in libc.so.*|libm.so.*|libdl.so.*|librt.so.*|libpthread.so.*|libresolv.so.*|ld-linux*|linux-vdso*) true ;; *) false ;; esac; }
while read -r library path; do
  is_of_glibc "$library" || cp -L "$path" "$tree/lib/bfa/$library"
done < <(ldd "$build/bin/bfa" | awk '$2 == "=>" { print $1, $3 }')
strip --strip-unneeded "$tree"/lib/bfa/*
chmod 644 "$tree"/lib/bfa/*

# What is in it, and under which licences.
scripts/make_sbom.py --name bfa-portable --output "$tree/share/doc/bfa/sbom.spdx.json" --build "$build" bin/bfa \
  --bundled "$tree/lib/bfa" "$build/bin/bfa"
python3 - "$tree/share/doc/bfa" <<'END'
import json, pathlib, shutil, sys
folder = pathlib.Path(sys.argv[1])
for package in json.loads((folder / "sbom.spdx.json").read_text())["packages"][1:]:
    copyright = pathlib.Path("/usr/share/doc") / package["name"] / "copyright"
    if not copyright.exists():
        sys.exit(f"{copyright}: there is no such file, so the licence cannot come along")
    shutil.copyfile(copyright, folder / "licenses" / package["name"])
END

# The newest version of glibc that a file asks for.
for file in "$tree/bin/bfa" "$tree"/lib/bfa/*; do
  newest=$(objdump -T "$file" | grep -o 'GLIBC_[0-9.]*' | sed 's/GLIBC_//' | sort -Vu | tail -1)
  if [ -n "$newest" ] && [ "$(printf '%s\n%s\n' "$newest" "$glibc" | sort -V | tail -1)" != "$glibc" ]; then
    echo "make_portable.sh: ${file#"$tree"/} needs glibc $newest, newer than $glibc" >&2
    exit 1
  fi
done
find "$tree" -type d -exec chmod 755 {} +
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --format=posix \
  --pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime -C "$work" -c "$name" | xz -T1 -6 >"$out/$name.tar.xz"
in_files=$(find "$tree" -type f -printf '%s\n' | awk '{ all += $1 } END { print all }')
for file in "$tree/bin/bfa" "$out/$name.tar.xz"; do
  size=$(stat -c %s "$file")
  echo "${file#"$tree"/}: $size bytes"
  if [ "$size" -ge "$limit" ]; then
    echo "make_portable.sh: $file has $limit bytes or more" >&2
    exit 1
  fi
done
echo "unpacked: $in_files bytes"
