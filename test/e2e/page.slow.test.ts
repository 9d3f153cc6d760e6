/** The page in a real browser, served by the program as built. */
import { execFile } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { verdictFacts } from "../../src/facts/verdict-facts.ts";
import { servePage } from "../../src/http/serve.ts";
import { verdictLines } from "../../src/pages/verdict-lines.ts";
import type { OpeningRecord, RoundRecord, VerdictRecord } from "../../src/rules/records.ts";
import {
  findChromium,
  launchChromium,
  openWindow,
  overhang,
  phone,
  type Screen,
  type Watched,
} from "../helpers/browser.ts";
import { type Dashboard, startDashboard } from "../helpers/dashboard.ts";
import { makeDecided, schemaPath } from "../helpers/decided.ts";
import { fourPoints, makeDesk, makeDialogue, raisesTension } from "../helpers/dialogue.ts";
import { canary, type HostileProject, makeHostileProject } from "../helpers/hostile-project.ts";
import { describeWithPostgres, postgres } from "../helpers/postgres.ts";
import { initGit, makeFolder } from "../helpers/project.ts";

const { ordinaryTree, playOrdinary } = await import(new URL("../helpers/ordinary.mjs", import.meta.url).href);
const run = promisify(execFile);
const blue = (...args: string[]) => run(process.execPath, ["dist/blue.js", ...args]);
const axeSource = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

const orders = "2026-11-15T2250Z-orders-pagination";
const webhooks = "2026-11-16T2239Z-webhook-delivery";
const viewNames = ["decision", "rounds", "map", "tensions", "text"];

const executable = findChromium();

describe.skipIf(executable === undefined)("in Chromium", () => {
  let browser: Browser;
  let project: string;
  let server: Dashboard;
  const servers: Dashboard[] = [];
  const windows: Watched[] = [];

  const serve = async (root: string) => {
    const one = await startDashboard("--project", root);
    servers.push(one);
    return one;
  };
  const look = async (screen?: Screen) => {
    const one = await openWindow(browser, screen);
    windows.push(one);
    return one;
  };

  beforeAll(async () => {
    project = await ownProject();
    [browser, server] = await Promise.all([launchChromium(executable!), serve(project)]);
  });
  afterEach(async () => {
    const closed = windows.splice(0);
    for (const { close } of closed) await close();
    expect(closed.flatMap(({ wrong }) => wrong)).toEqual([]);
  });
  afterAll(async () => {
    for (const { child } of servers) child.kill();
    await browser?.close();
  });

  it("the list shows every dialogue of the project, and finds what was said", async () => {
    const { page } = await look();
    await show(page, server.url, "/");
    const all = readdirSync(join(project, ".blue/dialogues")).filter((name) => name !== ".gitkeep");
    const decided = all.filter((id) => recordsOf(id).verdict?.verdict_type === "final").length;
    await see(page, `${all.length} dialogues in this project, ${decided} decided.`);
    expect(await page.locator("a[data-row]").count()).toBe(all.length);
    for (const id of [orders, webhooks]) {
      const { opening, rounds } = recordsOf(id);
      const row = page.locator("a[data-row]", { hasText: opening.title });
      const totals = rounds.map(({ counts }) => counts.open_tensions.length + counts.new_perspectives.length);
      await row.getByLabel(`velocity ${totals.join(", ")}`).waitFor();
      const { signals, panel_size } = rounds.at(-1)!.counts;
      await row.getByText(`${signals.length} of ${panel_size}`, { exact: true }).waitFor();
    }
    await page.getByRole("searchbox").fill("keyset cursor snapshot");
    const hit = page.locator("a[data-row]", { hasText: "P0" }).first();
    await hit.click();
    await heading(page, /^Map: /);
    await page.locator(".nd.sel").first().waitFor();
    expect(await hashOf(page)).toMatch(/\/map\?sel=[PRTEC]\d{4,}$/);
  });

  it.each([orders, webhooks])("every view of %s says what its records say", async (id) => {
    const { opening, rounds, verdict } = recordsOf(id);
    const items = rounds.flatMap((round) => round.items);
    const tensions = items.filter(({ type }) => type === "T");
    const { open_tensions: open } = rounds.at(-1)!.counts;
    const people = new Set(rounds.flatMap(({ panel }) => panel.map(({ name }) => name)));
    const { page } = await look();

    await show(page, server.url, `/d/${id}/decision`);
    if (verdict === undefined) {
      await heading(page, new RegExp(`^Not decided yet: ${open.length} objections? open, `));
    } else {
      const [decided, ...lines] = verdictLines(verdictFacts({ opening, rounds, verdicts: [verdict] }));
      expect(decided!.words).toContain(`${tensions.length} objections settled`);
      const drawn = (words: string) => words.replaceAll("`", "");
      await heading(page, drawn(decided!.words).replace(/, as rewritten: .*$/, ""));
      // How and by whom it was signed stands above, what is empty in one line, whose words it is below.
      const told = lines.filter(({ key }) => key !== "how" && key !== "signed").map(({ words }) => drawn(words));
      const empty = told.filter((words) => /^(?:nothing|nobody|no objection)$/.test(words));
      expect(empty.length).toBeGreaterThan(1);
      const first = told.findIndex((words) => empty.includes(words));
      expect(await page.locator("dl.lines dd:not(.figure)").allTextContents()).toEqual([
        ...told.slice(0, first),
        "nothing open, nothing refused, nobody disagrees, nothing superseded",
        ...told.slice(first).filter((words) => !empty.includes(words)),
        decided!.note,
      ]);
      await see(page, drawn(`Signed by ${lines.find(({ key }) => key === "signed")!.words}`));
      expect(
        (await page.locator("[data-objection]").evaluateAll((all) => all.map((one) => one.dataset.objection))).sort(),
      ).toEqual(tensions.map((one) => one.id).sort());
      const table = page.getByRole("table").filter({ hasText: "Expert, round" });
      expect(await table.locator("tbody tr").count()).toBe(people.size);
      expect(await table.locator("thead th[scope=col]").count()).toBe(rounds.length);
    }

    await show(page, server.url, `/d/${id}/rounds`);
    await heading(
      page,
      verdict === undefined ? `Round ${rounds.length} is next` : `Decided after ${rounds.length} rounds`,
    );
    const bars = await page.getByLabel(/^Round \d+: \d+ open objections?, \d+ new perspectives?$/).evaluateAll(labels);
    expect(bars.map(numbers)).toEqual(
      rounds.map(({ round, counts }) => [round, counts.open_tensions.length, counts.new_perspectives.length]),
    );
    for (const name of people) await page.locator("main").getByText(name, { exact: true }).first().waitFor();

    await show(page, server.url, `/d/${id}/map?q=all`);
    await heading(page, `Map of ${items.length} items`);
    await page.locator("svg.map [data-id]").first().waitFor();
    const shown = await page.locator("svg.map [data-id]").evaluateAll((all) => all.map((one) => one.dataset.id));
    expect(new Set(shown)).toEqual(new Set(items.map((item) => item.id)));

    await show(page, server.url, `/d/${id}/tensions`);
    await heading(
      page,
      open.length > 0
        ? `${open.length} of ${tensions.length} objections are open`
        : `All ${tensions.length} objections are closed`,
    );
    const lanes = await page.locator("button[data-row] .mono").allTextContents();
    expect(lanes.filter((id) => id.startsWith("T")).sort()).toEqual(tensions.map((one) => one.id).sort());
    const flow = await page.getByLabel(/^Round \d+: .*\d+ open after it/).evaluateAll(labels);
    const said = (words: string, pattern: RegExp) => Number(pattern.exec(words)?.[1] ?? 0);
    expect(flow.map((words) => [said(words, /(\d+) raised/), said(words, /(\d+) open after it/)])).toEqual(
      rounds.map((round) => [round.items.filter(({ type }) => type === "T").length, round.counts.open_tensions.length]),
    );

    await show(page, server.url, `/d/${id}/text`);
    const texts = rounds.flatMap(({ round, texts: all }) =>
      all.filter(({ lines }) => lines.length > 0).map(({ expert }) => `${expert}, round ${round}`),
    );
    const linked = await page.locator("a[data-text][aria-label]").evaluateAll(labels);
    expect(linked.map((words) => words.replace(/, [^,]*$/, "")).sort()).toEqual(texts.sort());
    const [first] = rounds[1]!.texts.filter(({ lines }) => lines.length > 0);
    await page.getByLabel(new RegExp(`^${first!.expert}, round 1,`)).click();
    await heading(page, new RegExp(first!.expert));
    const own = Object.keys(rounds[1]!.mapping).filter((local) => local.startsWith(`${first!.expert.toUpperCase()}-`));
    await see(page, `${own.length} items`);
    expect(await page.locator("[id^=item-]").count()).toBe(own.length);
  });

  it("the map opens on one answer that can be read, and no line crosses a label in any of them", async () => {
    const { page } = await look();
    const cards = page.locator(".forest a.nd");
    await show(page, server.url, `/d/${orders}/map`);
    await heading(page, "Map: strongest objections and what settled them");
    await see(page, /^11 of 49 objections, most raised first$/);
    expect(await cards.count()).toBeLessThanOrEqual(30);
    const before = await cards.count();
    await page.getByRole("button", { name: "More" }).click();
    await page.waitForURL(/n=15$/);
    expect(await cards.count()).toBeGreaterThan(before);
    await page.getByLabel("every expert").selectOption("muffin");
    await page.waitForURL(/by=muffin/);
    await page.getByLabel("also what they refer to").check();
    await page.waitForURL(/out=1/);
    await show(page, server.url, `/d/${webhooks}/map`);
    await heading(page, "Map: still open");
    for (const hash of [
      `/d/${orders}/map`,
      `/d/${orders}/map?n=100`,
      `/d/${orders}/map?q=rests`,
      `/d/${orders}/map?sel=T0006`,
      `/d/${webhooks}/map?out=1`,
    ]) {
      await show(page, server.url, hash);
      await cards.first().waitFor();
      expect([hash, await page.evaluate(mapFaults)]).toEqual([hash, []]);
    }
    // On a phone the same as a list, and nothing is drawn.
    const small = await look({ viewport: phone, hasTouch: true });
    await show(small.page, server.url, `/d/${orders}/map`);
    expect(await small.page.locator(".forest").isVisible()).toBe(false);
    expect(await small.page.locator(".chains > li").count()).toBeGreaterThan(5);
    await small.page.locator(".chains a.nd").first().click();
    await small.page.waitForURL(/sel=T/);
    await see(small.page, "Settled by");
  });

  it("beside the map stands who settled it by what and when, apart from all that say so", async () => {
    const { page } = await look();
    await show(page, server.url, `/d/${orders}/map?sel=T0201`);
    const side = page.locator(".map-s");
    await side.getByText(/^R0212 by\s+Sc\s+Scone, closed in round 3 by words of round 2: “Add to the/).waitFor();
    await side.getByRole("heading", { name: "Also proposed as settling it (6)" }).waitFor();
    await show(page, server.url, `/d/${webhooks}/map?q=strong`);
    await see(page, /, the worst groups first$/);
  });

  it("an objection that was refused reads as refused, not as settled, beside the map and on it", async () => {
    const { root, call } = makeDesk({ tree: ordinaryTree });
    const id = await playOrdinary({ root, call });
    const { url } = await serve(root);
    const { page } = await look();
    await show(page, url, `/d/${id}/map?q=rests&sel=T0002`);
    await page.locator(".forest .nd.answer").getByText("Refused, accepted").waitFor();
    expect(await page.locator(".map-s .pill").allTextContents()).toEqual(["refused, and accepted as such"]);
    await show(page, url, `/d/${id}/map?q=rests&sel=T0001`);
    expect(await page.locator(".map-s .pill").allTextContents()).toEqual(["settled"]);
  });

  it("the triangle of an objection is coloured by how bad it is, wherever it stands", async () => {
    const { page } = await look();
    const severities = new Map(
      recordsOf(webhooks)
        .rounds.flatMap(({ items }) => items)
        .flatMap(({ id, type, severity }) => (type === "T" ? [[id, severity] as const] : [])),
    );
    /** Of each element that names an objection, with the fill of its triangle. */
    const fills = (selector: string, triangle: string) =>
      page.evaluate<[string, string][]>(`[...document.querySelectorAll(${JSON.stringify(selector)})].flatMap((one) => {
        const id = one.dataset.id ?? /T\\d{4}/.exec(one.textContent)?.[0];
        const drawn = one.querySelector(${JSON.stringify(triangle)});
        return id?.startsWith("T") && drawn ? [[id, getComputedStyle(drawn).fill]] : [];
      })`);
    const colours = new Map<unknown, Set<string>>();
    for (const [view, selector, triangle] of [
      ["decision", ".chip", ".glyph path"],
      ["decision", "[data-objection] h4", ".sev-t path"],
      ["tensions", "button.lane", ".sev-t path"],
      ["tensions", "button.lane", ".marks path"],
      ["map?q=strong", ".forest .nd.objection", ".glyph path"],
      ["map?q=all", ".ground .node", ".body"],
      ["text?doc=cupcake-0", ".mk-i", ".glyph path"],
    ] as const) {
      await show(page, server.url, `/d/${webhooks}/${view}`);
      await page.locator(selector).first().waitFor();
      const found = await fills(selector, triangle);
      expect([view, found.length > 0]).toEqual([view, true]);
      for (const [id, fill] of found) {
        const severity = severities.get(id);
        colours.set(severity, (colours.get(severity) ?? new Set()).add(fill));
      }
    }
    expect(new Set(colours.keys())).toEqual(new Set(["critical", "major", "minor"]));
    const all = [...colours.values()].flatMap((one) => [...one]);
    expect([all.length, new Set(all).size]).toEqual([3, 3]);
  });

  it("while it is open the columns are headed by an answer and a state, and what the marks mean stands above them", async () => {
    const { page } = await look();
    await show(page, server.url, `/d/${webhooks}/decision`);
    const heads = page.locator(".obs").first().locator(".oh span");
    await heads.first().waitFor();
    expect(await heads.allTextContents()).toEqual(["Raised", "Answer", "State"]);
    await show(page, server.url, `/d/${orders}/decision`);
    await heads.first().waitFor();
    expect(await heads.allTextContents()).toEqual(["Raised", "Settled by"]);
    await show(page, server.url, `/d/${webhooks}/tensions`);
    const legend = (await page.locator(".legend").boundingBox())!;
    expect(legend.y + legend.height).toBeLessThan((await page.locator(".lanes").boundingBox())!.y);
  });

  it("what was searched for is marked, and the filters count what it left", async () => {
    const { page } = await look();
    await show(page, server.url, "/?q=cursor");
    await page.locator(".hits mark").first().waitFor();
    expect(new Set((await page.locator(".hits mark").allTextContents()).map((one) => one.toLowerCase()))).toEqual(
      new Set(["cursor"]),
    );
    await page.getByRole("button", { name: `all ${await page.locator(".rows a[data-row]").count()}` }).waitFor();
    expect(await page.locator(".rows a[data-row]").count()).toBeLessThan(4);
  });

  it("a question is answered by its decision first, and only words that say something are marked", async () => {
    const { page } = await look();
    await show(page, server.url, "/?q=how+do+we+page+long+lists");
    await page.locator(".hits mark").first().waitFor();
    expect(await page.locator(".hits a").first().textContent()).toMatch(/^Decided: .*\bpage\b/);
    const marked = new Set((await page.locator(".hits mark").allTextContents()).map((one) => one.toLowerCase()));
    expect([...marked].filter((one) => !["page", "long", "lists"].includes(one))).toEqual([]);
    expect(await page.locator(".hits .mono").allTextContents()).not.toContainEqual(expect.stringMatching(/round ·/));
  });

  it("everything at once is moved by dragging and scaled by the wheel, and a click without a move selects", async () => {
    const { page } = await look();
    await show(page, server.url, `/d/${orders}/map?q=all`);
    const frame = page.locator(".map-c");
    await frame.waitFor();
    const size = () =>
      page.evaluate<number[]>(`(() => {
      const { left, top, width } = document.querySelector("svg.map").getBoundingClientRect();
      return [left, top, width].map(Math.round);
    })()`);
    await drawn(page);
    const [left, top, width] = await size();
    const box = (await frame.boundingBox())!;
    const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
    await page.mouse.move(...middle);
    await page.mouse.down();
    await page.mouse.move(middle[0] + 60, middle[1] + 40, { steps: 4 });
    await page.mouse.up();
    expect(await size()).toEqual([left! + 60, top! + 40, width]);
    expect(page.url()).not.toContain("sel=");
    await page.mouse.wheel(0, -300);
    await expect.poll(async () => (await size())[2]).toBeGreaterThan(width! * 1.3);
    await page.getByRole("button", { name: "Fit" }).click();
    await expect.poll(size).toEqual([left, top, width]);
    await page.locator("svg.map [data-id]").first().click();
    await page.waitForURL(/sel=/);
  });

  it("the text opens on the whole way: blocks, code as code, and the objections beside what answers them", async () => {
    const { page } = await look();
    await show(page, server.url, `/d/${webhooks}/text`);
    await heading(page, "Round 1");
    await see(page, /^[\d,]+ words, rewritten by the author/);
    const font = "getComputedStyle(document.querySelector('.diff .code')).fontFamily";
    expect(await page.evaluate<string>(font)).toMatch(/mono/i);
    expect(await page.locator(".diff").innerText()).not.toContain("```");
    // It was rewritten: the new words first, what changed in them when asked.
    expect(await page.locator(".diff .cl.added, .diff ins, .diff del").count()).toBe(0);
    await page.getByRole("link", { name: "Changes" }).click();
    await heading(page, /^Subject\s+Round 1$/);
    await see(page, /\d+ of \d+ blocks changed, [\d,]+ → [\d,]+ words/);
    await page.locator(".diff .cl.added").nth(3).waitFor();
    const notes = await page.evaluate<[number, number][]>(
      "[...document.querySelectorAll('.diff .notes')].map((one) => [one.getBoundingClientRect().top, one.getBoundingClientRect().bottom])",
    );
    expect(notes.length).toBeGreaterThan(3);
    for (const [i, [top]] of notes.entries()) if (i > 0) expect(top).toBeGreaterThan(notes[i - 1]![1]);
    const first = page.locator(".diff .nt").first();
    await first.scrollIntoViewIfNeeded();
    // Not only laid out: the reader sees it, and nothing lies over it.
    const seen = `(() => {
      const note = document.querySelector(".diff .nt");
      const { left, top, width, height } = note.getBoundingClientRect();
      return note.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    })()`;
    expect(await page.evaluate<boolean>(seen)).toBe(true);
    await page.getByLabel("against").selectOption("v0.0");
    await heading(page, /^Polished alone/);
    await page.locator(".toc button").first().click();
    await page.locator(".bl").first().waitFor();
  });

  it("documents are listed, read, and lead to the dialogue they came from", async () => {
    const { page } = await look();
    await show(page, server.url, "/documents");
    const files = readdirSync(join(project, ".blue/docs"), { recursive: true, encoding: "utf8" });
    await heading(page, `${files.filter((name) => name.endsWith(".md")).length} documents`);
    // The first is open, and on a phone none.
    const title = page.locator("article").getByRole("heading", { name: "RFC 0001: Acknowledged acceptance" });
    await title.waitFor();
    const small = await look({ viewport: phone, hasTouch: true });
    await show(small.page, server.url, "/documents");
    await heading(small.page, /documents$/);
    expect(await small.page.locator("article").isVisible()).toBe(false);
    const list = page.getByRole("navigation", { name: "Documents" });
    await list.getByRole("link", { name: /Acknowledged acceptance/ }).click();
    await heading(page, "RFC 0001: Acknowledged acceptance");
    await page.locator("article header").getByRole("link").first().click();
    await page.waitForURL(/#\/d\/2026-/);
    await page.locator("h1").waitFor();
  });

  it("what other processes write appears without a reload, within two seconds", async () => {
    const dialogue = await makeDialogue({ git: true });
    const { url } = await serve(dialogue.root);
    const { page } = await look();
    await show(page, url, `/d/${dialogue.id}/rounds`);
    await heading(page, "Round 0 is next");
    await page.evaluate("window.notReloaded = true");
    dialogue.write("Muffin", raisesTension);
    await heading(page, "Round 0 is open", 2000);
    await see(page, "1 of 3 drafts is in.");
    dialogue.writeAll({ Muffin: raisesTension });
    await see(page, "3 of 3 drafts are in. The Judge can register it.", 2000);
    const judgement = { dialogue_id: dialogue.id, round: 0, ...fourPoints };
    const input = join(makeFolder({ "round.json": JSON.stringify(judgement) }), "round.json");
    const registering = blue("dialogue", "round-register", "--project", dialogue.root, "--input", input);
    await heading(page, "Round 1 is next", 20_000);
    const shownAt = Date.now();
    await registering;
    const record = join(dialogue.root, ".blue/dialogues", dialogue.id, "round-0/round.json");
    expect(shownAt - statSync(record).mtimeMs).toBeLessThan(2000);
    await page.getByLabel("Round 0: 1 open objection, 1 new perspective").waitFor();
    await page.keyboard.press("4");
    await heading(page, "1 of 1 objection is open");
    expect(await page.evaluate("window.notReloaded")).toBe(true);
  });

  it("an address leads back to the same view and the same selection", async () => {
    const { page } = await look();
    await show(page, server.url, "/");
    const shown = () => page.locator("main").innerText();
    for (const [hash, sign] of [
      ["/?q=cursor&state=decided", "Said or decided"],
      [`/d/${orders}/map?sel=T0201`, "T0201"],
      [`/d/${orders}/map?q=rests`, "items of the decision"],
      [`/d/${orders}/map?q=all&types=T&by=muffin`, "show all"],
      [`/d/${orders}/tensions?open=T0003`, "shows its chain on the map"],
      [`/d/${orders}/text?doc=cupcake-1`, "What Cupcake was shown"],
      [`/d/${webhooks}/rounds`, "Round 2 is next"],
      ["/documents/rfc/1", "Acknowledged acceptance"],
    ] as const) {
      await show(page, server.url, hash);
      await see(page, sign);
      const before = await settled(shown);
      const address = page.url();
      expect(address).not.toContain("token");
      await page.reload();
      await see(page, sign);
      await drawn(page);
      expect([await hashOf(page), page.url(), await settled(shown)]).toEqual([hash, address, before]);
    }
    // The printed address, in a window that shows the page already.
    await page.goto(`${server.url}&/d/${orders}/map?sel=T0201`);
    await see(page, "T0201");
    expect(await hashOf(page)).toBe(`/d/${orders}/map?sel=T0201`);
    await page.keyboard.press("4");
    await heading(page, /objections are closed/);
    await page.goBack();
    await heading(page, /^Map: /);
  });

  it("a code in place of the token opens the page once, and only once", async () => {
    const own = await servePage({ root: project });
    try {
      const [first, second] = [await openWindow(browser), await openWindow(browser)];
      const url = own.urlToOpen();
      await first.page.goto(url);
      await first.page.locator("a[data-row]").first().waitFor();
      expect(first.page.url()).toBe(`${own.address}#/`);
      await first.page.reload();
      await first.page.locator("a[data-row]").first().waitFor();
      await second.page.goto(url);
      await see(second.page, "This page has no key to the server");
      // Before the server ends: a page that listens says that it is gone.
      for (const { close } of [first, second]) await close();
      expect(first.wrong).toEqual([]);
    } finally {
      await own.close();
    }
  });

  it("a page without the key says where to get one", async () => {
    const one = await openWindow(browser);
    await one.page.goto(server.url.replace(/#.*/, ""));
    await see(one.page, "Open the address that blue dashboard printed.");
    await one.close();
    expect(one.wrong.filter((words) => !/status of 403/.test(words))).toEqual([]);
  });

  it("a dialogue that is not there is asked for once, and its name runs nothing", async () => {
    const one = await openWindow(browser);
    await show(one.page, server.url, "/d/%3Cscript%3Ealert(1)%3C%2Fscript%3E/map?sel=%3Cscript%3E");
    await see(one.page, "This dialogue cannot be shown");
    await sleep(300);
    await one.close();
    expect(one.requests.filter((url) => url.includes("/api/dialogues/"))).toHaveLength(1);
    expect(one.wrong.filter((words) => !/status of 404/.test(words))).toEqual([]);
  });

  it("the keyboard reaches everything", async () => {
    const { page } = await look();
    await show(page, server.url, "/");
    const press = (...keys: string[]) =>
      keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
    const focused = () =>
      page.evaluate<[string, number]>(
        "[document.activeElement.tagName, [...document.querySelectorAll('[data-row]')].indexOf(document.activeElement)]",
      );
    await page.locator("a[data-row]").first().waitFor();
    await press("j");
    expect(await focused()).toEqual(["A", 0]);
    await press("j", "j");
    expect(await focused()).toEqual(["A", 2]);
    await press("k");
    expect(await focused()).toEqual(["A", 1]);
    const wanted = await page.locator("a[data-row]").nth(1).getAttribute("href");
    await press("Enter");
    await page.waitForURL((url) => url.hash === wanted);

    await show(page, server.url, `/d/${orders}`);
    for (const [i, sign] of [
      "objections, all settled",
      "Decided after",
      "Strongest objections",
      "objections are closed",
      "The text under discussion",
    ].entries()) {
      await press(String(i + 1));
      await see(page, sign);
      expect(await hashOf(page)).toBe(`/d/${orders}/${viewNames[i]}`);
    }
    const before = await hashOf(page);
    await press("[");
    await page.waitForURL((url) => url.hash.slice(1) !== before);
    await press("]");
    await page.waitForURL((url) => url.hash.slice(1).startsWith(before));

    await press("4");
    await heading(page, /objections are closed/);
    await press("j", "Enter");
    await page.waitForURL(/tensions\?open=T\d+$/);
    await press("Escape");
    await page.waitForURL(/tensions$/);
    await drawn(page);
    await press("3");
    await page.locator(".forest .nd").first().waitFor();
    await drawn(page);
    await press("ArrowRight");
    await page.waitForURL(/map\?sel=/);
    await press("Escape");
    await page.waitForURL(/map$/);
    await drawn(page);

    await press("ArrowRight");
    await page.waitForURL(/map\?sel=/);
    const keys = page.getByRole("dialog", { name: "Keys" });
    for (const closing of ["Escape", "Shift+?", "t"]) {
      await press("Shift+?");
      await keys.waitFor();
      await press(closing);
      await keys.waitFor({ state: "detached" });
    }
    expect(await hashOf(page)).toMatch(/map\?sel=/);

    expect(await theme(page)).toBe("dark");
    await press("6");
    await heading(page, /documents$/);
    await press("g");
    await page.locator("a[data-row]").first().waitFor();
    expect(await hashOf(page)).toBe("/");
    await show(page, server.url, `/d/${orders}/rounds`);
    await press("/");
    await page.waitForURL(/focus=search/);
    await page.locator("input[type=search]:focus").waitFor();
    await page.keyboard.type("jkgt?1");
    expect(await page.getByRole("searchbox").inputValue()).toBe("jkgt?1");
    await press("Escape");
    expect((await focused())[0]).toBe("BODY");
    await page.reload();
    await page.locator("h1").waitFor();
    expect(await theme(page)).toBe("dark");
  });

  it("it is dark where the system is, and until the reader says otherwise", async () => {
    const { page } = await look({ colorScheme: "dark" });
    await show(page, server.url, "/");
    expect([await theme(page), (await brightness(page)) < 60]).toEqual(["dark", true]);
    await page.emulateMedia({ colorScheme: "light" });
    await page.locator("html[data-theme=light]").waitFor();
    expect([await theme(page), (await brightness(page)) > 220]).toEqual(["light", true]);
    await page.getByRole("button", { name: "Light or dark" }).click();
    expect([await theme(page), (await brightness(page)) < 60]).toEqual(["dark", true]);
  });

  it("on a phone nothing needs scrolling sideways", async () => {
    const { page } = await look({ viewport: phone, hasTouch: true });
    for (const hash of placesOf(orders, webhooks)) {
      await show(page, server.url, hash);
      await page.locator("h1").first().waitFor({ state: "attached" });
      expect([hash, await overhang(page)]).toEqual([hash, 0]);
    }
  });

  it("on a phone the last round, the current text and every choice of the map are in view whole", async () => {
    const { page } = await look({ viewport: phone, hasTouch: true });
    const isInside = (selector: string) =>
      page.locator(selector).evaluateAll((all) =>
        all.map((one) => {
          const { left, right } = one.getBoundingClientRect();
          return (
            left >= 0 && right <= one.ownerDocument.documentElement.clientWidth && one.scrollWidth <= one.clientWidth
          );
        }),
      );
    // Five rounds fit, of seven the last is in view.
    await show(page, server.url, `/d/${orders}/rounds`);
    await page.locator(".board").waitFor();
    expect(new Set(await isInside(".b-round"))).toEqual(new Set([true]));
    await show(page, server.url, `/d/${webhooks}/rounds`);
    await page.locator(".b-round.now").waitFor();
    expect(await isInside(".b-round.now")).toEqual([true]);
    await show(page, server.url, `/d/${webhooks}/text`);
    await page.getByLabel("the newest").waitFor();
    expect(await isInside("main select")).toEqual([true]);
    await show(page, server.url, `/d/${webhooks}/map?q=strong`);
    await page.getByRole("button", { name: "Filter" }).click();
    expect(new Set(await isInside(".map-w select"))).toEqual(new Set([true]));
    await show(page, server.url, `/d/${orders}/map?q=rests`);
    await page.locator(".map-q [aria-current]").waitFor();
    expect(await isInside(".map-q [aria-current]")).toEqual([true]);
    await show(page, server.url, `/d/${webhooks}/rounds`);
    expect(await isInside(".crumb .pill")).toEqual([true]);
    // Nor does a card that is chosen end below the bar.
    await show(page, server.url, `/d/${orders}/map?sel=T0201`);
    await page.locator(".chains .nd.sel").waitFor();
    const card = (await page.locator(".chains .nd.sel").boundingBox())!;
    expect(card.y + card.height).toBeLessThan((await page.locator(".tabs").boundingBox())!.y);
  });

  it("what one more look would bring has a heading and says what its colours mean; of too few there are words alone", async () => {
    const { page } = await look();
    const all = readdirSync(join(project, ".blue/dialogues"));
    const id = (topic: string) => all.find((name) => name.endsWith(topic))!;
    await show(page, server.url, `/d/${id("decision-rot")}/decision`);
    await see(page, "How much is left");
    await see(page, "3 found by several");
    await see(page, "19 by one expert only");
    await show(page, server.url, `/d/${id("where-truth-lives")}/decision`);
    await see(page, "How much is left");
    expect(await page.locator(".cov").count()).toBe(0);
  });

  it("axe finds nothing serious in any view, light and dark", async () => {
    const { page } = await look();
    const found: unknown[] = [];
    const inspect = async (where: string) => {
      found.push(...(await seriousIssues(page, where)));
      await page.emulateMedia({ colorScheme: "dark" });
      await page.locator("html[data-theme=dark]").waitFor();
      // Only colours differ.
      found.push(
        ...(await seriousIssues(page, `${where}, dark`, { runOnly: ["color-contrast", "link-in-text-block"] })),
      );
      await page.emulateMedia({ colorScheme: "light" });
      await page.locator("html[data-theme=light]").waitFor();
    };
    for (const hash of [
      "/?q=cursor",
      `/d/${orders}/decision`,
      `/d/${webhooks}/decision`,
      `/d/${webhooks}/rounds`,
      `/d/${orders}/map`,
      `/d/${orders}/map?q=all`,
      `/d/${webhooks}/map?sel=T0001`,
      `/d/${webhooks}/tensions?open=T0001`,
      `/d/${orders}/text`,
      `/d/${orders}/text?doc=cupcake-4`,
      "/documents/rfc/1",
    ]) {
      await show(page, server.url, hash);
      await page.locator("h1").first().waitFor({ state: "attached" });
      await inspect(hash);
    }
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await inspect("the keys");
    expect(found).toEqual([]);
  });

  describeWithPostgres("over all repositories", () => {
    let org: Dashboard;
    const before = process.env.BLUE_DATABASE_URL;
    const publish = (root: string, name: string) => blue("org", "publish", "--project", root, "--repository", name);
    beforeAll(async () => {
      process.env.BLUE_DATABASE_URL = await postgres.database();
      await blue("org", "migrate");
      const sound = await makeDecided();
      const adr = "---\ntitle: Times are UTC\n---\n## Decision\nAll of them.\n";
      const rotten = await makeDecided({ tree: { ".blue/docs/adrs/0001-utc.accepted.md": adr } });
      rotten.remove(schemaPath);
      rotten.commit();
      const hostile = await makeHostileProject();
      initGit(hostile.root);
      await publish(sound.root, "example.org/shop/a");
      await publish(rotten.root, "example.org/shop/b");
      await publish(hostile.root, "example.org/<script>alert(1)</script>");
      org = await startDashboard("--org");
      servers.push(org);
    });
    afterAll(() => {
      if (before === undefined) delete process.env.BLUE_DATABASE_URL;
      else process.env.BLUE_DATABASE_URL = before;
    });

    it("says what has rotted where, finds it, and an address leads back to it", async () => {
      const { page } = await look();
      await show(page, org.url, "/");
      await heading(page, /^1 of \d+ decisions in force has rotted$/);
      expect(await hashOf(page)).toBe("/org");
      const rows = page.locator("a[data-row]");
      expect(await rows.count()).toBe(3);
      const parts = page.getByLabel("1 rotted, 0 unclear, 0 sound, 1 nothing to check").locator("i");
      expect(await parts.evaluateAll((all) => all.map((one) => one.clientHeight))).toEqual([6, 6]);
      await page.keyboard.press("j");
      await page.keyboard.press("Enter");
      await heading(page, "1 of 2 decisions in force has rotted");
      expect(await hashOf(page)).toBe("/org/decisions?repository=example.org%2Fshop%2Fb");
      await page.locator("button[data-row]").first().waitFor();
      await page.keyboard.press("j");
      await page.keyboard.press("Enter");
      await see(page, /\/verdict\.md @ [0-9a-f]{12}$/);
      await see(page, `${schemaPath}:3`);
      await page.reload();
      await see(page, `${schemaPath}:3`);
      await page.keyboard.press("Escape");
      await page.getByText(`${schemaPath}:3`).waitFor({ state: "detached" });
      await page.getByLabel("all repositories", { exact: true }).selectOption("");
      await page.getByRole("button", { name: /^nothing to check/ }).click();
      await page.waitForURL(/decisions\?health=unchecked$/);
      await page.getByText("rotted", { exact: true }).waitFor({ state: "detached" });
      await page.keyboard.press("/");
      await page.keyboard.type("clocks");
      await see(page, "Said or decided");
      await page.locator(".said li", { hasText: "example.org/shop/a" }).first().waitFor();
      await page.keyboard.press("Escape");
      await page.keyboard.press("3");
      await heading(page, /^A dialogue takes \d/);
      await see(page, "by dialogue");
      // Each bar has its number of rounds below it.
      const bars = page.locator(".org-a .bars");
      const numbered = Array.from({ length: await bars.locator("rect").count() }, (_, i) => String(i + 1));
      expect(await bars.locator("text").allTextContents()).toEqual(numbered);
    });

    it("a database that is lost is said, and asked again when somebody wants it", async () => {
      const one = await openWindow(browser);
      await show(one.page, org.url, "/org");
      await heading(one.page, /has rotted$/);
      await postgres.server.halt();
      const again = one.page.getByRole("button", { name: "Read again" });
      try {
        await again.first().click();
        await see(one.page, "does not answer");
        await see(one.page, "What you see was read at");
        expect(await one.page.locator("a[data-row]").count()).toBe(3);
      } finally {
        await postgres.server.start();
      }
      await again.first().click();
      await one.page.getByText("does not answer").waitFor({ state: "detached" });
      await one.close();
      expect(one.wrong.filter((words) => !/status of 400/.test(words))).toEqual([]);
    });

    it("fits a phone, and axe finds nothing serious, light and dark", async () => {
      const window = await look();
      const small = await look({ viewport: phone, hasTouch: true });
      for (const hash of ["/org", "/org/decisions?q=clocks", "/org/how"]) {
        await show(small.page, org.url, hash);
        await small.page.locator("h1").waitFor();
        expect([hash, await overhang(small.page)]).toEqual([hash, 0]);
        await show(window.page, org.url, hash);
        await window.page.locator("h1").waitFor();
        expect(await window.page.evaluate(harm)).toMatchObject({ ran: null, links: [], leaks: [], elements: 0 });
        for (const colorScheme of ["light", "dark"] as const) {
          await window.page.emulateMedia({ colorScheme });
          await window.page.locator(`html[data-theme=${colorScheme}]`).waitFor();
          expect(await seriousIssues(window.page, `${hash}, ${colorScheme}`)).toEqual([]);
        }
      }
    });
  });

  it("letters with stacked marks paint over nothing that Blue says, in labels, prose and quotations", async () => {
    const marks = "\u0300".repeat(40) + "\u0323".repeat(40);
    const tower = Array.from("tower of marks", (letter) => letter + marks).join("");
    const dialogue = await makeDialogue();
    await dialogue.round({
      Muffin: [
        `[MUFFIN-P0001: plain]\n${tower}`,
        `[MUFFIN-T0001: ${tower.slice(0, 290)} | critical]\n[CITE nowhere.md "${tower.slice(0, 290)}"]\n${tower}\n\n- ${tower}\n\n> ${tower}\n\n## ${tower}`,
        `[RE:SUPPORT MUFFIN-P0001]\n[MUFFIN-S0001: REJECT | 0.8]\n${tower}`,
      ].join("\n"),
    });
    const { url } = await serve(dialogue.root);
    const { page } = await look({ viewport: { width: 700, height: 1200 } });
    await page.goto(url);
    await page.evaluate(`location.hash = "#/d/${dialogue.id}/text?doc=muffin-0"`);
    await page.waitForSelector(".mk-s");
    const said = await page.$$(".doc-h p, .mk-s, .sev-w, .mk-i .chip, .cite em, .mk-r");
    expect(said.length).toBeGreaterThan(6);
    const shots = async () => {
      const pictures: string[] = [];
      for (const one of said) pictures.push((await one.screenshot({ animations: "disabled" })).toString("base64"));
      return pictures;
    };
    const style = (of: string, name: "overflow" | "visibility", value: string) =>
      page.evaluate(
        `for (const one of document.querySelectorAll(${JSON.stringify(of)})) one.style.setProperty("${name}", "${value}")`,
      );
    const words = ".prose :is([dir=auto]:not(.prose), q, blockquote, pre)";
    const painted = await shots();
    await style(".doc *", "overflow", "visible");
    const unclipped = await shots();
    await style(words, "visibility", "hidden");
    const alone = await shots();
    expect(painted.map((one, i) => one === alone[i])).toEqual(said.map(() => true));
    expect(unclipped, "nothing reaches out of its box here, so this test proves nothing").not.toEqual(alone);
  });

  describe("words that want to be more", () => {
    let hostile: HostileProject;
    beforeAll(async () => {
      hostile = await makeHostileProject();
    });

    const expectHarmless = async ({ page, wrong }: Watched, where: string) => {
      const told = await page.evaluate<{ ran: unknown; links: string[]; leaks: string[]; elements: number }>(harm);
      expect({ where, over: await overhang(page), wrong, ...told }).toEqual({
        where,
        over: 0,
        wrong: [],
        ran: null,
        links: [],
        leaks: [],
        elements: 0,
      });
    };

    it.each([undefined, phone])("run nothing, ask nobody and stay inside the window %#", async (viewport) => {
      const { url } = await serve(hostile.root);
      const window = await look(viewport === undefined ? {} : { viewport, hasTouch: true });
      const { page } = window;
      const { decided, open } = hostile;
      for (const hash of [
        ...placesOf(decided, open),
        `/d/${decided}/map?sel=P0001`,
        `/d/${decided}/map?q=rests`,
        `/d/${decided}/map?q=all`,
        `/d/${decided}/text?doc=muffin-0`,
        `/d/${decided}/text?doc=muffin-0&at=T0001`,
        `/d/${decided}/text?doc=cupcake-1`,
        `/d/${decided}/text?doc=v1`,
        `/d/${decided}/text?doc=verdict&mode=read`,
        `/d/${open}/text?doc=scone-1`,
        "/?q=overridden",
        "/documents/rfc/7",
      ]) {
        await show(page, url, hash);
        await page.locator("h1, h2").first().waitFor({ state: "attached" });
        await expectHarmless(window, hash);
      }
    });

    it("nor in a report", async () => {
      const out = join(makeFolder(), "report.html");
      await blue("dialogue", "report", hostile.decided, "--project", hostile.root, "--out", out);
      const window = await look();
      await window.page.goto(pathToFileURL(out).href);
      for (const view of viewNames) {
        await window.page.evaluate(`location.hash = "#/d/${hostile.decided}/${view}"`);
        await drawn(window.page);
        await expectHarmless(window, view);
      }
      expect(window.requests.filter((url) => !url.startsWith("data:"))).toEqual([pathToFileURL(out).href]);
    });
  });

  it("a report opens from the disk with the same views, asks nobody, and prints", async () => {
    const out = join(makeFolder(), "why.html");
    await blue("dialogue", "report", orders, "--project", project, "--out", out);
    const { page: served } = await look();
    const window = await look({ colorScheme: "dark" });
    const { page } = window;
    await page.goto(pathToFileURL(out).href);
    await page.locator("h1").waitFor();
    const shown = (one: Page) => () => one.locator("main").innerText();
    for (const [i, view] of viewNames.entries()) {
      await page.keyboard.press(String(i + 1));
      await page.waitForURL((url) => url.hash.endsWith(`/${view}`));
      await show(served, server.url, `/d/${orders}/${view}`);
      expect((await settled(shown(page))).split("\n")).toEqual((await settled(shown(served))).split("\n"));
    }
    await page.keyboard.press("3");
    await page.locator(".forest .nd").first().waitFor();
    await page.keyboard.press("ArrowRight");
    await page.waitForURL(/sel=/);
    await page.reload();
    await heading(page, /^Map: /);
    expect(window.requests.filter((url) => !url.startsWith("data:")).map((url) => url.replace(/#.*/, ""))).toEqual([
      pathToFileURL(out).href,
      pathToFileURL(out).href,
    ]);
    // A sheet of A4 between its margins.
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: 718, height: 1047 });
    for (const view of viewNames) {
      await page.evaluate(`location.hash = "#/d/${orders}/${view}"`);
      await settled(shown(page));
      expect([view, await overhang(page)]).toEqual([view, 0]);
      expect(await page.locator(".top, .tabs, .filter, .map-q, .btn").filter({ visible: true }).count()).toBe(0);
      // Nothing is left closed, and what an objection came to is said.
      const closed =
        "[...document.querySelectorAll('details > :not(summary)')].filter((one) => !one.checkVisibility())";
      expect([view, await page.evaluate(`${closed}.length`)]).toEqual([view, 0]);
      if (view === "tensions") expect(await page.locator("button.lane .lane-b").first().isVisible()).toBe(true);
      if (view === "map") expect((await page.locator("h1").boundingBox())!.height).toBeGreaterThan(10);
      expect([view, (await brightness(page)) > 250, (await inkBrightness(page)) < 100]).toEqual([view, true, true]);
      const pdf = await page.pdf({ format: "A4" });
      expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
      expect(pdf.length).toBeGreaterThan(20_000);
    }
  });

  /** What the records of a dialogue say, read from its files alone. */
  function recordsOf(id: string) {
    const folder = join(project, ".blue/dialogues", id);
    const read = <T>(...path: string[]) => JSON.parse(readFileSync(join(folder, ...path), "utf8")) as T;
    const names = readdirSync(folder).filter((name) => /^round-\d+$/.test(name));
    const rounds = names.map((name) => read<RoundRecord>(name, "round.json")).sort((a, b) => a.round - b.round);
    const last = `round-${rounds.length - 1}`;
    const closing = readdirSync(join(folder, last)).find((name) => /^verdict-.*\.json$/.test(name));
    return {
      opening: read<OpeningRecord>("opening.json"),
      rounds,
      verdict: closing === undefined ? undefined : read<VerdictRecord>(last, closing),
    };
  }
});

/** This project's own dialogues and documents, and the files that they cite; webhook delivery as it stood after two rounds, undecided. */
async function ownProject(): Promise<string> {
  const root = makeFolder();
  for (const name of [".blue/dialogues", ".blue/docs", "docs", "examples"])
    cpSync(name, join(root, name), { recursive: true });
  const open = join(root, ".blue/dialogues", webhooks);
  for (const name of readdirSync(open))
    if (/^round-(?![01]$)/.test(name)) rmSync(join(open, name), { recursive: true });
  await blue("sync", "--project", root);
  return root;
}

/** Every view of two dialogues, and the pages about all of them. */
function placesOf(...ids: string[]): string[] {
  const views = ids.flatMap((id) => viewNames.map((view) => `/d/${id}/${view}`));
  return ["/", ...views, `/d/${ids[0]}/map?sel=T0001`, `/d/${ids[0]}/tensions?open=T0001`, "/documents"];
}

/** The first time with the key, then by the address alone, as a link does it. */
async function show(page: Page, url: string, hash: string): Promise<void> {
  if (!page.url().startsWith(url.replace(/#.*/, ""))) await page.goto(`${url}&${hash}`);
  else await page.evaluate(`location.hash = ${JSON.stringify(`#${hash}`)}`);
  await drawn(page);
}

/** A change of the address is drawn in the next frame; what has to be asked for first says that it is being read. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate("new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done, 30))))");
  await page.locator("main .loading").waitFor({ state: "detached" });
}

async function see(page: Page, words: string | RegExp, timeout = 10_000): Promise<void> {
  await page.getByText(words).first().waitFor({ timeout });
}

async function heading(page: Page, name: string | RegExp, timeout = 10_000): Promise<void> {
  const exact = typeof name === "string";
  await page.getByRole("heading", { level: 1, name, exact }).waitFor({ timeout });
}

/** What is read once it no longer changes. */
async function settled(read: () => Promise<string>): Promise<string> {
  for (let before = await read(), left = 40; left > 0; left--) {
    await sleep(100);
    const now = await read();
    if (now === before && !now.includes("Searching …")) return now;
    before = now;
  }
  throw new Error("the page does not settle");
}

const labels = (all: { getAttribute(name: string): string | null }[]) =>
  all.map((one) => one.getAttribute("aria-label")!);
const numbers = (words: string) => words.match(/\d+/g)!.map(Number);
const hashOf = (page: Page) => page.evaluate<string>("location.hash.slice(1)");
const theme = (page: Page) => page.evaluate<string>("document.documentElement.dataset.theme");

/** 0 is black, 255 white. */
const mean = "match(/[\\d.]+/g).slice(0, 3).reduce((sum, one) => sum + Number(one), 0) / 3";
const brightness = (page: Page) => page.evaluate<number>(`getComputedStyle(document.body).backgroundColor.${mean}`);
const inkBrightness = (page: Page) =>
  page.evaluate<number>(`getComputedStyle(document.querySelector("h1")).color.${mean}`);

interface Issue {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

async function seriousIssues(page: Page, where: string, options: object = {}) {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(`${axeSource};0`);
  const asked = JSON.stringify({ resultTypes: ["violations"], ...options });
  const { violations, passes } = await page.evaluate<{ violations: Issue[]; passes: Issue[] }>(`axe.run(${asked})`);
  expect(passes.map(({ id }) => id)).toContain("color-contrast");
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => ({ where, id, nodes: nodes.slice(0, 3).map((node) => [node.html, node.failureSummary]) }));
}

/** Labels that meet, and points of lines that lie in a label. */
const mapFaults = `(() => {
  const boxes = [...document.querySelectorAll(".forest .nd")].map((one) => one.getBoundingClientRect());
  const faults = [];
  boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => {
    if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) faults.push("labels meet");
  }));
  const origin = document.querySelector(".forest svg").getBoundingClientRect();
  for (const line of document.querySelectorAll(".forest .fl"))
    for (let at = 2; at < line.getTotalLength(); at += 3) {
      const { x, y } = line.getPointAtLength(at);
      if (boxes.some((b) => x + origin.left > b.left && x + origin.left < b.right && y + origin.top > b.top && y + origin.top < b.bottom))
        faults.push("a line crosses a label");
    }
  return faults;
})()`;

/** What ran, where links lead, elements that no view draws, and directions that leak from somebody's words into the page's own. */
const harm = `(() => {
  const links = [...document.querySelectorAll("a")].map((a) => a.getAttribute("href") ?? a.getAttribute("xlink:href"));
  const leaks = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (/[\\u202a-\\u202e\\u2066-\\u2069]/.test(data) && !parentElement.closest("bdi, [dir], svg, script, pre")) leaks.push(parentElement.outerHTML.slice(0, 120));
  }
  return {
    ran: window.${canary} ?? null,
    links: links.filter((href) => href !== null && !/^(#|https?:\\/\\/|mailto:)/.test(href)),
    leaks,
    elements: document.querySelectorAll("main :is(script, iframe, img, image, use, style, link, meta, base, object, embed, form, foreignObject, [onload], [onerror])").length,
  };
})()`;
