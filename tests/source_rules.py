#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks what every source file must have.

Usage: source_rules.py [--self-test] [ROOT]

Licence line near the top; ASCII only (but for tables, *_table.*); no tabs; a final newline; C++ files of at most 600
lines, tables exempt; #pragma once in headers; scripts under scripts/ and .ci/ executable. Exit codes: 0 clean, 1
violations (each on a line), 2 usage.
"""
import pathlib
import sys
import tempfile

LICENCE = "SPDX-License-Identifier: Apache-2.0"
FOLDERS = ("libbfa", "tools", "tests", "examples", "cmake", "scripts", ".ci")
SUFFIXES = (".cc", ".h", ".c", ".py", ".sh", ".cmake")
MAX_LINES = 600


def sources(root):
    candidates = [root / "CMakeLists.txt"]
    for folder in FOLDERS:
        candidates += sorted((root / folder).rglob("*"))
    for path in candidates:
        parts = path.relative_to(root).parts
        if not path.is_file() or parts[:2] == ("tests", "data") or "corpus" in parts or "crashes" in parts:
            continue
        if parts[:2] == ("examples", "blog") or "__pycache__" in parts:
            continue
        if path.suffix in SUFFIXES or path.name == "CMakeLists.txt" or parts[0] == ".ci":
            yield path


def check_file(path, root):
    name, data = path.relative_to(root), path.read_bytes()
    is_table = path.stem.endswith("_table")
    lines = data.split(b"\n")
    if LICENCE.encode() not in b"\n".join(lines[:3]):
        yield f"{name}: no line {LICENCE!r} in the first three lines"
    for number, line in enumerate(lines, 1):
        if not is_table and not line.isascii():
            yield f"{name}:{number}: not ASCII"
        if b"\t" in line:
            yield f"{name}:{number}: a tab"
    if not data.endswith(b"\n"):
        yield f"{name}: no newline at the end"
    if path.suffix in (".cc", ".h") and not is_table and len(lines) - 1 > MAX_LINES:
        yield f"{name}: {len(lines) - 1} lines, at most {MAX_LINES}"
    if path.suffix == ".h" and b"#pragma once" not in data:
        yield f"{name}: no #pragma once"
    if name.parts[0] in (".ci", "scripts") and data.startswith(b"#!") and not path.stat().st_mode & 0o100:
        yield f"{name}: not executable"


def check_tree(root):
    files = list(sources(root))
    problems = [problem for path in files for problem in check_file(path, root)]
    return problems if len(files) > 1 else problems + [f"{root}: no sources found"]


def self_test():
    head = f"// {LICENCE}\n"
    cases = [
        ("libbfa/a.cc", head, None),
        ("libbfa/a.cc", "int x;\n", "no line"),
        ("libbfa/a.cc", head + "// \u00e9\n", "not ASCII"),
        ("libbfa/a_table.cc", head + "// \u00e9\n", None),
        ("libbfa/a.cc", head + "\tint x;\n", "a tab"),
        ("libbfa/a.cc", head + "int x;", "no newline"),
        ("libbfa/a.cc", head + "\n" * MAX_LINES, "lines, at most"),
        ("libbfa/a.h", head, "pragma once"),
        ("tests/data/a.cc", "int x;\n", None),
        ("scripts/a.sh", f"#!/bin/sh\n# {LICENCE}\n", "not executable"),
    ]
    for name, text, expected in cases:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "CMakeLists.txt").write_text(f"# {LICENCE}\n")
            (root / "cmake").mkdir()
            (root / "cmake" / "x.cmake").write_text(f"# {LICENCE}\n")
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
            found = check_tree(root)
            if expected is None and found or expected is not None and not any(expected in f for f in found):
                print(f"self-test: {name}: expected {expected!r}, got {found}")
                return 1
    return 0


def main():
    arguments = sys.argv[1:]
    if arguments == ["--self-test"]:
        return self_test()
    if len(arguments) > 1 or (arguments and arguments[0].startswith("-")):
        print(__doc__, file=sys.stderr)
        return 2
    problems = check_tree(pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).resolve().parent.parent))
    print("\n".join(problems) if problems else "source rules: clean")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
