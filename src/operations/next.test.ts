import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { authorOf } from "../../test/helpers/author.ts";
import { edit, makeDesk, makeDialogue, raisesTension, show } from "../../test/helpers/dialogue.ts";

interface Answer {
  things: { kind: string; what: string; why: string; next: { command: string } }[];
  total: number;
}

describe("next", () => {
  it("is quiet when nothing waits", async () => {
    const desk = makeDesk();
    expect(await show("next", await desk.call("next"))).toBe("Nothing is waiting.");
  });

  it("names blocked and damaged dialogues, idle RFCs, stale spikes, audits and loose ends, each with its call", async () => {
    const dialogue = await makeDialogue({
      tree: {
        ".blue/docs/rfcs/0001-a.approved.md": "---\nstatus: approved\ndate: 2026-01-24\n---\n",
        ".blue/docs/rfcs/0002-b.wip.md": "---\nstatus: wip\n---\n## Plan\n- [x] a\n",
        ".blue/docs/rfcs/0003-c.approved.md": "---\nstatus: approved\n---\n## Plan\n- [x] a\n- [ ] b\n",
        ".blue/docs/spikes/2026-01-30T0000Z-late.wip.md": "---\nstatus: wip\ntitle: Late\ntime_box: 2 hours\n---\n",
        ".blue/docs/spikes/2026-01-30T0000Z-fine.wip.md": "---\nstatus: wip\ntitle: Fine\n---\n",
        ".blue/docs/audits/2026-02-01T0000Z-audit.wip.md": "---\nstatus: wip\ntitle: Audit\n---\n",
        ".blue/docs/postmortems/2026-02-01T0000Z-pm.open.md":
          "---\nstatus: open\ntitle: PM\n---\n## Action Items\n\n| Action | RFC | Status |\n|---|---|---|\n| loose | | open |\n| done | | done |\n| linked | RFC 0001 | open |\n",
      },
    });
    await dialogue.round({ Muffin: raisesTension });
    await dialogue.call("reminder.create", { title: "Rotate keys", due: "in 2 days", gate: "the audit is over" });
    await dialogue.call("reminder.create", { title: "Much later", due: "in 9 weeks" });
    dialogue.clock.now += 3 * 86_400_000;
    const answer = await dialogue.call<Answer>("next");
    expect(answer.things.map(({ kind, why }) => [kind, why])).toEqual([
      ["reminder", "Overdue since 2026-02-05, once the audit is over"],
      ["dialogue", "Not decided yet: 1 tension open, 1 new perspective, 2 of 3 signed"],
      ["rfc", "Approved 13 days ago, no work has begun"],
      ["rfc", "Every task of its plan is done"],
      ["spike", "Begun 7 days ago, time box 2 hours"],
      ["audit", "Under way for 5 days"],
      ["postmortem", "Action item 1, no RFC yet"],
      ["rfc", "In work, 1 of 2 tasks done"],
    ]);
    expect(answer.things[3]!.next.command).toBe("blue rfc status --id 0002 --status implemented");
    expect(await show("next", await dialogue.call("next", { limit: 1 }))).toContain("… and 7 more");
    edit(dialogue.root, `.blue/dialogues/${dialogue.id}/round-0/round.json`, () => "");
    expect((await dialogue.call<Answer>("next")).things[1]!.next.command).toContain("dialogue verify");
  });

  it("names an open postmortem that has no action item left, to be closed", async () => {
    const desk = makeDesk();
    await desk.call("postmortem.create", { title: "Lost orders" });
    const path = ".blue/docs/postmortems/2026-02-01T0000Z-done.open.md";
    const items = "## Action Items\n\n| Action | Status |\n|---|---|\n| a | done |\n";
    writeFileSync(join(desk.root, path), `---\nstatus: open\ntitle: Done\n---\n${items}`);
    const { things } = await desk.call<Answer>("next");
    expect(things.map(({ what, why, next }) => [what, why, next.command])).toEqual([
      ["Done", "Open for 2 days, no action item is left", "blue postmortem close --id 2026-02-01T0000Z-done"],
      [
        "Lost orders",
        "Open for 0 days, without an action item",
        "blue postmortem close --id 2026-02-03T1423Z-lost-orders",
      ],
    ]);
  });

  it("says of a dialogue that everybody signed with nothing open that it is ready for a verdict", async () => {
    const dialogue = await makeDialogue();
    const signs = ["[MOVE:CONVERGE]"];
    await dialogue.round({ Muffin: signs, Cupcake: signs, Scone: signs });
    const { things } = await dialogue.call<Answer>("next");
    expect(things[0]!.why).toBe(
      "Not decided yet: 0 tensions open, 0 new perspectives, 3 of 3 signed: ready for a verdict",
    );
  });

  it("says the step that `dialogue status` says; `status` and `dialogue list` lead there: open, to be applied, in work", async () => {
    const dialogue = await makeDialogue({
      git: true,
      tree: { "docs/plan.md": "# Plan\n\nTwice.\n" },
      create: { subject: "docs/plan.md", rotation: "none" },
    });
    const id = { dialogue_id: dialogue.id };
    const expectSame = async (tool: string) => {
      const { next } = await dialogue.call<{ next: { tool: string; why: string } }>("dialogue.status", id);
      expect(next.tool).toBe(tool);
      const { things } = await dialogue.call<Answer>("next");
      // Of an RFC only the dialogue says that it is to be read first.
      const { why: _, ...step } = next;
      expect(things.map((one) => one.next)).toMatchObject([step]);
      const isOpen = !/apply|rfc/.test(tool);
      const own = isOpen ? { tool: "blue_dialogue_status", arguments: id } : { tool };
      expect(await dialogue.call("status")).toMatchObject({ next: own });
      expect(await dialogue.call("dialogue.list")).toMatchObject({ next: isOpen ? own : { tool: "blue_next" } });
    };
    await expectSame("blue_dialogue_revise");
    await dialogue.round({ Muffin: raisesTension.slice(0, 1) });
    await expectSame("blue_dialogue_revise");
    await authorOf(dialogue).rewrite("# Plan\n\nOnce.\n", "T0001 resolved: it is gone\n");
    await expectSame("blue_dialogue_round_prompt");
    await dialogue.call("dialogue.round-prompt", { ...id, ask: "sign" });
    await dialogue.round(
      { Muffin: ["[MUFFIN-C0101: gone]\n[RE:RESOLVE T0001]\nYes.", "[MOVE:CONVERGE]"] },
      { tension_updates: [{ id: "T0001", status: "resolved", via: "MUFFIN-C0101" }] },
    );
    await expectSame("blue_dialogue_verdict_register");
    await dialogue.call("dialogue.verdict-register", id);
    await expectSame("blue_dialogue_apply");
    await dialogue.call("dialogue.apply", { ...id, write: true });
    await dialogue.call("rfc.create", { from_dialogue: dialogue.id });
    await expectSame("blue_rfc_status");
    await dialogue.call("rfc.status", { id: "0001", status: "approved" });
    await expectSame("blue_rfc_plan");
    await dialogue.call("rfc.status", { id: "0001", status: "wip" });
    await expectSame("blue_rfc_plan");
    await dialogue.call("rfc.plan", { id: "0001", tasks: ["a", "b"] });
    await expectSame("blue_rfc_task_complete");
  });

  it("names what waits for a decision last: a draft RFC and a proposed ADR", async () => {
    const desk = makeDesk();
    await desk.call("rfc.create", { title: "Pages" });
    await desk.call("adr.create", { title: "Cursors" });
    await desk.call("adr.create", { title: "Clocks", status: "accepted", decision: "UTC." });
    desk.clock.now += 86_400_000;
    const { things } = await desk.call<Answer>("next");
    expect(things.map(({ what, why, next }) => [what, why, next.command])).toEqual([
      ["RFC 0001  Pages", "Drafted 1 day ago, not approved", "blue rfc status --id 0001 --status approved"],
      ["ADR 0001  Cursors", "Proposed 1 day ago, not accepted", "blue adr status --id 0001 --status accepted"],
    ]);
  });
});
