import { describe, expect, it } from "vitest";
import { makeDesk, makeDialogue, show } from "../../../test/helpers/dialogue.ts";
import { docsIn, type Entry, readDoc } from "../../../test/helpers/documents.ts";

describe("adr.create", () => {
  it("writes MADR's front matter and sections", async () => {
    const desk = makeDesk();
    const rfc = await desk.call<Entry>("rfc.create", { title: "Dates" });
    const made = await desk.call<Entry>("adr.create", {
      title: "Use Temporal",
      status: "accepted",
      rfc: rfc.number,
      context: "Dates are wrong.",
      decision: "Temporal, because it is the platform's.",
      consequences: ["Good, because there is one way", "Bad, because of a polyfill"],
      options: ["moment", "Temporal"],
      applies_when: ["you touch dates", "calendars"],
    });
    expect(made.path).toBe(".blue/docs/adrs/0001-use-temporal.accepted.md");
    expect(readDoc(desk, made.path)).toBe(
      "---\ntitle: Use Temporal\nstatus: accepted\ndate: 2026-02-03\nrfc: 0001-dates.draft.md\napplies_when: [you touch dates, calendars]\n---\n\n# ADR 0001: Use Temporal\n\n## Context and Problem Statement\n\nDates are wrong.\n\n## Considered Options\n\n* moment\n* Temporal\n\n## Decision Outcome\n\nTemporal, because it is the platform's.\n\n### Consequences\n\n* Good, because there is one way\n* Bad, because of a polyfill\n",
    );
  });

  it("supersedes both ways at once when it is accepted, and not before", async () => {
    const desk = makeDesk();
    await desk.call("adr.create", { title: "Old", status: "accepted" });
    const waiting = await desk.call<Entry>("adr.create", { title: "Maybe", supersedes: "old" });
    expect(waiting.superseded).toBeNull();
    expect(docsIn(desk, "adrs")).toEqual(["0001-old.accepted.md", "0002-maybe.proposed.md"]);
    const made = await desk.call<Entry>("adr.create", { title: "New", status: "accepted", supersedes: 1 });
    expect(made.superseded).toMatchObject({ path: ".blue/docs/adrs/0001-old.superseded.md", status: "superseded" });
    expect(readDoc(desk, ".blue/docs/adrs/0001-old.superseded.md")).toContain("status: superseded by ADR-0003\n");
    expect(readDoc(desk, ".blue/docs/adrs/0001-old.superseded.md")).toContain("superseded_by: 0003-new.accepted.md\n");
    expect(readDoc(desk, made.path)).toContain("supersedes: 0001-old.superseded.md\n");
    expect(await show("adr.create", made)).toContain("supersedes ADR 0001");
    await desk.refused("invalid_status_transition", "adr.create", {
      title: "Again",
      status: "accepted",
      supersedes: 1,
    });
  });

  it("takes a verdict, and refuses to accept what no dialogue decided", async () => {
    const dialogue = await makeDialogue();
    await dialogue.refused("dialogue_not_decided", "adr.create", {
      from_dialogue: dialogue.id,
      status: "accepted",
      reason: "hurry",
    });
    const early = await dialogue.call<Entry>("adr.create", { from_dialogue: dialogue.id, reason: "hurry" });
    expect(readDoc(dialogue, early.path)).toContain("**Not decided.**");
    await dialogue.round();
    await dialogue.verdict();
    const made = await dialogue.call<Entry>("adr.create", {
      from_dialogue: dialogue.id,
      status: "accepted",
      consequences: ["Good"],
    });
    expect(readDoc(dialogue, made.path)).toMatch(
      /## Context and Problem Statement\n\n> REST or RPC\?\n\n## Decision Outcome\n\n> \*\*API design: no text is on record\*\*[\s\S]*\| How \| everybody agreed after 1 round \|[\s\S]*### Consequences\n\n\* Good[\s\S]*## Dissent/,
    );
    expect((await dialogue.refused("invalid_input", "adr.create", {})).field).toBe("title");
  });

  it.each(["rfc.create", "adr.create"])(
    "quotes the question, so that nothing in it hides what follows: %s",
    async (name) => {
      const dialogue = await makeDialogue({ create: { question: "REST?\n\n<!-- or RPC\n```\n<details>" } });
      const early = await dialogue.call<Entry>(name, { from_dialogue: dialogue.id, reason: "hurry" });
      expect(readDoc(dialogue, early.path)).toMatch(
        /\n> REST\?\n>\n> &lt;!-- or RPC\n> ```\n> &lt;details>\n[\s\S]*\*\*Not decided/,
      );
      await dialogue.round();
      await dialogue.verdict();
      const made = await dialogue.call<Entry>(name, { from_dialogue: dialogue.id });
      expect(readDoc(dialogue, made.path)).not.toMatch(/^<!-- or/m);
    },
  );
});
