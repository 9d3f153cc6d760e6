import { describe, expect, it } from "vitest";
import { expectUnchanged, makeDialogue, show, treeOf } from "../../../test/helpers/dialogue.ts";

interface Collected {
  digest: string;
  present: string[];
  missing: string[];
  incomplete: string[];
  problems: { expert: string; line: number; code: string }[];
  items: {
    local_id: string;
    id: string;
    label: string;
    refs?: string[];
    cited?: number;
    not_found?: number;
    text?: string;
  }[];
  resolvers: { tension: string; by: string[] }[];
  citations: { found: number; not_found: string[] };
  signals: { expert: string; counted: boolean; why: string | null }[];
  stances: { expert: string; position: string; refs?: string[]; text: string }[];
  proposed_merges: string[][];
  pages: number;
  next: { tool: string; arguments: Record<string, unknown> };
}

const long =
  "Offset pages are read again and again by the database, and every deeper page costs more than the one before it.";

describe("round-collect", () => {
  it("says who is there, missing and incomplete, and changes nothing", async () => {
    const dialogue = await makeDialogue();
    dialogue.write("Muffin", ["[MUFFIN-P0001: a view]\nText."]);
    dialogue.write("Cupcake", "[CUPCAKE-P0001: a view]\nText.\n\n[CUPCAKE-R0001: broken o");
    const before = treeOf(dialogue.root);
    const out = await dialogue.call<Collected>("dialogue.round-collect", { dialogue_id: dialogue.id });
    expect(out).toMatchObject({ present: ["Muffin"], incomplete: ["Cupcake"], missing: ["Scone"] });
    expectUnchanged(dialogue.root, before);
  });

  it("shows every marker once, with the ID registration gives it", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({
      Muffin: [
        "[MUFFIN-T0001: who pays]\nNobody said.",
        "[MUFFIN-R0001: price it]\n[RE:RESOLVE MUFFIN-T0001]\nAsk finance.",
      ],
      Cupcake: ["[CUPCAKE-T0001: who runs it]\nNobody said."],
    });
    const out = await dialogue.call<Collected>("dialogue.round-collect", { dialogue_id: dialogue.id });
    const registered = await dialogue.register();
    expect(Object.fromEntries(out.items.map(({ local_id, id }) => [local_id, id]))).toEqual(registered.id_mapping);
    // By marker: the IDs of this round move with what is merged and listed.
    expect(out.resolvers).toContainEqual({ tension: "MUFFIN-T0001", by: ["MUFFIN-R0001"], now: false });
    expect(out.items.find(({ id }) => id === "R0001")?.refs).toEqual(["RESOLVE MUFFIN-T0001"]);
  });

  it("gives references and moves as data, those outside items with the stance, and the words without them", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: ["[MUFFIN-T0001: who pays]\nNobody said.", "[MUFFIN-R0001: we do]\nAll of it."] });
    dialogue.writeAll({
      Muffin: [
        "[RE:OPPOSE R0001]",
        "[MUFFIN-R0101: price it]\n[RE:RESOLVE T0001] [MOVE:CONCEDE R0001]\n[RE:DEPEND T0001] [RE:DEPEND R0001]\nAsk finance.",
      ],
    });
    const { items, stances } = await dialogue.call<Collected>("dialogue.round-collect", {
      dialogue_id: dialogue.id,
      full: true,
    });
    expect(items[0]).toMatchObject({
      refs: ["RESOLVE T0001", "DEPEND T0001, R0001", "CONCEDE R0001"],
      text: "Ask finance.",
    });
    expect(stances.map(({ expert, refs }) => [expert, refs])).toEqual([
      ["Muffin", ["OPPOSE R0001"]],
      ["Cupcake", undefined],
      ["Scone", undefined],
    ]);
  });

  it("hands out a digest that registration insists on", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll();
    const { digest, next } = await dialogue.call<Collected>("dialogue.round-collect", { dialogue_id: dialogue.id });
    expect(next).toMatchObject({ tool: "blue_dialogue_round_register", arguments: { digest } });
    dialogue.write("Scone", ["[SCONE-T0001: wait]\nOne more thing."]);
    await dialogue.registerRefused("drafts_changed", { digest });
    const again = await dialogue.call<Collected>("dialogue.round-collect", { dialogue_id: dialogue.id });
    await dialogue.register({ digest: again.digest });
  });

  it("names malformed markers with file, line and what to do", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({
      Muffin: ["[MUFFIN-X0001: no such type]\nText.", "[MUFFIN-P0001: a view]\n[RE:SUPPORT P0909]\nText."],
    });
    const { problems } = await dialogue.call<Collected>("dialogue.round-collect", { dialogue_id: dialogue.id });
    expect(problems.map(({ expert, line, code }) => [expert, line, code])).toEqual([
      ["Muffin", 1, "unmapped_marker"],
      ["Muffin", 5, "target_not_found"],
    ]);
  });

  it("names a tension without a severity where others have one, and no other", async () => {
    const dialogue = await makeDialogue();
    const collect = () => dialogue.call("dialogue.round-collect", { dialogue_id: dialogue.id });
    const bare = "[MUFFIN-T0001: it leaks]\nHere.";
    dialogue.writeAll({ Muffin: [bare] });
    expect(await collect()).toMatchObject({ notices: [] });
    dialogue.writeAll({ Muffin: [bare], Cupcake: ["[CUPCAKE-T0001: it is slow | minor]\nThere."] });
    expect(await collect()).toMatchObject({
      problems: [],
      notices: [expect.stringMatching(/^Without a severity, where others have one: MUFFIN-T0001\. /)],
    });
  });

  it("says which signals count, and why one does not", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Muffin: ["[MUFFIN-T0001: wait]\nA case.", "[MOVE:CONVERGE]"] });
    const { signals } = await dialogue.call<Collected>("dialogue.round-collect", { dialogue_id: dialogue.id });
    expect(signals).toEqual([
      { expert: "Muffin", counted: false, why: "MUFFIN-T0001 raises a tension" },
      { expert: "Cupcake", counted: true, why: null },
      { expert: "Scone", counted: true, why: null },
    ]);
  });

  it("points out items that say the same, and citations that are not there or on another line", async () => {
    const dialogue = await makeDialogue({ tree: { "a.md": "one\ntwo\n" } });
    dialogue.writeAll({
      Muffin: [`[MUFFIN-E0001: deep pages]\n${long} [CITE a.md#L2 "two"] [CITE a.md#L1 "two"]`],
      Cupcake: [`[CUPCAKE-E0001: deep pages]\n${long} [CITE b.md#L1 "one"]`],
    });
    const out = await dialogue.call<Collected>("dialogue.round-collect", { dialogue_id: dialogue.id });
    expect(out.proposed_merges).toEqual([["MUFFIN-E0001", "CUPCAKE-E0001"]]);
    expect(out.citations).toEqual({
      found: 2,
      not_found: [
        "Muffin, line 2: the citation of a.md was found on line 2 instead.",
        "Cupcake, line 2: the citation of b.md was not found: there is no such file.",
      ],
    });
    expect(out.items.map(({ local_id, cited, not_found }) => [local_id, cited, not_found])).toEqual([
      ["MUFFIN-E0001", 2, undefined],
      ["CUPCAKE-E0001", 1, 1],
    ]);
    const shown = await show("dialogue.round-collect", out);
    expect(shown).toContain("2 of 2 citations found");
    expect(shown).toContain("0 of 1 citation found");
  });

  it("is brief unless asked for texts: all, so many, or those that are named", async () => {
    const dialogue = await makeDialogue();
    const stance = `[MUFFIN-S0001: HOLD | 0.5]\n${long} ${long}`;
    dialogue.writeAll({
      Muffin: [`[MUFFIN-P0001: a view]\n${long} ${long}`, stance],
      Cupcake: ["[CUPCAKE-T0001: small]\nA scratch.", "[CUPCAKE-T0002: it loses orders | critical]\nEvery night."],
    });
    const collect = (input: object) =>
      dialogue.call<Collected>("dialogue.round-collect", { dialogue_id: dialogue.id, ...input });
    const texts = ({ items }: Collected) => items.map(({ text }) => text);
    const brief = await collect({});
    expect(brief.items.map(({ local_id }) => local_id)).toEqual(["MUFFIN-P0001", "CUPCAKE-T0001", "CUPCAKE-T0002"]);
    expect(texts(brief)).toEqual([undefined, undefined, undefined]);
    expect(brief.stances[0]?.text).toBe(long);
    expect(texts(await collect({ texts: 1 }))).toEqual([undefined, undefined, "Every night."]);
    const full = await collect({ full: true });
    expect(texts(full)).toEqual([`${long} ${long}`, "A scratch.", "Every night."]);
    expect(full.stances[0]?.text).toBe(`${long} ${long}`);
    const chosen = await collect({ items: ["muffin-p0001"] });
    expect(texts(chosen)).toEqual([`${long} ${long}`]);
    expect(chosen.stances).toEqual([]);
    await dialogue.refused("target_not_found", "dialogue.round-collect", {
      dialogue_id: dialogue.id,
      items: ["MUFFIN-P0099"],
    });
  });

  it("comes in pages below what a client shows, each pointing to the one after it", async () => {
    const dialogue = await makeDialogue();
    const many = Array.from(
      { length: 80 },
      (_, i) => `[MUFFIN-E00${String(i + 1).padStart(2, "0")}: fact ${i}]\n${"x".repeat(1000)}`,
    );
    dialogue.writeAll({ Muffin: many });
    const all = { dialogue_id: dialogue.id, full: true };
    const first = await dialogue.call<Collected>("dialogue.round-collect", all);
    expect(first.pages).toBe(2);
    expect(JSON.stringify(first).length).toBeLessThan(80_000);
    expect(first.next).toMatchObject({
      tool: "blue_dialogue_round_collect",
      arguments: { round: 0, full: true, page: 2 },
    });
    const second = await dialogue.call<Collected>("dialogue.round-collect", first.next.arguments);
    expect(second.next.tool).toBe("blue_dialogue_round_register");
    expect(new Set([...first.items, ...second.items].map(({ local_id }) => local_id)).size).toBe(80);
  });

  it("tells people the stances in one place and every problem in the last", async () => {
    const dialogue = await makeDialogue({ tree: { "a.md": "one\ntwo\n" } });
    dialogue.writeAll({
      Muffin: [
        '[MUFFIN-T0001: it loses orders | critical]\nEvery night. [CITE a.md#L1 "two"]',
        "[MUFFIN-T0002: it is slow | minor]\nAt noon.",
        "[MUFFIN-R0001: an index]\n[RE:RESOLVE MUFFIN-T0002]",
        "[MUFFIN-S0001: REJECT | 0.9]\nNot like this.",
        "[MUFFIN-X0001: no such type]\nText.",
        "[MOVE:CONVERGE]",
      ],
    });
    const out = await dialogue.call("dialogue.round-collect", { dialogue_id: dialogue.id });
    const [, ...sections] = (await show("dialogue.round-collect", out)).split(/\n\n(?=[A-Z])/);
    expect(sections.map((one) => one.split("\n")[0])).toEqual([
      "Stances",
      "Outside markers",
      "Before your merging",
      "What could close a tension",
      "Problems",
      expect.stringMatching(/^Next: /),
    ]);
    expect(sections[0]).toContain("Muffin   REJECT 0.9, signs, which does not count: ");
    expect(sections[3]).toBe(
      "What could close a tension\n  MUFFIN-T0001: no resolver\n  1 tension of this round: by what offers a fix, from the next round on",
    );
    expect(sections[4]).toMatch(/found on line 2 instead[\s\S]*MUFFIN-X0001/);
  });
});
