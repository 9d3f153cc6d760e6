/**
 * A checked change as a reviewer reads it in a forge. Everything that comes from the repository is shown as plain words or code: nobody is mentioned, no
 * other issue is linked, no picture is loaded, no markup of theirs works.
 */
import { code, fold, markdownTable, page, plural } from "../../pages/page.ts";
import { inline } from "../../pages/quote.ts";
import { clipped } from "../../rules/round/first-sentence.ts";
import type { Checked } from "../check.ts";
import { waysOut } from "../decisions.ts";
import { namedWords } from "../decisions-in-force/shown.ts";
import { setAsideWords } from "../decisions-in-force/standings.ts";
import type { NewVerdict } from "./new-verdict.ts";
import { markOf, rottedOf, summaryOf } from "./summary.ts";

/** The address of a file, here or at a commit; undefined where there is none. */
export type FileAddress = (path: string, at?: { commit: string; line: number | null }) => string | undefined;

/** Of each list; the command line shows all. */
const mostListed = 30;
/** Of the settlements that settle nothing. */
const mostUseless = 3;
const longestText = 400;
/** Of a line about a verdict: none of it may be lost. */
const longestLine = 4000;

/** Whether there is anything that a reviewer has to read: a decision that is only touched is not. */
export function hasNews({ damage, decisions, set_aside, settled, verdicts, notes }: Checked): boolean {
  return [damage, rottedOf(decisions), set_aside, settled, verdicts, notes].some((list) => list.length > 0);
}

export function checkMarkdown(checked: Checked, address: FileAddress = () => undefined): string {
  const { damage, decisions, set_aside, settled, verdicts, notes, warnings } = checked;
  const rotted = rottedOf(decisions);
  const settling = settled.filter(({ settles }) => settles);
  const useless = settled.filter(({ settles }) => !settles);
  const others = decisions.filter((one) => !rotted.includes(one));
  const against = checked.against?.commit;
  const summary = summaryOf(checked);
  return page(
    `## ${markOf(checked)} Blue`,
    `${summary[0]!.toUpperCase()}${summary.slice(1)}.`,
    damage.length > 0 && "### Records and documents",
    damage.length > 0 &&
      markdownTable(
        ["Where", "What", "What to do"],
        first(damage, ({ path, line, kind, message, fix }) => [
          path === null ? "" : fileName(path, line, address(path)),
          `${words(message)} (${words(kind)})`,
          commandsIn(fix ?? ""),
        ]),
      ),
    more(damage),
    rotted.length > 0 && "### Decisions that this change rots",
    rotted.length > 0 && first(rotted, (one) => decisionLines(one, address, against)).join("\n"),
    more(rotted),
    set_aside.length > 0 && "### Decisions that this change sets aside",
    first(set_aside, (one) => `- ${asCode(one.id)}: ${words(setAsideWords(one))}`).join("\n"),
    more(set_aside),
    settling.length > 0 && "### What this change settles",
    first(settling, settledLines).join("\n"),
    more(settling),
    ...first(verdicts, (one) => verdictPart(one, address)),
    more(verdicts),
    others.length > 0 &&
      fold(
        `${plural(others.length, "more decision")} touched, not rotted`,
        first(others, (one) => decisionLines(one, address, against)).join("\n"),
      ),
    [
      ...useless.slice(0, mostUseless).map(settledLines),
      ...(useless.length > mostUseless ? [`- … and ${useless.length - mostUseless} more that settle nothing`] : []),
      ...notes.map((note) => `- ${words(note)}`),
      ...warnings.map((warning) => `- ⚠ ${words(warning)}`),
    ].join("\n"),
  );
}

function settledLines({ id, path, reason, names, settles }: Checked["settled"][number]): string {
  const head = settles ? "Settled by this change" : "Settles nothing";
  return [
    `- ${head}: ${asCode(id)}, ${words(reason)} (${asCode(path)})`,
    ...first(names, (one) => `  - ${words(namedWords(one))}`),
    ...(names.length > mostListed ? [`  - … and ${names.length - mostListed} more`] : []),
  ].join("\n");
}

function first<T, R>(some: readonly T[], show: (one: T) => R): R[] {
  return some.slice(0, mostListed).map(show);
}

function more(some: readonly unknown[]): string {
  return some.length > mostListed ? `… and ${some.length - mostListed} more: \`blue check\` lists all.` : "";
}

function decisionLines(decision: Checked["decisions"][number], address: FileAddress, against?: string): string {
  const { id, decided, findings, documents, standing, health } = decision;
  const binding = [asCode(id), ...documents.map((one) => `${words(one.id)} ${words(one.status)}`)].join(", ");
  const state = standing === "judged" ? health : `${standing.replace("_", " ")}, ${health}`;
  return [
    `- **${words(decided)}** (${binding}): ${state}`,
    ...first(findings, (one) => {
      const at = against === undefined ? undefined : { commit: against, line: one.line };
      const where = one.path === null ? "" : `${fileName(one.path, one.line, address(one.path, at))} `;
      const cited = one.words === null ? "" : `“${words(one.words)}”: `;
      const rests = one.label === "" || one.id === "subject" ? "" : `; what rests on it: ${words(one.label)}`;
      return `  - ${where}${cited}${words(one.why)}${rests} (${words(one.id)})`;
    }),
    ...waysOut(decision, true).map(({ when, command }) => `  - ${when} ${asCode(command)}`),
  ].join("\n");
}

function verdictPart({ title, type, how, question, changed, lines, path }: NewVerdict, address: FileAddress): string {
  const [decided, ...rest] = lines;
  return page(
    `### ${how === "reviewed" ? "Review" : "New verdict"}: ${words(title)}`,
    `> **${words(decided?.words ?? "", longestLine)}**`,
    markdownTable(
      ["Verdict", words(type)],
      [
        ...rest.map((line) => [words(line.name), words(line.words, longestLine)]),
        ["Question", words(question)],
        ["What deliberation changed", words(changed)],
        ["Page", fileName(path, null, address(path))],
      ],
    ),
  ).trimEnd();
}

function fileName(path: string, line: number | null, address: string | undefined): string {
  const name = asCode(`${path}${line === null ? "" : `:${line}`}`);
  return address === undefined || !name.startsWith("`") ? name : `[${name}](${address})`;
}

/** Blue's own sentence, with commands between backticks. */
function commandsIn(text: string): string {
  const parts = text.split("`");
  if (parts.length % 2 === 0) return words(text);
  return parts
    .map((part, i) => (i % 2 === 0 ? words(part) : ` ${asCode(part)}`))
    .join("")
    .trim();
}

/** In code nothing works; what would end it is shown as words. */
function asCode(text: string): string {
  const shown = code(text);
  return shown.startsWith("`") ? shown : words(text);
}

/** One line of somebody else's text. A space of no width keeps GitHub from mentioning, linking and drawing emoji. */
export function words(text: string, longest = longestText): string {
  return inline(clipped(text.trim(), longest))
    .replaceAll("&", "&amp;")
    .replace(/@|#(?=\d)|\bGH-(?=\d)|:(?=\/\/|[\w+-]+:)|www(?=\.)/gi, "$&&#8203;")
    .replace(/[*_~$]/g, "\\$&");
}
