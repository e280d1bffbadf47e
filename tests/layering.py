#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks which module includes which (docs/architecture.md, "Layers").

Usage: layering.py [--self-test] [ROOT]

A file of module M may include headers of M and of modules of strictly lower levels, never of a sibling; tools,
tests and examples are above all; private headers (under src/) follow the same rule. Headers under include/ may
include only the standard library and public headers of bfa. Exit codes: 0 clean, 1 violations (each on a
line, FILE:LINE: reason), 2 usage.
"""
import pathlib
import re
import sys
import tempfile

LEVELS = {
    "base": 0,
    "io": 1, "text": 1,
    "url": 2, "xml": 2, "container": 2,
    "html": 3, "http": 3,
    "feed": 4, "warc": 4, "object": 4,
    "extract": 5, "store": 5, "render": 5,
    "enrich": 6, "schedule": 6, "package": 6,
    "crawl": 7, "report": 7,
    "cluster": 8, "serve": 8, "migrate": 8,
    "c": 9,
}  # fmt: skip
# What the code of design's outside libraries may be included by: one module each, as far as a header tells.
OUTSIDE = {
    "rocksdb/": {"store"},
    "curl/": {"http"},
    "tinyxml2.h": {"xml"},
    "libxml/": {"xml"},
    "libpsl.h": {"url"},
    "date/": {"base"},
    "cld2/": {"text"},
    "libstemmer.h": {"text"},
    "uchardet/": {"text"},
    "uchardet.h": {"text"},
    "lexbor/encoding/": {"text"},
    "lexbor/url/": {"url"},
    "lexbor/unicode/": {"url", "text"},
    "lexbor/punycode/": {"url"},
    "lexbor/html/": {"html"},
    "lexbor/dom/": {"html"},
    "lexbor/tag/": {"html"},
    "lexbor/ns/": {"html"},
    "lexbor/css/": {"html"},
    "openssl/": {"io"},
    "zlib.h": {"io"},
    "libdeflate.h": {"io"},
    "zstd.h": {"io"},
    "zstd_errors.h": {"io"},
    "zdict.h": {"io"},
    "lz4frame.h": {"io"},
    "brotli/": {"io"},
    "xxhash.h": {"io"},
}
CC_ONLY = {"base/try.h"}  # macros: never in a header
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def includes_of(path):
    text = path.read_text(encoding="utf-8", errors="replace")
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1), match.group(2)


def check_outside(module, name):
    for prefix, allowed in OUTSIDE.items():
        if name == prefix or (prefix.endswith("/") and name.startswith(prefix)):
            if module not in allowed:
                return f"module {module} includes <{name}>, which only {', '.join(sorted(allowed))} may"
    return None


def check_bfa(module, target, name):
    if target not in LEVELS:
        return f"unknown module {target} in {name}"
    if target != module and LEVELS[target] >= LEVELS[module]:
        return f"module {module} (level {LEVELS[module]}) includes {name} of level {LEVELS[target]}"
    return None


def check_file(path, module, is_public, source_root):
    for number, quote, name in includes_of(path):
        reason = None
        parts = name.split("/")
        if parts[0] == "bfa" and len(parts) >= 3:
            reason = check_bfa(module, parts[1], name)
        elif quote == '"':
            beside = path.parent / name
            if is_public:
                reason = f"public header includes {name}, which is not installed"
            elif name in CC_ONLY and path.suffix != ".cc":
                reason = f"{name} is for .cc files only"
            elif len(parts) > 1 and (source_root / name).is_file():
                reason = check_bfa(module, parts[0], name)
            elif not beside.is_file():
                reason = f"cannot tell whose header {name} is"
        elif is_public and ("/" in name or name.endswith(".h")):
            reason = f"public header includes <{name}>, which is neither standard C++ nor bfa"
        else:
            reason = check_outside(module, name)
        if reason:
            yield f"{path}:{number}: {reason}"


def check_tree(root):
    library = root / "libbfa"
    problems, files = [], 0
    for base, is_public in ((library / "include" / "bfa", True), (library / "src", False)):
        for folder in sorted(p for p in base.glob("*") if p.is_dir()):
            if folder.name not in LEVELS:
                problems.append(f"{folder}: unknown module {folder.name}; give it a level in tests/layering.py")
                continue
            for path in sorted([*folder.rglob("*.h"), *folder.rglob("*.cc")]):
                files += 1
                problems += check_file(path, folder.name, is_public, library / "src")
    if files == 0:
        problems.append(f"{library}: no sources found")
    return problems


def self_test():
    """Each violation is found, and a clean tree passes."""
    cases = [
        ("src/url/a.cc", '#include "bfa/text/utf8.h"', None),
        ("src/url/a.cc", '#include "base/try.h"', None),
        ("src/url/a.cc", '#include "bfa/html/document.h"', "level 3"),
        ("src/feed/a.cc", '#include "bfa/warc/reader.h"', "level 4"),
        ("src/feed/a.cc", "#include <bfa/warc/reader.h>", "level 4"),
        ("src/url/a.cc", "#include <rocksdb/db.h>", "only store"),
        ("src/util/a.cc", "", "unknown module"),
        ("src/url/a.cc", '#include "text/table.h"', None),
        ("src/xml/a.cc", '#include "url/table.h"', "level 2"),
        ("src/url/a.h", '#include "base/try.h"', ".cc files only"),
        ("src/url/a.cc", '#include "bfa/misc/x.h"', "unknown module misc"),
        ("include/bfa/url/a.h", "#include <curl/curl.h>", "neither standard"),
        ("include/bfa/url/a.h", '#include "table.h"', "not installed"),
        ("include/bfa/url/a.h", '#include "bfa/crawl/crawl.h"', "level 7"),
    ]
    for name, line, expected in cases:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for extra in ("src/base/try.h", "src/text/table.h", "src/url/table.h"):
                (root / "libbfa" / extra).parent.mkdir(parents=True, exist_ok=True)
                (root / "libbfa" / extra).write_text("")
            path = root / "libbfa" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(line + "\n")
            found = check_tree(root)
            if expected is None and found or expected is not None and not any(expected in f for f in found):
                print(f"self-test: {name} with {line!r}: expected {expected!r}, got {found}")
                return 1
    return 0


def main():
    arguments = sys.argv[1:]
    if arguments == ["--self-test"]:
        return self_test()
    if len(arguments) > 1 or (arguments and arguments[0].startswith("-")):
        print(__doc__, file=sys.stderr)
        return 2
    root = pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).resolve().parent.parent)
    problems = check_tree(root)
    print("\n".join(problems) if problems else "layering: clean")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
