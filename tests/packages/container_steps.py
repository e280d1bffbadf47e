#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the Containerfile: checks what can be checked without building it, or writes the steps of its last stage as a shell script.

Usage: container_steps.py            checks: two stages, scripts and packages that exist, a user that is not root, a volume, a
                                     health check whose command and options bfa knows (docs/bfa.1)
       container_steps.py --script   prints a script for a bare root in which /packages has the packages: the RUN and ENV steps
       container_steps.py --health   prints the command of the health check
Exit codes: 0 done, 1 a check failed, 2 usage.
"""
import json
import pathlib
import re
import shlex
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
KNOWN = {"FROM", "ARG", "COPY", "WORKDIR", "RUN", "ENV", "VOLUME", "USER", "HEALTHCHECK", "STOPSIGNAL", "ENTRYPOINT", "CMD"}


def stages(text):
    """[[(instruction, arguments)]]: a list for each FROM."""
    found = []
    text = re.sub(r"^#.*\n", "", text, flags=re.M).replace("\\\n", "")
    for line in filter(None, map(str.strip, text.splitlines())):
        word, _, rest = line.partition(" ")
        if word not in KNOWN:
            raise ValueError(f"the instruction {word} is not known")
        if word == "FROM":
            found.append([])
        found[-1].append((word, rest.strip()))
    return found


def of(stage, word):
    return [rest for each, rest in stage if each == word]


def health(stage):
    (line,) = of(stage, "HEALTHCHECK")
    return json.loads(line.partition("CMD ")[2])


def problems_of(text):
    try:
        build, last = stages(text)
    except ValueError as error:
        return [f"Containerfile: {error}"]
    problems = []
    for script in set(re.findall(r"\bscripts/[\w.]+", " ".join(of(build, "RUN")))):
        if not (ROOT / script).is_file():
            problems.append(f"{script} does not exist")
    made = set(re.findall(r"^  control (\S+)", (ROOT / "scripts" / "make_deb.sh").read_text(encoding="utf-8"), re.M))
    copied = {name for line in of(last, "COPY") for name in re.findall(r"/out/([a-z0-9-]+)_\*\.deb", line)}
    if not copied or not copied <= made:
        problems.append(f"it copies {sorted(copied)}; scripts/make_deb.sh makes {sorted(made)}")
    if not all("--from=build" in line for line in of(last, "COPY")):
        problems.append("the last stage copies from elsewhere than the first")
    if [each.split(":")[0] in ("root", "0") for each in of(last, "USER")] != [False]:
        problems.append("the last stage has no user, or root")
    if len(of(last, "VOLUME")) != 1 or of(last, "ENTRYPOINT") != ['["bfa"]']:
        problems.append("the last stage has no volume, or another entry point than bfa")
    command = health(last) if of(last, "HEALTHCHECK") else []
    page = (ROOT / "docs" / "bfa.1").read_text(encoding="utf-8").replace("\\-", "-")
    found = re.search(rf"\n\.SS bfa {re.escape(command[1])}\b(.*?)(?=\n\.S[SH] |\Z)", page, re.S) if len(command) > 1 else None
    section = found[1] if found else ""
    missing = [word for word in command[2:] if word not in section]
    if command[:1] != ["bfa"] or not section or missing:
        problems.append(f"the health check {command} is no command of bfa, or has options that it does not have: {missing}")
    environment = dict(pair.split("=", 1) for line in of(last, "ENV") for pair in shlex.split(line))
    if not environment.get("BFA_ARCHIVE", "").startswith(of(last, "VOLUME")[0] + "/"):
        problems.append("BFA_ARCHIVE is not in the volume")
    return problems


def self_test(text):
    """Each fault is found."""
    faults = [("USER 65532:65532\n", "USER root\n"), ("VOLUME /archive\n", "VOLUME /other\n"), ('"status", "--json"', '"state"'),
              ('"--json"', '"--jason"'), ("libbfa0_*.deb", "libbfa9_*.deb"), ("STOPSIGNAL", "STOP"),
              ("scripts/make_deb.sh", "scripts/make_rpm.sh")]
    for good, bad in faults:
        if good not in text or not problems_of(text.replace(good, bad)):
            yield f"self-test: {bad!r} is not found"


def main():
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    if sys.argv[1:] == ["--script"]:
        last = stages(text)[-1]
        print("set -eu")
        for word, rest in last:
            if word == "RUN":
                print(rest)
            elif word == "ENV":
                print(f"export {rest}")
            elif word == "WORKDIR":
                print(f"mkdir -p {rest} && cd {rest}")
        return 0
    if sys.argv[1:] == ["--health"]:
        print(shlex.join(health(stages(text)[-1])))
        return 0
    if sys.argv[1:]:
        print(__doc__, file=sys.stderr)
        return 2
    problems = problems_of(text) or list(self_test(text))
    print("\n".join(problems) or "Containerfile: sound")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
