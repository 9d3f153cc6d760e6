import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliDecompressSync, gzipSync } from "node:zlib";
import { afterEach, expect, it } from "vitest";
import type { DialogueList, DialogueView } from "../../src/web/data.ts";
import { startDashboard } from "../helpers/dashboard.ts";
import { fourPoints, makeDialogue, raisesTension } from "../helpers/dialogue.ts";
import { ask, askJson, listen } from "../helpers/page-client.ts";
import { makeFolder } from "../helpers/project.ts";

const run = promisify(execFile);
const blue = (...args: string[]) => run(process.execPath, ["dist/blue.js", ...args]);

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

async function dashboard(...flags: string[]) {
  const one = await startDashboard(...flags);
  started.push(one.child);
  return one;
}

it("a page is told within a second that another process registered a round", async () => {
  const dialogue = await makeDialogue({ git: true });
  dialogue.writeAll({ Muffin: raisesTension });
  const { child, page, url } = await dashboard("--project", dialogue.root);
  expect(url).toBe(`http://127.0.0.1:${page.port}/#token=${page.token}`);
  const there = await listen(page);
  const input = join(
    makeFolder({ "round.json": JSON.stringify({ dialogue_id: dialogue.id, round: 0, ...fourPoints }) }),
    "round.json",
  );
  const registering = blue("dialogue", "round-register", "--project", dialogue.root, "--input", input);
  expect(await there.next(20_000)).toEqual({ type: "changed", dialogue: dialogue.id });
  let view: DialogueView;
  do view = await askJson<DialogueView>(`/api/dialogues/${dialogue.id}`, page);
  while (view.export.rounds.length === 0 && (await there.next(20_000)) !== undefined);
  const shownAt = Date.now();
  await registering;
  expect(view.export.tensions.map(({ id }) => id)).toEqual(["T0001"]);
  const record = join(dialogue.root, ".blue/dialogues", dialogue.id, "round-0/round.json");
  expect(shownAt - statSync(record).mtimeMs).toBeLessThan(1000);
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([0, null]);
});

it.runIf(process.platform !== "win32")(
  "no token of BLUE_TOKEN is printed or stands on a browser's command line",
  async () => {
    const token = "a-token-that-opens-more-than-this-page";
    const desk = makeFolder({ "project/.blue/": "", browser: '#!/bin/sh\nprintf %s "$*" > "$0.asked"\n' });
    chmodSync(join(desk, "browser"), 0o755);
    const root = join(desk, "project");
    const env = { ...process.env, BLUE_TOKEN: token, BROWSER: join(desk, "browser") };
    const asked = () =>
      existsSync(join(desk, "browser.asked")) ? readFileSync(join(desk, "browser.asked"), "utf8") : "";
    for (const flags of [["--json"], []]) {
      rmSync(join(desk, "browser.asked"), { force: true });
      const child = spawn(process.execPath, ["dist/blue.js", "dashboard", "--open", "--project", root, ...flags], {
        env,
      });
      started.push(child);
      let said = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (chunk: Buffer) => {
          said += chunk;
        });
      await expect.poll(asked, { timeout: 20_000 }).toContain("#code=");
      await expect.poll(() => said, { timeout: 20_000 }).toContain("http://127.0.0.1:");
      expect(said + asked()).not.toContain(token);
      if (flags.length === 0)
        expect(said.split("\n")[0]).toBe(`Showing the dialogues and documents of ${root}, until you press Ctrl+C:`);
      const [, port, code] = /:(\d+)\/#code=(.+)$/.exec(asked())!;
      const redeem = (given: string) => ask("/token", { port: Number(port), token: given });
      expect((await redeem(`${code}x`)).status).toBe(403);
      expect(JSON.parse((await redeem(code!)).text)).toEqual({ token });
      expect((await redeem(code!)).status).toBe(403);
      expect((await redeem(token)).status).toBe(403);
    }
  },
);

it.runIf(process.platform === "linux")("pages that come and go leave nothing open in the server", async () => {
  const dialogue = await makeDialogue();
  const { child, page } = await dashboard("--project", dialogue.root);
  const open = () => readdirSync(`/proc/${child.pid}/fd`).length;
  await askJson<DialogueList>("/api/dialogues", page);
  const before = open();
  for (let turn = 0; turn < 5; turn++) {
    const pages = await Promise.all(Array.from({ length: 20 }, () => listen(page)));
    expect(open()).toBeGreaterThan(before + 15);
    dialogue.write("Muffin", [`[MUFFIN-P0001: turn ${turn}]\nWords.`]);
    expect(await Promise.all(pages.map((one) => one.next()))).not.toContain(undefined);
    for (const one of pages) one.close();
  }
  for (let left = 50; left > 0 && open() > before; left--) await sleep(100);
  expect(open()).toBeLessThanOrEqual(before);
});

it("without a project it plays a recorded dialogue as soon as somebody looks", async () => {
  const { page, project } = await dashboard("--demo");
  try {
    const list = () => askJson<DialogueList>("/api/dialogues", page);
    expect((await list()).dialogues).toEqual([]);
    const there = await listen(page);
    await there.next(20_000);
    // A slow reader may miss the first draft of a round, not that of every round.
    let written: number | undefined;
    while (written !== 1) {
      expect(await there.next(20_000)).toBeDefined();
      const [one] = (await list()).dialogues;
      if (one === undefined) continue;
      const { live } = await askJson<DialogueView>(`/api/dialogues/${one.id}`, page);
      written = live?.drafts.filter(({ state }) => state === "complete").length;
    }
  } finally {
    started.at(-1)!.kill("SIGTERM");
    await once(started.at(-1)!, "exit");
    rmSync(project, { recursive: true, force: true });
  }
});

it("a report of our largest dialogue is one file under a megabyte, and opens in the browser one names", async () => {
  const folder = makeFolder();
  const out = join(folder, "report.html");
  const answer = JSON.parse((await blue("dialogue", "report", "orders-pagination", "--out", out)).stdout) as {
    bytes: number;
  };
  expect(answer.bytes).toBe(statSync(out).size);
  expect(answer.bytes).toBeLessThan(1_000_000);
  const html = readFileSync(out, "utf8");
  expect(html.match(/<script/g)).toHaveLength(2);
  const browser = join(folder, "browser");
  writeFileSync(browser, `#!/bin/sh\necho "$1" > ${folder}/shown\n`);
  chmodSync(browser, 0o755);
  const open = (env: object) =>
    run(process.execPath, ["dist/blue.js", "dialogue", "open", "orders-pagination"], {
      env: { ...process.env, ...env },
    });
  const shown = JSON.parse((await open({ BROWSER: browser })).stdout) as { path: string; opened: boolean };
  expect(shown.opened).toBe(true);
  for (let left = 50; left > 0 && !readdirSync(folder).includes("shown"); left--) await sleep(100);
  expect(readFileSync(join(folder, "shown"), "utf8").trim()).toBe(shown.path);
  const none = JSON.parse((await open({ BROWSER: join(folder, "nothing") })).stdout) as {
    path: string;
    opened: boolean;
  };
  expect(none).toMatchObject({ opened: false, path: expect.stringMatching(/\.html$/) });
  for (const { path } of [shown, none]) rmSync(join(path, ".."), { recursive: true });
});

it("a report that cannot be written says which file to give", async () => {
  const failed = await blue("dialogue", "report", "orders-pagination", "--out", "/nothing/here.html").catch(
    (thrown: { stdout: string }) => JSON.parse(thrown.stdout) as object,
  );
  expect(failed).toMatchObject({ error_code: "io_error", field: "out" });
});

it("the page as built weighs at most 90 KB gzipped, and can stand inside a report", async () => {
  const files = ["index.html", "page.js", "page.css"].map((name) =>
    brotliDecompressSync(readFileSync(`dist/page/${name}.br`)),
  );
  expect(files.reduce((sum, bytes) => sum + gzipSync(bytes).length, 0)).toBeLessThan(90_000);
  const [html, script, style] = files.map(String) as [string, string, string];
  expect(script).not.toMatch(/<\/script|<!--/i);
  expect(style).not.toMatch(/<\/style|<!--|@import|url\((?!['"]?data:)/i);
  expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|https?:\/\/(?!www\.w3\.org)/i);
  const { page } = await dashboard("--project", makeFolder());
  expect((await ask("/page.js", page)).text).toBe(script);
});
