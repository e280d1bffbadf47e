#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks which module includes which (docs/architecture.md, "Layers").

Usage: layering.py [--self-test] [ROOT]

A file of module M may include headers of M and of modules of strictly lower levels, never of a sibling; tools,
tests and examples are above all; private headers (under src/) follow the same rule. Within a module with floors a file
includes its own floor and lower ones. A quoted include names the module's path. Headers under include/ may include
only the standard library and public headers of bfa. The modules of the library bfa_extract (libbfa/CMakeLists.txt) include
only each other. A library that is asked for is included by some source. Exit codes: 0 clean, 1 violations (each on a
line, FILE:LINE: reason), 2 usage.
"""
import pathlib
import re
import sys
import tempfile

LEVELS = {
    "base": 0,
    "io": 1, "text": 1,
    "url": 2, "xml": 2, "container": 2, "config": 2,
    "html": 3, "http": 3,
    "feed": 4, "warc": 4, "object": 4,
    "crawlmodel": 5, "extract": 5, "websub": 5,
    "store": 6, "render": 6, "enrich": 6, "schedule": 6,
    "wacz": 7, "backup": 7, "search": 7,
    "package": 8, "crawl": 8, "replay": 8,
    "check": 9, "care": 9, "subscribe": 9, "remove": 9,
    "migrate": 10,
    "report": 10, "notify": 10, "cluster": 10,
    "serve": 11,
    "c": 12,
}  # fmt: skip
# The floors of a module, low to high: a file includes its own floor and those before it. Files beside the floors are
# above all of them.
FLOORS = {
    "crawl": ["events", "leaveout", "judge", "past", "moves", "limits", "captures", "history"],
    "extract": ["words", "page", "rules", "fields", "comments", "learn", "methods", "decide", "strategy"],
    "io": ["members"],
    "migrate": ["files", "input", "objects", "output"],
    "replay": ["rewrite"],
    "store": ["files", "records"],
    "package": ["files", "ocfl", "aip", "forms"],
    "serve": ["http", "data", "programs", "pages"],
    "text": ["date"],
    "warc": ["read", "index", "write", "copy", "check"],
}
FLOORS_ABOVE_FILES = {"text"}  # where the files beside the floors are below all of them
MOST_SOURCES = 30  # .cc files in a folder
# The modules that may include an outside library, by header. Each row has to be used.
OUTSIDE = {
    "rocksdb/": {"store"},
    "curl/": {"http"},
    "tinyxml2.h": {"xml"},
    "libpsl.h": {"url"},
    "cld2/": {"text"},
    "textcat.h": {"text"},
    "libstemmer.h": {"text"},
    "uchardet/": {"text"},
    "lexbor/encoding/": {"text"},
    "lexbor/unicode/": {"text"},
    "lexbor/url/": {"url"},
    "lexbor/punycode/": {"url"},
    "lexbor/html/": {"html"},
    "lexbor/dom/": {"html"},
    "openssl/": {"io"},
    "zlib.h": {"io"},
    "libdeflate.h": {"io"},
    "zstd.h": {"io"},
    "zstd_errors.h": {"io"},
    "zdict.h": {"io"},
    "lz4frame.h": {"io"},
    "brotli/": {"io"},
    "xxhash.h": {"io"},
    "re2/": {"warc"},
    "maxminddb.h": {"enrich"},
    "archive.h": {"container"},
    "archive_entry.h": {"container"},
    "date/": {"base"},
    "sqlite3.h": {"search"},
    "unicode/": {"search"},
    "boost/": {"serve"},
    "jemalloc/": set(),  # the command alone
}
# What each library of cmake/BfaDependencies.cmake is included by.
HEADERS_OF = {
    "OpenSSL": "openssl/", "ZLIB": "zlib.h", "LIBDEFLATE": "libdeflate.h", "ZSTD": "zstd", "BROTLI": "brotli/",
    "LZ4": "lz4frame.h", "UCHARDET": "uchardet", "cld2": "cld2/", "EXTTEXTCAT": "textcat.h", "stemmer": "libstemmer.h",
    "lexbor": "lexbor/", "LIBPSL": "libpsl.h", "tinyxml2": "tinyxml2.h", "CURL": "curl/", "RocksDB": "rocksdb/",
    "nlohmann_json": "nlohmann/", "XXHASH_INCLUDE_DIR": "xxhash.h", "RE2": "re2/", "LIBARCHIVE": "archive.h",
    "nlohmann_json": "nlohmann/", "XXHASH_INCLUDE_DIR": "xxhash.h", "RE2": "re2/",
    "date": "date/", "MAXMINDDB": "maxminddb.h", "SQLITE": "sqlite3.h", "ICU": "unicode/",
    "BOOST_INCLUDE_DIR": "boost/", "JEMALLOC": "jemalloc/",
}  # fmt: skip
NO_HEADERS = {"Threads", "PkgConfig"}
DECLARED = re.compile(r"^\s*(?:find_package|pkg_check_modules|find_library|find_path)\((\w+)")
C_STANDARD = {"stddef.h", "stdint.h"}  # what headers of the module `c` include, which C programs read
CC_ONLY = {"base/try.h"}  # macros: never in a header
EXTRACT_MODULES = re.compile(r"set\(bfa_extract_modules ([^)]*)\)")
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
                return f"module {module} includes <{name}>, which {'only ' + ', '.join(sorted(allowed)) if allowed else 'no module'} may"
    return None


def floor_level(module, folder):
    """A floor's place in its module; `folder` is None for files beside the floors."""
    floors = FLOORS.get(module, [])
    if folder in floors:
        return floors.index(folder)
    return -1 if module in FLOORS_ABOVE_FILES else len(floors)


def check_floor(module, folder, name):
    """`name` is a private header of the same module: "extract/page/tags.h"."""
    parts = name.split("/")
    target = parts[1] if len(parts) > 2 else None
    if floor_level(module, target) > floor_level(module, folder):
        return f"floor {module}/{folder or ''} includes {name} of a higher floor"
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
        inside = path.relative_to(source_root / module).parts if not is_public else ()
        folder = inside[0] if len(inside) > 1 else None
        if parts[0] == "bfa" and len(parts) >= 3:
            reason = check_bfa(module, parts[1], name)
        elif quote == '"':
            if is_public:
                reason = f"public header includes {name}, which is not installed"
            elif name in CC_ONLY and path.suffix != ".cc":
                reason = f"{name} is for .cc files only"
            elif len(parts) < 2 or not (source_root / name).is_file():
                reason = f"{name} is not a header with its module's path"
            else:
                reason = check_bfa(module, parts[0], name)
                if reason is None and parts[0] == module:
                    reason = check_floor(module, folder, name)
        elif is_public and name in C_STANDARD and module == "c":
            continue
        elif is_public and ("/" in name or name.endswith(".h")):
            reason = f"public header includes <{name}>, which is neither standard C++ nor bfa"
        else:
            reason = check_outside(module, name)
        if reason:
            yield f"{path}:{number}: {reason}"


def check_folders(root):
    """No folder has more sources than a reader can keep in mind, and each folder inside of a module is a floor of it."""
    sources = root / "libbfa" / "src"
    for top in (sources, root / "tools", root / "tests"):
        for folder in sorted(p for p in top.rglob("*") if p.is_dir()):
            count = len(list(folder.glob("*.cc")))
            if count > MOST_SOURCES:
                yield f"{folder}: {count} sources; a folder has at most {MOST_SOURCES}"
            parts = folder.relative_to(sources).parts if top == sources else ()
            if len(parts) > 1 and parts[1] not in FLOORS.get(parts[0], []):
                yield f"{folder}: unknown floor {parts[1]} of {parts[0]}; give it a place in tests/layering.py"


def unused_libraries(root):
    """Rows of OUTSIDE, and libraries that cmake/BfaDependencies.cmake asks for, that no source includes."""
    names = set()
    for path in [*(root / "libbfa").rglob("*.*"), *(root / "tools").rglob("*.*")]:
        if path.suffix in (".h", ".cc"):
            names.update(name for _, quote, name in includes_of(path) if quote == "<")
    for prefix in OUTSIDE:
        if not any(name == prefix or (prefix.endswith("/") and name.startswith(prefix)) for name in names):
            yield f"tests/layering.py: no source includes <{prefix}>"
    declared = root / "cmake" / "BfaDependencies.cmake"
    if not declared.is_file():
        return
    for number, line in enumerate(declared.read_text().splitlines(), 1):
        match = DECLARED.match(line)
        if not match or match.group(1) in NO_HEADERS:
            continue
        headers = HEADERS_OF.get(match.group(1))
        if headers is None:
            yield f"{declared}:{number}: unknown library {match.group(1)}; name its headers in tests/layering.py"
        elif not any(name.startswith(headers) for name in names):
            yield f"{declared}:{number}: {match.group(1)} is asked for, and no source includes <{headers}>"


def check_extract_library(root):
    """The modules of bfa_extract need no module outside of that library."""
    cmake = root / "libbfa" / "CMakeLists.txt"
    match = EXTRACT_MODULES.search(cmake.read_text()) if cmake.is_file() else None
    if match is None:
        yield f"{cmake}: no list bfa_extract_modules"
        return
    modules = set(match.group(1).split())
    for module in sorted(modules):
        for folder in (root / "libbfa" / "include" / "bfa" / module, root / "libbfa" / "src" / module):
            for path in sorted([*folder.rglob("*.h"), *folder.rglob("*.cc")]):
                for number, _, name in includes_of(path):
                    parts = name.removeprefix("bfa/").split("/")
                    if len(parts) > 1 and parts[0] in LEVELS and parts[0] not in modules:
                        yield f"{path}:{number}: {name} is outside of the library bfa_extract"


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


def check_all(root):
    return [*check_tree(root), *check_folders(root), *check_extract_library(root), *unused_libraries(root)]


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
        ("src/url/a.cc", '#include "table.h"', "module's path"),
        ("src/extract/page/a.cc", '#include "extract/words/zones.h"', None),
        ("src/extract/words/a.cc", '#include "extract/page/tags.h"', "higher floor"),
        ("src/text/date/a.cc", '#include "text/table.h"', None),
        ("src/text/a.cc", '#include "text/date/day.h"', "higher floor"),
        ("src/warc/a.cc", '#include "warc/read/x.h"', None),
        ("src/warc/read/a.cc", '#include "warc/x.h"', "higher floor"),
        ("src/warc/cellar/a.cc", "", "unknown floor"),
        ("src/xml/a.cc", '#include "url/table.h"', "level 2"),
        ("src/url/a.h", '#include "base/try.h"', ".cc files only"),
        ("src/url/a.cc", '#include "bfa/misc/x.h"', "unknown module misc"),
        ("include/bfa/url/a.h", "#include <curl/curl.h>", "neither standard"),
        ("include/bfa/url/a.h", "#include <stdint.h>", "neither standard"),
        ("include/bfa/c/a.h", "#include <stdint.h>", None),
        ("include/bfa/url/a.h", '#include "table.h"', "not installed"),
        ("include/bfa/url/a.h", '#include "bfa/crawl/crawl.h"', "level 8"),
    ]
    for name, line, expected in cases:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for extra in ("src/base/try.h", "src/text/table.h", "src/url/table.h", "src/text/date/day.h", "src/warc/x.h",
                          "src/extract/words/zones.h", "src/extract/page/tags.h", "src/warc/read/x.h"):
                (root / "libbfa" / extra).parent.mkdir(parents=True, exist_ok=True)
                (root / "libbfa" / extra).write_text("")
            path = root / "libbfa" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(line + "\n")
            found = [*check_tree(root), *check_folders(root)]
            if expected is None and found or expected is not None and not any(expected in f for f in found):
                print(f"self-test: {name} with {line!r}: expected {expected!r}, got {found}")
                return 1
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        many = root / "libbfa" / "src" / "url"
        many.mkdir(parents=True)
        for number in range(MOST_SOURCES + 1):
            (many / f"{number}.cc").write_text("")
        (root / "libbfa" / "CMakeLists.txt").write_text("set(bfa_extract_modules base url)\n")
        (many / "0.cc").write_text('#include "io/guard.h"\n')
        (root / "cmake").mkdir()
        (root / "cmake" / "BfaDependencies.cmake").write_text("find_package(CURL REQUIRED)\nfind_package(Other)\n")
        found = "\n".join(check_all(root))
        for expected in ("31 sources", "no source includes <zlib.h>", "CURL is asked for", "unknown library Other",
                         "outside of the library bfa_extract"):
            if expected not in found:
                print(f"self-test: expected {expected!r}, got {found}")
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
    problems = check_all(root)
    print("\n".join(problems) if problems else "layering: clean")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
