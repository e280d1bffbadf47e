#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy over the compiled sources of a build that changed since all of them were looked at.

Usage: tidy.py [--build DIR] [--record FILE | --since COMMIT | --all] [--jobs N]

--build DIR     a configured build folder (default build/dev): it gives the commands. Nothing has to be built in it
--record FILE   a file with the commit at which all sources were looked at, and comments (default .ci/tidied)
--since COMMIT  that commit, without a file
--all           every source; when all are clean, prints the commit to put into the file

A source changed when a line of it did that is neither empty, nor an #include, nor a comment (NOLINT counts); a moved
file did not change by moving. A changed header is looked at through one source that includes it. All sources are looked
at when .clang-tidy changed, or when the commit is not in the history (a shallow clone).

Where an #include changed, each source that has it, also through headers, is compiled alone, for its syntax: builds of
several sources as one (BFA_UNITY) hide what a source does not include itself. The build folder must be none of these.

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
import re
import shlex
import subprocess
import sys

TIDY = os.environ.get("CLANG_TIDY", "clang-tidy-19")
ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s+[<"]([^>"]+)[>"]', re.M)
FOLDER = re.compile(r"-(?:I|isystem )(\S+)")
TRIVIAL = re.compile(r"\s*(?:#\s*include\b.*|//(?!.*NOLINT).*)?$")  # a line that changes no verdict


def output_of(*command, cwd=ROOT):
    return subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout


def scanned_includes(sources, commands, root):
    """What each source includes of the tree, from the text alone."""
    names, included = {}, {}

    def names_in(path):
        if path not in names:
            try:
                names[path] = INCLUDE.findall(path.read_text(errors="replace"))
            except OSError:
                names[path] = None
        return names[path]

    def found(path, name, folders):
        for folder in (path.parent, *folders):
            file = pathlib.Path(os.path.normpath(folder / name))
            if names_in(file) is not None:
                return file
        return None

    for source in sources:
        folders = [f for f in map(pathlib.Path, FOLDER.findall(commands[str(source)])) if f.is_relative_to(root)]
        seen, unread = {source}, [source]
        while unread:
            path = unread.pop()
            files = {found(path, name, folders) for name in names_in(path) or ()} - seen - {None}
            seen |= files
            unread += files
        included[str(source)] = {str(path) for path in seen}
    return included


def command_without_output(command):
    words = shlex.split(command)
    if "-o" in words:
        del words[words.index("-o"):words.index("-o") + 2]
    return words


def compiled_includes(command, folder):
    """All files that a source includes, by its compiler; None when it does not compile."""
    done = subprocess.run([*command_without_output(command), "-M", "-MT", "x"], cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        return None
    return {os.path.normpath(os.path.join(folder, name)) for name in done.stdout.replace("\\\n", " ").split()[1:]}


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


def is_code(line):
    return not TRIVIAL.match(line)


def changed_files(diff, counts=is_code):
    """The files of a text of `git diff -U0` that have a changed line which counts."""
    changed, name, is_head = [], None, True
    for line in diff.splitlines():
        if line.startswith("diff --git "):
            name, is_head = None, True
        elif line.startswith("@@ "):
            is_head = False
        elif is_head and line.startswith("+++ b/"):
            name = line[6:]
        elif not is_head and line[:1] in ("+", "-") and name not in (None, *changed) and counts(line[1:]):
            changed.append(name)
    return changed


def selected(sources, includes, changed, root):
    """The sources that changed, and for each other changed file one source that includes it: one that is looked at
    already, else the one of the same name, else the one that includes least. All sources when the settings changed."""
    if any(name.endswith(".clang-tidy") for name in changed):
        return sources
    names = {str(root / name) for name in changed}
    chosen = {s for s in sources if str(s) in names}
    for name in sorted(names - {str(s) for s in sources}):
        users = [s for s in sources if name in includes.get(str(s), ())]
        if users and not chosen.intersection(users):
            stem = pathlib.Path(name).stem
            chosen.add(min(users, key=lambda s: (s.stem != stem, len(includes[str(s)]), str(s))))
    return [s for s in sources if s in chosen]


def with_includes_of(sources, includes, changed, root):
    """The sources that have an #include that changed, themselves or through headers."""
    names = {str(root / name) for name in changed}
    return [s for s in sources if names & ({str(s)} | includes.get(str(s), set()))]


def compile_alone(source, command, folder):
    """Compiles for the syntax alone: the source, the exit code and what was said."""
    done = subprocess.run([*command_without_output(command), "-fsyntax-only"], cwd=folder, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL)
    return source, done.returncode, done.stdout, done.stderr


def recorded_commit(path):
    """The commit that the file names, when this history has it."""
    words = [line.split()[0] for line in path.read_text().splitlines() if line.strip() and not line.startswith("#")]
    if len(words) != 1:
        raise ValueError(f"{path} has to name one commit")
    known = subprocess.run(["git", "merge-base", "--is-ancestor", words[0], "HEAD"], cwd=ROOT, capture_output=True)
    return words[0] if known.returncode == 0 else None


def is_unity(build):
    cache = build / "CMakeCache.txt"
    return cache.exists() and "\nBFA_UNITY:BOOL=ON" in cache.read_text()


def since_when(options):
    """The commit to compare with; None when everything is to be looked at."""
    if options.all or options.since:
        return options.since
    commit = recorded_commit(ROOT / options.record)
    if commit is None:
        print(f"tidy: the commit of {options.record} is not in this history; looking at every source", flush=True)
    return commit


def run(source, build):
    done = subprocess.run([TIDY, "--quiet", "-p", str(build), str(source)], cwd=ROOT, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL)
    return source, done.returncode, done.stdout, done.stderr


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("Usage: ")[1].split("\n")[0])
    parser.add_argument("--build", default="build/dev")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--record", default=".ci/tidied")
    which.add_argument("--since")
    which.add_argument("--all", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    build = (ROOT / options.build).resolve()
    try:
        commands = {c["file"]: c["command"] for c in json.loads((build / "compile_commands.json").read_text())}
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        print(f"tidy: {build} is not a build: {error}", file=sys.stderr)
        return 2
    try:
        since = since_when(options)
    except (OSError, ValueError) as error:
        print(f"tidy: {error}", file=sys.stderr)
        return 2
    tracked = [ROOT / name for name in output_of("git", "ls-files", "*.cc").split("\n") if name]
    sources = [s for s in tracked if str(s) in commands]
    if not sources or is_unity(build):
        print(f"tidy: {build} compiles several sources as one; configure one with -DBFA_UNITY=OFF", file=sys.stderr)
        return 2
    to_compile = []  # for an include that changed
    if since:
        diff = output_of("git", "diff", "-U0", "-M", "-l0", "--no-ext-diff", "--no-color", "--src-prefix=a/", "--dst-prefix=b/",
                         "--diff-filter=d", since, "--", "*.cc", "*.h", "*.clang-tidy")
        includes = scanned_includes(sources, commands, ROOT)
        to_compile = with_includes_of(sources, includes, changed_files(diff, INCLUDE.match), ROOT)
        sources = selected(sources, includes, changed_files(diff), ROOT)
        to_compile = [s for s in to_compile if s not in sources]

    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "bfa-tidy"
    try:
        cache.mkdir(parents=True, exist_ok=True)
    except OSError:  # no home to write to
        cache = build / "tidy"
        cache.mkdir(exist_ok=True)
    settings = output_of(TIDY, "--version") + "".join((ROOT / n).read_text() for n in output_of("git", "ls-files", "*.clang-tidy").split())
    with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
        files_of = dict(zip(sources, pool.map(lambda s: compiled_includes(commands[str(s)], build), sources)))
    keys = {}
    for source, files in files_of.items():  # without files, nothing says what a verdict would hold for
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
    with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
        compiled = list(pool.map(lambda s: compile_alone(s, commands[str(s)], build), to_compile))
    for source, rc, out, err in compiled:
        bad += rc != 0
        if rc != 0:
            print(err or out, end="", flush=True)
    print(f"tidy: {bad} of {len(fresh) + len(compiled)} sources looked at have findings ({len(compiled)} compiled alone)")
    if bad == 0 and not since and not output_of("git", "status", "--porcelain", "-uno"):
        print(f"tidy: every source is clean; {options.record} may name {output_of('git', 'rev-parse', 'HEAD').strip()}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
