#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes python/bfa/_abi.py, the C interface as ctypes declares it, from the headers of bfa/c.

Usage: make_python_abi.py [--check]

--check: writes nothing, and fails when the file is not what the headers give. Exit codes: 0 done, 1 it differs, 2 usage.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUT = ROOT / "python" / "bfa" / "_abi.py"
ORDER = ("base", "archive", "warc", "crawl", "web", "search", "serve")
NUMBERS = {
    "int32_t": "c_int32", "int64_t": "c_int64", "uint32_t": "c_uint32", "uint64_t": "c_uint64", "size_t": "c_size_t",
    "double": "c_double", "bfa_code": "c_int32", "bfa_time": "c_int64",
}  # fmt: skip
TEXT = """# SPDX-License-Identifier: Apache-2.0
# Made by scripts/make_python_abi.py from the headers of bfa/c; do not edit.
# mypy: ignore-errors
from ctypes import (CFUNCTYPE, POINTER, Structure, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint32, c_uint64,
                    c_void_p)


class Checked(Structure):
    # Its numbers fit: ctypes would cut others without a word.

    def __setattr__(self, name, value):
        if isinstance(value, int):
            super().__setattr__(name, value)
            kept = getattr(self, name)
            if isinstance(kept, int) and kept != value:
                raise ValueError(f"{name}={value} is out of range")
        else:
            super().__setattr__(name, value)
"""


def ctype(words, structures, callbacks):
    """The ctypes name of a C type, given without the name that it declares."""
    stars = words.count("*")
    base = re.sub(r"\b(const|struct)\b|\*", " ", words).split()[-1]
    if base in NUMBERS:
        return NUMBERS[base] if stars == 0 else f"POINTER({NUMBERS[base]})"
    if base == "char":
        return {0: None, 1: "c_void_p" if "const" not in words else "c_char_p", 2: "POINTER(c_char_p)"}[stars]
    if base == "void":
        return "c_void_p" if stars else "None"
    if base in callbacks:
        return base
    if base in structures:
        return base if stars == 0 else f"POINTER({base})"
    return "c_void_p" if stars == 1 else "POINTER(c_void_p)"  # a handle


def split_declaration(text):
    match = re.match(r"^(.*?)(\w+)$", " ".join(text.split()), re.S)
    return match.group(1).strip(), match.group(2)


def fields_of(body, structures, callbacks):
    for declaration in body.split(";"):
        if not declaration.strip():
            continue
        first, *rest = declaration.split(",")
        kind, name = split_declaration(first)
        for each in [name, *(part.strip() for part in rest)]:
            made = ctype(kind, structures, callbacks)
            yield each, "c_void_p" if each in ("data", "bytes") else made


def parameters_of(text, structures, callbacks):
    if text.strip() in ("", "void"):
        return []
    kinds = []
    for part in text.split(","):
        kind, _ = split_declaration(part)
        made = ctype(kind, structures, callbacks)
        kinds.append(made)
    return kinds


def make():
    text = "\n".join((ROOT / "libbfa/include/bfa/c" / f"{name}.h").read_text(encoding="utf-8") for name in ORDER)
    text = re.sub(r"//[^\n]*|^[ \t]*#[^\n]*", "", text, flags=re.M)
    structures, callbacks, lines, functions = set(), set(), [], []
    for match in re.finditer(
        r"enum \{(?P<enum>.*?)\};|typedef struct (?P<name>bfa_\w+) \{(?P<body>.*?)\} \w+;"
        r"|typedef (?P<result>[\w ]+?) \(\*(?P<callback>\w+)\)\((?P<takes>.*?)\);"
        r"|BFA_EXPORT (?P<gives>[^;()]*?)(?P<function>\bbfa_\w+)\((?P<parameters>.*?)\);", text, re.S):
        if match["enum"]:
            lines += [f"{name} = {value}" for name, value in re.findall(r"(\w+) = (-?\d+)", match["enum"])]
        elif match["name"]:
            structures.add(match["name"])
            fields = "".join(f'        ("{name}", {kind}),\n' for name, kind in fields_of(match["body"], structures, callbacks))
            lines.append(f"\n\nclass {match['name']}(Checked):\n    _fields_ = [\n{fields}    ]\n")
        elif match["callback"]:
            callbacks.add(match["callback"])
            kinds = [ctype(match["result"], structures, callbacks), *parameters_of(match["takes"], structures, callbacks)]
            lines.append(f"\n{match['callback']} = CFUNCTYPE({', '.join(kinds)})")
        else:
            gives = ctype(match["gives"], structures, callbacks)
            kinds = parameters_of(match["parameters"], structures, callbacks)
            functions.append(f'    "{match["function"]}": ({gives}, [{", ".join(kinds)}]),')
    table = "\n\n# Result and parameters of each function.\nFUNCTIONS = {\n" + "\n".join(functions) + "\n}\n"
    return TEXT + "\nBFA_NO_TIME = -(2**63)\n" + "\n".join(lines) + table


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    made = make()
    if sys.argv[1:] == ["--check"]:
        if OUT.read_text(encoding="utf-8") == made:
            return 0
        print(f"{OUT.relative_to(ROOT)} is not what the headers give: run scripts/make_python_abi.py")
        return 1
    OUT.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
