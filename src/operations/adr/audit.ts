import * as z from "zod";
import { auditAdrs } from "../../documents/adr-audit.ts";
import { type Finding, finding } from "../../documents/check-document.ts";
import type { Document } from "../../documents/document.ts";
import { fieldList } from "../../documents/header.ts";
import { refuse } from "../../errors.ts";
import { plural } from "../../pages/page.ts";
import { currentPath } from "../../store/cited-documents.ts";
import { listDialogueIds } from "../../store/dialogue-ids.ts";
import { stateOf } from "../../store/dialogue-state.ts";
import { fileExists, listDocuments, openDocuments } from "../../store/documents.ts";
import { makeTrackedLoader } from "../../store/find-dialogue.ts";
import type { Project } from "../../store/project.ts";
import { whyUndecided } from "../decided-dialogue.ts";
import { findingSchema, hasErrors, renderFindings } from "../finding.ts";
import { defineOperation } from "../operation.ts";
import { enforceDecisions } from "./enforce-decisions.ts";

export const operation = defineOperation({
  name: "adr.audit",
  summary: "Check the decisions against each other and against the code",
  description:
    "Finds dangling and one-sided links between decisions, superseded decisions still cited as current, contradictory ones (two that supersede the same; a dialogue that reopens one), and violations of `enforce:` rules that accepted ADRs carry in their header: `enforce: [{ files: 'src/**/*.ts', forbid: 'moment\\(' }]`, or `require`, or `command` as a list of arguments. Patterns run in linear time; commands run only with `run_commands` on the command line, never over MCP. Every finding names file and line. Exits 6 on errors.",
  effect: "read",
  input: z.strictObject({
    run_commands: z
      .boolean()
      .default(false)
      .describe("Also run the commands that rules name. Only from the command line."),
  }),
  output: z.strictObject({
    adrs: z.int(),
    rules: z.int(),
    files: z.int().describe("Looked at for the rules."),
    findings: z.array(findingSchema),
    skipped: z.array(z.strictObject({ path: z.string(), why: z.string() })),
  }),
  examples: [
    { command: "blue adr audit", note: "in CI: exit 6 says that something is wrong" },
    { command: "blue adr audit --run-commands", note: "also the rules that run a command" },
  ],
  run({ run_commands }, { project, face }) {
    if (run_commands && face !== "cli")
      refuse("invalid_input", "run_commands", "command_line_only", {
        message: "`run_commands` works only on the command line: a branch can deliver a command",
        suggestion: "Ask a person to run `blue adr audit --run-commands`.",
      });
    const { documents, unreadable } = openDocuments(project, listDocuments(project));
    const adrs = documents.filter(({ type }) => type === "adr");
    const enforced = enforceDecisions(project, adrs, run_commands);
    return {
      adrs: adrs.length,
      rules: enforced.rules,
      files: enforced.files,
      findings: [
        ...auditAdrs(documents, (path) => fileExists(project, path)),
        ...reopened(project, adrs),
        ...enforced.findings,
      ],
      skipped: [...enforced.skipped, ...unreadable].slice(0, 200),
    };
  },
  hasFindings: ({ findings }) => hasErrors(findings),
  render: ({ adrs, rules, files, findings, skipped }) =>
    [
      renderFindings(findings, "the decisions are in order"),
      ...skipped.map(({ path, why }) => `  skipped ${path}: ${why}`),
      `${plural(adrs, "decision")}, ${plural(rules, "rule")} over ${plural(files, "file")}, ${plural(findings.length, "finding")}`,
    ].join("\n"),
});

/** Decisions that a dialogue decided, or deliberated on since, and that no longer say what the dialogue says. */
function reopened(project: Project, adrs: readonly Document[]): Finding[] {
  const found: Finding[] = [];
  const inForce = adrs.filter(({ status }) => status === "accepted");
  for (const adr of inForce) {
    for (const key of adr.header.form === "yaml" ? fieldList(adr.header, "dialogue") : []) {
      const why = whyUndecided(project, key);
      if (why !== undefined)
        found.push(
          finding("error", "contradiction", adr.path, 1, {
            message: `Its dialogue ${key} has no verdict in force: ${why}`,
            fix: "Finish the dialogue, then bring the decision up to date.",
          }),
        );
    }
  }
  if (inForce.length === 0) return found;
  const load = makeTrackedLoader(project);
  for (const id of listDialogueIds(project)) {
    const loaded = load(id);
    const subject = loaded.opening?.subject && currentPath(project, loaded.opening.subject.path);
    const adr = inForce.find(({ path }) => path === subject);
    if (adr === undefined || stateOf(loaded) !== "decided" || fieldList(adr.header, "dialogue").includes(id)) continue;
    found.push(
      finding("warning", "contradiction", adr.path, 1, {
        message: `The dialogue ${id} deliberated on it and decided; the ADR does not name it`,
        fix: `Take its verdict in, and add \`dialogue: ${id}\`; or write the ADR that supersedes this one.`,
      }),
    );
  }
  return found;
}
