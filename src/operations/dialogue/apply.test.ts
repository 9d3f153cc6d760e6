import { createHash } from "node:crypto";
import { readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { authorOf } from "../../../test/helpers/author.ts";
import { type Dialogue, edit, expectUnchanged, makeDialogue, show, treeOf } from "../../../test/helpers/dialogue.ts";

const rfc = ".blue/docs/rfcs/0007-keys.draft.md";
const yaml = "---\ntitle: Keys\nstatus: draft\n---\n\n# RFC 0007: Keys\n\n";
const table = "# RFC 0007: Keys\n\n| | |\n|---|---|\n| **Status** | Draft |\n\n---\n\n";
const old = "One key for all.\n\n## Cost\n\nNone.\n";
const anew = "Note: one key for each customer.\n\n## Cost\n\nA table.\n";

interface Case {
  path?: string;
  text?: string;
  /** What the author writes. */
  decided?: string;
  git?: boolean;
  create?: Record<string, unknown>;
}

/** Decided: an author rewrote the document, and all signed, or it was forced. */
async function decided({ path = rfc, text = yaml + old, decided = anew, git = false, create = {} }: Case = {}) {
  const dialogue = await makeDialogue({
    tree: { [path]: text },
    git,
    create: { ...(path === rfc ? { rfc: "7" } : { subject: path }), rotation: "none", max_rounds: 2, ...create },
  });
  await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
  await dialogue.round({ Muffin: ["[MUFFIN-T0001: leaks]\nAll of it."] });
  const author = authorOf(dialogue);
  await author.rewrite(decided, "T0001 resolved: a key each\n");
  await author.prompt({ ask: "sign" });
  return dialogue;
}

const settled = ["[MUFFIN-C0101: settled]\n[RE:RESOLVE T0001]\nRead.", "[MOVE:CONVERGE]"];
const closing = { tension_updates: [{ id: "T0001", status: "resolved", via: "MUFFIN-C0101" }] };

async function signed(dialogue: Dialogue): Promise<Record<string, unknown>> {
  await dialogue.round({ Muffin: settled }, closing);
  return dialogue.call("dialogue.verdict-register", { dialogue_id: dialogue.id });
}

const apply = (dialogue: Dialogue, write = false) =>
  dialogue.call("dialogue.apply", { dialogue_id: dialogue.id, ...(write ? { write } : {}) });
const textOf = (dialogue: Dialogue, path = rfc) => readFileSync(join(dialogue.root, path), "utf8");
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

describe("a decided text", () => {
  it("is offered with the verdict, shown as a diff that changes nothing, and written once", async () => {
    const dialogue = await decided();
    const verdict = await signed(dialogue);
    expect(verdict.next).toMatchObject({
      tool: "blue_dialogue_apply",
      why: expect.stringContaining(`look at the diff it makes of ${rfc}`),
    });

    const before = treeOf(dialogue.root);
    const shown = await apply(dialogue);
    expectUnchanged(dialogue.root, before);
    expect(shown).toMatchObject({ status: "shown", path: rfc, warnings: [], next: { arguments: { write: true } } });
    expect(shown.diff).toContain(
      "-One key for all.\n+Note: one key for each customer.\n \n ## Cost\n \n-None.\n+A table.\n",
    );
    expect(await show("dialogue.apply", shown)).toContain("Nothing is written yet.");

    expect(await apply(dialogue, true)).toMatchObject({
      status: "written",
      next: { tool: "blue_rfc_status", arguments: { status: "approved" } },
    });
    const written = textOf(dialogue);
    expect(written).toBe(
      `---\ntitle: Keys\nstatus: draft\ndialogue: ${dialogue.id}\ndecided: 2026-02-03, final verdict on round 1, 3 of 3 signed\n---\n\n# RFC 0007: Keys\n\n${anew}`,
    );
    const again = await apply(dialogue, true);
    expect(again).toMatchObject({ status: "already_there", diff: "" });
    expect(await show("dialogue.apply", again)).toContain(`✓ ${rfc} already says what was decided`);
    expect(textOf(dialogue)).toBe(written);
    await dialogue.call("rfc.status", { id: 7, status: "approved" });
    expect(await apply(dialogue)).toMatchObject({ status: "already_there", path: rfc.replace("draft", "approved") });
  });

  it.each([
    ["leaves it out", anew],
    ["repeats it with another status", table.replace("Draft", "Implemented").replace("Keys", "Many keys") + anew],
  ])("leaves a header table as it is when the author %s", async (_, text) => {
    const dialogue = await decided({ text: (table + old).replaceAll("\n", "\r\n"), decided: text });
    await signed(dialogue);
    await apply(dialogue, true);
    const rows = `| **Status** | Draft |\n| **Dialogue** | ${dialogue.id} |\n| **Decided** | 2026-02-03, final verdict on round 1, 3 of 3 signed |\n`;
    const expected = table.replace("| **Status** | Draft |\n", rows) + anew;
    expect(textOf(dialogue)).toBe(expected.replaceAll("\n", "\r\n"));
  });

  it("brings its title to a document that has none, and leaves a status section as it is", async () => {
    const path = ".blue/docs/adrs/0003-keys.md";
    const text = `## Status\n\nProposed\n\n## Decision\n\n${old}`;
    const dialogue = await decided({ path, text, decided: `# Keys\n\n${text.replace("Proposed", "Accepted")}More.\n` });
    await signed(dialogue);
    await apply(dialogue, true);
    expect(textOf(dialogue, path)).toContain("# Keys\n");
    expect(textOf(dialogue, path)).toContain("## Status\n\nProposed\n");
    expect(textOf(dialogue, path)).toContain("More.\n");
  });

  it("says in the header and in the answer that its verdict was forced", async () => {
    const dialogue = await decided();
    await dialogue.round({ Muffin: ["[MUFFIN-S0101: REJECT | 0.9]\nStill leaks."] });
    const forced = { recommendation: undefined, forced: true, warning: "It leaks." };
    await dialogue.call("dialogue.verdict-register", { dialogue_id: dialogue.id, ...forced });
    const answer = await apply(dialogue, true);
    expect(answer.warnings).toEqual([expect.stringContaining("forced")]);
    expect(textOf(dialogue)).toContain(
      "\ndecided: 2026-02-03, forced verdict on round 1, 2 of 3 signed, 1 open tension\n",
    );
  });

  it("is not written over what somebody wrote since: refused with both hashes", async () => {
    const dialogue = await decided();
    await signed(dialogue);
    const taken = textOf(dialogue);
    edit(dialogue.root, rfc, (text) => text.replace("None.", "Ten."));
    const error = await dialogue.refused("document_changed", "dialogue.apply", {
      dialogue_id: dialogue.id,
      write: true,
    });
    const hashes = { taken_up: hashOf(taken), now: hashOf(textOf(dialogue)) };
    expect(error.context).toMatchObject(hashes);
    expect(error.message).toContain(hashes.taken_up);
    expect(error.message).toContain(hashes.now);
    const { next } = await dialogue.call<{ next: unknown }>("dialogue.status", { dialogue_id: dialogue.id });
    expect(next).toMatchObject({ tool: "blue_rfc_status" });
  });

  it("goes over the words taken up, whatever their header says now and whatever the file is called", async () => {
    const dialogue = await decided();
    await signed(dialogue);
    const path = rfc.replace("draft", "approved");
    edit(dialogue.root, rfc, (text) => text.replace("status: draft", "status: approved\nowner: Ops"));
    renameSync(join(dialogue.root, rfc), join(dialogue.root, path));
    expect(await apply(dialogue, true)).toMatchObject({ status: "written", path });
    expect(textOf(dialogue, path)).toContain("status: approved\nowner: Ops\n");
    expect(textOf(dialogue, path)).toContain(anew);
  });

  it("replaces a file of the project whole if git tracks it, and refuses what git could not give back", async () => {
    const page = { path: "docs/keys.md", text: `# Keys\n\n${old}`, decided: `# Many keys\n\n${anew}` };
    const untracked = await decided({ ...page, create: { title: "Untracked" } });
    await signed(untracked);
    const input = { dialogue_id: untracked.id };
    const error = await untracked.refused("invalid_input", "dialogue.apply", input);
    expect(error.suggestion).toContain(`.blue/dialogues/${untracked.id}/round-1/proposal.md`);
    const dialogue = await decided({ ...page, git: true });
    expect((await signed(dialogue)).next).toMatchObject({ tool: "blue_dialogue_apply" });
    await apply(dialogue, true);
    expect(textOf(dialogue, page.path)).toBe(page.decided);
    rmSync(join(dialogue.root, page.path));
    await dialogue.refused("not_found", "dialogue.apply", { dialogue_id: dialogue.id });
  });

  it("keeps the line that calls the file a draft, and names it: nobody decided it away", async () => {
    const head = "# Keys\n\n**Status:** Draft.\n\n";
    const page = { path: "docs/keys.md", text: head + old, decided: head + anew, git: true };
    const dialogue = await decided(page);
    await signed(dialogue);
    expect(await apply(dialogue, true)).toMatchObject({
      warnings: ["Line 3 stays as it is: “**Status:** Draft.” Edit it, if that is no longer so."],
    });
    expect(textOf(dialogue, page.path)).toBe(page.decided);
    const later = await decided({ ...page, decided: `# Keys\n\n## Status\n\nStatus: draft\n${anew}` });
    await signed(later);
    expect(await apply(later)).toMatchObject({ warnings: [] });
  });

  it("is refused before it is decided, without a document, for Blue's own files and for words that nobody was shown", async () => {
    const open = await decided();
    await open.refused("dialogue_not_decided", "dialogue.apply", { dialogue_id: open.id });
    await open.round({ Muffin: settled }, closing);
    await open.verdict({ recommendation: "Keys, please." });
    const unseen = await open.refused("invalid_input", "dialogue.apply", { dialogue_id: open.id });
    expect(unseen).toMatchObject({ constraint: "seen_by_panel" });
    const bare = await makeDialogue();
    await bare.call("dialogue.round-prompt", { dialogue_id: bare.id, proposal: "Use REST." });
    await bare.round();
    await bare.verdict();
    expect(await bare.refused("invalid_input", "dialogue.apply", { dialogue_id: bare.id })).toMatchObject({
      constraint: "has_subject",
    });
    const own = await decided({
      path: ".blue/config.yaml",
      text: "max_rounds: 2\n",
      decided: "max_rounds: 3\n",
      git: true,
    });
    await signed(own);
    const refused = await own.refused("invalid_input", "dialogue.apply", { dialogue_id: own.id });
    expect(refused.message).toContain("is kept by Blue");
  });

  it("is the one that was signed: other indentation is another text, and of equal ones the panel's is written", async () => {
    const list = "# Keys\n\n- Nobody may\n  - share a key\n  - lose one  \n- Everybody has one.\n";
    const page = { path: "docs/keys.md", text: `# Keys\n\n${old}`, decided: list, git: true };
    const other = await decided({ ...page, create: { title: "Other" } });
    await other.round({ Muffin: settled }, closing);
    expect(await other.verdict({ recommendation: list.replaceAll("  - ", "- ") })).toMatchObject({
      seen_by_panel: false,
    });
    const refused = await other.refused("invalid_input", "dialogue.apply", { dialogue_id: other.id });
    expect(refused).toMatchObject({ constraint: "seen_by_panel" });
    const same = await decided(page);
    await same.round({ Muffin: settled }, closing);
    const sent = `${list.replace("one  \n", "one\n").replaceAll("\n", "\r\n")}\n\n`;
    expect(await same.verdict({ recommendation: sent })).toMatchObject({ seen_by_panel: true });
    await apply(same, true);
    expect(textOf(same, page.path)).toBe(list);
    const { verdicts } = await same.call<{ verdicts: { recommendation: string }[] }>("dialogue.get", {
      dialogue_id: same.id,
    });
    expect(verdicts[0]!.recommendation).toBe(list.trimEnd());
  });

  it("that the Judge wrote is shown with a warning, and not offered", async () => {
    const dialogue = await makeDialogue({ tree: { [rfc]: yaml + old }, create: { rfc: "7" } });
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id, proposal: "Use REST." });
    await dialogue.round();
    expect((await dialogue.verdict()).next).toMatchObject({ tool: "blue_rfc_status" });
    expect((await apply(dialogue)).warnings).toEqual([expect.stringContaining("No author wrote these words")]);
  });
});
