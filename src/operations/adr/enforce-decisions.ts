/** Runs the `enforce:` rules of the decisions in force over the project's files. Only a person runs commands: a branch can deliver one. */
import { enforceRules } from "../../documents/adr.ts";
import { type Finding, finding } from "../../documents/check-document.ts";
import { type Document, nameOf } from "../../documents/document.ts";
import { type CompiledRule, compileRule, violationsIn } from "../../documents/enforce.ts";
import { environmentOfPerson, runProcess } from "../../store/child-processes.ts";
import type { Project } from "../../store/project.ts";
import { projectFiles, readSource } from "../../store/project-files.ts";

export interface Enforced {
  findings: Finding[];
  rules: number;
  files: number;
  /** What was not looked at, and why. */
  skipped: { path: string; why: string }[];
}

const commandTimeoutMs = 120_000;

export function enforceDecisions(project: Project, adrs: readonly Document[], runCommands: boolean): Enforced {
  const findings: Finding[] = [];
  const skipped = new Map<string, string>();
  const looked = new Set<string>();
  let rules = 0;
  let files: string[] | undefined;
  const texts = new Map<string, ReturnType<typeof readSource>>();
  for (const adr of adrs.filter(({ status }) => status === "accepted")) {
    const { rules: given, problems } = enforceRules(adr);
    for (const problem of problems) findings.push(broken(adr, problem));
    for (const [i, rule] of given.entries()) {
      let compiled: CompiledRule;
      try {
        compiled = compileRule(rule);
      } catch (thrown) {
        findings.push(broken(adr, `enforce rule ${i + 1}: ${(thrown as Error).message}`));
        continue;
      }
      rules++;
      if (rule.command !== undefined) {
        if (runCommands) findings.push(...runCommand(project, adr, rule.command, rule.message));
        else
          skipped.set(
            `${nameOf(adr)}: ${rule.command.join(" ")}`,
            "commands run only with --run-commands, by a person",
          );
        continue;
      }
      files ??= projectFiles(project);
      for (const path of files.filter(compiled.applies)) {
        const source = texts.get(path) ?? readSource(project, path);
        texts.set(path, source);
        if ("skipped" in source) {
          skipped.set(path, source.skipped);
          continue;
        }
        looked.add(path);
        for (const { line, message } of violationsIn(compiled, path, source.text))
          findings.push(
            finding("error", "enforce", path, line, {
              message: `${nameOf(adr)} (${adr.title}): ${message}`,
              fix: `Keep the decision, or change it: ${adr.path}`,
            }),
          );
      }
    }
  }
  return { findings, rules, files: looked.size, skipped: [...skipped].map(([path, why]) => ({ path, why })) };
}

function broken(adr: Document, message: string): Finding {
  return finding("error", "enforce_rule", adr.path, 1, {
    message,
    fix: "Correct the rule: `files`, and one of `forbid`, `require`, `command`.",
  });
}

function runCommand(
  project: Project,
  adr: Document,
  [file, ...args]: string[],
  message: string | undefined,
): Finding[] {
  const { error, status, stdout, stderr } = runProcess(
    { program: file!, args, cwd: project.root, env: environmentOfPerson(process.env) },
    { largestOutput: 16 * 1024 * 1024, timeoutMs: commandTimeoutMs },
  );
  if (error === undefined && status === 0) return [];
  const said = `${stderr ?? ""}`.trim() || `${stdout ?? ""}`.trim();
  const how =
    status === null ? ((error as NodeJS.ErrnoException | undefined)?.code ?? "it did not end") : `exit ${status}`;
  return [
    finding("error", "enforce", adr.path, 1, {
      message: `${nameOf(adr)}: ${message ?? `\`${[file, ...args].join(" ")}\` failed`} (${how})${said === "" ? "" : `: ${said.split("\n")[0]!.slice(0, 300)}`}`,
      fix: `Keep the decision, or change it: ${adr.path}`,
    }),
  ];
}
