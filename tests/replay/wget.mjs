// SPDX-License-Identifier: Apache-2.0
// wget's own WARC file is read back: no rule is broken, all digests are right, every answer is in the index.
//
// Usage: node wget.mjs --bfa PROGRAM
// Exit codes: 0 fine, 1 not, 77 skipped.
import { spawn } from "node:child_process";
import path from "node:path";

import { fail, findProgram, parseArguments, run, serve, skip, temporaryFolder } from "./common.mjs";

const args = parseArguments();
const wget = findProgram(["wget"]);
if (!wget) skip("no wget here");
const folder = temporaryFolder();
const server = await serve((request, response) => {
  const html = (text) => {
    response.writeHead(200, { "Content-Type": "text/html" }); // no length: chunked
    response.end(text);
  };
  if (request.url === "/") return html('<title>One</title><a href="/two">two</a><a href="/gone">gone</a>');
  if (request.url === "/two") return html("<title>Two</title>");
  response.writeHead(404, { "Content-Type": "text/plain", "Content-Length": 2 });
  return response.end("no");
});
const fetched = spawn(wget, ["-q", "-r", "-l", "2", "-e", "robots=off", "--no-proxy", "--delete-after",
  `--warc-file=${path.join(folder, "x")}`, "--warc-cdx", `${server.origin}/`], { cwd: folder, stdio: "inherit" });
await new Promise((done) => fetched.on("exit", done));
server.close();

const file = path.join(folder, "x.warc.gz");
const report = JSON.parse(run(args.bfa, ["warc", "check", "--json", file], [0, 1]).stdout);
if (report.digests_bad !== 0 || report.types.response !== 3 || report.bytes_lost !== 0) fail(JSON.stringify(report));
const lines = (output) => output.trim().split("\n").map((line) => JSON.parse(line.slice(line.indexOf("{"))));
const ours = lines(run(args.bfa, ["warc", "index", file]).stdout).filter((entry) => entry.url.startsWith("http"));
const theirs = lines(run(args.bfa, ["warc", "index", path.join(folder, "x.cdx")]).stdout);
const key = (entry) => `${entry.url} ${entry.status} ${entry.digest.replace("sha1:", "")} ${entry.offset}`;
for (const entry of theirs.filter((entry) => entry.url.startsWith("http"))) {
  if (!ours.some((own) => key(own) === key(entry))) fail(`wget's index has ${key(entry)}, ours not:\n${ours.map(key).join("\n")}`);
}
console.log(`wget: ${report.verdict}, ${report.digests_ok} digests right, ${ours.length} answers indexed as its own index says`);
