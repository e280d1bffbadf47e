// SPDX-License-Identifier: Apache-2.0
// js-wacz makes a WACZ file of a WARC file of ours with the same captures, and what it makes passes our check, but for
// the digest of WARC files: 0.1.6 hashes each part of a file twice.
//
// Usage: node js_wacz.mjs --sample PROGRAM --bfa PROGRAM --modules DIR
// Exit codes: 0 fine, 1 not, 77 skipped.
import path from "node:path";

import { fail, packageFolder, parseArguments, run, temporaryFolder } from "./common.mjs";

const args = parseArguments();
const cli = path.join(packageFolder(args.modules, "@harvard-lil/js-wacz"), "bin", "cli.js");
const folder = temporaryFolder();
run(args.sample, [folder]);
const theirs = path.join(folder, "theirs.wacz");
run(process.execPath, [cli, "create", "-f", path.join(folder, "sample.warc.gz"), "-o", theirs]);

function captures(file) {
  const list = [];
  for (const address of ["/", "/dot.png", "/brotli", "/again"]) {
    const found = run(args.bfa, ["wacz", "ls", "--captures", `http://replay.example${address}`, file]).stdout;
    for (const line of found.trim().split("\n")) {
      const entry = JSON.parse(line.slice(line.indexOf("{")));
      if (String(entry.status) === "304") continue; // not in our index: docs/formats/wacz.md
      list.push(`${line.split(" ")[1]} ${entry.url} ${entry.mime} ${entry.offset} ${entry.length}`);
    }
  }
  return list.sort().join("\n");
}

const ours = path.join(folder, "sample.wacz");
if (captures(theirs) !== captures(ours)) fail(`captures differ:\n${captures(theirs)}\nand\n${captures(ours)}`);
const report = JSON.parse(run(args.bfa, ["wacz", "check", "--json", theirs], [0, 7]).stdout);
const unknown = report.violations.filter((found) => found.code !== "wacz_hash" || !found.where.endsWith(".warc.gz"));
if (unknown.length > 0 || report.archives !== 1) fail(JSON.stringify(report));
console.log(`js-wacz: the same captures; our check of its file: ${report.verdict} ${JSON.stringify(report.violations)}`);
const own = JSON.parse(run(args.bfa, ["wacz", "check", "--strict", "--json", ours]).stdout);
console.log(`ours: ${own.verdict}, ${own.captures} captures, ${own.pages} pages`);
