/** The commands that RFC 0057 §12 prints for documents, word for word; `...` is filled in with what a person would put there. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { extraCommands } from "../../src/cli/extra-commands.ts";
import { registry } from "../../src/operations/registry.generated.ts";
import { makeDesk } from "../helpers/dialogue.ts";
import { callByMcp, runCommand } from "../helpers/faces.ts";

const rfc = { ".blue/docs/rfcs/0057-judge-convergence-discipline.approved.md": "# RFC 0057\n" };
const adr = {
  ".blue/docs/adrs/0014-alignment-dialogue-agents.accepted.md":
    "---\nstatus: accepted\n---\n\n# ADR 0014: Alignment dialogue agents\n\nAlignment scoring is unbounded.\n",
};

/** Runs one command after the other; each must succeed. */
async function runAll(root: string, commands: readonly string[], filled: readonly string[] = []) {
  const answers: Record<string, unknown>[] = [];
  const fill = [...filled];
  for (const printed of commands) {
    const { code, answer } = await runCommand(
      root,
      printed.replace(/\.\.\./g, () => fill.shift() ?? "..."),
    );
    expect({ printed, code, answer }).toMatchObject({ code: 0 });
    answers.push(answer);
  }
  return answers;
}

describe("the commands of RFC 0057 §12 for documents", () => {
  it("for decisions", async () => {
    const { root } = makeDesk({ tree: adr });
    const [created, listed, got, relevant] = await runAll(
      root,
      [
        'blue adr create --title "..." --status accepted',
        "blue adr list",
        "blue adr get --number 0014",
        'blue adr relevant --query "alignment scoring"',
        "blue adr audit",
      ],
      ["Opaque cursors"],
    );
    expect(created).toMatchObject({ number: 15, status: "accepted" });
    expect(listed).toMatchObject({ total: 2 });
    expect(got).toMatchObject({ number: 14 });
    expect(JSON.stringify(relevant)).toContain("ADR 0014");
  });

  it("for spikes, which end without an outcome when none is said", async () => {
    const { root } = makeDesk({ tree: rfc });
    const [created] = await runAll(root, ['blue spike create --title "..." --rfc 0057'], ["Deep pages"]);
    const path = created!.path as string;
    const [done] = await runAll(
      root,
      ['blue spike complete --path ".blue/docs/spikes/..."'],
      [path.replace(".blue/docs/spikes/", "")],
    );
    expect(done).toMatchObject({ status: "done", outcome: null });
    expect(readFileSync(join(root, done!.path as string), "utf8")).not.toContain("outcome:");
  });

  it("for audits", async () => {
    const { root } = makeDesk();
    const [created] = await runAll(
      root,
      ['blue audit create --title "..." --scope "security"', "blue audit list"],
      ["Tokens"],
    );
    const id = created!.id as string;
    const [, done] = await runAll(root, ['blue audit get --id "..."', 'blue audit complete --id "..."'], [id, id]);
    expect(done).toMatchObject({ status: "done" });
  });

  it("for the other groups: every command of the table is there", () => {
    const table = {
      prd: ["create", "get", "approve", "complete", "list"],
      reminder: ["create", "list", "snooze", "clear"],
      staging: ["create", "destroy", "lock", "unlock", "status", "cost"],
      postmortem: ["create", "action-to-rfc"],
      runbook: ["create", "update", "lookup", "actions"],
      llm: ["start", "stop", "status", "providers"],
    };
    const names = [...registry, ...extraCommands].map(({ name }) => name);
    for (const [group, verbs] of Object.entries(table))
      for (const verb of verbs) expect(names).toContain(`${group}.${verb}`);
  });
});

it("nothing orchestrates: there is no tool `blue_alignment_play`", () => {
  expect(registry.filter(({ tool }) => tool.includes("alignment"))).toEqual([]);
});

describe("a document over MCP", () => {
  it.each([{ id: 14 }, { number: "0014" }, { number: 14 }, { path: Object.keys(adr)[0] }])(
    "is found by %o, as on the command line",
    async (input) => {
      const { root } = makeDesk({ tree: adr });
      const { structuredContent } = await callByMcp({ root, name: "adr.get", input });
      expect(structuredContent).toMatchObject({ number: 14 });
    },
  );

  it("is refused when it is named twice, by the name that is too much", async () => {
    const { root } = makeDesk({ tree: adr });
    const { structuredContent } = await callByMcp({ root, name: "adr.get", input: { id: 14, number: 15 } });
    expect(structuredContent).toMatchObject({ error_code: "invalid_input", field: "number" });
  });
});
