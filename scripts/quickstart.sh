#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# From a fresh clone to an archived blog: installs what is missing, builds bfa, and shows it at work.
#
# Usage: scripts/quickstart.sh [URL]
#
# Without URL: serves the blog of examples/blog on a free loopback port, crawls it, edits one post and the side bar of
# every page, crawls again and shows what changed. With URL: crawls that blog and shows what was stored. Each run
# makes a fresh archive under build/quickstart/. Exit codes: 0 done, 1 something was not as it should be, 2 usage.
set -euo pipefail
cd "$(dirname "$0")/.."

url=${1:-}
case $url in
  -h|--help) sed -n '3,9s/^# \{0,1\}//p' "$0"; exit 0 ;;
  -*) echo "quickstart: unknown option $url" >&2; exit 2 ;;
esac

step() { printf '\n\033[1m%s\033[0m\n' "== $*"; }
show() { printf '$ %s\n' "$*"; "$@"; }

log=build/quickstart-build.log
step "Setting up and building (the first time takes about a quarter of an hour on two cores; $log shows how far it is)"
scripts/setup.sh build
if command -v ccache >/dev/null; then
  export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
  export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$PWD} CCACHE_NOHASHDIR=1
fi
mkdir -p build
if ! { cmake --preset release -DBFA_UNITY=ON -DBFA_BUILD_TESTS=OFF -DBFA_BUILD_EXAMPLES=OFF && cmake --build --preset release --target bfa_tool; } >"$log" 2>&1; then
  tail -30 "$log" >&2
  echo "quickstart: the build failed; its whole output is in $log" >&2
  exit 1
fi
bfa=build/release/bin/bfa
work=build/quickstart/$(date +%Y%m%d-%H%M%S)-$$
archive=$work/archive
mkdir -p "$work"
echo "built $bfa; the archive will be $archive"

if [ -n "$url" ]; then
  step "Crawling $url (Ctrl-C ends it cleanly; the same command goes on)"
  show $bfa crawl -a "$archive" "$url"
else
  cp -r examples/blog "$work/site"
  mkfifo "$work/address"
  python3 scripts/serve_blog.py "$work/site" >"$work/address" &
  server=$!
  trap 'kill "$server" 2>/dev/null || true' EXIT
  read -r url <"$work/address"
  step "Crawling the example blog, served at $url"
  show $bfa crawl -a "$archive" --allow-private --delay 0 "$url"

  step "Now one post is edited, and the side bar of every page"
  post=2026/03/19/the-sidebar-changed
  python3 - "$work/site" "$work/site/$post/index.html" <<'PY'
import pathlib
import sys

for page in pathlib.Path(sys.argv[1]).rglob("index.html"):
    text = page.read_text(encoding="utf-8")
    text = text.replace("Visitors so far: 10482", "Visitors so far: 10517")
    text = text.replace("from Tuesday to Friday, ten to five", "every weekday, ten to six, and we have a summer fair")
    page.write_text(text, encoding="utf-8")
post = pathlib.Path(sys.argv[2])
text = post.read_text(encoding="utf-8")
old = "A reader had pointed out that the mill burned down in 1887 and not in 1878."
if text.count(old) != 1:
    sys.exit(f"quickstart: {post} does not hold the sentence to edit")
new = "Two readers had pointed out that the mill burned down in 1887 and not in 1878, and that it was a brewery."
post.write_text(text.replace(old, new), encoding="utf-8")
PY
  echo "in $work/site: the counter and the notice on $(find "$work/site" -name index.html | wc -l) pages, one sentence of /$post/"

  differing=$(diff -rq examples/blog "$work/site" | grep -c index.html || true)  # diff says 1 when files differ
  step "Crawling again, every page anew: $differing of them now differ in their bytes"
  show $bfa crawl -a "$archive" --allow-private --delay 0 --recheck all "$url"
fi

step "What was stored"
show $bfa ls -a "$archive"

if [ -n "${post:-}" ]; then
  step "What changed, and how"
  $bfa ls -a "$archive" --json >"$work/objects.jsonl"
  python3 - "$work/objects.jsonl" "$url$post/" <<'PY'
import json
import sys

objects = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
changed = [o["url"] for o in objects if o.get("versions", 1) > 1]
print(f"{len(changed)} of {len(objects)} objects changed: {', '.join(changed) or 'none'}")
if changed != [sys.argv[2]]:
    sys.exit(f"quickstart: expected exactly {sys.argv[2]} to change")
PY
  show $bfa log -a "$archive" "$url$post/"
  show $bfa diff -a "$archive" "$url$post/" || [ $? = 1 ]
fi

step "The bytes as they came, in WARC files"
for file in "$archive"/warc/*.warc.gz; do
  records=$($bfa warc ls --json "$file" | wc -l)
  echo "$file: $records records, the first of them:"
  $bfa warc ls "$file" | sed -n '1,4p'
  show $bfa warc check "$file"
done

step "The package: METS with MARCXML and PREMIS"
show $bfa pack -a "$archive"
find "$archive/packages" -type f | sort | head -12

bfa_path=$PWD/$bfa
step "Where to go next"
cat <<TXT
The archive is $PWD/$archive
  export BFA_ARCHIVE=$PWD/$archive
  $bfa_path show URL          an object as it stands now (--at TIME: as it stood then)
  $bfa_path rules show $url   what was learned for this blog
  $bfa_path crawl URL         another blog, or this one for what is new
docs/guide.md describes every command, docs/architecture.md how it works. examples/ shows how to embed it.
TXT
