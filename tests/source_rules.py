#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks what every source file must have.

Usage: source_rules.py [--self-test] [ROOT]

Licence line near the top; ASCII only (but for tables, *_table.*); no tabs; a final newline; C++ files of at most 450
lines, tables exempt, and functions of at most 60; #pragma once in headers; public headers few, with BFA_EXPORT on
what they declare, and without references that readers of the repository cannot open; no type defined twice; scripts under scripts/ and .ci/
executable, without predictable names of temporary files. NOTICE names each table that was made from data of Unicode,
and no other file. Exit codes: 0 clean, 1 violations (each on a line), 2 usage.
"""
import pathlib
import re
import sys
import tempfile

LICENCE = "SPDX-License-Identifier: Apache-2.0"
FOLDERS = ("libbfa", "python", "tools", "tests", "examples", "cmake", "scripts", ".ci", ".github")
SUFFIXES = (".cc", ".h", ".c", ".py", ".sh", ".cmake", ".yml", ".mjs")
MAX_LINES = 450
MAX_FUNCTION_LINES = 60
MAX_PUBLIC_HEADERS = 107  # a new module may add three: raise this with it
# What the project was built from, which is not in its repository: headers cite papers, RFCs, clauses and docs/ instead.
UNREACHABLE = re.compile(
    r"\bfacts(?: \w+\.md)?,? (?:section|rule)|\bfacts$|\bfacts/|\bdesign (?:section|\d)|\bdesign\.md|\.\./shared"
)
PREDICTABLE = re.compile(r"/tmp/[\w.-]*\$\$")
# Comments, raw strings, strings and characters; a digit separator (1'000) begins no character.
NOT_CODE = re.compile(
    r"//[^\n]*|/\*.*?\*/"
    r"|R\"(?P<mark>[^()\s\\]{0,16})\(.*?\)(?P=mark)\""
    r"|\"(?:[^\"\\\n]|\\.)*\"|(?<![0-9a-fA-F])'(?:[^'\\\n]|\\.)+'",
    re.S,
)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.)*", re.M | re.S)
TYPE_HEAD = re.compile(r"\b(?:namespace|class|struct|union|enum|extern)\b")
PARENTHESES = re.compile(r"\([^()]*\)|<[^<>;{}]*>")
ANGLES = re.compile(r"<[^<>;{}]*>")
NO_FUNCTION = re.compile(r"BFA_EXPORT|=|\b(?:using|friend|template|typedef|class|struct)\b")
ROUNDS = re.compile(r"\([^()]*\)")


def blanked(match):
    """As many lines as the text had, and nothing else."""
    return "\n" * match.group().count("\n") or " "


def is_type(head):
    """Whether `head {` opens a namespace or a type: outside of parentheses it says so."""
    before = None
    while before != head:
        before, head = head, PARENTHESES.sub(" ", head)
    return bool(TYPE_HEAD.search(head))


def functions(text):
    """Yields (first line, lines) of each function with a body; what is inside of a function belongs to it. It goes by
    braces alone: a `{` after a parenthesis, outside of other functions and of initialisers, opens a function."""
    text = DIRECTIVE.sub(blanked, NOT_CODE.sub(blanked, text))
    head_start, function_start, depth_in_body, is_function, in_parentheses = 0, 0, 0, False, False
    for match in re.finditer(r"[{};]", text):
        mark, place = match.group(), match.start()
        if depth_in_body:
            depth_in_body += {"{": 1, "}": -1}.get(mark, 0)
            if depth_in_body == 0:
                following = text[place + 1 : place + 200].lstrip()[:1]
                if in_parentheses or (following and following in ",{"):  # a default or an initialiser: the body is to come
                    continue
                if is_function:
                    first = text.count("\n", 0, function_start) + 1
                    yield first, text.count("\n", 0, place) + 2 - first
                head_start = place + 1
            continue
        if mark == "{":
            head = text[head_start:place]
            if not is_type(head):
                function_start = head_start + len(head) - len(head.lstrip())
                is_function, in_parentheses, depth_in_body = "(" in head, head.count("(") > head.count(")"), 1
                continue
        head_start = place + 1


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


def statements(text, start=0, end=None):
    """Yields (place, head, body) of each statement of a namespace or a type; `body` is where its braces are, or None."""
    begin, depth, opened = start, 0, None
    for match in re.finditer(r"[{};]", text[start:end]):
        place = start + match.start()
        if match.group() == "{":
            depth += 1
            opened = place if depth == 1 else opened
        elif match.group() == "}":
            depth -= 1
            head = text[begin:opened] if opened is not None else ""
            if depth == 0 and head and "=" not in PARENTHESES.sub(" ", head) and (is_type(head) or ")" in head):
                yield begin, head, (opened + 1, place)
                begin, opened = place + 1, None
        elif depth == 0:
            yield begin, text[begin:place], None
            begin, opened = place + 1, None


def hidden(text, start=0, end=None, is_exported=False):
    """Yields (place, name) of functions without a body that a shared library would not show."""
    for place, head, body in statements(text, start, end):
        flat = head
        for pattern, short in ((ANGLES, " "), (ANGLES, " "), (ROUNDS, "@"), (ROUNDS, "@"), (ANGLES, " ")):
            flat = pattern.sub(short, flat)
        if body is not None:
            if re.search(r"\bnamespace\b", head):
                yield from hidden(text, *body)
            elif not re.search(r"\b(?:template|enum)\b", head) and re.search(r"\b(?:struct|class)\b", flat):
                yield from hidden(text, *body, is_exported or "BFA_EXPORT" in head)
            continue
        name = re.search(r"([~\w]+|operator\W+)\s*@", flat)
        if name and not is_exported and not NO_FUNCTION.search(flat):
            yield place + head.find(name.group(1).strip()), name.group(1).strip()


def is_public_header(name):
    return name.parts[:2] == ("libbfa", "include") and name.suffix == ".h"


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
    if path.suffix in (".cc", ".h") and not is_table:
        for first, count in functions(data.decode(errors="replace")):
            if count > MAX_FUNCTION_LINES:
                yield f"{name}:{first}: a function of {count} lines, at most {MAX_FUNCTION_LINES}"
    if path.suffix == ".h" and b"#pragma once" not in data:
        yield f"{name}: no #pragma once"
    if is_public_header(name):
        for number, line in enumerate(lines, 1):
            if UNREACHABLE.search(line.decode(errors="replace")):
                yield f"{name}:{number}: cites what is not in the repository"
        text = DIRECTIVE.sub(blanked, NOT_CODE.sub(blanked, data.decode(errors="replace")))
        for place, function in hidden(text):
            yield f"{name}:{text.count(chr(10), 0, place) + 1}: {function} lacks BFA_EXPORT; shared builds hide it"
    if name.parts[0] in (".ci", "scripts"):
        for number, line in enumerate(lines, 1):
            if PREDICTABLE.search(line.decode(errors="replace")):
                yield f"{name}:{number}: a predictable name of a temporary file; use mktemp"
    if name.parts[0] in (".ci", "scripts") and data.startswith(b"#!") and not path.stat().st_mode & 0o100:
        yield f"{name}: not executable"


def types(text, start=0, end=None, scope=""):
    """Yields (place, full name) of each type that other files can name: those in unnamed namespaces belong to one file."""
    for place, head, body in statements(text, start, end):
        flat = head
        for pattern in (ANGLES, ANGLES, ROUNDS):
            flat = pattern.sub(" ", flat)
        if body is None or re.search(r"\btemplate\b", head):
            continue
        if re.search(r"\bnamespace\b", head):
            name = re.search(r"\bnamespace\s+([\w:]+)\s*$", head)
            if name:
                yield from types(text, *body, f"{scope}{name.group(1)}::")
            continue
        name = re.search(r"\b(?:struct|class|union|enum)\s+(?:class\s+)?(?:\w+\s+)??([\w:]+)\s*(?:final\s*)?(?::[^:].*)?$", flat, re.S)
        if name:
            yield place + len(head) - len(head.lstrip()), scope + name.group(1)


def check_types(root):
    """Two types of one name in one program are undefined behaviour, and no linker says so."""
    places = {}
    for folder in ("libbfa", "tools"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in (".cc", ".h"):
                continue
            text = DIRECTIVE.sub(blanked, NOT_CODE.sub(blanked, path.read_text(encoding="utf-8", errors="replace")))
            for place, name in types(text):
                places.setdefault(name, []).append(f"{path.relative_to(root)}:{text.count(chr(10), 0, place) + 1}")
    for name, found in sorted(places.items()):
        if len(found) > 1:
            yield f"{found[1]}: {name} is defined in {found[0]} too"


def check_notice(root):
    """NOTICE names the tables of Unicode's data, each by its path."""
    notice = root / "NOTICE"
    named = set(re.findall(r"^ +(libbfa/\S+)$", notice.read_text(encoding="utf-8"), re.M)) if notice.is_file() else set()
    made = set()
    for path in (root / "libbfa").rglob("*_table.cc"):
        head = "".join(path.read_text(encoding="utf-8").splitlines(True)[:10])
        if re.search(r"\b(?:from (?:Unicode|the CLDR)|of Unicode) ", head):
            made.add(path.relative_to(root).as_posix())
    for name in sorted(made - named):
        yield f"NOTICE: does not name {name}, which was made from data of Unicode"
    for name in sorted(named - made):
        yield f"NOTICE: names {name}, which is not there or not made from data of Unicode"


def check_tree(root):
    files = list(sources(root))
    problems = [problem for path in files for problem in check_file(path, root)]
    problems += [*check_notice(root), *check_types(root)]
    headers = sum(is_public_header(path.relative_to(root)) for path in files)
    if headers > MAX_PUBLIC_HEADERS:
        problems.append(f"libbfa/include: {headers} public headers, at most {MAX_PUBLIC_HEADERS}")
    return problems if len(files) > 1 else problems + [f"{root}: no sources found"]


def function_of(lines, head="int f(int a = {}) {\n"):
    return head + "  x();\n" * (lines - 2) + "}\n"


def declared(text):
    return f"// {LICENCE}\n#pragma once\nnamespace bfa {{\n{text}\n}}  // namespace bfa\n"


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
        ("scripts/a.sh", f"# {LICENCE}\nx >/tmp/log.$$\n", "use mktemp"),
        ("libbfa/a.cc", head + function_of(MAX_FUNCTION_LINES), None),
        ("libbfa/a.cc", head + function_of(MAX_FUNCTION_LINES + 1), "2: a function of 61 lines"),
        ("libbfa/a.cc", head + "namespace a {\nclass B {\n" + function_of(61) + "};\n}\n", "4: a function of 61"),
        ("libbfa/a.cc", head + "namespace a {\n" + function_of(40) * 2 + "}\n", None),
        ("libbfa/a.cc", head + "const char* kText[] = {\n" + "    \"(\",\n" * 70 + "};\n", None),
        ("libbfa/a.cc", head + "A::A(int b) : b_{b},\n  c_(1)" + function_of(60, " {\n"), "2: a function of 61"),
        ("libbfa/a.cc", head + "char a = '{'; int b = 1'000; auto c = R\"x({{\"{)x\"; // {\n" + function_of(60), None),
        ("libbfa/a_table.cc", head + function_of(61), None),
        ("libbfa/src/b_table.cc", head + "// Made by x.py from Unicode 14.0.0; do not edit.\n", "NOTICE: does not name"),
        ("libbfa/src/b_table.cc", head + "// Made from the words of blogs.\n", None),
        ("libbfa/include/bfa/a/a.h", head + "#pragma once\n// See facts rule 40.\n", "not in the repository"),
        ("libbfa/include/bfa/a/a.h", head + "#pragma once\n// WARC 1.1; facts warc.md rules 1 to 9.\n", "not in the repo"),
        ("libbfa/include/bfa/a/a.h", head + "#pragma once\n// CDXJ 0.1.0; facts\n// rule 40.\n", "not in the repository"),
        ("libbfa/include/bfa/a/a.h", head + "#pragma once\n// By design section 8.\n", "not in the repository"),
        ("libbfa/include/bfa/a/a.h", head + "#pragma once\n// Facts of a file, and RFC 9309 section 2.\n", None),
        ("libbfa/include/bfa/a/a.h", declared("int f(std::string_view a = {});"), "4: f lacks BFA_EXPORT"),
        ("libbfa/include/bfa/a/a.h", declared("struct A {\n  int a{};\n  int g() const;\n};"), "6: g lacks BFA_EXPORT"),
        ("libbfa/include/bfa/a/a.h", declared("class A {\n public:\n  ~A();\n};"), "6: ~A lacks BFA_EXPORT"),
        ("libbfa/include/bfa/a/a.h", declared("struct BFA_EXPORT A {\n  int a{};\n  int g() const;\n};"), None),
        ("libbfa/include/bfa/a/a.h", declared("BFA_EXPORT int f(std::vector<int> a);\nint b = c(1);"), None),
        ("libbfa/include/bfa/a/a.h", declared("struct A {\n  int g() { return 1; }\n  A() = default;\n"
                                              "  std::function<void(int)> h;\n  virtual int k() = 0;\n};"), None),
        ("libbfa/src/a/a.h", head + "#pragma once\n// See ../shared/x.\n", None),
        ("libbfa/a.cc", head + "namespace a {\nstruct B : C<int> {\n  int c;\n};\nclass B final {\n};\n}\n", "a::B is defined in"),
        ("libbfa/a.cc", head + "namespace a {\nenum class B : int {\n  c\n};\nenum B {\n};\n}\n", "a::B is defined in"),
        ("libbfa/a.cc", head + "namespace a {\nnamespace {\nstruct B {\n};\n}\nstruct B {\n};\n}\n", None),
        ("libbfa/a.cc", head + "struct A {\n  struct B {\n  };\n};\nstruct A::B {\n};\nstruct B;\nstruct B {\n};\n", None),
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
                print(f"self-test: {name} with {text[:90]!r}: expected {expected!r}, got {found}")
                return 1
    with tempfile.TemporaryDirectory() as folder:
        for number in range(MAX_PUBLIC_HEADERS + 1):
            path = pathlib.Path(folder) / f"libbfa/include/bfa/a/{number}.h"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(head + "#pragma once\n")
        found = check_tree(pathlib.Path(folder))
        if found != [f"libbfa/include: {MAX_PUBLIC_HEADERS + 1} public headers, at most {MAX_PUBLIC_HEADERS}"]:
            print(f"self-test: too many headers: {found}")
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
