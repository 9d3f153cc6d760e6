/** Whatever a person wrote into a document by hand is there after every operation, byte for byte outside the field that changed. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Desk, makeDesk } from "../helpers/dialogue.ts";
import { type Entry, readDoc } from "../helpers/documents.ts";

/** Operations that change a document, and the lines they may change; everything else must be there in the same order. */
const changes: [
  name: string,
  create: [string, object],
  call: (desk: Desk, id: string) => Promise<unknown>,
  own: RegExp,
][] = [
  [
    "rfc.status",
    ["rfc.create", { title: "X" }],
    (desk, id) => desk.call("rfc.status", { id, status: "approved" }),
    /^status: /,
  ],
  [
    "rfc.plan",
    ["rfc.create", { title: "X" }],
    (desk, id) => desk.call("rfc.plan", { id, tasks: ["zz-task"] }),
    /^(?:## Plan|- \[ \] zz-task|)$/,
  ],
  [
    "rfc.renumber",
    ["rfc.create", { title: "X" }],
    (desk, id) => desk.call("rfc.renumber", { id, to: 77 }),
    /^# RFC \d+: /,
  ],
  [
    "adr.status",
    ["adr.create", { title: "X" }],
    (desk, id) => desk.call("adr.status", { id, status: "accepted" }),
    /^status: /,
  ],
  [
    "spike.complete",
    ["spike.create", { title: "X" }],
    (desk, id) => desk.call("spike.complete", { id, outcome: "resolved", summary: "zz-sum" }),
    /^(?:status: .*|outcome: .*|## Outcome|zz-sum|)$/,
  ],
  [
    "audit.complete",
    ["audit.create", { title: "X" }],
    (desk, id) => desk.call("audit.complete", { id, summary: "zz-sum" }),
    /^(?:status: .*|zz-sum|<!-- What does it add up to\? -->|)$/,
  ],
  ["prd.approve", ["prd.create", { title: "X" }], (desk, id) => desk.call("prd.approve", { id }), /^status: /],
  [
    "runbook.update",
    ["runbook.create", { title: "X" }],
    (desk, id) => desk.call("runbook.update", { id, action: "zz-act", steps: ["zz-step"] }),
    /^(?:### Action: zz-act|1\. zz-step|<!-- One `###.*|)$/,
  ],
];

const handWritten = fc
  .array(
    fc.constantFrom(
      "a line  ",
      "* bullet\t",
      "> quote",
      "    code",
      "| a | b |",
      "```\n# in a fence\n- [ ] box\n```",
      "[l](x.md)",
      "- [ ] mine",
      "é 💙",
      "### Sub",
      "",
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((lines) => lines.join("\n"));

describe.each(changes)("%s", (_, [create, input], call, own) => {
  it("keeps what was written by hand", async () => {
    await fc.assert(
      fc.asyncProperty(handWritten, fc.boolean(), async (words, crlf) => {
        const desk = makeDesk();
        const { path } = await desk.call<Entry>(create, input as Record<string, unknown>);
        const text = readDoc(desk, path)
          .replace("\n---\n\n#", "\nteam:   [a,  b] # ours\n---\n\n#")
          .concat(`\n## By hand\n\n${words}\n`);
        const edited = crlf ? text.replaceAll("\n", "\r\n") : text;
        writeFileSync(join(desk.root, path), edited);
        const after = (await call(desk, path)) as Entry;
        const kept = (all: string) => all.split("\n").filter((line) => !own.test(line.replace(/\r$/, "")));
        expect(kept(readDoc(desk, after.path))).toEqual(kept(edited));
        expect(readDoc(desk, after.path).includes("\r\n")).toBe(crlf);
      }),
      { numRuns: 12 },
    );
  });
});
