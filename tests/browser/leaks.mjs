// SPDX-License-Identifier: Apache-2.0
// No archived page makes a browser connect to another host: Chromium shows hostile pages and pages of real blogs from
// `bfa serve`, and clicks in them, while all host names lead to a server here that counts connections.
//
// Usage: node leaks.mjs --bfa PROGRAM --make PROGRAM --hostile DIR --modules DIR [--corpus DIR] [--pages N] [--chromium PROGRAM]
//   --make    leak_archive
//   --corpus  real blogs, a folder for each host; --pages: how many pages of each (3)
// Exit codes: 0 no connection, 1 some, 77 skipped.
import { spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";

import { fail, findProgram, importPackage, packageFolder, parseArguments, run, skip, temporaryFolder } from "../replay/common.mjs";

const TIME = "20260102030405";
const SETTLE_MS = 150; // for what a page would still ask for after it is loaded

// The browser's own services, which it asks whatever it shows. They get no address.
const OWN = ["accounts.google.com", "content-autofill.googleapis.com", "clients2.google.com", "update.googleapis.com", "redirector.gvt1.com",
  "optimizationguide-pa.googleapis.com", "safebrowsing.googleapis.com", "www.googleapis.com", "edgedl.me.gvt1.com"];

// The name that a connection is for, as far as its first bytes say: in a TLS greeting (RFC 6066 section 3), or a head.
function wantedName(bytes) {
  const text = bytes.toString("latin1");
  if (bytes[0] !== 22) return text.split("\r\n", 2).join(" ").slice(0, 200);
  const names = text.match(/[a-z0-9-]+(\.[a-z0-9-]+)+\.?[a-z]{2,}/g) || [];
  return `TLS ${names.find((name) => !name.startsWith("http")) || "?"}`;
}

// Stands for all other hosts.
class Counter {
  constructor() {
    this.connections = 0;
    this.asked = [];
    this.server = net.createServer((socket) => {
      this.connections += 1;
      socket.on("data", (bytes) => {
        this.asked.push(wantedName(bytes));
        socket.end("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
      });
      socket.on("error", () => {});
    });
  }
  async start() {
    await new Promise((done) => this.server.listen(0, "127.0.0.1", done));
    return this.server.address().port;
  }
}

async function serveArchive(program, archive) {
  const child = spawn(program, ["serve", "-a", archive, "--port", "0", "--json"], { stdio: ["ignore", "pipe", "inherit"] });
  process.on("exit", () => child.kill());
  let said = "";
  for await (const part of child.stdout) {
    said += part;
    if (said.includes("\n")) break;
  }
  const line = said ? JSON.parse(said.split("\n")[0]) : {};
  if (!line.url) fail(`bfa serve said: ${said}`);
  return { origin: line.url.replace(/\/$/, ""), replay: (line.replay_url || line.url).replace(/\/$/, "") };
}

const problems = [];
function problem(text) {
  console.error(`PROBLEM: ${text}`);
  problems.push(text);
}

const settle = (page) => page.waitForTimeout(SETTLE_MS);

class Leaks {
  constructor(browser, server, counter) {
    Object.assign(this, { browser, server, counter, pages: 0, clicks: 0, refused: 0 });
  }

  // Runs `body` on a page of its own, and says what connected meanwhile.
  async watched(name, options, body) {
    const before = this.counter.connections;
    const context = await this.browser.newContext(options);
    const page = await context.newPage();
    page.on("console", (message) => {
      const text = message.text();
      if (/Content Security Policy|sandboxed/.test(text)) this.refused += 1;
      if (/foreign\.example/.test(text) && !/\/web\/|\/view/.test(text)) problem(`${name}: ${text}`);
    });
    page.on("request", (request) => {
      const url = new URL(request.url());
      const ours = [this.server.origin, this.server.replay].includes(url.origin) || ["data:", "about:"].includes(url.protocol);
      if (!ours) problem(`${name}: asks for ${request.url()}`);
    });
    page.on("dialog", (dialog) => problem(`${name}: script ran: ${dialog.message()}`));
    try {
      await body(page);
    } catch (error) {
      problem(`${name}: ${error.message.split("\n")[0]}`);
    }
    await settle(page);
    await context.close();
    const more = this.counter.connections - before;
    if (more > 0) problem(`${name}: ${more} connections to other hosts: ${this.counter.asked.slice(-more).join(", ")}`);
  }

  async look(page, address) {
    for (let tries = 0; ; ++tries) {
      try {
        await page.goto(address, { waitUntil: "load" });
        break;
      } catch (error) { // a link that was clicked before led on only now
        await settle(page);
        if (tries === 10 || !/interrupted by another navigation|ERR_ABORTED/.test(error.message)) throw error;
      }
    }
    this.pages += 1;
    await page.mouse.move(400, 300);
    await page.mouse.wheel(0, 5000); // what is loaded when it comes into view
    await settle(page);
  }

  // Clicks a link, and looks where it leads.
  async click(page, frame, selector, address, name) {
    const link = frame.locator(selector).first();
    if ((await link.count()) === 0) return;
    await link.dispatchEvent("click").catch(() => {});
    await settle(page);
    await page.waitForLoadState("load");
    const urls = page.frames().map((inner) => inner.url());
    if (urls.some((url) => !url.startsWith("http://127.0.0.1:") && !url.startsWith("about:") && !url.startsWith("chrome-error:")))
      problem(`${name}: ${selector} leads to ${urls.join(" ")}`);
    this.clicks += 1;
    await this.look(page, address);
  }

  async archived(url, modes) {
    const query = `/view?ts=${TIME}&url=${encodeURIComponent(url)}`;
    for (const [mode, options] of modes) {
      await this.watched(`${url} ${mode}`, options, async (page) => {
        const address = `${this.server.origin}/web/${TIME}/${url}`;
        await this.look(page, address);
        for (const selector of ["#plain", "#svglink", "#a1", "#rel", "#top", "#frm input[type=submit]"])
          await this.click(page, page, selector, address, url);
        await this.look(page, `${this.server.replay}/web/${TIME}mp_/${url}`);
      });
      await this.watched(`${url} framed ${mode}`, options, async (page) => {
        await this.look(page, this.server.origin + query);
        await this.click(page, page.frameLocator("iframe"), "#plain", this.server.origin + query, url);
      });
    }
  }
}

// The counter counts: a page that is not rewritten asks for a foreign image and frame.
async function control(leaks) {
  const context = await leaks.browser.newContext();
  const page = await context.newPage();
  await page.setContent('<img src="http://foreign.example/control.png"><iframe src="https://foreign.example/control"></iframe>');
  await page.waitForTimeout(1000);
  await context.close();
  if (leaks.counter.connections === 0) fail("the counter saw no connection of a page that makes one");
  leaks.counter.connections = 0;
  leaks.counter.asked = [];
}

// What a reader does: the banner's links and those of the page work in the sandbox.
async function readers(leaks) {
  await leaks.watched("reader", {}, async (page) => {
    await page.goto(`${leaks.server.origin}/web/${TIME}/http://hostile.example/links.html`);
    await page.getByText("LINKS SET").waitFor();
    const width = await page.locator("img[srcset]").first().evaluate((image) => image.naturalWidth);
    if (width !== 1) problem(`the captured image has width ${width}`);
    await page.locator("#plain").click();
    await page.getByText("CLICKED").waitFor();
    if (page.url() !== `${leaks.server.origin}/web/${TIME}/http://foreign.example/click`) problem(`the link leads to ${page.url()}`);
    await page.getByRole("link", { name: "in a frame, with downloads" }).click();
    await page.frameLocator("iframe").getByText("CLICKED").waitFor();
    if (!page.url().startsWith(`${leaks.server.origin}/view?`)) problem(`the banner leads to ${page.url()}`);
    await page.goto(`${leaks.server.origin}/view?ts=${TIME}&url=${encodeURIComponent("http://hostile.example/links.html")}`);
    await page.frameLocator("iframe").locator("#plain").click();
    await page.frameLocator("iframe").getByText("CLICKED").waitFor();
    const origin = await page.frames()[1].evaluate(() => self.origin);
    if (origin !== "null") problem(`the framed page has the origin ${origin}`);
  });
}

const args = parseArguments();
const chromium = args.chromium || findProgram(["chromium", "chromium-browser", "google-chrome"]);
if (!chromium) skip("no Chromium here");
packageFolder(args.modules, "playwright-core");
const { default: playwright } = await importPackage(args.modules, "playwright-core");
const folder = temporaryFolder();
const perBlog = Number(args.pages || 3);
const trees = args.corpus && fs.existsSync(args.corpus)
  ? fs.readdirSync(args.corpus).filter((name) => fs.statSync(path.join(args.corpus, name)).isDirectory())
  : [];
const made = run(args.make, [path.join(folder, "archive"), args.hostile, ...trees.map((host) => `${host}=${path.join(args.corpus, host)}`)]);
const addresses = made.stdout.trim().split("\n");
const server = await serveArchive(args.bfa, path.join(folder, "archive"));
const counter = new Counter();
const port = await counter.start();
const browser = await playwright.chromium.launch({
  executablePath: chromium,
  args: [
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-default-apps", "--disable-client-side-phishing-detection",
    "--disable-features=AutofillServerCommunication,OptimizationHints,MediaRouter,Translate,InterestFeedContentSuggestions",
    `--host-resolver-rules=${OWN.map((name) => `MAP ${name} ~NOTFOUND`).join(", ")}, MAP * 127.0.0.1:${port}, EXCLUDE 127.0.0.1`,
  ],
});
const leaks = new Leaks(browser, server, counter);
try {
  await control(leaks);
  await readers(leaks);
  // Without the policy the rewriting alone has to hold.
  const hostile = [["", {}], ["without policy", { bypassCSP: true }]];
  for (const url of addresses.filter((address) => address.startsWith("http://hostile.example/"))) await leaks.archived(url, hostile);
  for (const name of ["broken.svg", "feed.xml", "sheet.css", "page.xhtml"]) {
    await leaks.watched(name, {}, async (page) => leaks.look(page, `${server.origin}/web/${TIME}/http://hostile.example/${name}`));
    for (const modifier of ["im_", "id_", "oe_", "if_"]) {
      await leaks.watched(`${name} ${modifier}`, {}, async (page) => {
        await page.goto(`${server.origin}/web/${TIME}${modifier}/http://hostile.example/${name}`).catch((error) => {
          if (!/Download is starting|ERR_ABORTED/.test(error.message)) throw error;
        });
      });
    }
  }
  for (const host of trees) {
    const own = addresses.filter((address) => address.startsWith(`http://${host}/`));
    const step = Math.max(1, Math.floor(own.length / perBlog));
    for (let at = 0; at < own.length && at / step < perBlog; at += step) {
      await leaks.watched(own[at], {}, async (page) => leaks.look(page, `${server.origin}/web/${TIME}/${own[at]}`));
    }
  }
} finally {
  await browser.close();
  counter.server.close();
}
console.log(`${leaks.pages} pages of ${1 + trees.length} sites shown, ${leaks.clicks} clicks, ${counter.connections} connections to other hosts, ` +
  `${leaks.refused} refusals by the policy`);
if (problems.length > 0) fail(`${problems.length} problems`);
process.exit(0);
