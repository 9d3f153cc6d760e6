import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  clocks,
  type Decided,
  type Decisions,
  decidedAt,
  makeDecided,
  schemaLines,
  schemaPath,
} from "../../test/helpers/decided.ts";
import { makeDesk, show } from "../../test/helpers/dialogue.ts";
import { makeFolder, runGit } from "../../test/helpers/project.ts";

const without = schemaLines.filter((line) => !line.includes(clocks));
const elsewise = schemaLines.map((line) => line.replace(clocks, "set by the database alone, in one clock"));

const healthOf = ({ decisions }: Decisions) => decisions[0]!.health;
const foundIn = ({ decisions }: Decisions) => decisions.flatMap(({ findings }) => findings);

describe("a decision in the tree as it is", () => {
  it("is listed in one line with what it rests on", async () => {
    const decided = await makeDecided();
    const answer = await decided.decisions();
    expect(answer.decisions).toMatchObject([
      { id: decided.id, kind: "verdict", health: "sound", rests_on: { items: 1, citations: 1, files: 1 } },
    ]);
    expect((await show("decisions", answer)).split("\n")).toEqual([
      `✓ ${decided.id}  sound  API design: no text is on record (the panel never saw the verdict's text, Blue did not ask: what they read is not known)  rests on 1 passage in 1 file`,
      "1 in force: 0 rotted, 0 unclear, 1 sound, 0 with nothing to check; 0 findings settled",
    ]);
  });

  const stands: [string, (decided: Decided) => void][] = [
    ["other lines change and the words move down", (d) => d.change(schemaPath, ["-- new", "-- newer", ...schemaLines])],
    ["a formatter breaks the lines anew", (d) => d.change(schemaPath, schemaLines.join("\n").replaceAll(" ", "\n   "))],
    ["the file has other line ends", (d) => d.change(schemaPath, schemaLines.join("\r\n"))],
    ["the file is renamed", (d) => d.move(schemaPath, "db/tables.sql")],
    [
      "the file is deleted and its words stand in another of its kind",
      (d) => {
        d.remove(schemaPath);
        d.change("db/all.sql", ["-- everything", ...schemaLines]);
      },
    ],
  ];
  it.each(stands)("is sound when %s", async (_, edit) => {
    const decided = await makeDecided();
    edit(decided);
    expect(foundIn(await decided.decisions({ fail_on: "rot" }))).toEqual([]);
  });

  const rots: [string, (decided: Decided) => void][] = [
    ["the words are changed", (d) => d.change(schemaPath, elsewise)],
    ["the line is deleted", (d) => d.change(schemaPath, without)],
    ["the file is deleted", (d) => d.remove(schemaPath)],
    [
      "only a document still quotes the words",
      (d) => {
        d.change(schemaPath, without);
        d.change("docs/old.md", [clocks]);
      },
    ],
    [
      "only Blue's own files still quote the words",
      (d) => {
        d.change(schemaPath, without);
        d.change(".blue/notes.sql", [clocks]);
      },
    ],
    [
      "the file is gone and kept from being ignored",
      (d) => {
        d.change(".gitignore", "*.sql\n!schema.sql\n");
        d.remove(schemaPath);
      },
    ],
  ];
  it.each(rots)("has rotted when %s", async (_, edit) => {
    const decided = await makeDecided();
    edit(decided);
    const answer = await decided.decisions({ fail_on: "rot" });
    expect(foundIn(answer)).toMatchObject([
      {
        state: "rotted",
        reason: "gone",
        id: "E0001.1",
        path: schemaPath,
        line: 3,
        words: clocks,
        label: "clocks drift",
      },
    ]);
    expect(answer).toMatchObject({ fails: true, counts: { rotted: 1 } });
    expect((await decided.decisions()).fails).toBe(false);
  });

  const doubts: [string, string, (decided: Decided) => void][] = [
    [
      "a copy is left in a file of its kind",
      "only a copy is left in db/copy.sql",
      (d) => {
        d.change(schemaPath, without);
        d.change("db/copy.sql", schemaLines);
      },
    ],
    [
      "the words are only inside longer ones",
      "inside longer ones",
      (d) =>
        d.change(
          schemaPath,
          schemaLines.map((line) => line.replace("150 ms", "150 msec")),
        ),
    ],
    [
      "the file became a link",
      "is a link",
      (d) => {
        d.remove(schemaPath);
        symlinkSync("../.gitignore", join(d.root, schemaPath));
      },
    ],
    ["the file became binary", "binary", (d) => d.change(schemaPath, "\0\0")],
    [
      "the file is absent and ignored",
      "git ignores it",
      (d) => {
        d.change(".gitignore", "src/schema.sql\n");
        d.remove(schemaPath);
      },
    ],
    [
      "the file is not checked out",
      "not checked out",
      (d) => {
        runGit(d.root, "status"); // a copied index knows nothing of its files
        runGit(d.root, "sparse-checkout", "set", "--no-cone", "/*", "!/src/");
      },
    ],
  ];
  it.each(doubts)("is unclear when %s", async (_, why, edit) => {
    const decided = await makeDecided();
    edit(decided);
    const answer = await decided.decisions({ fail_on: "rot" });
    expect(foundIn(answer)).toMatchObject([{ state: "unclear", id: "E0001.1" }]);
    expect(foundIn(answer)[0]!.why).toContain(why);
    expect(answer.fails).toBe(false);
    expect((await decided.decisions({ fail_on: "unclear" })).fails).toBe(true);
  });

  it("is unclear in a submodule, whose own repository decides", async () => {
    const library = makeFolder({ "schema.sql": `${schemaLines.join("\n")}\n` });
    runGit(library, "init", "-q", "-b", "main");
    runGit(library, "add", "-A");
    runGit(library, "commit", "-q", "-m", "start");
    const decided = await makeDecided({
      tree: { "lib/schema.sql": `${schemaLines.join("\n")}\n` },
      cites: [`lib/schema.sql#L3 "${clocks}"`],
    });
    runGit(decided.root, "rm", "-rq", "lib");
    runGit(decided.root, "submodule", "add", "-q", library, "lib");
    decided.change(schemaPath, without);
    expect(healthOf(await decided.decisions())).toBe("sound");
    runGit(decided.root, "submodule", "deinit", "-f", "lib");
    expect(foundIn(await decided.decisions())).toMatchObject([{ state: "unclear", why: "it lies in a submodule" }]);
  });

  it("is judged without git too", async () => {
    const decided = await makeDecided({ git: false });
    expect(healthOf(await decided.decisions())).toBe("sound");
    decided.move(schemaPath, "db/tables.sql");
    expect(healthOf(await decided.decisions())).toBe("sound");
    decided.remove("db/tables.sql");
    expect(healthOf(await decided.decisions())).toBe("rotted");
    expect((await decided.refused("invalid_input", "decisions", { diff: "" })).field).toBe("diff");
  });

  it("cannot tell by words that are too few, or by none, unless the bytes are the same", async () => {
    const decided = await makeDecided({ cites: [`${schemaPath}#L5 ");"`, `${schemaPath}#L2`] });
    expect(foundIn(await decided.decisions())).toEqual([]);
    decided.change(schemaPath, without);
    expect(foundIn(await decided.decisions()).map(({ id, state }) => [id, state])).toEqual([
      ["E0001.1", "unclear"],
      ["E0001.2", "unclear"],
    ]);
  });

  it("has rotted when its evidence was withdrawn, and not when it was taken up again", async () => {
    const drafts = (last: string) => ({
      Muffin: [
        `[MUFFIN-E0001: clocks drift]\nThey do.\n[CITE ${schemaPath} "${clocks}"]`,
        "[MUFFIN-P0001: one]\nA view.",
      ],
      last,
    });
    const play = async (last: string) => {
      const decided = await makeDecided({ muffin: ["[MOVE:CONVERGE]"], verdict: { key_evidence: [] } });
      const { dialogue_id } = await decided.call<{ dialogue_id: string }>("dialogue.create", {
        title: "Clocks",
        expert_pool: { experts: [1, 2, 3].map((i) => ({ role: `R${i}`, tier: "Core", relevance: 0.9 })) },
      });
      const { Muffin } = drafts(last);
      const clocksDialogue = decidedAt(decided.root, dialogue_id);
      await clocksDialogue.round({ Muffin });
      await clocksDialogue.round({ Muffin: [last, "[MOVE:CONVERGE]"] });
      await clocksDialogue.verdict({ key_evidence: ["E0001"] });
      const { decisions } = await decided.decisions();
      return decisions.find(({ id }) => id === dialogue_id)!;
    };
    expect(await play("[MOVE:CONCEDE E0001]")).toMatchObject({
      health: "rotted",
      findings: [{ reason: "withdrawn", id: "E0001" }],
    });
    expect(await play("[MOVE:CONCEDE E0001]\n\n[RE:SUPPORT E0001]")).toMatchObject({ health: "sound" });
  });

  it("has rotted when it cites a document that was superseded since", async () => {
    const adr = ".blue/docs/adrs/0001-clocks.accepted.md";
    const words = "Application servers set the time of an order.";
    const decided = await makeDecided({
      tree: { [adr]: `---\ntitle: Clocks\nstatus: accepted\n---\n\n${words}\n` },
      cites: [`${adr} "${words}"`],
    });
    expect((await decided.decisions()).decisions.map(({ health }) => health)).toEqual(["sound", "unchecked"]);
    decided.remove(adr);
    decided.change(
      ".blue/docs/adrs/0001-clocks.superseded.md",
      `---\ntitle: Clocks\nstatus: superseded\nsuperseded_by: 0002-time.accepted.md\n---\n\n${words}\n`,
    );
    const answer = await decided.decisions();
    expect(foundIn(answer)).toMatchObject([{ state: "rotted", reason: "superseded", id: "E0001.1", path: adr }]);
    expect(answer.superseded).toEqual([{ id: "ADR 0001", by: "0002-time.accepted.md" }]);
  });
});

it("many are listed some at a time, and counted all", async () => {
  const adr = (i: number) => String(i + 1).padStart(4, "0");
  const tree = Object.fromEntries(
    Array.from({ length: 120 }, (_, i) => [
      `.blue/docs/adrs/${adr(i)}-time.accepted.md`,
      "---\ntitle: Time\nstatus: accepted\n---\n",
    ]),
  );
  const desk = makeDesk({ tree });
  const first = await desk.call<Decisions>("decisions");
  expect([first.decisions.length, first.pages, first.counts.unchecked]).toEqual([50, 3, 120]);
  const last = await desk.call<Decisions>("decisions", { page: 3 });
  expect([last.decisions.length, last.decisions.at(-1)!.id]).toEqual([20, "ADR 0120"]);
  expect(await show("decisions", last)).toMatch(/120 in force: .*; page 3 of 3$/);
});

describe("what a document makes of a decision", () => {
  const rfc = (status: string, id: string) => `---\ntitle: Orders\nstatus: ${status}\ndialogue: ${id}\n---\n\nDo it.\n`;

  it("is under way while its RFC is `wip`: shown, and failing nothing", async () => {
    const decided = await makeDecided();
    decided.change(".blue/docs/rfcs/0001-orders.wip.md", rfc("wip", decided.id));
    decided.change(schemaPath, without);
    const answer = await decided.decisions({ fail_on: "rot" });
    expect(answer).toMatchObject({ fails: false, decisions: [{ standing: "under_way", health: "rotted" }] });
  });

  it("is overruled when all of them are rejected: counted, not judged", async () => {
    const decided = await makeDecided();
    decided.change(".blue/docs/rfcs/0001-orders.rejected.md", rfc("rejected", decided.id));
    decided.change(schemaPath, without);
    expect((await decided.decisions()).decisions).toMatchObject([{ standing: "overruled", findings: [] }]);
  });

  it("has rotted when its dialogue decides nothing any more, unless somebody overrode that", async () => {
    const desk = makeDesk({
      tree: {
        ".blue/docs/rfcs/0001-orders.approved.md": rfc("approved", "no-such-dialogue"),
        ".blue/docs/rfcs/0002-orders.approved.md": rfc("approved", "no-such-dialogue\napproval_override: urgent"),
        ".blue/docs/adrs/0003-plain.accepted.md": "---\ntitle: Plain\nstatus: accepted\n---\n\nYes.\n",
      },
    });
    const { decisions } = await desk.call<Decisions>("decisions");
    expect(decisions.map(({ id, health }) => [id, health])).toEqual([
      ["RFC 0001", "rotted"],
      ["RFC 0002", "unchecked"],
      ["ADR 0003", "unchecked"],
    ]);
  });
});

describe("a damaged dialogue", () => {
  it("is named and fails the check", async () => {
    const decided = await makeDecided();
    writeFileSync(join(decided.root, `.blue/dialogues/${decided.id}/round-0/round.json`), "{}");
    const answer = await decided.decisions({ fail_on: "rot" });
    expect(answer).toMatchObject({ decisions: [], damaged: [{ id: decided.id }], fails: true });
  });
});
