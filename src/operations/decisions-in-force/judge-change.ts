/** What a change does to the decisions: to the words they cite, to their subject, and to the records and documents that hold them. */
import { nameOf } from "../../documents/document.ts";
import { type RotKey, rotWords, sameRot } from "../../rules/rot-reasons.ts";
import { howHeld, type LooseText, Quote } from "../../rules/round/loose-text.ts";
import { type ComparedTrees, changedPaths, isBrought } from "../../store/git-trees.ts";
import type { Project } from "../../store/project.ts";
import { isRecordPath } from "../../store/record.ts";
import { type Settlements, settledIn } from "../../store/settlements.ts";
import type { DecidedSubject, DecisionInForce, LoadedDecisions } from "./decision.ts";
import { byCertainty, certainties, isSettled, type KeyedFinding, ofChanged, ofSubject } from "./finding.ts";
import { CitedWords } from "./judge-cited-words.ts";
import { isMovedTo, judgeHere, judgeRecords, saysAdopted, withoutOverruled } from "./judge-here.ts";
import type { Settled } from "./shown.ts";
import { type SetAside, Standings } from "./standings.ts";
import { type Base, type PassageThere, Trees, textOf } from "./trees.ts";

export interface JudgedChange {
  /** With the standing by which the change is judged. */
  decisions: DecisionInForce[];
  found: Map<DecisionInForce, KeyedFinding[]>;
  against: {
    commit: string;
    guessed: boolean;
    settled: Settled[];
    set_aside: SetAside[];
    marks_only: number;
    not_known: string[];
  };
  /** The settlements that the change brings. */
  settledBy(decision: DecisionInForce): Settlements["settled"];
  /** New files among the settlements of dialogues that decide nothing. */
  unusable: { path: string; why: string }[];
  /** Whether the change has files of this dialogue. */
  inFolder(id: string): boolean;
}

export function judgeChange(project: Project, here: LoadedDecisions, compared: ComparedTrees): JudgedChange {
  const trees = new Trees(project, compared);
  const standings = new Standings(project, here, trees);
  const decisions = here.decisions.map((decision) => {
    const standing = standings.inChange(decision);
    return standing === decision.standing ? decision : { ...decision, standing };
  });
  const loaded = { ...here, decisions };
  const judged = withoutOverruled(decisions);
  const words = new CitedWords(
    project,
    trees,
    judged.flatMap(({ citations }) => citations),
  );
  const change = new ChangeJudge(project, loaded, trees, words, standings);
  const found = new Map<DecisionInForce, KeyedFinding[]>();
  for (const decision of judged) {
    const findings = change.judge(decision);
    if (findings.length > 0) found.set(decision, findings);
  }
  words.refuseUnknown([...found.values()].flat());
  const { main, guessed } = trees.compared;
  const isNew = (path: string) => isBrought(compared, path);
  const settledBy = ({ settlements }: DecisionInForce) => settlements.settled.filter(({ file }) => isNew(file));
  const settled = decisions.flatMap((decision) => {
    const brought = settledBy(decision);
    if (brought.length === 0) return [];
    const taken = [...(found.get(decision) ?? [])].sort(byCertainty);
    const gone = [...(judgeHere(project, [decision], loaded).get(decision) ?? []), ...taken];
    const isNamed = (keys: readonly RotKey[], one: KeyedFinding) =>
      one.key !== null && keys.some((key) => sameRot(one.key!, key));
    return brought.map(({ file, reason, settled: keys }, i) => {
      const first = taken.find(
        (one) => isNamed(keys, one) && !brought.slice(0, i).some(({ settled: before }) => isNamed(before, one)),
      );
      const names = keys.map((key) => ({ what: rotWords(key), stands: !gone.some((one) => isNamed([key], one)) }));
      const shown = { id: decision.id, path: file, reason, names, settles: first !== undefined };
      return { shown, weight: first === undefined ? certainties.length : certainties.indexOf(first.state) };
    });
  });
  const unusable = changedPaths(compared)
    .filter(isNew)
    .flatMap((path) => {
      const id = settledIn(path);
      if (id === undefined || decisions.some((one) => one.id === id)) return [];
      return [{ path, why: `${id} has no verdict in force` }];
    });
  return {
    decisions,
    found,
    settledBy,
    unusable,
    against: {
      commit: main,
      guessed,
      // What lets the change pass comes first.
      settled: settled.sort((a, b) => a.weight - b.weight).map(({ shown }) => shown),
      set_aside: standings.setAside(),
      marks_only: words.marksOnly.size,
      not_known: [...new Set([...words.notKnown, ...trees.unknownDocuments])].sort(),
    },
    inFolder: (id) => trees.changedOf(id).length > 0,
  };
}

class ChangeJudge {
  readonly #project: Project;
  readonly #loaded: LoadedDecisions;
  readonly #trees: Trees;
  readonly #words: CitedWords;
  readonly #standings: Standings;

  constructor(project: Project, loaded: LoadedDecisions, trees: Trees, words: CitedWords, standings: Standings) {
    this.#project = project;
    this.#loaded = loaded;
    this.#trees = trees;
    this.#words = words;
    this.#standings = standings;
  }

  judge(decision: DecisionInForce): KeyedFinding[] {
    const { settled } = decision.settlements;
    if (decision.standing !== "judged" || decision.verdict === null || !this.#standings.isNewlyJudged(decision))
      return [...this.#judgeTaken(decision), ...this.#changedOf(decision)];
    const here = judgeHere(this.#project, [decision], this.#loaded).get(decision)!;
    // What was gone and settled before this change is not its to settle.
    const taken = settled.length === 0 ? [] : this.#judgeTaken(decision);
    return here.filter((one) => !isSettled(settled, one) || taken.some(({ key }) => sameRot(key!, one.key!)));
  }

  /** What the change itself takes away. */
  #judgeTaken(decision: DecisionInForce): KeyedFinding[] {
    const cited = decision.citations.flatMap((citation) => this.#words.judge(decision, citation));
    return [...cited, ...this.#judgeRecords(decision), ...this.#judgeSubject(decision)];
  }

  /** What is found here and neither at the base nor on the main branch. */
  #judgeRecords(decision: DecisionInForce): KeyedFinding[] {
    const here = judgeRecords(decision, this.#loaded);
    if (here.length === 0) return [];
    const { bases } = this.#trees;
    const isFoundAt = (base: Base, tree: "base" | "main", key: KeyedFinding["key"]) =>
      judgeRecords(decision, {
        documents: this.#trees.documents(base, tree, this.#loaded.documents),
        dialogues: this.#loaded.dialogues,
      }).some((one) => sameRot(one.key!, key!));
    return here.filter(({ reason, path, why, key }) => {
      const [, id] = /^\.blue\/dialogues\/([^/]+)\//.exec(path ?? "") ?? [];
      const dialogue = reason === "undecided" ? decision.undecided.find((one) => why.includes(one)) : id;
      if (dialogue !== undefined)
        return (
          this.#isOurs(path!) || this.#trees.changedOf(dialogue).some((one) => isRecordPath(one) && this.#isOurs(one))
        );
      return !isFoundAt(bases[0]!, "main", key) && !bases.every((base) => isFoundAt(base, "base", key));
    });
  }

  /** Changed here, and not in the same way on the main branch. */
  #isOurs(path: string): boolean {
    const same = (a: PassageThere, b: PassageThere) => a.state === b.state && textOf(a)?.text === textOf(b)?.text;
    const trees = this.#trees;
    return (
      trees.isChanged(path) &&
      trees.bases.every((base) => !same(trees.at(base, "here", path), trees.at(base, "main", path)))
    );
  }

  #judgeSubject(decision: DecisionInForce): KeyedFinding[] {
    const { subject } = decision;
    const trees = this.#trees;
    if (subject === null || !this.#isOurs(subject.path)) return [];
    return trees.bases
      .flatMap((base) => this.#subjectFrom(base, decision, subject))
      .sort(byCertainty)
      .slice(0, 1);
  }

  #subjectFrom(base: Base, decision: DecisionInForce, subject: DecidedSubject): KeyedFinding[] {
    const trees = this.#trees;
    const here = trees.at(base, "here", subject.path);
    const text = textOf(here);
    if (text !== undefined && saysAdopted(text.text, subject.adopted)) return [];
    const isThere = (path: string) => isMovedTo(subject, path, textOf(trees.at(base, "here", path))?.text ?? "");
    if (text === undefined && [...base.toHere.keys()].some(isThere)) return [];
    const before = [trees.at(base, "base", subject.path), trees.at(base, "main", subject.path)];
    const hasOpening = (passage: PassageThere) => "hasHash" in passage && passage.hasHash(subject.openedSha256);
    if (hasOpening(here)) {
      const undone =
        !trees.compared.guessed && before.every((passage) => passage.state !== "gone" && !hasOpening(passage));
      return undone ? [ofSubject(decision, "rotted", "this change brings back the text that was not adopted")] : [];
    }
    const lines = subject.adopted.map((line) => new Quote(line)).filter((line) => line.identifying);
    const stood = lines.filter((line) => before.every((passage) => isHeld(textOf(passage), line)));
    const lost = stood.filter((line) => !isHeld(text, line));
    if (lost.length > 0 && lost.length * 2 > lines.length)
      return [ofSubject(decision, "rotted", `this change takes away ${lost.length} of ${lines.length} decided lines`)];
    if (lost.length === 0)
      return [ofSubject(decision, "touched", "the subject changed; every decided line is as before")];
    const finding = ofSubject(
      decision,
      "touched",
      `${lost.length} of ${lines.length} decided lines changed, the first:`,
    );
    return [{ ...finding, words: lost[0]!.folded[0]! }];
  }

  #changedOf({ id, kind, documents, settlements }: DecisionInForce): KeyedFinding[] {
    const changed = (paths: readonly string[], why: string) =>
      paths
        .filter((path) => this.#trees.isChanged(path))
        .slice(0, 1)
        .map((path) => ofChanged(path, why));
    return [
      ...(kind === "verdict" ? changed(this.#trees.changedOf(id).filter(isRecordPath), "its records changed") : []),
      ...documents.flatMap((document) => changed([document.path], `${nameOf(document)} changed`)),
      ...changed(
        settlements.settled.map(({ file }) => file),
        "something of it was settled",
      ),
    ];
  }
}

function isHeld(text: LooseText | undefined, quote: Quote): boolean {
  return text !== undefined && howHeld(text, quote) !== undefined;
}
