#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the archive of a released version that later versions have to open: tests/data/archives/VERSION/.

Usage: make_archive.py BFA OUTPUT_DIRECTORY

Run it once, with the program of the version that is about to be released, and never again for that version. It crawls
examples/blog twice at fixed times, through a local proxy that serves it as http://shelf.example/. Between the crawls one
post, one comment and the side bar of every page change. It writes archive.tar.gz, package.tar.gz and what `ls`, `log`,
`diff` and `show` print. Exit codes: 0 made, 1 the program failed or refused, 2 usage.
"""
import gzip
import http.server
import io
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
sys.dont_write_bytecode = True
import serve_blog  # noqa: E402

HOME = "http://shelf.example/"
POST = HOME + "2026/03/19/the-sidebar-changed/"
CLOCKS = ("2026-06-01T08:00:00Z", "2026-06-08T08:00:00Z")
MODIFIED = 1780272000  # 2026-06-01, of every file of the blog
EDITS = (
    ("Visitors so far: 10482", "Visitors so far: 10517"),
    ("A reader had pointed out that the mill burned down in 1887", "Two readers had pointed out that it burned in 1887"),
    ("The old value stays in the event, with the date", "The old value stays in the event, with the day"),
)
LEFT_OUT = ("lock", "LOG")  # a process id, and RocksDB's diary: they say more of the machine than of the archive


class Handler(serve_blog.Handler):
    """The blog of serve_blog.py without the current time in its answers."""

    def date_time_string(self, timestamp=None):
        return "Mon, 01 Jun 2026 08:00:00 GMT"


def serve(folder):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.folder = folder
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def copy_blog(site):
    shutil.copytree(ROOT / "examples" / "blog", site)
    for path in site.rglob("*"):
        os.utime(path, (MODIFIED, MODIFIED))


def edit_blog(site):
    for page in site.rglob("*"):
        if page.suffix in (".html", ".xml"):
            text = page.read_text(encoding="utf-8")
            for old, new in EDITS:
                text = text.replace(old, new)
            page.write_text(text, encoding="utf-8")
            os.utime(page, (MODIFIED + 86400, MODIFIED + 86400))


def run(bfa, *arguments):
    done = subprocess.run([bfa, *map(str, arguments)], capture_output=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        sys.exit(f"{arguments[0]} ended with {done.returncode}: {done.stderr.decode()}")
    return done.stdout


def pack_folder(folder, target):
    """A tar file with names in order, and nothing in it of the machine or the hour."""
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for path in [folder, *sorted(folder.rglob("*"))]:
            if path.name.split(".")[0] in LEFT_OUT:
                continue
            member = tar.gettarinfo(path, arcname=str(path.relative_to(folder.parent)))
            member.mtime, member.uid, member.gid, member.uname, member.gname = MODIFIED, 0, 0, "", ""
            member.mode = 0o755 if path.is_dir() else 0o644
            with open(path, "rb") if path.is_file() else io.BytesIO() as file:
                tar.addfile(member, file)
    target.write_bytes(gzip.compress(raw.getvalue(), 9, mtime=0))


def main():
    if len(sys.argv) != 3 or sys.argv[1].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    bfa, output = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    output.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        archive, site = work / "archive", work / "site"
        copy_blog(site)
        server = serve(site)
        for seed, clock in zip("12", CLOCKS):
            run(bfa, "crawl", "-a", archive, "--clock", clock, "--seed", seed, "--delay", "0", "--threads", "1", "-q",
                "--connections", "1", "--recheck", "all", "--allow-private", "--proxy",
                f"http://127.0.0.1:{server.server_address[1]}", HOME)  # fmt: skip
            edit_blog(site)
        server.shutdown()
        run(bfa, "pack", "-a", archive, "-o", work / "package", "--clock", CLOCKS[1], "-q")
        pack_folder(archive, output / "archive.tar.gz")
        pack_folder(work / "package", output / "package.tar.gz")
        (output / "ls.jsonl").write_bytes(run(bfa, "ls", "-a", archive, "--full", "--json"))
        (output / "log.jsonl").write_bytes(run(bfa, "log", "-a", archive, "--json", POST))
        (output / "diff.json").write_bytes(run(bfa, "diff", "-a", archive, "--json", POST))
        (output / "show.txt").write_bytes(run(bfa, "show", "-a", archive, POST))
    return 0


if __name__ == "__main__":
    sys.exit(main())
