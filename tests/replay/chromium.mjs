// SPDX-License-Identifier: Apache-2.0
// A WARC and a WACZ file written by libbfa replay in Chromium with ReplayWeb.page: chunked and Brotli bodies, a revisit,
// a 304, an image.
//
// Usage: node chromium.mjs --sample PROGRAM --modules DIR [--chromium PROGRAM]
// Exit codes: 0 all shown, 1 not, 77 skipped.
import path from "node:path";

import { fail, findProgram, importPackage, packageFolder, parseArguments, run, sendFile, serve, skip, temporaryFolder } from "./common.mjs";

const SITE = "http://replay.example";
// The texts and the width of the image are those of write_sample.cc.
const CASES = [
  { name: "chunked", url: `${SITE}/`, ts: "20260301100000", text: "The mill by the river came in chunks.", imageWidth: 7 },
  { name: "brotli", url: `${SITE}/brotli`, ts: "20260301100000", text: "The miller kept his books in Brotli." },
  { name: "revisit", url: `${SITE}/again`, ts: "20260301100005", text: "The mill by the river came in chunks." },
  { name: "304", url: `${SITE}/`, ts: "20260302100000", text: "The mill by the river came in chunks.", imageWidth: 7 },
];
const TYPES = { ".wacz": "application/wacz", ".gz": "application/octet-stream" };
const DEADLINE_MS = 90_000;
// The player may ask for its frame before its service worker answers, and does not ask again.
const RELOAD_MS = 15_000;

function view(query) {
  const escape = (text) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
  return `<!doctype html><meta charset="utf-8"><script src="/ui.js"></script>
<replay-web-page source="${escape(query.get("source"))}" url="${escape(query.get("url"))}" ts="${query.get("ts")}"
 embed="replayonly" style="display:block;width:800px;height:600px"></replay-web-page>`;
}

function answerFrom(player, samples) {
  return (request, response) => {
    const url = new URL(request.url, "http://127.0.0.1");
    const name = path.basename(url.pathname);
    if (url.pathname === "/view.html") {
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
      return response.end(view(url.searchParams));
    }
    if (url.pathname === "/ui.js" || url.pathname === "/replay/ui.js" || url.pathname === "/replay/sw.js") {
      return sendFile(path.join(player, name), "text/javascript", request, response);
    }
    if (samples.includes(name)) return sendFile(path.join(folder, name), TYPES[path.extname(name)], request, response);
    response.writeHead(404);
    return response.end();
  };
}

// What the frame of the archived page shows; null while there is none.
async function shown(page) {
  for (const frame of page.frames()) {
    if (!frame.url().includes("mp_/http://replay.example/")) continue;
    try {
      return await frame.evaluate(() => ({
        text: document.body ? document.body.innerText : "",
        width: document.images.length > 0 && document.images[0].complete ? document.images[0].naturalWidth : 0,
      }));
    } catch {
      return null; // the frame went while it was asked
    }
  }
  return null;
}

async function check(browser, origin, sample, wanted) {
  const page = await browser.newPage();
  const query = new URLSearchParams({ source: `${origin}/${sample}`, url: wanted.url, ts: wanted.ts });
  await page.goto(`${origin}/view.html?${query}`);
  const end = Date.now() + DEADLINE_MS;
  let seen = null;
  let reload = Date.now() + RELOAD_MS;
  while (Date.now() < end) {
    seen = await shown(page);
    if (!seen && Date.now() > reload) {
      await page.reload();
      reload = Date.now() + RELOAD_MS;
    }
    if (seen && seen.text.includes(wanted.text) && seen.width >= (wanted.imageWidth || 0)) break;
    await new Promise((done) => setTimeout(done, 100));
  }
  const right = seen && seen.text.includes(wanted.text) && seen.width === (wanted.imageWidth || seen.width);
  if (!right) {
    const frames = page.frames().map((frame) => frame.url());
    fail(`${sample} ${wanted.name}: wanted '${wanted.text}', saw ${JSON.stringify(seen)} in ${frames.join(" ")}`);
  }
  console.log(`${sample} ${wanted.name}: text${wanted.imageWidth ? " and image" : ""} shown`);
  await page.close();
}

const args = parseArguments();
const chromium = args.chromium || findProgram(["chromium", "chromium-browser", "google-chrome"]);
if (!chromium) skip("no Chromium here");
const { default: puppeteer } = await importPackage(args.modules, "puppeteer-core");
const player = packageFolder(args.modules, "replaywebpage");
const folder = temporaryFolder();
run(args.sample, [folder]);
const samples = ["sample.warc.gz", "sample.wacz"];
const server = await serve(answerFrom(player, samples));
const browser = await puppeteer.launch({
  executablePath: chromium,
  headless: true,
  pipe: true,
  userDataDir: path.join(folder, "profile"),
  args: [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
  ],
});
try {
  for (const sample of samples) {
    for (const wanted of CASES) await check(browser, server.origin, sample, wanted);
  }
} finally {
  await browser.close();
  server.close();
}
