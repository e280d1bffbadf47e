#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every source into an archive, every archive to every target, and ten formats directly to others; what changed, by cell.

Usage: matrix_test.py BUILD_DIRECTORY [--corpus DIR] [--blogs N] [--files DIR] [--back]

Without options: three blogs of the corpus in the tree, with checks that fail. --corpus: a folder with manifest.json and a
folder per host, as ../shared/corpus; --files: also each WARC, ARC, WACZ and HAR file below a folder, to each target;
--back: what can be read again is imported again and compared. Prints tables in Markdown. Exit codes: 0 all as expected, 1
not, 2 usage.
"""
import argparse
import collections
import concurrent.futures
import contextlib
import csv
import io
import json
import pathlib
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "support"), str(pathlib.Path(__file__).resolve().parent)]
sys.dont_write_bytecode = True
import corpus_blogs  # noqa: E402
import sources as forms  # noqa: E402

CORPUS = ROOT / "tests" / "data" / "corpus"
# What a mirror has not: headers, times, redirects, answers without content.
MIRRORS = ("directory", "zip", "tar", "7z")
PACKAGES = ("bag", "METS package", "E-ARK AIP")
TARGETS = ("WARC", "WACZ", "METS", "E-ARK AIP", "bag", "OCFL", "JSON Lines", "CSV", "Markdown", "static HTML")
PAIRS = (("ARC", "warc.gz"), ("HAR", "warc.gz"), ("WACZ", "warc.gz"), ("directory", "warc.gz"), ("zip", "warc.gz"),
         ("WARC 1.0", "warc.gz"), ("WARC 1.1", "wacz"), ("ARC", "wacz"), ("HAR", "wacz"), ("bag", "warc.gz"),
         ("WARC 1.1", "markdown"), ("ARC", "csv"))
csv.field_size_limit(1 << 30)
wrong = []


def expect(condition, what):
    if not condition:
        wrong.append(what)
        print(f"WRONG: {what}", file=sys.stderr)


def run(*arguments, codes=(0,)):
    done = subprocess.run([BFA, *map(str, arguments)], capture_output=True, text=True, errors="replace", check=False)
    expect(done.returncode in codes, f"{' '.join(map(str, arguments))}: exit {done.returncode}: {done.stderr[-300:]}")
    return done


def objects(archive):
    found = {}
    for line in run("ls", "-a", archive, "--full", "--json").stdout.splitlines():
        one = json.loads(line)
        found[one["kind"], one["url"], one.get("id", "")] = one
    return found


def notes_of(report):
    if not report.exists():
        return {}
    return json.loads(report.read_text(encoding="utf-8").splitlines()[-1]).get("notes", {})


def said(notes):
    return ", ".join(f"{name.split()[-1]} {count}" for name, count in sorted(notes.items())) or "nothing"


def crawl(corpus, archive, blogs):
    manifest = json.loads((corpus / "manifest.json").read_text(encoding="utf-8"))
    starts = [row["start"].replace("https:", "http:") for row in manifest][:blogs]
    with served(corpus) as port:
        run("crawl", "-a", archive, "-q", "--delay", "0", "--allow-private", "--retry-wait", "1", "--ignore-robots", "--clock",
            "2024-01-01T00:00:00Z", "--proxy", f"http://127.0.0.1:{port}", *starts)


@contextlib.contextmanager
def served(corpus):
    """Gives the port; a corpus with a server of its own is served by that."""
    own = corpus.resolve().parent / "tools" / "serve.py"
    if not own.is_file():
        with corpus_blogs.served(corpus) as server:
            yield server.server_address[1]
        return
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([sys.executable, own, corpus, "--port", str(port), "--quiet"], stdout=subprocess.DEVNULL)
    try:
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield port
    finally:
        server.terminate()
        server.wait()


def compare(name, got, wanted):
    """A row of the table of sources; what must be equal is expected to be."""
    kinds = collections.Counter(key[0] for key in got)
    same = [key for key in wanted if key in got]
    equal = {field: sum(got[key].get(field) == wanted[key].get(field) for key in same) for field in ("title", "text", "published")}
    posts = [key for key in wanted if key[0] == "post"]
    kept = [key for key in posts if key in got]
    texts = sum(got[key].get("text") == wanted[key].get("text") for key in kept)
    if name in PACKAGES:
        expect(set(got) == set(wanted), f"{name}: not the same objects")
        expect(all(equal[field] == len(wanted) for field in equal), f"{name}: fields differ: {equal}")
    elif name not in MIRRORS:
        expect(len(kept) == len(posts), f"{name}: {len(kept)} of {len(posts)} posts")
        expect(texts >= 0.95 * len(posts), f"{name}: {texts} of {len(posts)} texts")
    else:
        expect(texts >= 0.8 * len(posts), f"{name}: {texts} of {len(posts)} texts of posts")
    return (f"| {name} | {len(same)} of {len(wanted)} | {len(kept)} of {len(posts)} | {texts} | {equal['published']} of {len(same)} "
            f"| {kinds['comment']} |")


def check_target(target, archive, out, wanted):
    """Writes one target; what was carried, for the table."""
    posts = sum(key[0] == "post" for key in wanted)
    versions = sum(one["versions"] for one in wanted.values())
    clock = ("--clock", "2024-06-01T00:00:00Z")
    if target in ("METS", "E-ARK AIP", "bag", "OCFL"):
        form = {"METS": "mets", "E-ARK AIP": "eark-aip", "bag": "bag", "OCFL": "ocfl"}[target]
        done = run("pack", "-a", archive, "--as", form, "--json", "-q", "-o", out, *clock)
        reports = [json.loads(line) for line in done.stdout.splitlines()]
        for report in reports:
            run("check", report["directory"])
        count = sum(report["records"] for report in reports)
        expect(count >= len(wanted), f"{target}: {count} records of {len(wanted)} objects")
        return f"{len(reports)} packages, {count} records"
    name = {"WARC": "all.warc.gz", "WACZ": "all.wacz", "JSON Lines": "all.jsonl", "CSV": "all.csv", "Markdown": "md",
            "static HTML": "pages"}[target]
    to = {"Markdown": ("--to", "markdown"), "static HTML": ("--to", "static")}.get(target, ())
    out.mkdir()
    path = out / name
    run("export", "-a", archive, *to, *(clock if target in ("WARC", "WACZ") else ()), path)
    notes = said(notes_of(out / (name + ".report.jsonl")))
    if target == "WARC":
        captures = json.loads(run("export", "-a", archive, "--json", *clock, out / "again.warc").stdout)["records"]
        run("warc", "check", path)
        return f"{sum(captures.values())} records; {notes}"
    if target == "WACZ":
        run("wacz", "check", path)
        return f"whole; {notes}"
    if target == "JSON Lines":
        lines = path.read_text(encoding="utf-8").splitlines()
        expect(len(lines) == versions, f"{target}: {len(lines)} lines, {versions} versions")
        return f"{len(lines)} versions; {notes}"
    if target == "CSV":
        rows = list(csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8"), newline=""), strict=True))
        expect(len(rows) == versions, f"{target}: {len(rows)} rows, {versions} versions")
        return f"{len(rows)} versions; {notes}"
    if target == "Markdown":
        files = [file for file in path.rglob("*.md") if file.name != "index.md"]
        expect(len(files) == posts, f"{target}: {len(files)} files, {posts} posts")
        return f"{len(files)} posts; {notes}"
    pages = list(path.rglob("*.html"))
    expect((path / "index.html").is_file() and len(pages) > posts, f"{target}: {len(pages)} pages")
    return f"{len(pages) - 1} pages; {notes}"


def back_again(target, out, wanted):
    given = {"WARC": out / "all.warc.gz", "WACZ": out / "all.wacz"}.get(target, out)
    archive = out.parent / (out.name + ".back")
    run("import", "-q", "-a", archive, given)
    got = objects(archive)
    same = sum(got.get(key, {}).get("text", "") == one.get("text", "") and key in got for key, one in wanted.items())
    return f"; read again: {same} of {len(wanted)} objects equal"


def payloads(path, work):
    """How often each body stands in the responses and resources of a file."""
    plain = work / "payloads.warc"
    plain.unlink(missing_ok=True)
    run("migrate", "--no-sidecars", path, plain)
    found = collections.Counter()
    for fields, block in forms.records_of(plain.read_bytes()):
        kind = dict(fields).get("WARC-Type")
        if kind == "response" and b" 200 " in block[:20]:
            found[block.partition(b"\r\n\r\n")[2]] += 1
        if kind == "resource":
            found[block] += 1
    return found


def pairs(given, work, wanted):
    print("\n| pair | bodies | what changed |\n|---|---|---|")
    for number, (source, ending) in enumerate(PAIRS):
        path = given[source]
        out = work / f"pair{number}.{ending}"
        to = ("--to", "markdown") if ending == "markdown" else ()
        done = run("migrate", *to, "--json", "--clock", "2024-06-01T00:00:00Z", path, out)
        notes = said(json.loads(done.stdout.splitlines()[-1])["notes"]) if done.stdout else "failed"
        if ending in ("warc.gz", "wacz"):
            got, all_of = payloads(out, work), sum(wanted.values())
            kept = sum((got & wanted).values())
            expect(kept >= (0.9 * all_of if source in MIRRORS else all_of), f"{source} to {ending}: {kept} of {all_of} bodies")
            print(f"| {source} to {ending} | {kept} of {all_of} | {notes} |")
        else:
            print(f"| {source} to {ending} | | {notes} |")


def single_files(folder, work):
    """Each file of others, to each target: done, or refused with a reason; never anything else."""
    print("\n| target | done | refused |\n|---|---|---|")
    endings = (".warc", ".warc.gz", ".arc", ".arc.gz", ".wacz", ".har", ".warc.zst")
    files = sorted(file for file in folder.rglob("*") if file.is_file() and file.name.endswith(endings))
    for to in ("warc", "wacz", "jsonl", "csv", "markdown", "static", "cdxj"):
        done = collections.Counter()
        for number, file in enumerate(files):
            out = work / f"single-{to}-{number}"
            one = run("migrate", "--to", to, "--no-sidecars", file, out, codes=(0, 3, 6))
            done[one.returncode == 0] += 1
            expect(one.returncode == 0 or one.stderr.strip(), f"{file} to {to}: exit {one.returncode} without a reason")
        print(f"| {to} | {done[True]} | {done[False]} |")


def cells(name, archive, work, back):
    """A row for each target of one archive."""
    own, lines = objects(archive), []
    for target in TARGETS:
        out = work / f"{archive.name}-{target.replace(' ', '')}"
        text = check_target(target, archive, out, own)
        if back and target in ("WARC", "WACZ", "METS", "E-ARK AIP", "bag"):
            text += back_again(target, out, own)
        lines.append(f"| {name} | {target} | {text} |")
    return lines


def main(arguments):
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        live = work / "live"
        crawl(arguments.corpus, live, arguments.blogs)
        wanted = objects(live)
        (work / "sources").mkdir()
        given = forms.make_sources(BFA, live, work / "sources")
        archives = {"live crawl": live}
        print("| source | objects | posts | their texts equal | dates equal | comments |\n|---|---|---|---|---|---|")
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            for name, path in given.items():
                archives[name] = live if path is None else work / f"archive-{len(archives)}"
            list(pool.map(lambda name: given[name] and run("import", "-q", "-a", archives[name], given[name]), given))
            for name in given:
                print(compare(name, objects(archives[name]), wanted))
            print("\n| source | target | carried; notes |\n|---|---|---|")
            for lines in pool.map(lambda item: cells(*item, work, arguments.back), archives.items()):
                print("\n".join(lines), flush=True)
        bodies = collections.Counter(body for _, _, lines, body in
                                     forms.captures_of((work / "sources" / "live.warc").read_bytes()) if " 200" in lines[0])
        pairs(given, work, bodies)
        if arguments.files:
            single_files(arguments.files, work)
    print(f"\n{len(archives)} sources, {len(TARGETS)} targets, {len(PAIRS)} pairs: {time.monotonic() - began:.0f} s, "
          f"{len(wrong)} wrong", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--corpus", type=pathlib.Path, default=CORPUS)
    parser.add_argument("--blogs", type=int, default=3)
    parser.add_argument("--files", type=pathlib.Path)
    parser.add_argument("--back", action="store_true")
    GIVEN = parser.parse_args()
    BFA = GIVEN.build.resolve() / "bin" / "bfa"
    sys.exit(main(GIVEN))
