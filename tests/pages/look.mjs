// Looks at every page of a published site as readers do: wide and narrow, light and dark, with and without scripts, with
// axe-core. Usage: node look.mjs FOLDER. Prints each fault; exit status 1 if there is one.
import { chromium } from "playwright-core";
import { createServer } from "node:http";
import { readFileSync, readdirSync, statSync, existsSync } from "node:fs";
import { join, extname, relative, sep } from "node:path";
import { createRequire } from "node:module";

const site = process.argv[2];
if (!site || !existsSync(join(site, "index.html"))) {
  console.error("usage: node look.mjs FOLDER (a published site)");
  process.exit(2);
}
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const types = { ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".woff2": "font/woff2", ".webmanifest": "application/manifest+json", ".xml": "application/xml" };
const server = createServer((request, response) => {
  let path = join(site, decodeURIComponent(new URL(request.url, "http://x").pathname));
  if (existsSync(path) && statSync(path).isDirectory()) path = join(path, "index.html");
  if (!existsSync(path)) { response.writeHead(404); response.end(); return; }
  response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" });
  response.end(readFileSync(path));
});
await new Promise(done => server.listen(0, "127.0.0.1", done));
const base = `http://127.0.0.1:${server.address().port}/`;
const pages = [];
(function walk(folder) {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) walk(path);
    else if (name.endsWith(".html")) pages.push(relative(site, path).split(sep).join("/"));
  }
})(site);

const faults = [];
const fault = (page, text) => { faults.push(`${page}: ${text}`); console.log(`${page}: ${text}`); };
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync),
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

async function open(options, path) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const fonts = [];
  page.on("request", request => { if (!request.url().startsWith(base)) fault(path, `asks for ${request.url()}`); });
  page.on("response", async response => {
    if (response.status() >= 400) fault(path, `${response.url()} is missing`);
    if (response.url().includes("/assets/fonts/")) fonts.push((await response.body()).length);
  });
  page.on("pageerror", error => fault(path, `script fails: ${error.message}`));
  if (options.javaScriptEnabled !== false) await page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver(list => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value; }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(base + path, { waitUntil: "load" });
  return { page, context, fonts };
}

for (const path of pages) {
  for (const [width, colorScheme] of [[1280, "light"], [1280, "dark"], [320, "light"], [768, "dark"]]) {
    const { page, context, fonts } = await open({ viewport: { width, height: 900 }, colorScheme }, path);
    const here = `${path} at ${width}, ${colorScheme}`;
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(100);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) fault(here, `scrolls sideways by ${over} px`);
    const shift = await page.evaluate(() => window.shift);
    if (shift > 0.02) fault(here, `moves while it loads (${shift.toFixed(3)})`);
    const lang = await page.evaluate(() => document.documentElement.lang);
    const bytes = fonts.reduce((sum, size) => sum + size, 0);
    const most = lang === "vi" ? 120_000 : 250_000;
    if (path.startsWith(`${lang}/`) && bytes > most) fault(here, `loads ${bytes} bytes of text fonts, more than ${most}`);
    await page.evaluate(() => document.querySelectorAll("details").forEach(details => { details.open = true; }));
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
    for (const violation of violations) {
      fault(here, `${violation.id} (${violation.impact}): ${violation.help}: ${violation.nodes.slice(0, 3).map(node => `${node.target} ${node.html.slice(0, 120)}`).join(" | ")}`);
    }
    await context.close();
  }
}

// Without scripts: everything can be read, and the tabs turn.
for (const path of pages.filter(path => path.split("/").length === 3)) {
  const { page, context } = await open({ javaScriptEnabled: false }, path);
  const second = page.locator(".tabs > label:nth-of-type(2)").first();
  if (await second.count()) {
    await second.click();
    const panel = page.locator(".tabs").first().locator("> .panel").nth(1);
    if (!(await panel.isVisible())) fault(path, "the second tab does not open without scripts");
  }
  if (!(await page.locator("h1").first().isVisible())) fault(path, "no title without scripts");
  await context.close();
}

// With scripts: colours, search by keyboard, tabs that remember, progress.
{
  const lesson = pages.find(path => path.split("/").length === 3 && readFileSync(join(site, path), "utf8").includes('class="tabs"')) ?? pages.find(path => path.split("/").length === 3);
  const { page, context } = await open({}, lesson);
  await page.locator("button.theme").click();
  if ((await page.evaluate(() => document.documentElement.dataset.theme)) !== "light") fault(lesson, "the colour button does nothing");
  await page.reload();
  if ((await page.evaluate(() => document.documentElement.dataset.theme)) !== "light") fault(lesson, "the colours are forgotten");
  await page.keyboard.press("/");
  await page.locator("dialog[data-ready]").waitFor({ timeout: 5000 }).catch(() => fault(lesson, "the search does not open on /"));
  await page.keyboard.type("nim");
  if (!(await page.locator(".found a").count())) fault(lesson, "the search finds nothing for nim");
  await page.keyboard.press("ArrowDown");
  if (!(await page.evaluate(() => document.activeElement.matches(".found a")))) fault(lesson, "arrows do not reach the results");
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  for (const violation of violations) fault(`${lesson}, searching`, `${violation.id}: ${violation.help}`);
  await page.keyboard.press("Escape");
  const tab = page.locator(".tabs > input").nth(1);
  if (await tab.count()) {
    const name = await tab.getAttribute("data-tab");
    await page.locator(".tabs > label").nth(1).click();
    await page.reload();
    const kept = await page.evaluate(name => [...document.querySelectorAll(".tabs > input:checked")].some(input => input.dataset.tab === name), name);
    if (!kept) fault(lesson, "tabs forget the language");
  }
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.waitForTimeout(300);
  await page.goto(base + lesson.split("/")[0] + "/index.html");
  if (!(await page.locator("li.done").count())) fault(lesson, "progress is not kept");
  await context.close();
}

await browser.close();
server.close();
console.log(`${pages.length} pages, ${faults.length} faults`);
process.exit(faults.length ? 1 : 0);
