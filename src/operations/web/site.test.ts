import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { authorOf } from "../../../test/helpers/author.ts";
import { type Decided, makeDecided, schemaPath } from "../../../test/helpers/decided.ts";
import { type Dialogue, dialogueAt, makeDialogue, poolOf } from "../../../test/helpers/dialogue.ts";
import { makeProject } from "../../../test/helpers/project.ts";
import { makeContext } from "../../context.ts";
import { findProject } from "../../store/project.ts";
import type { DialogueView, SearchRow, SiteData, SitePart } from "../../web/data.ts";
import { siteParts } from "./site.ts";

async function siteOf({ project }: Pick<Dialogue, "project">, isPublic = false) {
  const parts = new Map<string, unknown>();
  for await (const { name, value } of siteParts(makeContext(project), { isPublic })) parts.set(name, value);
  const site = parts.get("site") as SiteData;
  const view = (id: string) => parts.get(`dialogues/${id}`) as SitePart<DialogueView>;
  return { parts, site, view, search: parts.get("search") as SearchRow[], all: JSON.stringify([...parts]) };
}

const secrets = {
  draft: "only in my draft and in no item",
  path: "src/billing/ledger.ts",
  quote: "const rate = secretRateOf(customer, month);",
  code: "await chargeEverybody(twice);",
  directive: "look at the contract with the bank",
  live: "not registered yet, still in my draft",
  home: "/home/somebody/notes/bank.txt",
};

/** Decided, with every secret in it; and an open one whose second round is being written. */
async function withSecrets(): Promise<{ decided: Dialogue; open: string }> {
  const decided = await makeDialogue({
    git: true,
    tree: { "docs/plan.md": `# Plan\n\nCharge once, see ${secrets.path}.\n`, [secrets.path]: `${secrets.quote}\n` },
    create: { title: "Charging", question: "How do we charge?", subject: "docs/plan.md" },
  });
  const author = authorOf(decided);
  await decided.round(
    {
      Muffin: [
        secrets.draft,
        `[MUFFIN-T0001: charged twice after a restart | critical]\nThe lock is lost, see ${secrets.path}:1 and ${secrets.home}.\n\n[CITE ${secrets.path}#L1 "${secrets.quote}"]\n\n\`\`\`ts\n${secrets.code}\n\`\`\`\n\nSo a customer pays twice.`,
        `[MUFFIN-C0001: the plan says once]\nIt does.\n[CITE docs/plan.md#L3 "Charge once, see ${secrets.path}."]`,
      ],
    },
    {},
  );
  await author.rewrite(
    "# Plan\n\nCharge once, with a key that a restart keeps.\n",
    "Decision: Charge once, by a key.\nT0001: resolved: a key is kept\n",
  );
  await decided.call("dialogue.round-prompt", {
    dialogue_id: decided.id,
    directives: { Muffin: secrets.directive },
  });
  await decided.round(
    { Muffin: ["[MUFFIN-C0101: the key settles it]\n[RE:RESOLVE T0001]\nYes.", "[MOVE:CONVERGE]"] },
    { tension_updates: [{ id: "T0001", status: "resolved", via: "MUFFIN-C0101" }] },
  );
  await decided.call("dialogue.round-prompt", { dialogue_id: decided.id });
  await decided.round({ Muffin: ["[MOVE:CONVERGE]"] });
  await decided.verdict();
  const { dialogue_id: open } = await decided.call<{ dialogue_id: string }>("dialogue.create", {
    title: "Refunds",
    question: "How do we refund?",
    expert_pool: poolOf(3),
  });
  dialogueAt(decided, open).write("Muffin", [`[MUFFIN-P0001: first look]\n${secrets.live}`]);
  return { decided, open };
}

it("has every dialogue as the page is given it, every decision with its health, every document, and words to search", async () => {
  const decided: Decided = await makeDecided({
    tree: {
      ".blue/docs/adrs/0007-clocks.accepted.md":
        "---\ntitle: Clocks\nstatus: accepted\n---\n\n# Clocks\n\nOne clock.\n",
    },
  });
  const { site, view, parts, search } = await siteOf(decided);
  expect(view(decided.id)).toMatchObject({ failure: null, value: { export: { dialogue_id: decided.id } } });
  expect(site.decisions.map(({ id, health }) => [id, health])).toEqual([
    [decided.id, "sound"],
    ["ADR 0007", "unchecked"],
  ]);
  expect(site.facts[decided.id]).toMatchObject({ subject: null, review: false, signed: { count: 3, of: 3 } });
  expect(site.commit).toMatch(/^[0-9a-f]{40}$/);
  expect(site.left_out).toBeNull();
  expect(parts.get("documents/0")).toMatchObject({
    value: { id: "ADR 0007", text: expect.stringContaining("One clock.") },
  });
  expect(search.map(({ id }) => id)).toEqual(expect.arrayContaining([decided.id, `${decided.id} E0001`, "ADR 0007"]));
  expect(search.find(({ id }) => id.endsWith("E0001"))!.text).toBe("They do.");

  decided.change(schemaPath, ["-- nothing is left"]);
  const { site: later } = await siteOf({ project: findProject({ flag: decided.root, env: {} }) });
  expect(later.decisions[0]).toMatchObject({ id: decided.id, health: "rotted", findings: [{ path: schemaPath }] });
});

it("of damaged records there is no view, and the site says why", async () => {
  const decided = await makeDecided();
  writeFileSync(join(decided.root, `.blue/dialogues/${decided.id}/round-0/round.json`), "{}\n");
  const { view, site } = await siteOf({ project: findProject({ flag: decided.root, env: {} }) });
  expect(view(decided.id)).toMatchObject({ value: null, failure: expect.stringContaining("round.json") });
  expect(site.list.dialogues).toMatchObject([{ id: decided.id, state: "damaged" }]);
  expect(site.facts).toEqual({});
});

it("a project without dialogues is a site without any", async () => {
  const { parts, site } = await siteOf({ project: makeProject() });
  expect([...parts.keys()]).toEqual(["search", "site"]);
  expect(site.list.dialogues).toEqual([]);
});

it("a public site leaks no prompt, no draft, no quoted line and no path, keeps what was raised and decided, and says what it left out", async () => {
  const { decided, open } = await withSecrets();
  const project = { project: findProject({ flag: decided.root, env: {} }) };
  const whole = await siteOf(project);
  for (const [name, secret] of Object.entries(secrets))
    expect([name, whole.all.includes(secret)]).toEqual([name, true]);
  const { all, view, site, search } = await siteOf(project, true);
  for (const [name, secret] of Object.entries(secrets)) expect([name, all.includes(secret)]).toEqual([name, false]);
  const { export: shown, files } = view(decided.id).value!;
  expect(shown.facts.decided.words).toBe("Charge once, by a key.");
  expect(shown.tensions).toMatchObject([{ label: "charged twice after a restart", severity: "critical" }]);
  expect(shown.tensions[0]!.content).toBe(
    "The lock is lost, see (a file) and (a file).\n\n\n\n(quotation left out)\nSo a customer pays twice.",
  );
  // Of a draft there are the items alone, at their lines, so that the page finds their words.
  const [muffin] = shown.rounds[0]!.texts;
  expect(muffin!.text.replace(/\n+/g, "\n")).toBe(
    "\n[MUFFIN-T0001]\nThe lock is lost, see (a file) and (a file).\n(quotation left out)\nSo a customer pays twice.\n[MUFFIN-C0001]\nIt does.\n",
  );
  const { cuts } = view(decided.id).value!.marks.find(({ round, expert }) => round === 0 && expert === "Muffin")!;
  expect(cuts.map(([from, to]) => muffin!.text.slice(from, to))).toEqual(["[MUFFIN-T0001]", "[MUFFIN-C0001]"]);
  expect(shown.facts.tensions[0]!.answer).toMatchObject({ text: "a key is kept" });
  expect(shown.citations).toMatchObject([{ path: "docs/plan.md", words: "Charge once, see (a file)." }]);
  expect(shown.claims[0]!.content).toContain("docs/plan.md");
  expect(files.map(({ path }) => path)).toEqual(["docs/plan.md"]);
  expect(shown.rounds[1]!.proposal).toContain("with a key that a restart keeps");
  expect(site.facts[decided.id]).toMatchObject({ subject: "docs/plan.md", settled: 1 });
  expect(site.left_out).toHaveLength(5);
  expect(site.left_out!.join(" ")).toMatch(/Drafts: .*\(10\).*: 1 citation,/);
  expect(search.some(({ title }) => title === "charged twice after a restart")).toBe(true);
  expect(view(open).value!.live!.drafts).toMatchObject([
    { expert: "Muffin", state: "complete", text: "", markers: [], stance: null },
    { state: "missing" },
    { state: "missing" },
  ]);
});

it("a public site has no runbook and no postmortem, in no list and in no search, and counts them", async () => {
  const document = (title: string, body: string) => `---\ntitle: ${title}\nstatus: active\n---\n\n${body}\n`;
  const project = {
    project: makeProject({
      ".blue/docs/adrs/0001-cache.accepted.md": "---\ntitle: Cache\nstatus: accepted\n---\n\nWe cache pages.\n",
      ".blue/docs/postmortems/2026-02-01T1000Z-login.open.md": document("Login was down", "The disk of db-7 was full."),
      ".blue/docs/runbooks/cache.active.md": document("Restart the cache", "1. Log in to cache-1"),
      ".blue/docs/spikes/2026-02-02T1000Z-cache.done.md": document("Cold cache", "It is emptied at night."),
    }),
  };
  const words = ["Login was down", "db-7", "Restart the cache", "cache-1"];
  const whole = await siteOf(project);
  expect(words.filter((one) => !whole.all.includes(one))).toEqual([]);
  const { all, site, parts, search } = await siteOf(project, true);
  expect(words.filter((one) => all.includes(one))).toEqual([]);
  expect(site.documents.documents.map(({ title }) => title)).toEqual(["Cache", "Cold cache"]);
  expect(parts.get("documents/1")).toMatchObject({ value: { title: "Cold cache" } });
  expect(search.map(({ title }) => title)).toEqual(["Cache", "Cold cache"]);
  expect(site.left_out).toContain("Runbooks (1) and postmortems (1), whole.");
});
