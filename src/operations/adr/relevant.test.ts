import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { runGit } from "../../../test/helpers/project.ts";

const tree = {
  ".blue/docs/adrs/0001-moment.superseded.md":
    "---\nstatus: superseded by ADR-0002\n---\n# ADR 0001: Dates by moment\n\n## Decision\n\nCalendars.\n",
  ".blue/docs/adrs/0002-temporal.accepted.md":
    "---\ntitle: Temporal\nstatus: accepted\napplies_when: [you touch calendars]\nenforce:\n  - files: 'src/dates/**'\n    forbid: moment\n---\n\n## Decision Outcome\n\nUse Temporal when scheduling.\n",
  ".blue/docs/adrs/0003-pages.accepted.md":
    "---\ntitle: Paging\nstatus: accepted\n---\n\nCursors. A calendar page is mentioned once.\n",
  "src/list-orders.ts": "one\n",
};

interface Answer {
  hits: { id: string; why: string[] }[];
  query: string[];
  files: string[];
}

describe("adr.relevant", () => {
  it("ranks what applies above what only mentions, and says why", async () => {
    const desk = makeDesk({ tree });
    const answer = await desk.call<Answer>("adr.relevant", { query: "calendar" });
    expect(answer.hits.map(({ id, why }) => [id, why])).toEqual([
      ["ADR 0002", ["applies_when: calendars"]],
      ["ADR 0003", ["body: calendar"]],
    ]);
    expect((await desk.call<Answer>("adr.relevant", { query: "calendar", all: true })).hits).toHaveLength(3);
    expect((await desk.call<Answer>("adr.relevant", { query: "schedules" })).hits.map(({ id }) => id)).toEqual([
      "ADR 0002",
    ]);
    expect(await show("adr.relevant", answer)).toContain("why: applies_when: calendars");
  });

  it("answers for files by the rules about them, and for a change by its words", async () => {
    const desk = makeDesk({ tree, git: true });
    const files = await desk.call<Answer>("adr.relevant", { files: ["src/dates/a.ts"] });
    expect(files.hits[0]).toMatchObject({ id: "ADR 0002", why: ["its rule for src/dates/** is about src/dates/a.ts"] });
    writeFileSync(join(desk.root, "src/list-orders.ts"), "one\nconst nextCursor = pagingToken;\n");
    const change = await desk.call<Answer>("adr.relevant", { diff: "HEAD" });
    expect(change.files).toEqual(["src/list-orders.ts"]);
    expect(change.hits.map(({ id }) => id)).toEqual(["ADR 0003"]);
  });

  it("is empty when no decision bears on it, and refuses what is no question", async () => {
    const desk = makeDesk({ tree, git: true });
    expect(await show("adr.relevant", await desk.call("adr.relevant", { query: "xyzzy" }))).toBe(
      "No decision bears on this.",
    );
    expect((await desk.call<Answer>("adr.relevant", { query: "'; DROP TABLE files; -- \" OR *" })).hits).toEqual([]);
    await desk.refused("invalid_input", "adr.relevant", {});
    expect((await desk.refused("invalid_input", "adr.relevant", { diff: "--output=/tmp/x" })).field).toBe("diff");
    expect((await desk.refused("invalid_input", "adr.relevant", { diff: "no-such-branch" })).field).toBe("diff");
  });

  it("sees a change whatever git is set to show, and files however they are named", async () => {
    const desk = makeDesk({ tree: { ...tree, "src/dates/ü.ts": "one\n" }, git: true });
    runGit(desk.root, "config", "diff.mnemonicPrefix", "true");
    writeFileSync(join(desk.root, "src/dates/ü.ts"), "two\n");
    expect((await desk.call<Answer>("adr.relevant", { diff: "HEAD" })).files).toEqual(["src/dates/ü.ts"]);
    for (const file of ["./src/dates/a.ts", join(desk.root, "src/dates/a.ts")])
      expect((await desk.call<Answer>("adr.relevant", { files: [file] })).hits[0]).toMatchObject({ id: "ADR 0002" });
  });

  it("leaves out what only shares a few words with a change, and words of grammar", async () => {
    const decision = (title: string, text: string) => `---\ntitle: ${title}\nstatus: accepted\n---\n\n${text}\n`;
    const desk = makeDesk({
      tree: {
        ".blue/docs/adrs/0001-one.accepted.md": decision("One source", "No copies. A copy does damage without notice."),
        ".blue/docs/adrs/0002-purpose.accepted.md": decision("Purpose", "The software is there for all of us."),
        ".blue/docs/adrs/0003-licence.accepted.md": decision("Licence", "What we publish is under MIT."),
        "a.txt": "",
      },
      git: true,
    });
    writeFileSync(
      join(desk.root, "a.txt"),
      "Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files, to deal in the software without restriction, including the rights to use, copy, modify, merge, publish, distribute, sublicense and sell copies of the software, subject to the following conditions. The above copyright notice shall be included in all copies or substantial portions of the software. The software is provided as is, without warranty of any kind, express or implied, including the warranties of merchantability and fitness for a particular purpose. In no event shall the authors be liable for any claim, damages or other liability arising from the software.\n",
    );
    expect((await desk.call<Answer>("adr.relevant", { diff: "HEAD" })).hits).toEqual([]);
    const asked = await desk.call<Answer>("adr.relevant", { query: "what is the licence of this?" });
    expect(asked.query).toEqual(["licence"]);
    expect(asked.hits.map(({ id }) => id)).toEqual(["ADR 0003"]);
    expect((await desk.call<Answer>("adr.relevant", { query: "is the of" })).hits).toEqual([]);
  });
});
