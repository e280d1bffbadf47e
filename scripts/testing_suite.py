#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Derives an apt source for Debian's testing suite from the sources that a machine has.

Usage: testing_suite.py [--types "deb deb-src"] [--suite testing] [--vendor ID] --codename NAME FILE...

FILE: apt sources, deb822 (*.sources) or one-line (*.list). Prints deb822 stanzas on stdout: the same addresses,
components and keys as the machine's own main suite, for the other suite alone. Sources of security, updates and
backports suites, of other vendors, and disabled ones are skipped; with a --vendor other than debian (Ubuntu, whose
addresses have no testing suite), all that do not name Debian's stable or testing suite. Exit codes: 0 printed, 1 none
fits, 2 usage.
"""
import argparse
import sys


def read_deb822(text):
    """Stanzas of a .sources file as dictionaries: lower-case field name to value, continuation lines kept."""
    stanzas, fields, last = [], {}, None
    for line in text.splitlines() + [""]:
        if line.startswith("#"):
            continue
        if not line.strip():
            if fields:
                stanzas.append(fields)
            fields, last = {}, None
        elif line[0] in " \t":
            if last is not None:
                fields[last] += "\n" + line
        elif ":" in line:
            name, value = line.split(":", 1)
            last = name.strip().lower()
            fields[last] = value.strip()
    return stanzas


def read_one_line(text):
    """Entries of a .list file in the same form as read_deb822."""
    stanzas = []
    for line in text.splitlines():
        line = line.split("#", 1)[0].strip()
        kind, _, rest = line.partition(" ")
        if kind not in ("deb", "deb-src"):
            continue
        fields = {"types": kind}
        rest = rest.strip()
        if rest.startswith("["):
            options, _, rest = rest[1:].partition("]")
            for option in options.split():
                name, _, value = option.partition("=")
                fields[{"arch": "architectures"}.get(name.lower(), name.lower())] = value.replace(",", " ")
        words = rest.split()
        if len(words) >= 3:
            fields.update(uris=words[0], suites=words[1], components=" ".join(words[2:]))
            stanzas.append(fields)
    return stanzas


def is_enabled(stanza):
    return stanza.get("enabled", "yes").lower() not in ("no", "false", "0", "off", "without", "disable")


def derive(stanzas, codename, suite, types, vendor="debian"):
    """The stanzas for `suite`, one an address, as deb822 text."""
    wanted = {"stable", suite, *([codename] if vendor == "debian" else [])}
    seen, out = set(), []
    for stanza in stanzas:
        if not is_enabled(stanza) or "deb" not in stanza.get("types", "").split():
            continue
        if not wanted & set(stanza.get("suites", "").split()) or "main" not in stanza.get("components", "").split():
            continue
        uris = stanza.get("uris", "")
        if not uris or uris in seen:
            continue
        seen.add(uris)
        lines = [f"Types: {types}", f"URIs: {uris}", f"Suites: {suite}", "Components: main"]
        for name, label in (("architectures", "Architectures"), ("signed-by", "Signed-By"), ("trusted", "Trusted"),
                            ("check-valid-until", "Check-Valid-Until"), ("check-date", "Check-Date")):
            if stanza.get(name):
                lines.append(f"{label}: {stanza[name]}")
        out.append("\n".join(lines) + "\n")
    return "\n".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--types", default="deb")
    parser.add_argument("--suite", default="testing")
    parser.add_argument("--vendor", default="debian", help="ID of /etc/os-release")
    parser.add_argument("--codename", required=True, help="VERSION_CODENAME of /etc/os-release")
    parser.add_argument("files", nargs="*", metavar="FILE")
    args = parser.parse_args()
    stanzas = []
    for name in args.files:
        try:
            with open(name, encoding="utf-8", errors="replace") as file:
                text = file.read()
        except OSError:
            continue
        stanzas += read_deb822(text) if name.endswith(".sources") else read_one_line(text)
    text = derive(stanzas, args.codename, args.suite, args.types, args.vendor)
    sys.stdout.write(text)
    return 0 if text else 1


if __name__ == "__main__":
    sys.exit(main())
