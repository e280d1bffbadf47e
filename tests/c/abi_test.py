#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the C interface with what was released of it.

Usage: abi_test.py LIBRARY C_COMPILER [--accept]

The functions of the headers, those of libbfa/bfa.map.in and the symbols of the library are the same, each with the version of the
release that added it. Every structure is laid out as tests/c/abi/RELEASE.txt says: of a released structure the fields stay where
they are, and new ones come at its end. Codes, kinds and modes keep their numbers. Every function is in tests/c/c_calls_test.cc. A program that is linked with the library
needs symbols of the C interface alone. --accept writes the file of the newest release again.
Exit codes: 0 equal, 1 not, 2 usage.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HEADERS = sorted((ROOT / "libbfa" / "include" / "bfa" / "c").glob("*.h"))
RELEASES = pathlib.Path(__file__).resolve().parent / "abi"


def header_text():
    return re.sub(r"//[^\n]*", "", "\n".join(path.read_text(encoding="utf-8") for path in HEADERS))


def functions_of(text):
    return set(re.findall(r"\bBFA_EXPORT\s[^;()]*?\b(bfa_\w+)\s*\(", text))


def structures_of(text):
    """Name and fields of each structure that is not opaque."""
    for body, name in re.findall(r"typedef struct bfa_\w+ \{(.*?)\} (bfa_\w+);", text, re.S):
        fields = []
        for declaration in body.split(";"):
            for part in declaration.split(","):
                words = re.findall(r"\w+", part)
                if words:
                    fields.append(words[-1])
        yield name, fields


def numbers_of(text):
    """The names of codes, kinds, modes and the like."""
    return [name for body in re.findall(r"\benum \{(.*?)\};", text, re.S) for name in re.findall(r"\b(BFA_\w+)\b", body)]


def mapped():
    """Version of each symbol of bfa.map.in."""
    versions = {}
    text = re.sub(r"#[^\n]*", "", (ROOT / "libbfa" / "bfa.map.in").read_text(encoding="utf-8"))
    for version, body in re.findall(r"(BFA_C_[\d.]+) \{(.*?)\}", text, re.S):
        for name in re.findall(r"\b(bfa_\w+);", body):
            versions[name] = version
    return versions


def exported(library):
    out = subprocess.run(["nm", "-D", "--defined-only", "--with-symbol-versions", library], check=True,
                         capture_output=True, text=True).stdout
    return dict(re.findall(r" T (bfa_\w+)@@(\S+)", out)), re.findall(r" T (bfa_\w+)$", out, re.M)


def layout(compiler, text):
    """One line a field: structure, field, offset, size; and the size of the structure."""
    lines = []
    for name, fields in structures_of(text):
        lines += [f'  printf("{name} {field} %zu %zu\\n", offsetof({name}, {field}), sizeof((({name}*)0)->{field}));'
                  for field in fields]
        lines.append(f'  printf("{name} - %zu\\n", sizeof({name}));')
    for name in numbers_of(text):
        lines.append(f'  printf("number {name} %d\\n", (int){name});')
    program = "#include <bfa/c/bfa.h>\n#include <stdio.h>\nint main(void) {\n" + "\n".join(lines) + "\n  return 0;\n}\n"
    with tempfile.TemporaryDirectory() as folder:
        source, binary = pathlib.Path(folder) / "a.c", pathlib.Path(folder) / "a"
        source.write_text(program)
        subprocess.run([compiler, "-std=c11", "-pedantic", "-Werror", f"-I{ROOT}/libbfa/include", source, "-o", binary],
                       check=True)
        return subprocess.run([binary], check=True, capture_output=True, text=True).stdout.splitlines()


def check_releases(versions, lines):
    """Problems with what was released: a symbol or a field that is gone or stands elsewhere."""
    now = {tuple(line.split()[:2]): line for line in lines}
    for path in sorted(RELEASES.glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            words = line.split()
            if words[0] == "symbol":
                if versions.get(words[1]) != words[2]:
                    yield f"{path.name}: {line}: now {versions.get(words[1], 'gone')}"
            elif words[1] != "-" and now.get((words[0], words[1])) != line:
                yield f"{path.name}: {line}: now {now.get((words[0], words[1]), 'gone')}"
            elif words[1] == "-" and int(now.get((words[0], "-"), "x - 0").split()[2]) < int(words[2]):
                yield f"{path.name}: {line}: it shrank"
    known = {line for path in RELEASES.glob("*.txt") for line in path.read_text(encoding="utf-8").splitlines()}
    for line in [*(f"symbol {name} {version}" for name, version in versions.items()), *lines]:
        if line not in known:
            yield f"not recorded for any release: {line} (abi_test.py --accept)"


def needed_versions(library, compiler):
    """What a C program that calls a function needs of the library."""
    with tempfile.TemporaryDirectory() as folder:
        source, binary = pathlib.Path(folder) / "a.c", pathlib.Path(folder) / "a"
        source.write_text('#include <bfa/c/bfa.h>\n#include <stdio.h>\nint main(void) { return puts(bfa_version()) < 0; }\n')
        subprocess.run([compiler, f"-I{ROOT}/libbfa/include", source, "-o", binary, library,
                        f"-Wl,-rpath,{pathlib.Path(library).parent},--allow-shlib-undefined"], check=True)
        out = subprocess.run(["readelf", "-V", "-d", binary], check=True, capture_output=True, text=True).stdout
        subprocess.run([binary], check=True, capture_output=True)
    return set(re.findall(r"Name: (BFA_\w+[.\d]*)", out)), set(re.findall(r"NEEDED\).*\[(libbfa[^\]]*)\]", out))


def main():
    arguments = [each for each in sys.argv[1:] if each != "--accept"]
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    library, compiler = arguments
    text = header_text()
    functions, versions, lines = functions_of(text), mapped(), layout(compiler, text)
    if "--accept" in sys.argv:
        newest = sorted(set(versions.values()))[-1]
        path = RELEASES / (newest.removeprefix("BFA_C_") + ".txt")
        path.parent.mkdir(exist_ok=True)
        symbols = sorted(f"symbol {name} {version}" for name, version in versions.items() if version == newest)
        path.write_text("\n".join(symbols + lines) + "\n", encoding="utf-8")
        return 0
    problems = list(check_releases(versions, lines))
    with_version, without = exported(library)
    problems += [f"{name} is declared, and not in bfa.map.in" for name in sorted(functions - versions.keys())]
    problems += [f"{name} is in bfa.map.in, and not declared" for name in sorted(versions.keys() - functions)]
    problems += [f"{name}: {versions[name]} in bfa.map.in, {with_version.get(name)} in the library"
                 for name in sorted(versions) if versions[name] != with_version.get(name)]
    problems += [f"{name} is exported without a version" for name in without]
    calls = (pathlib.Path(__file__).resolve().parent / "c_calls_test.cc").read_text(encoding="utf-8")
    problems += [f"{name} is not in c_calls_test.cc" for name in sorted(functions) if not re.search(rf"\b{name}\b", calls)]
    needed = needed_versions(library, compiler)
    if needed != ({"BFA_C_0.3"}, {"libbfa.so.0"}):
        problems.append(f"a C program needs {needed}")
    print("\n".join(problems) if problems else f"C interface: {len(functions)} functions, as released")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
