#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""plot_performance.py RUN.json OUT.svg

Draws CPU time against size from the JSON of a run of bench_extract_scale (--benchmark_out=RUN.json
--benchmark_out_format=json), on logarithmic scales: pages by bytes, blogs by pages. No library is needed."""
import json
import math
import sys

PANELS = [("bytes of article in a page", {"BM_BareParse": ("bare parse", "#888888"),
                                          "BM_PageToObject": ("page to object", "#1f5fa8")}),
          ("pages of a blog", {"BM_Blog": ("learn from 15 entries, extract all", "#1f5fa8")})]
UNIT = {"ns": 1e-6, "us": 1e-3, "ms": 1.0, "s": 1e3}
WIDTH, HEIGHT, LEFT, TOP = 400, 300, 70, 30


def rows(run, name):
    found = []
    for item in run["benchmarks"]:
        head, _, size = item["name"].partition("/")
        if head == name and item.get("run_type", "iteration") == "iteration":
            found.append((float(size.split("/")[0]), item["cpu_time"] * UNIT[item["time_unit"]]))
    return sorted(found)


def panel(run, at, title, series):
    data = {name: rows(run, name) for name in series}
    points = [p for line in data.values() for p in line]
    low_x, high_x = (f(math.log10(p[0]) for p in points) for f in (min, max))
    low_y, high_y = math.floor(min(math.log10(p[1]) for p in points)), math.ceil(max(math.log10(p[1]) for p in points))

    def x(value):
        return at + LEFT + (math.log10(value) - low_x) / (high_x - low_x) * WIDTH

    def y(value):
        return TOP + HEIGHT - (math.log10(value) - low_y) / (high_y - low_y) * HEIGHT

    out = []
    for power in range(low_y, high_y + 1):
        out.append(f'<line x1="{at + LEFT}" y1="{y(10 ** power):.1f}" x2="{at + LEFT + WIDTH}" y2="{y(10 ** power):.1f}" '
                   'stroke="#dddddd"/>')
        out.append(f'<text x="{at + LEFT - 6}" y="{y(10 ** power) + 4:.1f}" text-anchor="end">{10.0 ** power:g} ms</text>')
    for power in range(math.floor(low_x), math.ceil(high_x) + 1):
        if low_x - .01 <= power <= high_x + .01:
            out.append(f'<text x="{x(10 ** power):.1f}" y="{TOP + HEIGHT + 18}" text-anchor="middle">{10 ** power:,}</text>')
    out.append(f'<text x="{at + LEFT + WIDTH / 2}" y="{TOP + HEIGHT + 38}" text-anchor="middle">{title}</text>')
    for i, (name, (label, colour)) in enumerate(series.items()):
        line = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in data[name])
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out += [f'<circle cx="{x(a):.1f}" cy="{y(b):.1f}" r="3" fill="{colour}"/>' for a, b in data[name]]
        out.append(f'<text x="{at + LEFT + 10}" y="{TOP + 16 + 18 * i}" fill="{colour}">{label}</text>')
    return out


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as source:
        run = json.load(source)
    whole = len(PANELS) * (WIDTH + LEFT + 30)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {HEIGHT + TOP + 60}" font-family="sans-serif" '
           'font-size="12">', f'<rect width="{whole}" height="{HEIGHT + TOP + 60}" fill="white"/>']
    for i, (title, series) in enumerate(PANELS):
        out += panel(run, i * (WIDTH + LEFT + 30), title, series)
    with open(sys.argv[2], "w", encoding="utf-8") as target:
        target.write("\n".join(out) + "\n</svg>\n")


if __name__ == "__main__":
    main()
