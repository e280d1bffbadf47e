# SPDX-License-Identifier: Apache-2.0
"""self_test.py RUNNER SUITES: the runner on a small suite of our own, in which each kind has cases that must pass,
cases that must be reported as failed, and cases that its rules leave out."""
import json
import subprocess
import sys

WANTED = {  # kind: failing ids, passed, not scored
    "feeds": (["must_fail_as_reported", "oracle_differs", "no_such_field"], 3, 1),
    "robots": (["wrong_answer"], 2, 1),
    "urls": (["wrong_part"], 4, 2),
    "dates": (["wrong_day"], 3, 0),
    "encoding": (["wrong_label"], 2, 0),
    "autodiscovery": (["another_feed"], 4, 1),
    "sitemaps": (["another_entry"], 2, 1),
    "changes": (["pair_3_none"], 3, 0),
    "extract": (["lacking"], 2, 0),
    "wcxb": (["0002"], 1, 0),
}


def run(*arguments):
    done = subprocess.run([sys.argv[1], *arguments], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def main():
    suites = sys.argv[2]
    problems = []

    def expect(condition, message):
        if not condition:
            problems.append(message)

    code, out, err = run("--suites", suites, "--json")
    expect(code == 0, f"exit {code} with failures, wanted 0: {err}")
    reports = {report["kind"]: report for report in map(json.loads, out.splitlines())}
    expect(set(reports) == set(WANTED), f"kinds: {sorted(reports)}")
    for kind, (failing, passed, skipped) in WANTED.items():
        report = reports.get(kind, {})
        got = [failure["id"] for failure in report.get("failures", [])]
        expect(got == failing, f"{kind}: failing {report.get('failures')}, wanted {failing}")
        expect(report.get("passed") == passed, f"{kind}: {report.get('passed')} passed, wanted {passed}")
        expect(report.get("skipped") == skipped, f"{kind}: {report.get('skipped')} skipped, wanted {skipped}")
        expect(report.get("cases") == passed + len(failing), f"{kind}: {report.get('cases')} cases")
        expect(all(failure["reason"] for failure in report.get("failures", [])), f"{kind}: a failure without reason")
    measures = reports.get("changes", {}).get("measures", {})
    expect(measures.get("content_recall") == 1 and measures.get("content_precision") == 0.5, f"changes: {measures}")

    code, out, _ = run("--suites", suites, "--only", "robots", "--strict")
    expect(code == 1, f"exit {code} with --strict and a failure, wanted 1")
    expect("robots: 3 cases, 2 passed, 1 failed, 1 not scored" in out, f"text output: {out}")
    expect("failed wrong_answer:" in out, f"the failing id is not printed: {out}")
    code, out, _ = run("--suites", suites, "--only", "robots", "--max-ids", "0")
    expect("failed wrong_answer:" not in out and "and 1 more" in out, f"--max-ids 0: {out}")
    for arguments, wanted in (([], 2), (["--bogus"], 2), (["--suites", suites, "--only", "bogus"], 2),
                              (["--suites", suites + "/robots"], 3), (["--help"], 0)):
        code, _, _ = run(*arguments)
        expect(code == wanted, f"exit {code} for {arguments}, wanted {wanted}")

    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
