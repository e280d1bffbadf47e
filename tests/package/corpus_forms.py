#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Packs all blogs of a corpus in all forms, lets every validator that is here look at every package, and brings an archive
back from each form. Prints two tables: form x validator, and sizes, CPU time and memory.

Usage: corpus_forms.py BUILD_DIRECTORY [CORPUS] [--form FORM]... [--keep FOLDER] [--archive ARCHIVE]

CORPUS has a folder per host and manifest.json, as tests/data/corpus, which is the default and which ctest runs. The schemas
are those of $BFA_SHARED, or of shared/ beside the checkout. A validator that is not here is named as not run. --archive takes
an archive that is there, and crawls nothing. Exit codes: 0 no problem, 1 problems, each on a line of its own.
"""
import argparse
import collections
import gzip
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
from xml.etree import ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "support"), str(ROOT / "tests" / "package")]
sys.dont_write_bytecode = True
import corpus_blogs  # noqa: E402
import form_rules  # noqa: E402
from packages_test import CONTRADICTED, LINT, MARC, OF_THE_PACKAGE, RULES, SHARED, broken_rules  # noqa: E402

FORMS = ("mets", "bag", "eark-sip", "eark-aip", "ocfl", "dspace", "blogforever-2013", "wacz", "warc")
OF_METS = ("mets", "bag", "eark-sip", "eark-aip", "dspace", "ocfl")
CLOCK = "2026-11-23T00:00:00Z"
# What Tables 4 to 6 of the paper add to MARC 21.
OF_THE_PAPER = {f"{tag} unknown field" for tag in ("269", "781", "788", "789", "950", "952", "954", "959", "980")}
OF_THE_PAPER.add("260 unknown subfield m")
MOST_ARGUMENTS = 500  # documents of one call of xmllint


class Missing(Exception):
    """A validator is not here."""


def peak_of(process):
    """The greatest memory of a process so far, in bytes. What wait4() gives counts this program too, which the child was
    a copy of until it began."""
    try:
        for line in pathlib.Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


def measured(command):
    """Exit code, CPU seconds, peak memory in bytes, looked at each 10 ms, and what it printed."""
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen([str(word) for word in command], stdout=out, stderr=subprocess.STDOUT)
        peak, ended = 0, 0
        while not ended:
            peak = max(peak, peak_of(child.pid))
            ended, status, usage = os.wait4(child.pid, os.WNOHANG)
            time.sleep(0.01)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return child.returncode, usage.ru_utime + usage.ru_stime, peak, out.read().decode("utf-8", "replace")


def need(*programs):
    for program in programs:
        if shutil.which(program) is None:
            raise Missing(f"no {program}")


def documents_of(package, work):
    """All XML documents, those that are packed too."""
    found = sorted(package.rglob("*.xml"))
    for packed in sorted(package.rglob("*.xml.gz")):
        plain = work / f"{len(list(work.iterdir()))}-{packed.stem}"
        plain.write_bytes(gzip.decompress(packed.read_bytes()))
        found.append(plain)
    return found


def records_of(package, work):
    """The MARCXML collection of a package."""
    collections_there = [d for d in documents_of(package, work) if d.name.endswith("marc.xml")]
    return collections_there[:1]


def by_xmllint(run, package):
    need("xmllint")
    schema = SHARED / "schemas/flat/all.xsd"
    if not schema.is_file():
        raise Missing("no shared schemas")
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        documents = documents_of(package, work)
        if run.form == "blogforever-2013":  # but for the namespaces it is METS and MARCXML
            documents = []
            for document in sorted((package / "data/records").iterdir()):
                text = document.read_text(encoding="utf-8").replace(form_rules.OLD_METS, "http://www.loc.gov/METS/")
                documents.append(work / document.name)
                documents[-1].write_text(text.replace(form_rules.OLD_MARC, MARC[1:-1]), encoding="utf-8")
        problems = [] if documents else ["no document"]
        for at in range(0, len(documents), MOST_ARGUMENTS):
            done = subprocess.run(["xmllint", "--nonet", "--noout", "--schema", schema, *documents[at:at + MOST_ARGUMENTS]],
                                  capture_output=True, text=True, check=False)
            if done.returncode != 0:
                problems += [line for line in done.stderr.splitlines()
                             if not line.endswith(" validates") and "parser warning" not in line]
        return problems


def by_schematron(run, package):
    need("xmllint")
    if run.form == "dspace":
        return sorted(broken_rules(package / "mets.xml", RULES / "dspace"))
    rules = SHARED / "schemas/schematron/eark/V2.1.0/CSIP"
    if not rules.is_dir():
        raise Missing("no shared rules")
    problems = set()
    for document in (package / "METS.xml", package / "representations/rep1/METS.xml"):
        known = CONTRADICTED[run.form] | (OF_THE_PACKAGE if "rep1" in str(document) else set())
        problems |= broken_rules(document, rules) - known
    return sorted(problems)


def by_yaz(run, package):
    need("yaz-marcdump")
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        problems = []
        for records in records_of(package, work):
            there = subprocess.run(["yaz-marcdump", "-i", "marcxml", "-o", "marc", records], capture_output=True, check=False)
            (work / "records.mrc").write_bytes(there.stdout)
            back = subprocess.run(["yaz-marcdump", "-i", "marc", "-o", "marcxml", work / "records.mrc"], capture_output=True,
                                  check=False)
            problems += (there.stderr + back.stderr).decode("utf-8", "replace").splitlines()
            fields = [[(f.get("tag"), f.get("ind1"), f.get("ind2"), [(s.get("code"), s.text) for s in f])
                       for f in ElementTree.fromstring(text).iter(MARC + "datafield")]
                      for text in (records.read_bytes(), back.stdout)]
            run.records += len(ElementTree.fromstring(back.stdout).findall(MARC + "record"))
            if fields[0] != fields[1]:
                problems.append("the records that come back are others")
        return problems


def by_lint(run, package):
    """What it says is counted, and no problem of the package: it knows articles by word and not by language."""
    if subprocess.run(["perl", "-MMARC::Lint", "-MMARC::File::XML", "-e", "1"], capture_output=True, check=False).returncode:
        raise Missing("no MARC::Lint")
    with tempfile.TemporaryDirectory() as folder:
        for records in records_of(package, pathlib.Path(folder)):
            done = subprocess.run(["perl", "-CO", "-e", LINT, records], capture_output=True, text=True, check=False)
            if done.returncode != 0:
                return [done.stderr[-200:]]
            for line in done.stdout.splitlines():
                run.lint["260 $m" if "260: Subfield _m" in line else "other"] += 1
    return []


def by_schema_of_marc(_, package):
    """MARC::Schema knows the fields of MARC 21 of today: it is asked of all but those that Tables 4 to 6 add."""
    need("marcvalidate")
    with tempfile.TemporaryDirectory() as folder:
        problems = collections.Counter()
        for records in records_of(package, pathlib.Path(folder)):
            done = subprocess.run(["marcvalidate", "--type", "XML", records], capture_output=True, text=True, check=False)
            for line in (done.stdout + done.stderr).splitlines():
                problems[" ".join(line.split("\t")[1:]).strip()] += 1
        return [f"{count} times {what}" for what, count in sorted(problems.items()) if what not in OF_THE_PAPER]


def by_reader_of_others(what):
    def read(_, package):
        need("node")
        with tempfile.TemporaryDirectory() as folder:
            inputs = [package] if what == "ocfl" else records_of(package, pathlib.Path(folder))
            problems = [] if inputs else ["nothing to read"]
            for one in inputs:
                done = subprocess.run(["node", ROOT / "tests/package/readers.mjs", ROOT / "build/package", what, one],
                                      capture_output=True, text=True, check=False)
                if done.returncode == 77:
                    raise Missing(done.stdout.strip())
                if done.returncode != 0:
                    problems += (done.stdout + done.stderr).splitlines()
            return problems
    return read


def by_sums(_, package):
    problems = []
    for manifest in sorted((*package.glob("manifest-*.txt"), *package.glob("tagmanifest-*.txt"))):
        program = manifest.stem.split("-")[1] + "sum"
        need(program)
        done = subprocess.run([program, "--quiet", "-c", manifest.name], cwd=package, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            problems += (done.stdout + done.stderr).splitlines()
    return problems


def by_ocfl_rules(_, root):
    return form_rules.ocfl_problems(root)


def by_reading_rules(_, package):
    home = json.loads((package / "data/metadata/source.json").read_text(encoding="utf-8"))["blog"]
    return [problem for document in sorted((package / "data/records").iterdir())
            for problem in form_rules.blogforever_2013_problems(document, home)]


def by_bfa(run, package):
    code, _, _, text = measured([run.bfa, "check", package])
    return [] if code == 0 else text.splitlines()[-3:]


def by_reader(run, package):
    code, _, _, text = measured([run.bfa, run.form, "check", package])
    return [] if code == 0 else text.splitlines()[-3:]


VALIDATORS = {
    "`bfa check`": (by_bfa, FORMS),
    "XML Schemas (xmllint)": (by_xmllint, (*OF_METS, "blogforever-2013")),
    "Schematron": (by_schematron, ("eark-sip", "eark-aip", "dspace")),
    "MARC there and back (yaz-marcdump)": (by_yaz, ("mets", "bag", "eark-sip", "eark-aip", "dspace")),
    "MARC::Lint": (by_lint, ("mets",)),
    "MARC::Schema": (by_schema_of_marc, ("mets", "eark-aip", "dspace")),
    "marcjs": (by_reader_of_others("marc"), ("mets", "bag", "eark-aip", "dspace")),
    "sha256sum, sha512sum, md5sum": (by_sums, ("bag", "blogforever-2013")),
    "rules of OCFL": (by_ocfl_rules, ("ocfl",)),
    "@ocfl/ocfl-fs": (by_reader_of_others("ocfl"), ("ocfl",)),
    "reading rules of 2013": (by_reading_rules, ("blogforever-2013",)),
    "`bfa warc check`, `bfa wacz check`": (by_reader, ("warc", "wacz")),
}


class Run:
    def __init__(self, bfa, archive):
        self.bfa, self.archive = bfa, archive
        self.form, self.records, self.lint = "", 0, collections.Counter()
        self.problems = []

    def objects(self, archive):
        found = {}
        listed = subprocess.run([self.bfa, "ls", "-a", archive, "--full", "--json"], capture_output=True, text=True, check=True)
        for line in listed.stdout.splitlines():
            item = json.loads(line)
            for name in ("file", "offset", "length"):
                item.get("provenance", {}).get("warc", {}).pop(name, None)
            found[item["kind"], item["url"], item.get("id", "")] = hashlib.sha256(json.dumps(item).encode()).digest()
        return found

    def pack(self, form, out):
        self.form = form
        return measured([self.bfa, "pack", "-a", self.archive, "--as", form, "-q", "-o", out, "--clock", CLOCK])

    def look(self, packages):
        """A cell for each validator."""
        cells = {}
        for title, (validator, forms) in VALIDATORS.items():
            if self.form not in forms:
                cells[title] = ""
                continue
            try:
                found = [f"{self.form}: {title}: {package.name}: {problem}" for package in packages
                         for problem in validator(self, package)]
                self.problems += found
                cells[title] = f"{len(found)} problems" if found else f"{len(packages)} ok"
            except Missing as missing:
                cells[title] = f"not run: {missing}"
        return cells

    def come_back(self, packages, wanted):
        """Objects that are equal in an archive that is made from the packages, of all."""
        with tempfile.TemporaryDirectory() as folder:
            back = pathlib.Path(folder) / "back"
            code, _, _, text = measured([self.bfa, "import", "-a", back, "-q", *packages])
            if code != 0:
                self.problems.append(f"{self.form}: import: {text[-200:]}")
                return f"import ended with {code}"
            found = self.objects(back)
        same = sum(found.get(key) == item for key, item in wanted.items())
        if same != len(wanted):
            self.problems.append(f"{self.form}: {len(wanted) - same} of {len(wanted)} objects came back otherwise")
        return f"{same} of {len(wanted)} equal"


def crawl(bfa, corpus, archive):
    homes = [blog["start"] for blog in json.loads((corpus / "manifest.json").read_text(encoding="utf-8"))]
    with corpus_blogs.served(corpus) as server:
        subprocess.run([bfa, "crawl", "-a", archive, "-q", "--no-media", "--delay", "0", "--allow-private", "--retry-wait", "1",
                        "--clock", "2024-01-01T00:00:00Z", "--seed", "1", "--proxy",
                        f"http://127.0.0.1:{server.server_address[1]}", *homes], check=True, stdout=subprocess.DEVNULL)


def size_of(packages):
    return sum(file.stat().st_size for package in packages
               for file in ([package] if package.is_file() else package.rglob("*")) if file.is_file())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("corpus", type=pathlib.Path, nargs="?", default=ROOT / "tests" / "data" / "corpus")
    parser.add_argument("--form", choices=FORMS, action="append")
    parser.add_argument("--keep", type=pathlib.Path, help="leave the packages in this folder")
    parser.add_argument("--archive", type=pathlib.Path)
    options = parser.parse_args()
    bfa = options.build.resolve() / "bin" / "bfa"
    with tempfile.TemporaryDirectory() as folder:
        archive = options.archive or pathlib.Path(folder) / "archive"
        if options.archive is None:
            crawl(bfa, options.corpus.resolve(), archive)
        run = Run(bfa, archive)
        warc = sum(file.stat().st_size for file in (archive / "warc").glob("*.warc.gz"))
        wanted = run.objects(archive)
        print(f"{len(wanted)} objects, {warc / 1e6:.1f} MB of WARC files\n")
        print("| form | " + " | ".join(VALIDATORS) + " | comes back |\n" + "|---" * (len(VALIDATORS) + 2) + "|", flush=True)
        figures = []
        for form in options.form or FORMS:
            out = (options.keep or pathlib.Path(folder)) / form
            code, cpu, memory, text = run.pack(form, out)
            if code != 0:
                run.problems.append(f"{form}: pack: {text[-300:]}")
                continue
            packages = [out] if form == "ocfl" else sorted(out.iterdir())
            cells = run.look(packages)
            back = run.come_back(packages, wanted)
            print(f"| `{form}` | " + " | ".join(cells.values()) + f" | {back} |", flush=True)
            figures.append((form, size_of(packages), cpu, memory))
            if options.keep is None:
                shutil.rmtree(out)
        print("\n| form | of the WARC files' size | CPU, s | memory, MB |\n|---|---|---|---|")
        for form, size, cpu, memory in figures:
            print(f"| `{form}` | {size / warc:.2f} | {cpu:.1f} | {memory / 1e6:.0f} |")
        if run.records:
            print(f"\n{run.records} MARC records went there and back.")
        if run.lint:
            print("MARC::Lint says of `mets`: " + ", ".join(f"{count} times {what}" for what, count in sorted(run.lint.items())) + ".")
        for problem in run.problems:
            print(problem)
        sys.exit(1 if run.problems or not figures else 0)


if __name__ == "__main__":
    main()
