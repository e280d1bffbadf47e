#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what the build needs and this machine lacks. Takes seconds when nothing is missing.
#
# Usage: scripts/setup.sh [build|test|ci|packages]     (default: test; each includes the ones before it)
#
#   BFA_LEXBOR_SOURCE=DIR  build lexbor from this source folder instead of taking Debian's package
#
# Works as root or through sudo. lexbor, the HTML parser, is packaged in Debian's testing suite only: its two
# packages are fetched through a private list of sources, derived from the machine's own, that no other apt call
# sees. Exit codes: 0 all there, 1 something could not be installed (what to do is said), 2 usage.
set -euo pipefail
cd "$(dirname "$0")/.."
root_dir=$PWD
lexbor_minimum=3.0

say() { printf 'setup: %s\n' "$*"; }
fail() { printf 'setup: %s\n' "$*" >&2; exit 1; }

packages_build=(g++ cmake ninja-build ccache pkg-config python3
  libhowardhinnant-date-dev tzdata libssl-dev zlib1g-dev libdeflate-dev libzstd-dev liblz4-dev libbrotli-dev libxxhash-dev
  libuchardet-dev libcld2-dev libexttextcat-dev libexttextcat-data libstemmer-dev libpsl-dev libtinyxml2-dev libarchive-dev
  libre2-dev libmaxminddb-dev libsqlite3-dev libicu-dev libcurl4-openssl-dev librocksdb-dev
  nlohmann-json3-dev libjemalloc-dev libcli11-dev libboost1.81-dev)
packages_test=(libgtest-dev libbenchmark-dev libexpat1-dev libxml2-dev libxml2-utils yaz libmarc-lint-perl libmarc-xml-perl libmarc-schema-perl
  openssl zsh fish mypy python3-pandas python3-yaml cmark
  p7zip-full xz-utils bzip2 lzip lz4 ncompress cpio genisoimage gcab libarchive-tools unzip zip zstd)
packages_ci=(abigail-tools clang-19 clang-tidy-19 clang-format-19 libclang-rt-19-dev lld-19 git wget)
packages_packages=(debootstrap lintian node-spdx-license-ids groff-base man-db)

case ${1:-test} in
  build) packages=("${packages_build[@]}") ;;
  test) packages=("${packages_build[@]}" "${packages_test[@]}") ;;
  ci) packages=("${packages_build[@]}" "${packages_test[@]}" "${packages_ci[@]}") ;;
  packages) packages=("${packages_build[@]}" "${packages_test[@]}" "${packages_ci[@]}" "${packages_packages[@]}") ;;
  -h|--help) sed -n '3,12s/^# \{0,1\}//p' "$0"; exit 0 ;;
  *) echo "setup: unknown set '$1' (build, test, ci or packages)" >&2; exit 2 ;;
esac

# Commands that change the system go through this.
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; return; fi
  command -v sudo >/dev/null || fail "not root and no sudo here; run as root: $*"
  if [ ! -t 0 ] && ! sudo -n true 2>/dev/null; then
    fail "sudo asks for a password and there is no terminal; run as root: scripts/setup.sh"
  fi
  sudo "$@"
}

apt_get() { as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qq "$@" </dev/null; }

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

candidate_of() { LC_ALL=C apt-cache policy "$1" 2>/dev/null | awk '$1 == "Candidate:" && $2 != "(none)" { print $2 }'; }

# Node and Chromium for tests/replay and tests/browser, where the machine has none of its own.
add_replay_packages() {
  command -v node >/dev/null || packages+=(nodejs)
  command -v npm >/dev/null || packages+=(npm)
  command -v chromium >/dev/null || packages+=(chromium)
}

# The packages of tests/$1/package.json, into build/$1. Their own scripts are not run.
install_node_packages() {
  local folder=$root_dir/build/$1 list=tests/$1/package.json
  if [ -d "$folder/node_modules" ] && cmp -s "$list" "$folder/package.json"; then return; fi
  say "installing the packages of $list"
  rm -rf "$folder"
  mkdir -p "$folder"
  cp "$list" "$folder/"
  (cd "$folder" && npm install --ignore-scripts --no-audit --no-fund --no-package-lock --loglevel=error </dev/null) && return
  rm -rf "$folder"
  say "npm could not install the packages of $list (its messages stand above): these tests skip"
}

install_missing_packages() {
  local missing=() unknown=() package updated=no
  for package in "${packages[@]}"; do is_installed "$package" || missing+=("$package"); done
  if [ ${#missing[@]} = 0 ]; then return; fi
  say "installing ${#missing[@]} packages: ${missing[*]}"
  for package in "${missing[@]}"; do [ -n "$(candidate_of "$package")" ] || unknown+=("$package"); done
  if [ ${#unknown[@]} -gt 0 ]; then
    say "refreshing the package lists"
    apt_get update || say "some package lists could not be refreshed; going on with what is there"
    updated=yes
  fi
  if apt_get install -y --no-install-recommends "${missing[@]}" >/dev/null; then return; fi
  if [ $updated = no ]; then
    say "trying again with fresh package lists"
    apt_get update || true
    if apt_get install -y --no-install-recommends "${missing[@]}" >/dev/null; then return; fi
  fi
  fail "apt-get could not install: ${missing[*]} (its messages stand above)"
}

# True when CMake finds a lexbor, packaged or not.
lexbor_is_found() {
  local probe
  probe=$(mktemp -d)
  printf '%s\n' 'cmake_minimum_required(VERSION 3.25)' 'project(probe LANGUAGES C)' \
    "find_package(lexbor $lexbor_minimum REQUIRED)" >"$probe/CMakeLists.txt"
  local rc=0
  cmake -S "$probe" -B "$probe/build" -G Ninja -DCMAKE_MODULE_PATH="$root_dir/cmake" >/dev/null 2>&1 || rc=1
  rm -rf "$probe"
  return $rc
}

# $1: a name in /etc/os-release; prints its value.
os_release() {
  # shellcheck source=/dev/null
  (. /etc/os-release 2>/dev/null && printf '%s' "${!1:-}")
}

# Prepares $work/apt: a private source list for the testing suite. $1: the types ("deb" or "deb-src").
derive_testing_source() {
  local vendor codename
  vendor=$(os_release ID)
  codename=$(os_release VERSION_CODENAME)
  mkdir -p "$work/apt/lists/partial" "$work/apt/cache/archives/partial" "$work/apt/empty"
  python3 "$root_dir/scripts/testing_suite.py" --types "$1" --vendor "${vendor:-debian}" --codename "${codename:-stable}" \
    /etc/apt/sources.list.d/*.sources /etc/apt/sources.list /etc/apt/sources.list.d/*.list \
    >"$work/apt/testing.sources"
}

# apt-get or apt-cache that see the private source and nothing else of the machine's lists.
private_apt() {
  local tool=$1
  shift
  "$tool" -o Dir::Etc::sourcelist="$work/apt/testing.sources" -o Dir::Etc::sourceparts="$work/apt/empty" \
    -o Dir::State::Lists="$work/apt/lists" -o Dir::Cache="$work/apt/cache" \
    -o Dir::Etc::preferences=/dev/null -o Dir::Etc::preferencesparts="$work/apt/empty" \
    -o APT::Default-Release= -o APT::Sandbox::User= -o Acquire::Languages=none "$@" </dev/null
}

install_lexbor_from_own_sources() {
  local candidate
  candidate=$(candidate_of liblexbor-dev)
  if [ -z "$candidate" ] || ! dpkg --compare-versions "$candidate" ge "$lexbor_minimum"; then return 1; fi
  say "lexbor: installing liblexbor-dev $candidate from this machine's own sources"
  apt_get install -y --no-install-recommends liblexbor-dev >/dev/null
}

install_lexbor_from_testing() {
  if ! derive_testing_source deb; then
    say "lexbor: no source of this machine has Debian's testing suite beside it (Ubuntu's have none)"
    return 1
  fi
  say "lexbor: fetching it from the testing suite of $(awk '/^URIs:/ { print $2; exit }' "$work/apt/testing.sources")"
  private_apt apt-get -qq update || { say "lexbor: the testing suite cannot be read"; return 1; }
  local runtime
  runtime=$(private_apt apt-cache show liblexbor-dev 2>/dev/null | sed -n 's/^Depends:.*\(liblexbor[0-9][0-9a-z]*\).*/\1/p' | head -1)
  [ -n "$runtime" ] || { say "lexbor: the testing suite has no liblexbor-dev"; return 1; }
  (cd "$work" && private_apt apt-get -qq download liblexbor-dev "$runtime") || return 1
  say "lexbor: installing $runtime and liblexbor-dev"
  chmod 755 "$work" && chmod 644 "$work"/*.deb
  apt_get install -y --no-install-recommends "$work"/liblexbor*.deb >/dev/null
}

# $1: a folder with lexbor's sources. Goes to /usr/local, where CMake and pkg-config look.
build_lexbor() {
  [ -f "$1/CMakeLists.txt" ] || { say "lexbor: no CMakeLists.txt in $1"; return 1; }
  say "lexbor: building $1 and installing it to /usr/local"
  cmake -S "$1" -B "$work/lexbor" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr/local \
    -DLEXBOR_BUILD_SHARED=ON -DLEXBOR_BUILD_STATIC=OFF >"$work/lexbor.log" 2>&1 &&
    cmake --build "$work/lexbor" >>"$work/lexbor.log" 2>&1 &&
    as_root cmake --install "$work/lexbor" >>"$work/lexbor.log" 2>&1 && as_root ldconfig && return 0
  tail -20 "$work/lexbor.log" >&2
  return 1
}

build_lexbor_from_source_package() {
  derive_testing_source deb-src || return 1
  say "lexbor: its package does not install here; fetching its source package"
  private_apt apt-get -qq update && (cd "$work" && private_apt apt-get -qq source --download-only lexbor) || return 1
  command -v dpkg-source >/dev/null || apt_get install -y --no-install-recommends dpkg-dev >/dev/null || return 1
  (cd "$work" && dpkg-source --no-check -x ./lexbor_*.dsc lexbor-source >/dev/null) || return 1
  build_lexbor "$work/lexbor-source"
}

install_lexbor() {
  if lexbor_is_found; then return; fi
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  if [ -n "${BFA_LEXBOR_SOURCE:-}" ]; then
    build_lexbor "$BFA_LEXBOR_SOURCE" && lexbor_is_found && return
    fail "lexbor: could not build $BFA_LEXBOR_SOURCE; see the messages above"
  fi
  if command -v apt-get >/dev/null; then
    install_lexbor_from_own_sources && lexbor_is_found && return
    install_lexbor_from_testing && lexbor_is_found && return
    build_lexbor_from_source_package && lexbor_is_found && return
  fi
  local with_apt="  - add a source of Debian's testing suite, with a pin of -1 for all but liblexbor*, and: apt-get install liblexbor-dev
"
  [ "$(os_release ID)" = debian ] || with_apt=  # Debian's packages may not fit other systems
  fail "lexbor $lexbor_minimum or newer is missing and could not be installed. Do one of these, then run this again:
$with_apt  - unpack lexbor's sources (https://github.com/lexbor/lexbor/releases) somewhere and: BFA_LEXBOR_SOURCE=THAT_FOLDER scripts/setup.sh
  - build and install lexbor yourself, and name its prefix in CMAKE_PREFIX_PATH"
}

if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
  if [ "${1:-test}" = ci ]; then add_replay_packages; fi
  install_missing_packages
else
  say "no apt here; these must be there by other means (names of Debian's packages): ${packages[*]}"
fi
install_lexbor
if [ "${1:-test}" = ci ]; then
  for tests in replay browser package; do install_node_packages "$tests"; done
fi
say "everything is there"
