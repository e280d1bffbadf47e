#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""inputs_gate.py RUNNER SUITES: the floors of dates, addresses, robots.txt and charsets on the shared suites. Exit
codes: 0 all reached, 1 one is not (said on a line), 77 the suites are not there."""
import json
import os
import subprocess
import sys

# kind, group (None: all groups but those of OTHERS), share of cases that must pass
FLOORS = (("dates", "feed", 0.98), ("dates", "prose", 0.98), ("urls", "resolve", 1), ("urls", "host_to_ascii", 1),
          ("urls", "percent_encode_query", 1),
          ("urls", "surt", 0.99), ("encoding", None, 0.98), ("robots", None, 0.997))


def main():
    runner, suites = sys.argv[1:]
    if 'BFA_SHARED' in os.environ:
        suites = os.environ['BFA_SHARED'] + '/suites'
    if not os.path.isdir(suites):
        print("no shared suites beside the checkout")
        return 77
    kinds = sorted({kind for kind, _, _ in FLOORS})
    command = [runner, "--suites", suites, "--json"] + [word for kind in kinds for word in ("--only", kind)]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    reports = {report["kind"]: report for report in map(json.loads, out.splitlines())}
    problems = []
    for kind, group, floor in FLOORS:
        if kind not in reports:
            continue
        report = reports[kind]
        count = report["groups"].get(group) if group else report
        share = count["passed"] / count["cases"] if count and count["cases"] else 0
        if share < floor:
            problems.append(f"{kind} {group or ''}: {share:.4f}, floor {floor}")
    wrong = reports.get("dates", {}).get("measures", {}).get("wrong_days")
    if wrong != 0:
        problems.append(f"dates: {wrong} unambiguous strings read as another day")
    print("\n".join(problems) or f"all floors reached: {', '.join(reports)}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
