/** Every error code that an operation can raise is raised here, through the one executor and through both faces, and leaves the tree as it was. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { exitCodeOf } from "../../src/cli/exit-codes.ts";
import { makeContext } from "../../src/context.ts";
import { type ErrorCode, errorCodes, type WireError } from "../../src/errors.ts";
import { defineOperation } from "../../src/operations/operation.ts";
import { registry } from "../../src/operations/registry.generated.ts";
import { runOperation } from "../../src/operations/run-operation.ts";
import { type Files, nodeFiles } from "../../src/store/files.ts";
import {
  type Dialogue,
  deskAt,
  edit,
  expectUnchanged,
  makeDesk,
  makeDialogue,
  onDisk,
  raisesTension,
  refusalOf,
  refusedCall,
  treeOf,
} from "../helpers/dialogue.ts";
import { callByCli, callByMcp } from "../helpers/faces.ts";
import { systemError } from "../helpers/faults.ts";
import { runGit } from "../helpers/project.ts";

const written = async (drafts: Parameters<Dialogue["writeAll"]>[0]): Promise<Dialogue> => {
  const dialogue = await makeDialogue();
  dialogue.writeAll(drafts);
  return dialogue;
};
const secondRound = async (drafts: Parameters<Dialogue["writeAll"]>[0]): Promise<Dialogue> => {
  const dialogue = await makeDialogue();
  await dialogue.round({ Muffin: raisesTension });
  dialogue.writeAll(drafts);
  return dialogue;
};

const raised: Partial<Record<ErrorCode, () => Promise<WireError>>> = {
  async velocity_not_zero() {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    return dialogue.verdictRefused("velocity_not_zero");
  },
  async convergence_not_unanimous() {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: ["Not yet."] });
    return dialogue.verdictRefused("convergence_not_unanimous");
  },
  async forced_convergence_no_warning() {
    const dialogue = await makeDialogue({ create: { max_rounds: 2 } });
    for (const _ of [0, 1]) await dialogue.round({ Muffin: ["Not yet."] });
    return dialogue.verdictRefused("forced_convergence_no_warning", { forced: true });
  },
  async invalid_entity_type() {
    const dialogue = await written({ Muffin: raisesTension });
    return dialogue.registerRefused("invalid_entity_type", { dismissed: [{ local_id: "MUFFIN-T0001", reason: "no" }] });
  },
  async invalid_ref_type() {
    const dialogue = await secondRound({ Scone: ["[SCONE-P0101: finer]\n[RE:REFINE P0001]\nSo."] });
    const refs = [{ type: "agree", target: "P0001" }];
    return dialogue.registerRefused("invalid_ref_type", { perspectives: [{ local_id: "SCONE-P0101", refs }] });
  },
  async type_id_mismatch() {
    const dialogue = await written({ Muffin: raisesTension });
    return dialogue.registerRefused("type_id_mismatch", { tensions: [{ local_id: "MUFFIN-P0001" }] });
  },
  async target_not_found() {
    const dialogue = await written({ Muffin: ["[MUFFIN-P0001: cost]\n[RE:SUPPORT P0042]\nDear."] });
    return dialogue.registerRefused("target_not_found");
  },
  async invalid_ref_target() {
    const dialogue = await secondRound({ Scone: ["[SCONE-C0101: done]\n[RE:RESOLVE P0001]\nSo."] });
    return dialogue.registerRefused("invalid_ref_target");
  },
  async refine_type_mismatch() {
    const dialogue = await secondRound({ Scone: ["[SCONE-C0101: finer]\n[RE:REFINE P0001]\nSo."] });
    return dialogue.registerRefused("refine_type_mismatch");
  },
  async invalid_status_transition() {
    const dialogue = await written({ Muffin: raisesTension });
    return dialogue.registerRefused("invalid_status_transition", {
      tension_updates: [{ id: "MUFFIN-T0001", status: "accepted", reason: "immaterial" }],
    });
  },
  async round_not_registered() {
    const dialogue = await makeDialogue();
    return dialogue.verdictRefused("round_not_registered");
  },
  async draft_missing() {
    const dialogue = await written({ Scone: null });
    return dialogue.registerRefused("draft_missing");
  },
  async draft_incomplete() {
    const dialogue = await written({ Scone: "[SCONE-R0001: I was about to" });
    return dialogue.registerRefused("draft_incomplete");
  },
  async unmapped_marker() {
    const dialogue = await written({ Scone: ["[SCONE-P1: wrong digits]\nSo."] });
    return dialogue.registerRefused("unmapped_marker");
  },
  async ungrounded_item() {
    const dialogue = await written({});
    return dialogue.registerRefused("ungrounded_item", { perspectives: [{ local_id: "MUFFIN-P0001" }] });
  },
  async count_mismatch() {
    const dialogue = await written({ Muffin: raisesTension });
    return dialogue.registerRefused("count_mismatch", { open_tensions: 0 });
  },
  async no_resolver() {
    const dialogue = await secondRound({});
    return dialogue.registerRefused("no_resolver", { tension_updates: [{ id: "T0001", status: "resolved" }] });
  },
  async panel_mismatch() {
    const dialogue = await written({});
    return dialogue.registerRefused("panel_mismatch", { panel: ["Muffin", "Cupcake"] });
  },
  async round_taken() {
    const dialogue = await makeDialogue();
    await dialogue.round();
    return dialogue.registerRefused("round_taken", { round: 0, absent: ["Scone"] });
  },
  async verdict_exists() {
    const dialogue = await makeDialogue();
    await dialogue.round();
    await dialogue.verdict();
    return dialogue.verdictRefused("verdict_exists", { recommendation: "Use RPC." });
  },
  async head_moved() {
    const dialogue = await written({});
    return dialogue.registerRefused("head_moved", { head: "0".repeat(64) });
  },
  async drafts_changed() {
    const dialogue = await written({});
    const { digest } = await dialogue.call("dialogue.round-collect", { dialogue_id: dialogue.id });
    dialogue.write("Scone", ["[SCONE-T0001: no]\nNo."]);
    return dialogue.registerRefused("drafts_changed", { digest });
  },
  async unregistered_files() {
    const dialogue = await makeDialogue();
    await dialogue.round();
    dialogue.write("Muffin", ["[MUFFIN-T0101: no]\nNo."]);
    return dialogue.verdictRefused("unregistered_files");
  },
  async record_damaged() {
    const dialogue = await makeDialogue();
    await dialogue.round();
    edit(dialogue.root, `.blue/dialogues/${dialogue.id}/round-0/round.json`, (text) => text.slice(0, -2));
    return dialogue.verdictRefused("record_damaged");
  },
  async accepted_not_acknowledged() {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    await dialogue.round({}, { tension_updates: [{ id: "T0001", status: "accepted", reason: "a trade-off" }] });
    return dialogue.verdictRefused("accepted_not_acknowledged");
  },
  async path_outside_project() {
    return makeDesk().refused("path_outside_project", "dialogue.create", { title: "Out", output_dir: "../elsewhere" });
  },
  async unknown_format() {
    const dialogue = await makeDialogue();
    await dialogue.round();
    const path = `.blue/dialogues/${dialogue.id}/round-0/round.json`;
    edit(dialogue.root, path, (text) => text.replace('"format": 1', '"format": 2'));
    dialogue.writeAll();
    return dialogue.registerRefused("unknown_format", { round: 0 });
  },
  async document_changed() {
    const { root, call } = makeDesk();
    await call("rfc.create", { title: "X" });
    const path = join(root, ".blue/docs/rfcs/0001-x.draft.md");
    // Somebody saves the file in an editor after it was read and before it is replaced.
    let saved = false;
    const open: Files["open"] = (at, flags, mode) => {
      if (!saved && at.includes("/.blue/tmp/")) {
        saved = true;
        edit(root, ".blue/docs/rfcs/0001-x.draft.md", (text) => `${text}by hand\n`);
      }
      return nodeFiles.open(at, flags, mode);
    };
    const error = await refusalOf(deskAt(root, { open }).call("rfc.status", { id: 1, status: "approved" }));
    expect(readFileSync(path, "utf8")).toMatch(/status: draft[\s\S]*by hand\n$/);
    return error;
  },
  async dialogue_not_decided() {
    const dialogue = await makeDialogue();
    return dialogue.refused("dialogue_not_decided", "rfc.create", { from_dialogue: dialogue.id });
  },
  async criteria_unchecked() {
    const { call, refused } = makeDesk();
    await call("prd.create", { title: "X", criteria: ["one"] });
    await call("prd.approve", { id: 1 });
    return refused("criteria_unchecked", "prd.complete", { id: 1 });
  },
  async findings_open() {
    const path = ".blue/docs/audits/2026-01-01T0000Z-a.wip.md";
    const { refused } = makeDesk({ tree: { [path]: "---\nstatus: wip\n---\n- critical: leak\n" } });
    return refused("findings_open", "audit.complete", { id: "a" });
  },
  async unsupported_filesystem() {
    const { root, call } = makeDesk();
    await call("init");
    const link = () => {
      throw systemError("EPERM", "link");
    };
    const { refused } = deskAt(root, { link });
    return refused("unsupported_filesystem", "dialogue.create", { title: "No links", template: "general" });
  },
  async index_unavailable() {
    const { root, call, refused } = makeDesk({ git: true });
    await call("init");
    writeFileSync(join(root, ".blue/blue.db"), "from a branch");
    runGit(root, "add", "-f", ".blue/blue.db");
    return refused("index_unavailable", "db.path");
  },
  async lock_held() {
    const desk = makeDesk();
    await desk.call("staging.lock", { resource: "staging", owner: "ann" });
    return desk.refused("lock_held", "staging.lock", { resource: "staging", owner: "bob" });
  },
  async not_found() {
    return makeDesk().refused("not_found", "dialogue.status", { dialogue_id: "nowhere" });
  },
  async invalid_input() {
    return makeDesk().refused("invalid_input", "dialogue.create", { title: "Who?", alignment: true });
  },
  async io_error() {
    const dialogue = await makeDialogue();
    const readdir = () => {
      throw systemError("EIO", "scandir", dialogue.root);
    };
    return deskAt(dialogue.root, { readdir }).refused("io_error", "dialogue.list");
  },
  async internal_error() {
    const { project, root } = makeDesk();
    const liar = defineOperation({
      name: "liar",
      summary: "Answer outside the schema",
      description: "Answers what it never promised.",
      effect: "read",
      idempotent: true,
      toolset: "maintenance",
      input: z.strictObject({}),
      output: z.strictObject({ text: z.string() }),
      examples: [{ command: "blue liar", note: "never" }],
      run: () => ({ text: 1 as unknown as string }),
      render: ({ text }) => text,
    });
    const error = await refusalOf(runOperation(liar, {}, makeContext(project), { checkOutput: true }));
    expect(root).toBe(project.root);
    return error;
  },
};

/** What no operation raises, and where it is raised and tested instead. */
const elsewhere: Partial<Record<ErrorCode, string>> = {
  id_taken:
    "a player who fixed the id beforehand, and a second reopen: src/operations/dialogue/create.test.ts, reopen.test.ts",
  database_unavailable: "a shared database that is not there: src/org/connect.slow.test.ts",
  database_refused: "a shared database that says no: src/org/publish.slow.test.ts",
  input_needed: "the command line alone, when stdin is a terminal: src/cli/run-cli.test.ts",
  ...Object.fromEntries(
    [
      "runner_unavailable",
      "runner_failed",
      "experts_absent",
      "author_unusable",
      "judge_unusable",
      "judge_refused",
      "budget_spent",
      "play_running",
      "no_progress",
    ].map((code) => [code, "a player alone: test/e2e/play.slow.test.ts"]),
  ),
};

/** Codes whose advice lies in their message. */
const withoutSuggestion: readonly ErrorCode[] = ["internal_error"];

/** Raised through the faces by tests of their own: the one because its file changes under it, the other because no operation of ours breaks. */
const byThemselves: readonly ErrorCode[] = ["document_changed", "internal_error"];

/** The same call on the command line and as a tool: the same refusal, the code's exit code, and still nothing changed. */
async function expectFromFaces(error: WireError): Promise<void> {
  const call = refusedCall(error);
  if (call === undefined) return expect(byThemselves).toContain(error.error_code);
  const before = treeOf(call.root);
  const { error_code, field, message } = error;
  const wire = { status: "error", error_code, ...(field === undefined ? {} : { field }) };
  const { code, answer } = await callByCli(call);
  expect(answer).toMatchObject({ ...wire, message: expect.any(String) });
  expect(code).toBe(exitCodeOf(error_code));
  expect(await callByMcp(call)).toMatchObject({ isError: true, structuredContent: { ...wire, message } });
  expectUnchanged(call.root, before);
}

describe("the error codes", () => {
  it.each(Object.entries(raised))("%s is raised by an operation and leaves nothing behind", async (code, raise) => {
    const error = await raise();
    expect(error).toMatchObject({ status: "error", error_code: code });
    expect(error.message).not.toBe("");
    if (!withoutSuggestion.includes(error.error_code)) expect(error.suggestion ?? "").not.toBe("");
    await expectFromFaces(error);
    const words = JSON.stringify(error);
    expect(words, "no runnable destructive command in any message").not.toMatch(/rm -|git (?:clean|reset|checkout|rm)/);
    expect(words).not.toMatch(/undefined|\[object/);
  });

  it("document_changed comes from both faces when a file is saved under the call, and leaves what was saved", async () => {
    const { root, call } = makeDesk();
    await call("rfc.create", { title: "X" });
    const path = ".blue/docs/rfcs/0001-x.draft.md";
    const open: Files["open"] = (at, flags, mode) => {
      if (/\/\.blue\/tmp\/(?!claim-)/.test(at)) edit(root, path, (text) => `${text}by hand\n`);
      return nodeFiles.open(at, flags, mode);
    };
    const entries = registry.map((entry) => onDisk(entry, { files: { ...nodeFiles, open } }));
    const asked = { root, name: "rfc.status", input: { id: 1, status: "approved" }, entries };
    const before = treeOf(root);
    const error = { error_code: "document_changed" };
    expect(await callByCli(asked)).toMatchObject({ code: exitCodeOf("document_changed"), answer: error });
    expect(await callByMcp(asked)).toMatchObject({ isError: true, structuredContent: error });
    expectUnchanged(root, { ...before, [path]: `${before[path]}by hand\nby hand\n` });
  });

  it("internal_error comes from both faces when an operation breaks", async () => {
    const { root } = makeDesk();
    const run = () => {
      throw new TypeError("undefined is not a function");
    };
    const entries = registry.map((entry) => ({ ...entry, load: async () => ({ ...(await entry.load()), run }) }));
    const asked = { root, name: "status", input: {}, entries };
    const error = { error_code: "internal_error" };
    const complaints = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(await callByCli(asked)).toMatchObject({ code: exitCodeOf("internal_error"), answer: error });
    expect(await callByMcp(asked)).toMatchObject({ isError: true, structuredContent: error });
    complaints.mockRestore();
    expectUnchanged(root, {});
  });

  it("are all raised here, or documented as raised elsewhere", () => {
    expect([...Object.keys(raised), ...Object.keys(elsewhere)].sort()).toEqual([...errorCodes].sort());
  });

  it("call a reference's type invalid in the Judge's input only: in a draft it is the expert's malformed marker", async () => {
    const dialogue = await secondRound({ Scone: ["[SCONE-C0101: so]\n[RE:AGREE T0001]\nSo."] });
    const error = await dialogue.registerRefused("unmapped_marker");
    expect(error).toMatchObject({ value: 2, context: { expert: "Scone", line: 2 } });
    expect(
      (await dialogue.register({ dismissed: [{ expert: "Scone", line: 2, reason: "no such type" }] })).status,
    ).toBe("registered");
  });
});
