#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy over the compiled sources of a build.

Usage: tidy.py [--build DIR] [--since COMMIT] [--jobs N]

--build DIR     a build folder with its objects (default build/dev): it tells the commands and what includes what
--since COMMIT  only sources that differ from COMMIT, or include a file that does; all when .clang-tidy differs

A source that was found clean is not looked at again as long as its text, all that it includes, its command, the
settings and clang-tidy itself stay as they were; that is kept under $XDG_CACHE_HOME/bfa-tidy (~/.cache/bfa-tidy).
Exit codes: 0 clean, 1 findings (printed), 2 usage or no such build.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import subprocess
import sys

TIDY = os.environ.get("CLANG_TIDY", "clang-tidy-19")
ROOT = pathlib.Path(__file__).resolve().parent.parent


def output_of(*command, cwd=ROOT):
    return subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout


def parse_includes(text, build):
    """What each source includes, itself first, from the text of `ninja -t deps`."""
    includes, files = {}, []
    for line in text.splitlines() + [""]:
        if line.startswith(" "):
            files.append(os.path.normpath(os.path.join(build, line.strip())))
        elif files:
            includes.setdefault(files[0], set()).update(files)
            files = []
    return includes


def key_of(source, command, files, settings, root):
    """A digest of all that decides what clang-tidy says of a source; files outside of the tree count by size and time."""
    digest = hashlib.sha256(f"{settings}\0{command.replace(str(root), '')}\0{source.relative_to(root)}".encode())
    for name in sorted(files):
        path = pathlib.Path(name)
        if path.is_relative_to(root):
            digest.update(f"\0{path.relative_to(root)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
        else:
            facts = path.stat()
            digest.update(f"\0{name}\0{facts.st_size}\0{facts.st_mtime_ns}".encode())
    return digest.hexdigest()


def selected(sources, includes, changed, root):
    """The sources that changed or include what changed; all when the settings did."""
    if any(name.endswith(".clang-tidy") for name in changed):
        return sources
    names = {str(root / name) for name in changed}
    return [s for s in sources if str(s) in names or names & includes.get(str(s), set())]


def run(source, build):
    done = subprocess.run([TIDY, "--quiet", "-p", str(build), str(source)], cwd=ROOT, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL)
    return source, done.returncode, done.stdout, done.stderr


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("Usage: ")[1].split("\n")[0])
    parser.add_argument("--build", default="build/dev")
    parser.add_argument("--since")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    build = (ROOT / options.build).resolve()
    try:
        commands = {c["file"]: c["command"] for c in json.loads((build / "compile_commands.json").read_text())}
        includes = parse_includes(output_of("ninja", "-C", str(build), "-t", "deps"), str(build))
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        print(f"tidy: {build} is not a build: {error}", file=sys.stderr)
        return 2
    tracked = [ROOT / name for name in output_of("git", "ls-files", "*.cc").split("\n") if name]
    sources = [s for s in tracked if str(s) in commands]
    if options.since:
        changed = output_of("git", "diff", "--name-only", "--diff-filter=d", options.since).split("\n")
        sources = selected(sources, includes, [name for name in changed if name], ROOT)

    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "bfa-tidy"
    try:
        cache.mkdir(parents=True, exist_ok=True)
    except OSError:  # no home to write to
        cache = build / "tidy"
        cache.mkdir(exist_ok=True)
    settings = output_of(TIDY, "--version") + "".join((ROOT / n).read_text() for n in output_of("git", "ls-files", "*.clang-tidy").split())
    keys = {}
    for source in sources:
        files = includes.get(str(source))  # without them, nothing says what a verdict would hold for
        keys[source] = cache / key_of(source, commands[str(source)], files, settings, ROOT) if files else None
    fresh = [s for s in sources if not (keys[s] and keys[s].exists())]
    print(f"tidy: {len(sources)} of {len(tracked)} sources, {len(sources) - len(fresh)} of them known to be clean", flush=True)

    bad = 0
    with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
        for source, rc, out, err in pool.map(lambda s: run(s, build), fresh):
            if rc == 0:
                if keys[source]:
                    keys[source].touch()
                continue
            bad += 1
            print(out or err, end="", flush=True)
    print(f"tidy: {bad} of {len(fresh)} sources looked at have findings")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
