// SPDX-License-Identifier: Apache-2.0
// The archive browser in a browser: each page at two widths, light and dark, without findings of axe, errors on the
// console, or a request to anywhere else; and what people do with them, by mouse, by keyboard and without script.
//
// Usage: node pages.mjs --bfa PROGRAM --modules DIR --out DIR [--chromium PROGRAM] [--archive DIR] [--pictures DIR]
//   --out       where pictures of all pages go
//   --archive   an archive that make_archive.py made before; without it one is made
//   --pictures  writes the pictures of docs/ there, and tests nothing
// Exit codes: 0 fine, 1 not, 77 skipped.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { fail, findProgram, importPackage, packageFolder, parseArguments, run, skip, temporaryFolder } from "../replay/common.mjs";

const FOLDER = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const SHELF = "http://shelf-marks.example";
const SIDEBAR = `${SHELF}/2026/03/19/the-sidebar-changed/`;
const ROWING = "http://salt-and-rope.example/2018/02/learning-to-row/";
const q = encodeURIComponent;
const PAGES = {
  home: "/",
  blog: `/blog?url=${q(`${SHELF}/`)}`,
  "blog-then": `/blog?url=${q(`${SHELF}/`)}&at=2026-06-10`,
  "blog-filtered": `/blog?url=${q(`${SHELF}/`)}&category=crawling&show=edited`,
  "blog-day": `/blog?url=${q(`${SHELF}/`)}&day=2026-06-16`,
  "blog-russian": `/blog?url=${q("http://deux-mondes.example/dacha/")}`,
  post: `/post?url=${q(SIDEBAR)}`,
  "post-then": `/post?url=${q(SIDEBAR)}&version=1`,
  "post-comments": `/post?url=${q(ROWING)}`,
  "post-long-title": `/post?url=${q("http://thorns.example/hedge/long-title.html")}`,
  "post-tables": `/post?url=${q("http://thorns.example/hedge/five-hundred-tables.html")}`,
  "post-links": `/post?url=${q("http://thorns.example/hedge/ten-thousand.html")}`,
  "blog-thorns": `/blog?url=${q("http://thorns.example/")}`,
  diff: `/post/diff?url=${q(SIDEBAR)}&from=1&to=4`,
  "diff-side": `/post/diff?url=${q(SIDEBAR)}&from=1&to=4&view=side`,
  "diff-short": `/post/diff?url=${q(SIDEBAR)}&from=1&to=4&context=80`,
  changes: "/changes",
  live: "/live",
  search: "/search",
  found: `/search?q=${q("archive feed")}`,
  "found-old": `/search?q=${q("rewriting")}`,
  figures: "/report",
  "blog-figures": `/report?blog=${q(`${SHELF}/`)}`,
  captures: `/web/*/${SIDEBAR}`,
  missing: `/post?url=${q(`${SHELF}/2026/03/19/the-sidebar-chnged/`)}`,
};
const STATUS = { missing: 404 };
const VIEWS = {
  "wide-light": { viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  "wide-dark": { viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
  "narrow-light": { viewport: { width: 360, height: 740 }, colorScheme: "light" },
  "narrow-dark": { viewport: { width: 360, height: 740 }, colorScheme: "dark" },
};
const WAIT_MS = 20_000;

const problems = [];
function problem(text) {
  console.error(`PROBLEM: ${text}`);
  problems.push(text);
}
function expect(condition, text) {
  if (!condition) problem(text);
}

// Starts `bfa serve` and gives its address when it says it.
async function serveArchive(program, archive) {
  const child = spawn(program, ["serve", "-a", archive, "--port", "0", "--title", "Archive of the project's own blogs", "--json"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.on("exit", () => child.kill());
  let said = "";
  for await (const part of child.stdout) {
    said += part;
    if (said.includes("\n")) break;
  }
  const line = said ? JSON.parse(said.split("\n")[0]) : {};
  if (!line.url) fail(`bfa serve said: ${said}`);
  return { origin: line.url.replace(/\/$/, ""), replay: (line.replay_url || line.url).replace(/\/$/, ""), child };
}

class Browser {
  constructor(browser, server, axe) {
    Object.assign(this, { browser, server, axe });
  }

  // A page of its own that notes what goes wrong in it.
  async open(options, name) {
    const context = await this.browser.newContext({ reducedMotion: "reduce", ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT_MS);
    this.watch(page, name);
    return { context, page };
  }

  watch(page, name) {
    page.on("console", (message) => {
      // A page that is missing on purpose is an error for the console.
      if (message.type() === "error" && !/status of 404/.test(message.text())) problem(`${name}: console: ${message.text()} at ${page.url()}`);
    });
    page.on("pageerror", (error) => problem(`${name}: ${error}`));
    page.on("request", (request) => {
      const url = new URL(request.url());
      const ours = [this.server.origin, this.server.replay].includes(url.origin) || url.protocol === "data:";
      if (!ours) problem(`${name}: a request to ${request.url()}`);
    });
    page.on("response", (response) => {
      if (response.status() >= 400 && !response.request().isNavigationRequest())
        problem(`${name}: ${response.status()} of ${response.url()} on ${page.url()}`);
    });
  }

  at(address) {
    return this.server.origin + address;
  }

  async axeFindings(page) {
    await page.evaluate(this.axe);
    const found = await page.evaluate(async () => (await window.axe.run(document, { resultTypes: ["violations"] })).violations);
    return found.map((rule) => `${rule.id}: ${rule.help}: ${rule.nodes.map((node) => node.html.slice(0, 160)).slice(0, 3).join(" | ")}`);
  }
}

async function lookAtPages(browser, view, options, out) {
  const { context, page } = await browser.open(options, view);
  for (const [name, address] of Object.entries(PAGES)) {
    const response = await page.goto(browser.at(address), { waitUntil: "load" });
    expect(response.status() === (STATUS[name] || 200), `${name}: status ${response.status()}`);
    expect((await page.locator("h1").count()) === 1, `${name}: not one h1`);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(over <= 0, `${name} ${view}: ${over} pixels wider than the window`);
    for (const finding of await browser.axeFindings(page)) problem(`${name} ${view}: axe: ${finding}`);
    await page.screenshot({ path: path.join(out, `${name}-${view}.png`), fullPage: true });
  }
  await context.close();
  console.log(`${view}: ${Object.keys(PAGES).length} pages`);
}

// As the page has it: page.url() of the driver follows a little later.
const hash = (page) => page.evaluate(() => window.location.hash);
const focused = (page) => page.evaluate(() => document.activeElement.id || document.activeElement.textContent.trim().slice(0, 40));

async function useKeyboard(browser) {
  const { context, page } = await browser.open(VIEWS["wide-light"], "keyboard");
  await page.goto(browser.at("/"));
  await page.keyboard.press("Tab");
  expect((await focused(page)) === "Skip to the content", `the first stop is ${await focused(page)}`);
  await page.keyboard.press("Enter");
  expect((await focused(page)) === "content", `the skip link leads to ${await focused(page)}`);

  await page.goto(browser.at(PAGES.diff));
  await page.keyboard.press("n");
  expect((await hash(page)) === "#c1" && (await focused(page)) === "c1", `n leads to ${await hash(page)}`);
  await page.keyboard.press("n");
  expect((await hash(page)) === "#c2", `the second n leads to ${await hash(page)}`);
  await page.keyboard.press("p");
  expect((await hash(page)) === "#c1", `p leads to ${await hash(page)}`);
  await page.getByLabel("keys n and p").uncheck();
  await page.keyboard.press("n");
  expect(new URL(page.url()).hash === "#c1", "the keys are off, and n was heard");
  await context.close();
  console.log("keyboard: skip link, next and previous change");
}

async function readAPost(browser, options, name) {
  const { context, page } = await browser.open(options, name);
  await page.goto(browser.at("/"));
  await page.getByRole("link", { name: "Shelf Marks", exact: true }).first().click();
  await page.getByRole("heading", { level: 1, name: "Shelf Marks" }).waitFor();
  await page.getByRole("link", { name: "edited", exact: true }).click();
  await page.getByRole("link", { name: "The sidebar changed; the story did not" }).first().click();
  await page.getByRole("heading", { level: 1, name: "The sidebar changed; the story did not" }).waitFor();
  await page.getByRole("link", { name: "Version 1", exact: true }).click();
  await page.getByText("burned down in 1887 and not in 1878").waitFor();
  await page.getByRole("link", { name: "What changed since" }).click();
  await page.getByRole("heading", { level: 1, name: /^What changed:/ }).waitFor();
  expect((await page.locator("del", { hasText: "1887" }).count()) === 1, `${name}: the removed year is not marked`);
  await page.getByRole("link", { name: "side by side" }).click();
  await page.getByRole("columnheader", { name: "Before" }).first().waitFor();
  await page.getByRole("link", { name: "only the changes" }).click();
  await page.locator("a[aria-current]", { hasText: "only the changes" }).waitFor();

  await page.getByLabel("Search the archive").fill("rewriting");
  await page.keyboard.press("Enter");
  await page.getByText("only in an old version").first().waitFor();
  await page.getByRole("link", { name: /The sidebar changed/ }).first().click();
  await page.getByText(/^Version \d of 4/).waitFor();

  // Two blogs stand on that host.
  await page.goto(browser.at(PAGES["blog-russian"]));
  await page.getByRole("link", { name: "\u0413\u0440\u0430\u0434", exact: true }).waitFor();
  expect((await page.getByRole("link", { name: "Neige", exact: true }).count()) === 0, `${name}: a post of another blog is listed`);

  await page.goto(browser.at(PAGES.blog));
  await page.getByRole("link", { name: /1 post/ }).first().click();
  await page.getByRole("heading", { name: /^Published on/ }).waitFor();
  await context.close();
  console.log(`${name}: home, blog, post, version, differences, search, calendar`);
}

async function watchLive(browser, args, archive) {
  const { context, page } = await browser.open(VIEWS["wide-light"], "live");
  const other = await context.newPage();
  browser.watch(other, "live, second tab");
  const events = [];
  context.on("request", (request) => {
    if (new URL(request.url()).pathname === "/events") events.push(request.url());
  });
  await page.goto(browser.at("/live"));
  await other.goto(browser.at("/live"));
  await page.getByText(/^Listening/).waitFor();
  await other.getByText(/^Listening/).waitFor();
  run("python3", [path.join(FOLDER, "make_archive.py"), args.bfa, archive, "5"]);
  for (const tab of [page, other]) {
    await tab.locator("li.fresh", { hasText: "The same address twice" }).first().waitFor();
    await tab.getByText(/^Listening\. [1-9]/).waitFor();
  }
  expect(events.length <= 1, `${events.length} streams for two tabs`);
  await context.close();
  console.log("live: an edit shows in two tabs");
}

async function takePictures(browser, folder) {
  fs.mkdirSync(folder, { recursive: true });
  const wide = { viewport: { width: 1120, height: 760 }, colorScheme: "light" };
  const narrow = { viewport: { width: 360, height: 640 }, colorScheme: "dark" };
  const wanted = [
    ["home", PAGES.home, wide], ["blog", `/blog?url=${q("http://salt-and-rope.example/")}`, wide], ["post", PAGES.post, { ...wide, viewport: { width: 1120, height: 600 } }],
    ["diff", PAGES["diff-side"], wide], ["search", PAGES["found-old"], { ...wide, viewport: { width: 1120, height: 520 } }],
    ["calendar", `${PAGES.blog}#calendar`, wide], ["post-narrow", PAGES.post, narrow],
  ];
  for (const [name, address, options] of wanted) {
    const { context, page } = await browser.open(options, name);
    await page.goto(browser.at(address), { waitUntil: "load" });
    const file = path.join(folder, `browser-${name}.png`);
    await page.screenshot({ path: file });
    console.log(`${file}: ${fs.statSync(file).size} bytes`);
    await context.close();
  }
}

const args = parseArguments();
const chromium = args.chromium || findProgram(["chromium", "chromium-browser", "google-chrome"]);
if (!chromium) skip("no Chromium here");
const { default: playwright } = await importPackage(args.modules, "playwright-core");
const axe = fs.readFileSync(path.join(packageFolder(args.modules, "axe-core"), "axe.min.js"), "utf8");
if (spawnSync("python3", ["--version"]).error) skip("no python3 here");
const archive = args.archive || path.join(temporaryFolder(), "archive");
if (!args.archive) run("python3", [path.join(FOLDER, "make_archive.py"), args.bfa, archive]);
const server = await serveArchive(args.bfa, archive);
const chrome = await playwright.chromium.launch({
  executablePath: chromium,
  args: ["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
});
try {
  const browser = new Browser(chrome, server, axe);
  if (args.pictures) {
    await takePictures(browser, args.pictures);
  } else {
    fs.mkdirSync(args.out, { recursive: true });
    for (const [view, options] of Object.entries(VIEWS)) await lookAtPages(browser, view, options, args.out);
    await useKeyboard(browser);
    await readAPost(browser, VIEWS["wide-light"], "reading");
    await readAPost(browser, { ...VIEWS["narrow-light"], javaScriptEnabled: false }, "reading without script");
    if (!args.archive) await watchLive(browser, args, archive);
  }
} finally {
  await chrome.close();
  server.child.kill();
}
if (problems.length > 0) fail(`${problems.length} problems`);
