// SPDX-License-Identifier: Apache-2.0
// What the replay tests share: arguments, skipping with a reason, packages, a server on the loopback.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

export const SKIPPED = 77;

// "--name value" pairs.
export function parseArguments() {
  const values = {};
  for (let i = 2; i + 1 < process.argv.length; i += 2) values[process.argv[i].slice(2)] = process.argv[i + 1];
  return values;
}

// Ends the test as skipped, or as failed where nothing may be missing (BFA_REPLAY_REQUIRED).
export function skip(reason) {
  console.log(`skipped: ${reason}`);
  process.exit(process.env.BFA_REPLAY_REQUIRED ? 1 : SKIPPED);
}

export function fail(message) {
  console.error(`FAILED: ${message}`);
  process.exit(1);
}

export function temporaryFolder() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "bfa-replay-"));
  process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function packageFolder(modules, name) {
  const folder = path.join(modules, "node_modules", name);
  if (!fs.existsSync(folder)) skip(`${name} is not in ${modules} (scripts/setup.sh ci puts it there)`);
  return folder;
}

export async function importPackage(modules, name) {
  packageFolder(modules, name);
  const require = createRequire(path.join(modules, "package.json"));
  return import(pathToFileURL(require.resolve(name)).href);
}

// Runs a program to its end; fails when it does not end with one of `codes`.
export function run(program, args, codes = [0]) {
  const ran = spawnSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] });
  if (ran.error) fail(`${program}: ${ran.error.message}`);
  if (!codes.includes(ran.status)) fail(`${program} ${args.join(" ")} gave ${ran.status}:\n${ran.stdout}${ran.stderr}`);
  return ran;
}

export function findProgram(names) {
  for (const name of names) {
    for (const folder of (process.env.PATH || "").split(":")) {
      const file = path.join(folder, name);
      if (fs.existsSync(file)) return file;
    }
  }
  return null;
}

// Serves `answer(request, response)` on a free port of 127.0.0.1; gives its origin and a function that ends it.
export async function serve(answer) {
  const server = http.createServer(answer);
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

// A file, whole or the range that was asked for.
export function sendFile(file, type, request, response) {
  const size = fs.statSync(file).size;
  const headers = { "Content-Type": type, "Accept-Ranges": "bytes" };
  const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range || "");
  let start = 0;
  let end = size - 1;
  if (range) {
    start = range[1] ? Number(range[1]) : Math.max(0, size - Number(range[2]));
    if (range[1] && range[2]) end = Math.min(end, Number(range[2]));
    headers["Content-Range"] = `bytes ${start}-${end}/${size}`;
  }
  headers["Content-Length"] = end - start + 1;
  response.writeHead(range ? 206 : 200, headers);
  if (request.method === "HEAD") return response.end();
  return fs.createReadStream(file, { start, end }).pipe(response);
}
