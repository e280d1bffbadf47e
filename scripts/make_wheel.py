#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a wheel of the Python package with the library in it, without network and without other packages.

Usage: make_wheel.py LIBRARY FOLDER

LIBRARY: a libbfa.so.0. The same files give the same bytes: entries are sorted and have the time of SOURCE_DATE_EPOCH, or 1980.
The wheel is for this kind of machine and says so (linux_x86_64): the library needs the system's own libraries.
Prints the path of the wheel. Exit codes: 0 made, 1 not, 2 usage.
"""
import base64
import hashlib
import os
import pathlib
import re
import sys
import sysconfig
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(bfa VERSION ([\d.]+)", text).group(1)


def files_of(library, info):
    """Path in the wheel and bytes of each file but RECORD."""
    for path in sorted((ROOT / "python" / "bfa").iterdir()):
        if path.suffix == ".py" or path.name == "py.typed":
            yield f"bfa/{path.name}", path.read_bytes()
    yield "bfa/libbfa.so.0", library.read_bytes()
    tag = "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")
    yield f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: make_wheel.py\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    yield f"{info}/METADATA", (f"Metadata-Version: 2.1\nName: bfa\nVersion: {version()}\nSummary: Archives of blogs, by libbfa\n"
                               "License: Apache-2.0\nRequires-Python: >=3.8\n").encode()
    yield f"{info}/licenses/LICENSE", (ROOT / "LICENSE").read_bytes()
    yield f"{info}/licenses/NOTICE", (ROOT / "NOTICE").read_bytes()


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    library, folder = map(pathlib.Path, sys.argv[1:])
    if not library.is_file():
        print(f"{library}: no such file", file=sys.stderr)
        return 1
    info = f"bfa-{version()}.dist-info"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    wheel = folder / f"bfa-{version()}-py3-none-{platform}.whl"
    moment = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), 315532800))[:6]
    record = ""
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as container:

        def add(name, data):
            entry = zipfile.ZipInfo(name, moment)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            container.writestr(entry, data)

        for name, data in files_of(library, info):
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record += f"{name},sha256={digest},{len(data)}\n"
            add(name, data)
        add(f"{info}/RECORD", (record + f"{info}/RECORD,,\n").encode())
    print(wheel)
    return 0


if __name__ == "__main__":
    sys.exit(main())
