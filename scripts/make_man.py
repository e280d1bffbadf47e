#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a man page for each command of bfa, bfa-COMMAND.1, from what its --help says.

Usage: make_man.py BFA FOLDER

Commands with commands of their own (bfa warc) get one page with a section for each. docs/bfa.1 stays the overview. Equal help gives
equal pages. Exit codes: 0 done, 1 a help text could not be read, 2 usage.
"""
import pathlib
import re
import subprocess
import sys

HEADING = re.compile(r"^([A-Z][A-Za-z -]*):$")
ENTRY = re.compile(r"^  (\S.*?)(?:\s{2,}(\S.*))?$")
NESTED = ("config", "rules", "warc", "wacz")


def help_of(program, *words):
    done = subprocess.run([program, *words, "--help"], capture_output=True, text=True, timeout=60)
    if done.returncode != 0 or not done.stdout:
        raise ValueError(f"bfa {' '.join(words)} --help: exit code {done.returncode}, {len(done.stdout)} bytes")
    return done.stdout


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga").replace("^", "\\(ha").replace("~", "\\(ti")
    return "\\&" + text if text.startswith(".") else text


def parts_of(text):
    """Usage lines, [(heading, [(entry, text)])], and the lines of everything else as (before or after the usage, line)."""
    usage, sections, rest, where = [], [], ([], []), None
    for line in text.splitlines():
        heading = HEADING.match(line)
        if re.match(r"usage:.", line, re.I):
            usage.append(line[len("Usage:"):].strip())
            where = "usage"
        elif where == "usage" and line.startswith("       "):
            usage.append(line.strip())
        elif heading:
            sections.append((heading[1], []))
            where = "section"
        elif where == "section" and ENTRY.match(line):
            found = ENTRY.match(line)
            sections[-1][1].append([found[1], found[2] or ""])
        elif where == "section" and line.startswith("   ") and sections[-1][1]:
            sections[-1][1][-1][1] += " " + line.strip()
        else:
            where = "text" if line and where is not None else where
            rest[1 if usage else 0].append(line)
    return usage, sections, rest


def paragraphs(lines):
    for part in re.split(r"\n\s*\n", "\n".join(lines).strip("\n")):
        if not part.strip():
            continue
        # Lines that stand aside are examples or tables: kept as they are.
        if re.search(r"^ {2,}\S", part, re.M):
            yield [".PP", ".nf", *map(escaped, part.splitlines()), ".fi"]
        else:
            yield [".PP", *map(escaped, part.splitlines())]


def section_lines(sections, level):
    for heading, entries in sections:
        yield f".{level} {escaped(heading.upper() if level == 'SH' else heading)}"
        for entry, text in entries:
            yield ".TP"
            yield f".B {escaped(entry)}"
            yield escaped(text) if text else "\\&"


def text_lines(lines, level):
    """What stands outside of lists; exit codes in a section of their own."""
    for part in paragraphs(lines):
        if level == "SH" and part[1].lower().startswith("exit codes"):
            yield ".SH EXIT STATUS"
            part[1] = re.sub(r"^exit codes[:,]? *", "", part[1], flags=re.I)
        yield from part


def commands_of(text, command):
    seen = dict.fromkeys(re.findall(rf"^(?:usage:)? +bfa {command} ([a-z][\w|-]*)", text, re.M | re.I))
    return [each for word in seen for each in word.split("|")]


def page_of(program, command, summary):
    whole = help_of(program, command)
    usage, sections, (before, after) = parts_of(whole)
    nested = commands_of(whole, command) if command in NESTED else []
    if nested and not usage:
        usage = [f"bfa {command} COMMAND [OPTIONS]"]
    if not usage:
        raise ValueError(f"bfa {command} --help has no usage")
    lines = [f".TH BFA\\-{command.upper()} 1 \"\" \"libbfa\" \"User commands\"", ".SH NAME", f"bfa\\-{command} \\- {escaped(summary)}",
             ".SH SYNOPSIS", ".nf", *(f".B {escaped(line)}" for line in usage), ".fi"]  # fmt: skip
    text = list(text_lines(before, "SH"))
    if text:
        lines += [".SH DESCRIPTION", *text]
    lines += section_lines(sections, "SH")
    following = list(text_lines(after, "SH"))
    if following and not following[0].startswith(".SH"):
        lines.append(".SH NOTES")
    lines += following
    if nested:
        lines.append(".SH COMMANDS")
    for word in dict.fromkeys(nested):
        own_usage, own_sections, (own_before, own_after) = parts_of(help_of(program, command, word))
        lines += [f".SS bfa {command} {escaped(word)}", ".nf", *(f".B {escaped(line)}" for line in own_usage), ".fi"]
        lines += text_lines(own_before, "SS")
        for heading, entries in own_sections:
            lines += [".PP", escaped(heading) + ":"]
            lines += list(section_lines([(heading, entries)], "SS"))[1:]
        lines += text_lines(own_after, "SS")
    lines += [".SH SEE ALSO", ".BR bfa (1)"]
    return "\n".join(lines) + "\n"


def main():
    if len(sys.argv) != 3 or sys.argv[1].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    try:
        listed = help_of(program).partition("Commands:\n")[2].partition("\n\n")[0]
        commands = re.findall(r"^  (\S+) +(\S.*)$", listed, re.M)
        if not commands:
            raise ValueError("bfa --help lists no commands")
        for command, summary in commands:
            (folder / f"bfa-{command}.1").write_text(page_of(program, command, summary), encoding="utf-8")
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        print(f"make_man.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
