// Pictures of the page from this project's own dialogues, into docs/page: `node scripts/page-pictures.mjs`. With `--all <folder>` every view, also of a
// dialogue about an ordinary design document and of the static site, light and dark, wide and on a phone. Needs a build, Chromium at /usr/bin/chromium or
// $CHROMIUM, and PostgreSQL for the page over all repositories.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { ordinaryTree, playOrdinary } from "../test/helpers/ordinary.mjs";
import { withPalette } from "./palette-png.mjs";
import { findPostgres, startPostgres } from "./postgres.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const blue = join(root, "dist/blue.js");
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"];
const wide = { width: 1440, height: 900 };
const maxBytes = 150_000;
const phone = { width: 390, height: 844 };

const orders = "2026-11-15T2250Z-orders-pagination";
const webhooks = "2026-11-16T2239Z-webhook-delivery";
const review = "2026-11-17T0132Z-review-of-docs-play-md";
const rot = "2026-11-16T2241Z-decision-rot";

/**
 * Where each picture is taken: of the project as it is, of one in which round 2 of the orders is being written, of one with an ordinary dialogue, of the
 * static site, or of three published repositories.
 */
const pictures = [
  { name: "dialogues", hash: "/" },
  { name: "decision", hash: `/d/${rot}/decision` },
  { name: "now", hash: `/d/${webhooks}/decision` },
  { name: "review", hash: `/d/${review}/decision` },
  { name: "rounds", hash: `/d/${orders}/rounds`, of: "live" },
  { name: "map", hash: `/d/${orders}/map` },
  { name: "map-chain", hash: `/d/${orders}/map?sel=T0201` },
  { name: "tensions", hash: `/d/${webhooks}/tensions` },
  { name: "text", hash: `/d/${webhooks}/text` },
  { name: "draft", hash: `/d/${orders}/text?doc=cupcake-1` },
  { name: "documents", hash: "/documents/rfc/1" },
  ...["decision", "rounds", "map", "map?q=rests", "map?q=refused", "tensions", "text"].map((view) => ({
    name: `ordinary-${view.replace("?q=", "-")}`,
    hash: (id) => `/d/${id}/${view}`,
    of: "ordinary",
  })),
  { name: "site", hash: "/", of: "site" },
  { name: "site-search", hash: "/?q=cursor", of: "site" },
  { name: "organisation", hash: "/org", of: "org" },
  {
    name: "organisation-decisions",
    hash: `/org/decisions?open=${encodeURIComponent(`example.org/shop/orders ${orders}`)}`,
    of: "org",
  },
  { name: "organisation-how", hash: "/org/how", of: "org" },
];
/** Those that the docs show: name, colours, screen. */
const chosen = [
  ["dialogues", "light", wide],
  ["decision", "light", wide],
  ["now", "light", wide],
  ["review", "light", wide],
  ["rounds", "light", wide],
  ["map", "light", wide],
  ["map-chain", "dark", wide],
  ["tensions", "dark", wide],
  ["text", "light", wide],
  ["map-chain", "dark", phone],
  ["organisation-decisions", "light", wide],
];

const asked = process.argv.indexOf("--all");
const folder = asked === -1 ? join(root, "docs/page") : process.argv[asked + 1];
const wanted =
  asked === -1
    ? chosen
    : pictures.flatMap(({ name }) =>
        ["light", "dark"].flatMap((theme) => [wide, phone].map((screen) => [name, theme, screen])),
      );

mkdirSync(folder, { recursive: true });
const live = makeLiveProject();
const ordinary = await makeOrdinaryProject();
const site = join(mkdtempSync(join(tmpdir(), "blue-pictures-")), "site");
run(root, "site", "--output", site);
const database = await startPostgres(findPostgres());
const org = publishThree(database.url("postgres"));
const servers = {
  project: await serve("--project", root),
  live: await serve("--project", live),
  ordinary: await serve("--project", ordinary.root),
  site: { url: `${pathToFileURL(join(site, "index.html"))}#`, stop() {} },
  org: await serve("--org"),
};
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });
try {
  for (const [name, theme, screen] of wanted) {
    const { hash, of = "project" } = pictures.find((one) => one.name === name);
    const { url } = servers[of];
    const at = typeof hash === "string" ? hash : hash(ordinary.id);
    const context = await browser.newContext({ viewport: screen, colorScheme: theme, hasTouch: screen === phone });
    const page = await context.newPage();
    page.on("pageerror", ({ message }) => {
      console.error(`${name}: ${message}`);
      process.exitCode = 1;
    });
    await page.goto(of === "site" ? `${url}${at}` : `${url}&${at}`);
    await page.waitForSelector("h1", { state: "attached" });
    await page.waitForTimeout(400);
    const file = join(folder, `${name}-${theme}${screen === phone ? "-phone" : ""}.png`);
    const png = withPalette(await page.screenshot(), maxBytes);
    writeFileSync(file, png);
    console.log(`${file} ${Math.round(png.length / 1000)} KB`);
    await context.close();
  }
} finally {
  await browser.close();
  for (const { stop } of Object.values(servers)) stop();
  await database.stop();
  for (const one of [live, ordinary.root, dirname(site), org]) rmSync(one, { recursive: true });
}

/** The last argument may be the whole input. */
function run(project, ...given) {
  const { input } = typeof given.at(-1) === "object" ? given.pop() : {};
  const args = input === undefined ? given : [...given, "--input", "-"];
  const { status, stdout, stderr } = spawnSync(process.execPath, [blue, ...args, "--json", "--project", project], {
    encoding: "utf8",
    input: JSON.stringify(input ?? ""),
  });
  if (status !== 0) throw new Error(`blue ${args.join(" ")}: ${stdout}${stderr}`);
  return JSON.parse(stdout);
}

/** The orders as they stood while round 2 was open: three of its five drafts are in, a fourth is being written. */
function makeLiveProject() {
  const project = mkdtempSync(join(tmpdir(), "blue-pictures-"));
  for (const name of [".blue/dialogues", ".blue/docs", "docs", "examples"])
    cpSync(join(root, name), join(project, name), { recursive: true });
  const dialogue = join(project, ".blue/dialogues", orders);
  const { texts, proposal } = JSON.parse(readFileSync(join(dialogue, "round-2/round.json"), "utf8"));
  for (const later of ["round-2", "round-3", "round-4", "verdict.md"])
    rmSync(join(dialogue, later), { recursive: true });
  run(project, "sync");
  run(project, "dialogue", "round-prompt", orders, "--proposal", proposal.join("\n"));
  const { panel } = run(project, "dialogue", "status", orders);
  for (const [i, name] of ["Cupcake", "Scone", "Donut", "Eclair"].entries()) {
    const { lines } = texts.find(({ expert }) => expert === name);
    const file = join(project, panel.find((member) => member.name === name).draft_file);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, i < 3 ? `${lines.join("\n")}\n` : `${lines.slice(0, 6).join("\n")}\n\n[ECLAIR-R02`);
  }
  return project;
}

async function makeOrdinaryProject() {
  const project = mkdtempSync(join(tmpdir(), "blue-pictures-"));
  for (const [path, text] of Object.entries(ordinaryTree)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  const call = (name, input) => run(project, ...name.split("."), { input });
  return { root: project, id: await playOrdinary({ root: project, call }) };
}

/** This project's dialogues as those of three repositories. The orders have lost lines that their decision rests on. */
function publishThree(url) {
  process.env.BLUE_DATABASE_URL = url;
  const folder = mkdtempSync(join(tmpdir(), "blue-pictures-"));
  run(folder, "org", "migrate");
  for (const [name, wanted] of [
    ["shop/orders", (id) => id === orders],
    ["shop/webhooks", (id) => id === webhooks],
    ["tools/blue", (id) => id !== orders && id !== webhooks],
  ]) {
    const project = join(folder, name);
    for (const part of [".blue/dialogues", ...(name === "tools/blue" ? [".blue/docs"] : []), "docs", "examples", "src"])
      cpSync(join(root, part), join(project, part), { recursive: true });
    for (const id of readdirSync(join(project, ".blue/dialogues")))
      if (!wanted(id)) rmSync(join(project, ".blue/dialogues", id), { recursive: true });
    if (name === "shop/orders") rmSync(join(project, "examples/pagination/docs/incidents.md"));
    const git = (...args) =>
      spawnSync("git", ["-c", "user.name=Blue", "-c", "user.email=blue@example.org", ...args], { cwd: project });
    git("init", "-q");
    git("add", "-A");
    git("commit", "-q", "-m", "Decisions");
    run(project, "org", "publish", "--repository", `example.org/${name}`);
  }
  return folder;
}

async function serve(...flags) {
  const child = spawn(process.execPath, [blue, "dashboard", "--json", ...flags], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { url } = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (part) => {
      text += part;
      if (text.includes("\n")) resolve(JSON.parse(text));
    });
    child.on("exit", (code) => reject(new Error(`blue dashboard ended with ${code}: ${text}`)));
  });
  return { url, stop: () => child.kill() };
}
