/**
 * What TAB offers. The script of a shell calls `blue complete -- <words>` and shows the answer: commands, flags, the values a flag may have, the ids
 * of dialogues and the numbers of documents. Shells expand what they are given, so only names that cannot act are offered.
 */
import { type Command, type Complete, RootCommand } from "@bomb.sh/tab";
import { refuse } from "../errors.ts";
import { safeLine } from "../safe-text.ts";
import { listDialogueIds } from "../store/dialogue-ids.ts";
import { listDocuments } from "../store/documents.ts";
import { topicOf } from "../store/find-dialogue.ts";
import { findProject, type Project } from "../store/project.ts";
import { flagsOf } from "./flags.ts";
import { wordsOfGroup } from "./help.ts";
import { type CommandShape, globalFlags, wholeInputFlags } from "./program.ts";

/** A value, and what is said of it. */
type Candidate = [value: string, about: string];

export const shells = ["bash", "zsh", "fish"] as const;

export function completionScript(shell: unknown): string {
  const known = shells.find((one) => one === shell);
  if (known === undefined)
    refuse("invalid_input", { shell }, "known_shell", {
      message: shell === undefined ? "`shell` is required" : `There is no completion for ${shell}`,
      suggestion: `Give one of ${shells.join(", ")}.`,
    });
  if (known === "bash") return bashScript;
  return printedBy(() => new RootCommand().setup("blue", "blue", known));
}

/** The library's own needs the package bash-completion. Without `default` bash never offers files; 4 says that there are none to offer. */
const bashScript = `# bash completion for blue
__blue_complete() {
    local cur=\${COMP_WORDS[COMP_CWORD]} out word _
    COMPREPLY=()
    out=$(blue complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null) || return
    [[ \${out##*:} == 4 ]] && compopt +o default 2>/dev/null
    while IFS=$'\\t' read -r word _; do
        [[ -n $word && $word != :* && $word == "$cur"* ]] && COMPREPLY+=("$word")
    done <<< "$out"
}
complete -o default -F __blue_complete blue
`;

/** The lines that the script reads: one candidate each, then what to do without one. */
export function completeWords(words: readonly string[], commands: readonly CommandShape[]): string {
  const named = words.lastIndexOf("--project");
  const project = findProject({ flag: named === -1 ? undefined : words[named + 1] });
  const root = new RootCommand();
  const word = words.at(-1) ?? "";
  let wantsFile = false;
  const askForFile = () => {
    wantsFile = true;
  };
  const offer = (find: () => readonly Candidate[]) => (complete: Complete) => {
    for (const [value, about] of find()) if (/^[\w.-]+$/.test(value)) complete(value, safeLine(about));
  };
  /** What a field of a command may hold. */
  const valuesOf = (shape: CommandShape, field: string, choices: readonly unknown[] = []) => {
    const group = shape.name.split(".")[0]!;
    if (choices.length > 0) return offer(() => choices.map((choice) => [String(choice), ""]));
    if (/(?:^|_)dialogue(?:_id)?$/.test(field)) return offer(() => dialogues(project, word));
    if (field === "rfc") return offer(() => documents(project, "rfc"));
    if (/^(?:id|supersedes|superseded_by)$/.test(field)) return offer(() => documents(project, group));
    return /^(?:subject|sources?|include|diff|files?|out|output|(?:.*_)?(?:path|dir))$/.test(field)
      ? askForFile
      : () => {};
  };

  const addGlobals = (command: Command) => {
    for (const [flags, about] of [...Object.entries(globalFlags), ["--help", "Show this help."] as const]) {
      const [, name = "", value] = /--([\w-]+)( <)?/.exec(flags)!;
      if (value === undefined) command.option(name, about);
      else command.option(name, about, askForFile);
    }
  };
  addGlobals(root);
  for (const shape of commands) {
    const path = shape.name.split(".");
    const flags = flagsOf(shape.inputSchema, shape.cli);
    if (path.length > 1 && !root.commands.has(path[0]!)) {
      root.command(path[0]!, wordsOfGroup(path[0]!));
    }
    for (const name of [path.at(-1)!, ...(shape.cli.aliases ?? [])]) {
      const command = root.command([...path.slice(0, -1), name].join(" "), shape.summary);
      addGlobals(command);
      for (const flag of [...flags, ...wholeInputFlags(shape)]) {
        for (const spelling of [flag.name, ...flag.aliases]) {
          if (flag.kind === "boolean" || flag.kind === "switch")
            command.option((flag.negated ? "no-" : "") + spelling, flag.description);
          else if (flag.kind === "file") command.option(spelling, flag.description, askForFile);
          else command.option(spelling, flag.description, valuesOf(shape, flag.field, flag.choices));
        }
      }
      for (const field of shape.cli.positional ?? []) {
        const { choices, kind } = flags.find((flag) => flag.field === field) ?? {};
        command.argument(field, valuesOf(shape, field, choices), kind === "list");
      }
    }
  }
  const answer = printedBy(() => root.parse([...words]));
  return wantsFile && answer.startsWith(":") ? ":0\n" : answer;
}

/** Ids, or bare topics once somebody types letters; a topic that two share names neither. */
function dialogues(project: Project, word: string): Candidate[] {
  const ids = listDialogueIds(project);
  const topics = ids.map(topicOf);
  const isBare = /^[a-z]/.test(word);
  return ids.map((id, i) => {
    const unique = topics.filter((one) => one === topics[i]).length === 1;
    return [isBare && unique ? topics[i]! : id, topics[i]!.replaceAll("-", " ")];
  });
}

/** By number, or by name where documents of this kind have none or the command takes every kind. */
function documents(project: Project, group: string): Candidate[] {
  const takesAll = group === "delete" || group === "rename";
  const files = listDocuments(project).filter(({ type }) => takesAll || type === group);
  return files.map(({ type, name: { digits, stamp, slug } }) => {
    const short = group === type && digits !== undefined;
    return short ? [digits, slug.replaceAll("-", " ")] : [[digits ?? stamp, slug].filter(Boolean).join("-"), type];
  });
}

/** The library prints and returns nothing. */
function printedBy(work: () => void): string {
  const { log } = console;
  const lines: string[] = [];
  console.log = (line: string) => lines.push(line);
  try {
    work();
  } finally {
    console.log = log;
  }
  return `${lines.join("\n")}\n`;
}
