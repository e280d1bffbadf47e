// SPDX-License-Identifier: Apache-2.0
// Programs of others ask bfa serve: memento-client (npm) for TimeMaps and TimeGates, warcio (npm) for records; and
// what the answers lead to keeps its word.
//
// Usage: node memento.mjs --sample PROGRAM --bfa PROGRAM --modules DIR
// Exit codes: 0 fine, 1 not, 77 skipped.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";

import { fail, importPackage, parseArguments, run, temporaryFolder } from "./common.mjs";

const args = parseArguments();
const memento = (await importPackage(args.modules, "memento-client")).default;
const { WARCParser } = await importPackage(args.modules, "warcio");
const folder = temporaryFolder();
run(args.sample, [folder]);
const archive = path.join(folder, "archive");
run(args.bfa, ["import", "-a", archive, path.join(folder, "sample.warc.gz")]);

const server = spawn(args.bfa, ["serve", "-a", archive, "--json"], { stdio: ["ignore", "pipe", "inherit"] });
process.on("exit", () => server.kill("SIGKILL"));
const origin = await new Promise((found, lost) => {
  let text = "";
  server.stdout.on("data", (bytes) => {
    text += bytes;
    if (text.includes("\n")) found(new URL(JSON.parse(text.slice(0, text.indexOf("\n"))).url).origin);
  });
  server.on("exit", (code) => lost(new Error(`bfa serve ended with ${code}`)));
});

const page = "http://replay.example/";
const times = ["2026-03-01T10:00:00Z", "2026-03-02T10:00:00Z"];
const ask = (url, options) => new Promise((done, failed) => {
  memento(url, options, (error, links) => (error ? failed(error) : done(links)));
});
const equal = (what, got, wanted) => {
  if (JSON.stringify(got) !== JSON.stringify(wanted)) fail(`${what}: ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`);
};
const seconds = (text) => new Date(text).toISOString().replace(".000Z", "Z");

// TimeMap.
const map = await ask(page, { host: `${origin}/timemap/link/` });
const mementos = map.filter((link) => /memento/.test(link.rel));
equal("times of the TimeMap", mementos.map((link) => seconds(link.datetime)), times);
equal("relations", mementos.map((link) => link.rel), ["first memento", "last memento"]);
equal("originals", map.filter((link) => link.rel === "original").map((link) => link.href), [page]);
equal("an unknown address", await ask("http://none.example/", { host: `${origin}/timemap/link/` }), []);

// Each memento says of itself what the TimeMap says of it.
for (const link of mementos) {
  const answer = await fetch(link.href, { redirect: "manual" });
  equal(`${link.href}: status`, answer.status, 200);
  equal(`${link.href}: Memento-Datetime`, answer.headers.get("memento-datetime"), link.datetime);
  if (!answer.headers.get("link").includes(`<${page}>; rel="original"`)) fail(`${link.href}: no original`);
  if (answer.headers.has("vary") && /datetime/i.test(answer.headers.get("vary"))) fail(`${link.href}: Vary`);
}

// TimeGate, near each of them, before and after all.
for (const [wanted, at] of [[0, "1999-01-01"], [0, times[0]], [1, times[1]], [1, "2030-01-01"]]) {
  const chosen = (await ask(page, { host: `${origin}/timegate/`, time: at })).filter((link) => /memento/.test(link.rel));
  equal(`TimeGate at ${at}`, seconds(chosen[0].datetime), times[wanted]);
  const followed = await fetch(`${origin}/timegate/${page}`, { headers: { "Accept-Datetime": new Date(at).toUTCString() } });
  equal(`followed to ${at}`, [followed.status, seconds(followed.headers.get("memento-datetime"))], [200, times[wanted]]);
}

// Every row of the index leads to the record that it names.
const rows = (await (await fetch(`${origin}/index?url=*&output=json`)).text()).trim().split("\n").map((line) => JSON.parse(line));
let records = 0;
for (const row of rows) {
  for (const plain of ["", "&plain=true"]) {
    const answer = await fetch(`${origin}/warc/record?file=${row.filename}&offset=${row.offset}${plain}`);
    equal(`${row.url}: status`, [answer.status, answer.headers.get("content-type")], [200, "application/warc"]);
    let found = 0;
    for await (const record of new WARCParser(Readable.fromWeb(answer.body), { strictHeaders: true })) {
      found += 1;
      equal("address", record.warcTargetURI, row.url);
      const packed = record.httpHeaders && record.httpHeaders.headers.get("content-encoding");
      await record.readFully(record.warcType === "response" && !packed);
      if (record.warcType !== "response") continue;
      equal("digest", `sha256:${createHash("sha256").update(record.payload).digest("hex")}`, row.digest);
    }
    equal(`${row.url}: records`, found, 1);
    records += 1;
  }
}
if (records === 0) fail("no rows");

// The page as a WACZ file.
const wacz = path.join(folder, "page.wacz");
fs.writeFileSync(wacz, Buffer.from(await (await fetch(`${origin}/wacz?url=${encodeURIComponent(page)}`)).arrayBuffer()));
run(args.bfa, ["wacz", "check", wacz]);
// All records are there; its own index leaves the 304 out (docs/formats/wacz.md).
const lines = run(args.bfa, ["warc", "index", wacz]).stdout.trim().split("\n");
equal("captures of the page in the WACZ file", lines.filter((line) => line.includes(`"url": "${page}"`)).length, 2);

server.removeAllListeners("exit");
server.kill("SIGTERM");
const code = await new Promise((done) => server.on("exit", done));
equal("bfa serve ended with", code, 0);
console.log(`memento-client: ${mementos.length} mementos; warcio: ${records} records of ${rows.length} rows`);
