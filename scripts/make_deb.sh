#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the Debian packages libbfa0, libbfa-dev, bfa and python3-bfa, with dpkg's own tools.
#
# Usage: scripts/make_deb.sh FOLDER [CMAKE ARGUMENT...]
#
# Builds into build/deb (a release, shared, without tests) and writes the packages to FOLDER. lexbor, which Debian 12 lacks, is
# copied into libbfa0, to a folder of its own that only libbfa looks into. Times of files are those of the last commit, so that a
# second build gives equal packages. The maintainer is DEBFULLNAME and DEBEMAIL, else who made the last commit. lintian reads them where it is installed; its errors are errors here.
# Exit codes: 0 made, 1 not, 2 usage.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() { sed -n '3,10s/^# \{0,1\}//p' "$0"; }
case ${1:-} in
  -h|--help) usage; exit 0 ;;
  ''|-*) usage >&2; exit 2 ;;
esac
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift

version=$(sed -n 's/^project(bfa VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
triplet=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
arch=$(dpkg-architecture -qDEB_HOST_ARCH)
libdir=usr/lib/$triplet
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
maintainer="${DEBFULLNAME:-$(git log -1 --format=%an)} <${DEBEMAIL:-$(git log -1 --format=%ae)}>"

cmake -S . -B build/deb -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON -DBFA_BUILD_TESTS=OFF \
  -DBFA_BUILD_EXAMPLES=OFF -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_INSTALL_LIBDIR="lib/$triplet" \
  -DBFA_PRIVATE_LIBDIR="/$libdir/bfa" "$@"
cmake --build build/deb

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
DESTDIR=$work/all cmake --install build/deb --strip >/dev/null

# Moves files of the install tree into a package. $1: package; the others: paths, as patterns.
take() {
  local package=$1 path
  shift
  for path in "$@"; do
    (cd "$work/all" && find . -path "./$path" -prune -print0 | cpio -0pdm --quiet "$work/$package" && cpio_list "$path") || return 1
  done
}
# A folder that was taken comes with what is in it.
cpio_list() { find . -path "./$1/*" -print0 | cpio -0pdmu --quiet "$work/$package"; }

take libbfa0 "$libdir/libbfa.so.*" "$libdir/libbfa-extract.so.*"
take libbfa-dev "$libdir/libbfa.so" "$libdir/libbfa-extract.so" usr/include "$libdir/cmake" "$libdir/pkgconfig"
take bfa usr/bin usr/share/man
take python3-bfa usr/lib/python3

# lexbor, privately.
lexbor=$(ldd "$work/all/$libdir/libbfa.so.0" | awk '$1 ~ /^liblexbor/ { print $3 }')
if [ -n "$lexbor" ]; then
  install -Dm644 "$(readlink -f "$lexbor")" "$work/libbfa0/$libdir/bfa/$(basename "$lexbor")"
fi

# What surrounds the command: completions, the run as a service with a user and a folder of its own.
install -d "$work/bfa/usr/share/bash-completion/completions" "$work/bfa/usr/share/zsh/vendor-completions" \
  "$work/bfa/usr/share/fish/vendor_completions.d" "$work/bfa/usr/lib/sysusers.d" "$work/bfa/lib/systemd/system"
completion() { LD_LIBRARY_PATH=build/deb/libbfa build/deb/bin/bfa completion "$1"; }
completion bash >"$work/bfa/usr/share/bash-completion/completions/bfa"
completion zsh >"$work/bfa/usr/share/zsh/vendor-completions/_bfa"
completion fish >"$work/bfa/usr/share/fish/vendor_completions.d/bfa.fish"
echo 'u bfa - "Archive of blogs" /var/lib/bfa' >"$work/bfa/usr/lib/sysusers.d/bfa.conf"
sed -e '2,3d' -e 's#/usr/local/bin/bfa#/usr/bin/bfa#' -e 's#/srv/blogs#/var/lib/bfa/archive#' \
  -e 's#^ExecStart=\(.*\) --from.*#EnvironmentFile=/etc/default/bfa\nExecStartPre=/bin/sh -c '"'"'test -n "$BFA_CONTACT" || { echo BFA_CONTACT is not set in /etc/default/bfa >\&2; exit 1; }'"'"'\nExecStart=\1 --from ${BFA_CONTACT}#' \
  -e 's#^ReadWritePaths=.*#StateDirectory=bfa\nStateDirectoryMode=0750#' scripts/bfa-run.service >"$work/bfa/lib/systemd/system/bfa-run.service"
sed -e '2,3d' -e 's#/usr/local/bin/bfa#/usr/bin/bfa#' -e 's#/srv/blogs#/var/lib/bfa/archive#' -e 's#^ReadWritePaths=.*#StateDirectory=bfa\nStateDirectoryMode=0750#' \
  scripts/bfa-serve.service >"$work/bfa/lib/systemd/system/bfa-serve.service"
install -d "$work/bfa/etc/default" "$work/bfa/DEBIAN"
printf '# Who runs the archive: sent with each request of bfa-run.service. The service does not start without it.\n#BFA_CONTACT=archive@example.org\n# The service makes /var/lib/bfa/archive, of the user bfa. Then: sudo -u bfa bfa add -a /var/lib/bfa/archive https://a.blog.example/\n' \
  >"$work/bfa/etc/default/bfa"
echo /etc/default/bfa >"$work/bfa/DEBIAN/conffiles"
# What --help, the manual and the modules refer to.
install -d "$work/bfa/usr/share/doc/bfa" "$work/python3-bfa/usr/share/doc/python3-bfa"
find docs -name '*.md' -print0 | cpio -0pdm --quiet "$work/bfa/usr/share/doc/bfa"
install -m644 docs/python.md "$work/python3-bfa/usr/share/doc/python3-bfa"
find "$work/bfa/usr/share/man" -name '*.1' -exec gzip -9n {} +

cat >"$work/bfa/DEBIAN/postinst" <<'END'
#!/bin/sh
set -e
if [ "$1" = configure ]; then
  if command -v systemd-sysusers >/dev/null; then
    systemd-sysusers bfa.conf
  elif ! getent passwd bfa >/dev/null; then
    useradd --system --home-dir /var/lib/bfa --shell /usr/sbin/nologin bfa
  fi
  if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
fi
END
cat >"$work/bfa/DEBIAN/prerm" <<'END'
#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then systemctl stop bfa-run.service bfa-serve.service || true; fi
END
# The archive and its user stay, also when the package is purged.
cat >"$work/bfa/DEBIAN/postrm" <<'END'
#!/bin/sh
set -e
if [ "$1" = remove ] || [ "$1" = purge ]; then
  for unit in bfa-run.service bfa-serve.service; do
    for link in /etc/systemd/system/*.wants/"$unit"; do
      if [ -L "$link" ]; then rm -f "$link"; fi
    done
  done
  if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
fi
END
chmod 755 "$work/bfa/DEBIAN/postinst" "$work/bfa/DEBIAN/prerm" "$work/bfa/DEBIAN/postrm"

# What the packages are made of.
scripts/make_sbom.py --name libbfa --output "$work/sbom.json" "$work/all/$libdir/libbfa.so.0"
install -Dm644 "$work/sbom.json" "$work/libbfa0/usr/share/doc/libbfa0/sbom.spdx.json"

# Libraries of others that a package's programs need, but lexbor, which is in it.
mkdir -p "$work/debian"
echo "Source: libbfa" >"$work/debian/control"
shared_libraries() {
  (cd "$work" && dpkg-shlibdeps -O --ignore-missing-info -xliblexbor3 -xlibbfa0 -l"all/$libdir" "$@" 2>/dev/null) |
    sed -n 's/^shlibs:Depends=//p'
}

# Writes the control data and what every package has. $1: package, $2: architecture, $3: section, $4: depends, $5: description.
control() {
  local root=$work/$1 doc=$work/$1/usr/share/doc/$1
  install -d "$root/DEBIAN" "$doc"
  {
    echo "Package: $1"
    echo "Source: libbfa"
    echo "Version: $version"
    echo "Architecture: $2"
    echo "Maintainer: $maintainer"
    echo "Section: $3"
    echo "Priority: optional"
    [ -z "$4" ] || echo "Depends: $4"
    echo "Installed-Size: $(du -ks --exclude=DEBIAN "$root" | cut -f1)"
    printf 'Description: %s\n' "$5"
  } >"$root/DEBIAN/control"
  {
    printf 'libbfa, an archive of blogs\n\nCopyright: the authors of libbfa\nLicense: Apache-2.0\n'
    [ "$1" != libbfa0 ] ||
      printf '\nbfa/liblexbor.so.3\n\nCopyright: 2018-2025 Alexander Borisov\nLicense: Apache-2.0\n'
    printf '\nOn Debian systems the text of the licence is in /usr/share/common-licenses/Apache-2.0.\n\n'
    printf 'NOTICE names the data of others that tables were made from:\n\n'
    sed 's/^/    /' NOTICE
  } >"$doc/copyright"
  printf 'libbfa (%s) stable; urgency=medium\n\n  * Built by scripts/make_deb.sh; changelog.upstream.gz has the changes.\n\n -- %s  %s\n' \
    "$version" "$maintainer" "$(date -uRd "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$doc/changelog.gz"
  gzip -9nc CHANGELOG.md >"$doc/changelog.upstream.gz"
  (cd "$root" && find . -type f ! -path './DEBIAN/*' -printf '%P\0' | sort -z | xargs -0r md5sum >DEBIAN/md5sums)
  find "$root" -type d -exec chmod 755 {} +
  find "$root" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group -Zxz --build "$root" "$out/$1_${version}_$2.deb" >/dev/null
  echo "$out/$1_${version}_$2.deb"
}

install -d "$work/libbfa0/DEBIAN"
printf 'libbfa 0 libbfa0 (>= %s)\nlibbfa-extract %s libbfa0 (>= %s)\n' "$version" "${version%.*}" "$version" >"$work/libbfa0/DEBIAN/shlibs"
echo 'activate-noawait ldconfig' >"$work/libbfa0/DEBIAN/triggers"
# Programs in C depend on the release that added what they call; those in C++ on this one.
{
  echo 'libbfa.so.0 libbfa0 #MINVER#'
  nm -D --defined-only --with-symbol-versions "$work/all/$libdir/libbfa.so.0" |
    sed -n "s/^[0-9a-f]* T \\(bfa_[a-z0-9_]*\\)@@\\(BFA_C_.*\\)/ \\1@\\2 $version/p" | sort
} >"$work/libbfa0/DEBIAN/symbols"
mkdir -p "$work/libbfa0/usr/share/lintian/overrides"
# One library outlives releases (C), the other comes with each: both are made of the same objects.
printf 'libbfa0: package-name-doesnt-match-sonames *\nlibbfa0: custom-library-search-path *\n' >"$work/libbfa0/usr/share/lintian/overrides/libbfa0"

packages=$(
  control libbfa0 "$arch" libs "tzdata, ca-certificates, libexttextcat-data, $(shared_libraries -e"libbfa0/$libdir/libbfa.so.0" -elibbfa0/"$libdir"/libbfa-extract.so."${version%.*}")" \
    "$(printf 'archive of blogs: library\n It crawls blogs, learns how their pages are built, extracts posts,\n compares them, keeps every version, and packages them for preservation.')"
  control libbfa-dev "$arch" libdevel "libbfa0 (= $version)" \
    "$(printf 'archive of blogs: headers for C and C++\n Headers, CMake package and pkg-config files of libbfa.')"
  control bfa "$arch" utils "libbfa0 (= $version), $(shared_libraries -ebfa/usr/bin/bfa)" \
    "$(printf 'archive of blogs: command\n It archives blogs from the command line, reads and writes WARC,\n and runs as a service.')"
  control python3-bfa all python "python3 (>= 3.8), libbfa0 (>= $version)" \
    "$(printf 'archive of blogs: Python package\n The module bfa, on the C interface of libbfa.')"
)
echo "$packages"
if command -v lintian >/dev/null; then
  # shellcheck disable=SC2086
  lintian --fail-on error --tag-display-limit 0 --allow-root $packages || exit 1
fi
