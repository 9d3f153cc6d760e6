/**
 * A replay as a short story for people, at 80 columns. Which passages are told was chosen by hand (the script); their words are cut from the
 * records that the replay has just written, and every figure is counted from them.
 */
import type { VerdictFacts } from "../facts/schema.ts";
import { verdictFacts } from "../facts/verdict-facts.ts";
import { wrapText } from "../pages/box.ts";
import { handParts } from "../pages/judges-hand.ts";
import { plural } from "../pages/page.ts";
import { verdictLines } from "../pages/verdict-lines.ts";
import type { Ledger } from "../rules/ledger.ts";
import { withoutMarkers } from "../rules/round/first-sentence.ts";
import { itemTexts } from "../rules/round/item-texts.ts";
import { type OpenDialogue, openDialogue } from "../store/find-dialogue.ts";
import type { Project } from "../store/project.ts";
import type { Recording } from "./recording.ts";
import type { ReplayEvent } from "./replay.ts";

/** Part of an item's text: from the words it begins with to those it ends with. */
interface Passage {
  /** As its author numbered it, `MUFFIN-T0007`. */
  item: string;
  from: string;
  to: string;
}

export interface Script {
  attack: Passage;
  /** Of the item that closed the attack. */
  answer: Passage;
  /** What an expert asked for, and why it gave that up. */
  before: Passage;
  after: Passage;
  /** The round after which an early verdict is told. */
  refusal: number;
}

const width = 80;

/** Answers with the lines that tell of an event; none for most. */
export function makeStoryteller(script: Script, recording: Recording, project: Project) {
  const rows: string[][] = [];
  let id = "";
  // Opened anew for every part: the story knows only what is on record.
  const open = () => openDialogue(project, { dialogue_id: id });
  return (event: ReplayEvent): string[] => {
    switch (event.kind) {
      case "created":
        id = event.dialogue_id;
        return question(recording, event.panel);
      case "registered": {
        const { round, open_tensions, new_perspectives, velocity, converge_percent } = event.scoreboard;
        rows.push([`${round}`, `${open_tensions}`, `${new_perspectives}`, `${velocity}`, `${converge_percent} %`]);
        if (round === 0) return attack(open(), script);
        return round === 1 ? [...answer(open(), script), "", ...changedMind(open(), script)] : [];
      }
      case "refused":
        return event.round === script.refusal ? refusal(event.round, event.reasons) : [];
      case "went on":
        return [];
      case "verdict": {
        const { loaded, ledger } = open();
        const facts = verdictFacts(loaded, undefined, null, ledger);
        return [...scoreboard(rows), ...decision(facts, event.round), "", ...cost(facts, recording)];
      }
    }
  };
}

function question({ opening }: Recording, panel: readonly { role: string }[]): string[] {
  const roles = listed(panel.map(({ role }) => role));
  return [
    "The question:",
    ...prose(opening.question ?? opening.title),
    ...prose(`One agent wrote a proposal. ${panel.length} experts try to break it, each alone: ${roles}.`),
  ];
}

function attack({ ledger }: OpenDialogue, script: Script): string[] {
  const { id, label, experts } = itemOf(ledger, script.attack);
  const found = `${experts.length} of ${ledger.records[0]!.panel.length} experts`;
  return [
    "An attack (round 0):",
    ...prose(
      `${ledger.tensions.size} tensions: objections that stay open until something settles them. ${found} found ${id}, “${label}”, without having read each other. The words of ${experts[0]} 🧁.`,
    ),
    ...quoted(ledger, script.attack),
  ];
}

function answer({ ledger }: OpenDialogue, script: Script): string[] {
  const tension = itemOf(ledger, script.attack).id;
  const { id, experts } = itemOf(ledger, script.answer);
  const closed = ledger.tensions.get(tension)?.events.find(({ change }) => change === "resolved");
  if (closed?.item !== id) throw new Error(`${id} did not close ${tension}`);
  return [
    `Its answer (round ${closed.round}):`,
    ...prose(`${tension} is closed by ${id}, the words of ${experts[0]} 🧁.`),
    ...quoted(ledger, script.answer),
  ];
}

function changedMind({ ledger }: OpenDialogue, script: Script): string[] {
  const { id, experts } = itemOf(ledger, script.before);
  const { id: evidence, label } = itemOf(ledger, script.after);
  return [
    "A mind that changed:",
    ...prose(`${experts[0]} 🧁 had asked for something else, ${id} …`),
    ...quoted(ledger, script.before),
    ...prose(`… and gives it up by ${evidence}, “${label}”.`),
    ...quoted(ledger, script.after),
  ];
}

function refusal(round: number, reasons: readonly string[]): string[] {
  return [
    `An early verdict, tried after round ${round}. Blue refuses:`,
    ...reasons.flatMap((reason) => wrapText(reason, width - 4).map((line, i) => (i === 0 ? "  ✗ " : "    ") + line)),
  ];
}

function scoreboard(rows: readonly string[][]): string[] {
  const heads = ["Round", "Open tensions", "+ New perspectives", "= Velocity", "Ready to sign"];
  const line = (cells: readonly string[]) => `  ${cells.map((cell, i) => cell.padStart(heads[i]!.length)).join("   ")}`;
  return [line(heads), ...rows.map(line)];
}

function decision(facts: VerdictFacts, round: number): string[] {
  const { judge, stood } = facts;
  const [decided] = verdictLines(facts);
  const stances = ({ positions }: typeof stood.blind) =>
    listed(Object.entries(positions).map(([position, count]) => `${count} ${position}`));
  return [
    `✓ Nothing is open and everybody signs: after round ${round} a verdict is let through.`,
    ...prose(`The decision: ${decided!.words}${decided!.note === null ? "" : ` (${decided!.note})`}.`),
    ...(judge.description === ""
      ? []
      : ["In the Judge's words, which nobody signed:", ...bars(judge.description.replaceAll("\n", " "))]),
    ...prose(`Stances at first: ${stances(stood.blind)}. At last: ${stances(stood.final)}.`),
  ];
}

/** The time is that of the recording: the rest of it is played again in seconds. */
function cost({ rounds, cost: { runs, bytes }, judge: { hand } }: VerdictFacts, recording: Recording): string[] {
  const { opening, verdict } = recording;
  const minutes = Math.round((Date.parse(verdict!.registered_at) - Date.parse(opening.created_at)) / 60_000);
  return [
    ...prose(
      `What it cost: ${plural(rounds, "round")}, ${plural(runs, "expert run")}, ${Math.round(bytes / 1000)} KB of drafts, ${Math.floor(minutes / 60)} h ${minutes % 60} min. Decided by the Judge alone: ${handParts({ ...hand, own_words: 0 }) || "nothing"}.`,
    ),
  ];
}

function itemOf({ items }: Ledger, { item }: Passage) {
  for (const { id, label, sources } of items.values()) {
    if (sources.some(({ local_id }) => local_id === item))
      return { id, label, experts: [...new Set(sources.map(({ expert }) => expert))] };
  }
  throw new Error(`The records have no ${item}`);
}

function quoted({ records }: Ledger, { item, from, to }: Passage): string[] {
  const text = withoutMarkers(itemTexts(records).get(item)?.join("\n") ?? "");
  const start = text.indexOf(from);
  const end = text.indexOf(to, start) + to.length;
  if (start === -1 || end < start + to.length) throw new Error(`${item} does not say "${from}" … "${to}"`);
  return bars(`${start > 0 ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`);
}

function bars(text: string): string[] {
  return wrapText(text, width - 4).map((line) => `  │ ${line}`);
}

function prose(text: string): string[] {
  return wrapText(text, width);
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
