// SPDX-License-Identifier: Apache-2.0
// warcio (npm) reads what libbfa writes, and its payloads have the digests that the records declare.
//
// Usage: node warcio.mjs --sample PROGRAM --bfa PROGRAM --modules DIR
// Exit codes: 0 fine, 1 not, 77 skipped.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

import { fail, importPackage, packageFolder, parseArguments, run, temporaryFolder } from "./common.mjs";

const args = parseArguments();
const { WARCParser } = await importPackage(args.modules, "warcio");
const folder = temporaryFolder();
run(args.sample, [folder]);
const file = path.join(folder, "sample.warc.gz");

const types = {};
let digests = 0;
for await (const record of new WARCParser(fs.createReadStream(file), { strictHeaders: true })) {
  types[record.warcType] = (types[record.warcType] || 0) + 1;
  const declared = record.warcPayloadDigest;
  // With its chunks joined, but as it was packed: that is what the digest is of.
  const packed = record.httpHeaders && record.httpHeaders.headers.get("content-encoding");
  await record.readFully(record.warcType === "response" && !packed);
  if (record.warcType !== "response") continue;
  const own = `sha256:${createHash("sha256").update(record.payload).digest("hex")}`;
  if (declared !== own) fail(`${record.warcTargetURI}: warcio's payload has ${own}, the record says ${declared}`);
  digests += 1;
}
const wanted = { warcinfo: 1, response: 3, revisit: 2, request: 5 };
for (const [type, count] of Object.entries(wanted)) {
  if (types[type] !== count) fail(`${types[type]} records of type ${type}, not ${count}`);
}
console.log(`warcio: ${JSON.stringify(types)}, ${digests} payload digests right`);

// Its index names the same places as ours.
const cli = path.join(packageFolder(args.modules, "warcio"), "dist", "cli.js");
const theirs = run(process.execPath, [cli, "cdx-index", "--format", "cdxj", file]).stdout.trim().split("\n");
const ours = run(args.bfa, ["warc", "index", file]).stdout.trim().split("\n");
const places = (lines) => lines.map((line) => JSON.parse(line.slice(line.indexOf("{"))))
  .filter((entry) => entry.status !== undefined && entry.mime !== "application/warc-fields")
  .map((entry) => `${entry.url} ${entry.mime} ${entry.status} ${entry.offset} ${entry.length}`).sort();
if (JSON.stringify(places(theirs)) !== JSON.stringify(places(ours))) {
  fail(`indexes differ:\n${places(theirs).join("\n")}\nand\n${places(ours).join("\n")}`);
}
console.log(`warcio: ${ours.length} index lines as ours`);
