#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the C interface with what was released of it, by abidiff of Debian's package abigail-tools.

Usage: abidiff_test.py C_COMPILER [--accept]

The library itself has no types in its debug information. A stub is compiled in its place: each function of the headers, with an
empty body and the versions of libbfa/bfa.map.in. The library cannot be compiled with other declarations than these, and
tests/c/abi_test.py compares its symbols with them. Functions that were added, and fields at the end of structures, are no difference. Numbers (BFA_POST) have no name in
it: tests/c/abi_test.py compares those.
Stubs with changes that break programs have to be refused: else nothing is compared. --accept writes the newest release
(tests/c/abi/RELEASE.abi) again. Exit codes: 0 compatible, 1 not, 2 usage, 77 there is no abidiff.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
INCLUDE = ROOT / "libbfa" / "include"
RELEASES = pathlib.Path(__file__).resolve().parent / "abi"
NEWEST = "0.3"
SKIPPED = 77
NAMES = ("base", "archive", "warc", "crawl", "web", "search", "serve")


def headers(change=None):
    """The headers as one text, without comments and directives; `change`: of a pattern, which has to be there."""
    text = "\n".join((INCLUDE / "bfa" / "c" / f"{name}.h").read_text(encoding="utf-8") for name in NAMES)
    text = re.sub(r"//[^\n]*", "", text)
    defined = "\n".join(re.findall(r"^#define (?!BFA_EXPORT).*$", text, re.M))
    text = re.sub(r'^#.*$|extern "C" \{|^\}\s*$(?!.*;)', "", text, flags=re.M)
    if change:
        text, count = re.subn(*change, text)
        if count != 1:
            raise ValueError(f"{change[0]} is {count} times in the headers")
    return f"#include <stddef.h>\n#include <stdint.h>\n#define BFA_EXPORT\n{defined}\n{text}"


def stub(text):
    """The same with a body for each function."""

    def body(match):
        result = match[1].strip()
        if result == "void":
            return match[0][:-1] + " {}"
        return f"{match[0][:-1]} {{ static {result} none; return none; }}"

    return re.sub(r"BFA_EXPORT ([^;()]*?)\bbfa_\w+\((?:[^()]|\([^()]*\))*\);", body, text)


def build(compiler, folder, name, change=None):
    """A library of the stub."""
    map_text = (ROOT / "libbfa" / "bfa.map.in").read_text(encoding="utf-8")
    versions = re.sub(r"\nBFA_CXX_.*", "\n", map_text, flags=re.S)
    text = headers(change)
    for symbol in set(re.findall(r"\b(bfa_\w+);", versions)):
        if not re.search(rf"\b{symbol}\(", text):
            versions = versions.replace(f"    {symbol};\n", "")
    source, script, library = folder / f"{name}.c", folder / f"{name}.map", folder / f"lib{name}.so"
    source.write_text(stub(text), encoding="utf-8")
    script.write_text(versions, encoding="utf-8")
    subprocess.run([compiler, "-std=c11", "-g", f"-ffile-prefix-map={folder}=", "-O0", "-shared", "-fPIC", "-w", source, f"-Wl,--version-script={script}",
                    "-Wl,-soname,libbfa.so.0", "-o", library], check=True)  # fmt: skip
    functions = set(re.findall(r"\b(bfa_\w+)\(", " ".join(re.findall(r"BFA_EXPORT[^;]*;", text))))
    symbols = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    missing = functions - set(re.findall(r" T (bfa_\w+)", symbols))
    if missing or len(functions) < 200:
        raise ValueError(f"the stub lacks {sorted(missing)} of {len(functions)} functions")
    return library


def compare(released, library, folder):
    """(whether programs that were linked with the release run with the library, what abidiff says)."""
    allowed = folder / "allowed.abignore"  # structures have their size in their first field
    allowed.write_text("[suppress_type]\n  type_kind = struct\n  has_data_member_inserted_at = end\n", encoding="utf-8")
    done = subprocess.run(["abidiff", "--no-show-locs", "--no-added-syms", "--suppressions", allowed, released, library],
                          capture_output=True, text=True)  # fmt: skip
    return done.returncode == 0, done.stdout + done.stderr


def write(library, to):
    subprocess.run(["abidw", "--no-show-locs", "--no-corpus-path", "--no-comp-dir-path", "--out-file", to, library], check=True)


CHANGES = {
    "must not lose a parameter": (r"(bfa_code bfa_archive_find\(const bfa_archive\* archive,) const char\* url,", r"\1"),
    "must not lose a field": (r"  bfa_view zone;\s*\n", ""),
    "must not gain a field in between": (r"(  bfa_view zone;\s*\n)", r"\1  bfa_view more;\n"),
    "must not lose a function": (r"BFA_EXPORT size_t bfa_blogs_count\([^;]*;", ""),
    "may gain a field at the end": (r"\} bfa_blog;", "  bfa_view more;\n} bfa_blog;"),
    "may gain a function": (r"(BFA_EXPORT size_t bfa_blogs_count\([^;]*;)", r"\1\nBFA_EXPORT size_t bfa_blogs_more(void);"),
}


def main():
    arguments = [each for each in sys.argv[1:] if each != "--accept"]
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    if shutil.which("abidiff") is None or shutil.which("abidw") is None:
        print("skipped: there is no abidiff here (Debian package abigail-tools)")
        return SKIPPED
    problems = []
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work)
        now = build(arguments[0], folder, "now")
        if "--accept" in sys.argv[1:]:
            write(now, RELEASES / f"{NEWEST}.abi")
        for released in sorted(RELEASES.glob("*.abi")):
            fits, said = compare(released, now, folder)
            if not fits:
                problems.append(f"{released.name}: programs that were linked with it break:\n{said}")
        for what, change in CHANGES.items():
            fits, said = compare(RELEASES / f"{NEWEST}.abi", build(arguments[0], folder, "changed", change), folder)
            if fits != what.startswith("may"):
                problems.append(f"{what}: abidiff says otherwise\n{said}")
    print("\n".join(problems) or "the C interface: compatible by abidiff")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
