/** The recorded dialogue of examples/simpler-house, as the calls a Judge makes and what agents wrote for it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { scanDraft } from "../../src/drafts/scan-draft.ts";
import { toLines } from "../../src/rules/lines.ts";

const folder = fileURLToPath(new URL("../../examples/simpler-house", import.meta.url));
const recorded = (path: string) => readFileSync(join(folder, path), "utf8");
const json = (path: string) => JSON.parse(recorded(path)) as Record<string, unknown>;
/** Where its experts read the text; a dialogue that is played again has another id. */
const then = ".blue/dialogues/2026-11-17T0700Z-a-simpler-house";

export interface HouseRound {
  round: number;
  /** What the author wrote before it. */
  text: string;
  sheet: string;
  ask: string | undefined;
  judgement: Record<string, unknown>;
  /** Expert → draft, with the text where this dialogue shows it. */
  drafts(dialogue: string): Map<string, string>;
}

const texts = [
  ["1-polished.md", "1-findings.md"],
  ["2-rewritten.md", "2-answers.md"],
  ["3-checked.md", "3-answers.md"],
  ["4-decided.md", "4-answers.md"],
] as const;

export const house = {
  create: json("create.json"),
  verdict: json("verdict.json"),
  subject: { path: "docs/proposals/house.md", text: recorded("texts/0-subject.md") },
  rounds: texts.map(([text, sheet], round): HouseRound => {
    const { dialogue_id: _, round: __, ...judgement } = inShort(json(`judge-${round}.json`));
    return {
      round,
      text: recorded(`texts/${text}`),
      sheet: recorded(`texts/${sheet}`),
      ask: round < 2 ? undefined : "sign",
      judgement,
      drafts: (dialogue) =>
        new Map(
          readdirSync(join(folder, `round-${round}`)).map((file) => [
            file.replace(".md", ""),
            recorded(`round-${round}/${file}`).replaceAll(then, `.blue/dialogues/${dialogue}`),
          ]),
        ),
    };
  }),
};

interface Listed {
  local_id: string;
  label?: string;
  merges?: string[];
}

interface Recorded extends Record<string, unknown> {
  tension_updates: Closing[];
}

interface Closing {
  id: string;
  status: string;
  via: string;
}

/**
 * The recorded call came from the scaffold: it lists every marker in the order of the panel, with its own label, and closes each tension apart. A Judge says
 * what it merges, and once what one item closes.
 */
function inShort(judge: Record<string, unknown>): Record<string, unknown> {
  const { tension_updates = [], ...rest } = judge as Recorded;
  const lists = Object.entries(rest).filter(([name, value]) => Array.isArray(value) && name !== "dismissed");
  const listed = lists.flatMap(([, list]) => list as Listed[]);
  const merge = listed.flatMap(({ local_id, merges = [] }) =>
    merges.length === 0 ? [] : [[local_id, ...merges].join(" = ")],
  );
  const said = Object.entries(rest).filter(([name]) => !lists.some(([list]) => list === name));
  return {
    ...Object.fromEntries(said),
    ...(merge.length === 0 ? {} : { merge }),
    tension_updates: together(tension_updates),
  };
}

/** One update for all that one item closes. */
export function together(closings: readonly Closing[]): Omit<Closing, "status">[] {
  const vias = [...new Set(closings.map(({ via }) => via))];
  return vias.map((via) => {
    const ids = closings.filter((one) => one.via === via).map(({ id }) => id);
    return { id: ids.join(", "), via };
  });
}

/** The project's files as far as the drafts quote them: every quoted word stands on the line that was cited. */
export function citedFiles(): Record<string, string> {
  const files = new Map<string, string[]>();
  for (const { round, drafts } of house.rounds) {
    for (const [expert, text] of drafts("")) {
      for (const { path, from, to, words } of scanDraft(toLines(text), { expert, round }).citations) {
        if (path.startsWith(".blue") || path === house.subject.path) continue;
        const lines = files.get(path) ?? [];
        files.set(path, lines);
        const line = from ?? 1;
        while (lines.length < Math.max(line, to ?? line)) lines.push("");
        lines[line - 1] = `${lines[line - 1]} ${words ?? ""}`.trim();
      }
    }
  }
  return Object.fromEntries([...files].map(([path, lines]) => [path, `${lines.join("\n")}\n`]));
}
