/**
 * What a change does to the decisions: it is told of what this side took away from the common base and the main branch did not. Whatever was gone
 * before, was only moved, or the main branch lost itself is not this change's.
 */
import { nameOf } from "../../documents/document.ts";
import { refuse } from "../../errors.ts";
import { blameOf, type CarriedCitation, type Standing, type Step, standingBy } from "../../rules/rot.ts";
import { sameRot } from "../../rules/rot-reasons.ts";
import { makeCitable } from "../../rules/round/citation-match.ts";
import { countOf, foldSpace, howHeld, kindOf, type LooseText, loosen, Quote } from "../../rules/round/loose-text.ts";
import { QuoteFinder } from "../../rules/round/quote-finder.ts";
import { currentPath } from "../../store/cited-documents.ts";
import type { ComparedTrees } from "../../store/git-trees.ts";
import { canMove } from "../../store/passages.ts";
import type { Project } from "../../store/project.ts";
import { isRecordPath } from "../../store/record.ts";
import { dialoguesOf } from "../decided-dialogue.ts";
import type { DecisionInForce, LoadedDecisions } from "./decision.ts";
import { type KeyedFinding, ofChanged, ofCitation, ofSubject } from "./finding.ts";
import { judgeCitations, judgeHere, judgeRecords, saysAdopted } from "./judge-here.ts";
import { type Base, type PassageThere, Trees, textOf } from "./trees.ts";

export interface JudgedChange {
  found: Map<DecisionInForce, KeyedFinding[]>;
  against: {
    commit: string;
    guessed: boolean;
    settled: { id: string; path: string; reason: string }[];
    marks_only: number;
    not_known: string[];
  };
  /** Whether the change has files of this dialogue. */
  inFolder(id: string): boolean;
}

export function judgeChange(project: Project, loaded: LoadedDecisions, compared: ComparedTrees): JudgedChange {
  const trees = new Trees(project, compared);
  const change = new ChangeJudge(project, loaded, trees);
  const found = new Map<DecisionInForce, KeyedFinding[]>();
  for (const decision of loaded.decisions) {
    if (decision.standing === "overruled") continue;
    const findings = change.judge(decision);
    if (findings.length > 0) found.set(decision, findings);
  }
  change.refuseUnknown([...found.values()].flat());
  const { main, guessed } = trees.compared;
  const isNew = (path: string) =>
    trees.bases.every(({ toHere }) => toHere.has(path) && toHere.get(path)!.before === undefined);
  return {
    found,
    against: {
      commit: main,
      guessed,
      settled: loaded.decisions.flatMap(({ id, settlements }) =>
        settlements.settled.filter(({ file }) => isNew(file)).map(({ file, reason }) => ({ id, path: file, reason })),
      ),
      marks_only: change.marksOnly,
      not_known: [...change.notKnown].sort(),
    },
    inFolder: (id) => change.changedBelow(`.blue/dialogues/${id}/`).length > 0,
  };
}

class ChangeJudge {
  marksOnly = 0;
  readonly notKnown = new Set<string>();
  /** Without their text nobody can say whether something rotted. */
  readonly #needed = new Set<string>();
  readonly #project: Project;
  readonly #loaded: LoadedDecisions;
  readonly #trees: Trees;
  readonly #movedEarlier: ReadonlySet<CarriedCitation>;

  constructor(project: Project, loaded: LoadedDecisions, trees: Trees) {
    this.#project = project;
    this.#loaded = loaded;
    this.#trees = trees;
    const citations = loaded.decisions.flatMap((one) => (one.standing === "overruled" ? [] : one.citations));
    trees.preload(citations.flatMap(({ path }) => (trees.isChanged(path) ? [path] : [])));
    this.#movedEarlier = this.#findMovedEarlier(citations);
  }

  judge(decision: DecisionInForce): KeyedFinding[] {
    if (decision.standing === "judged" && decision.verdict !== null && this.#isNewlyJudged(decision))
      return judgeHere(this.#project, [decision], this.#loaded).get(decision)!;
    const cited = decision.citations.flatMap((citation) => this.#judgeCitation(decision, citation));
    const own = [...this.#judgeRecords(decision), ...this.#judgeSubject(decision)];
    return [...cited, ...own, ...this.#changedOf(decision)];
  }

  changedBelow(folder: string): string[] {
    const paths = this.#trees.bases.flatMap(({ toHere }) => [...toHere.keys()]);
    return [...new Set(paths)].filter((path) => path.startsWith(folder));
  }

  /** Proved rot is told in any case; otherwise an answer that may be wrong is none. */
  refuseUnknown(findings: readonly KeyedFinding[]): void {
    const [first] = this.#needed;
    if (first === undefined || findings.some(({ state }) => state === "rotted")) return;
    refuse("invalid_input", { diff: this.#trees.compared.main }, "text_is_here", {
      message: `The text of ${first} at the base is not in this clone, and ${this.#needed.size === 1 ? "a decision rests" : `decisions rest on ${this.#needed.size} such files: one rests`} on it`,
      suggestion: "Fetch it: `git fetch --refetch --filter=blob:limit=16m` brings the texts of a partial clone.",
      context: { files: [...this.#needed] },
    });
  }

  /** In force and judged here, and not so before: such a decision answers for all its rot, also for what is older. */
  #isNewlyJudged(decision: DecisionInForce): boolean {
    const trees = this.#trees;
    if (!this.changedBelow(".blue/").some((path) => path === decision.verdict!.path || path.startsWith(".blue/docs/")))
      return false;
    const standingAt = (base: Base, tree: "base" | "main"): Standing | undefined => {
      if (!trees.exists(base, tree, decision.verdict!.path)) return undefined;
      const documents = trees.documents(base, tree, this.#loaded.documents);
      const topic = decision.id.replace(/^\d{4}-\d{2}-\d{2}T\d{4}Z-/, "");
      const naming = (keys: readonly string[]) => keys.includes(decision.id) || keys.includes(topic);
      return standingBy(documents.filter((document) => naming(dialoguesOf(this.#project, document))));
    };
    return trees.bases.every((base) => standingAt(base, "base") !== "judged" && standingAt(base, "main") !== "judged");
  }

  #judgeCitation(decision: DecisionInForce, citation: CarriedCitation): KeyedFinding[] {
    const { bases } = this.#trees;
    if (this.#movedEarlier.has(citation))
      return [ofCitation(decision, citation, "rotted", "the words had moved, and are gone from there")];
    const path = this.#pathOf(citation);
    if (!this.#trees.isChanged(path)) return [];
    const toHere = bases.map((base) => this.#step(base, "here", citation, path));
    const toMain = bases.map((base) => this.#step(base, "main", citation, path));
    const blame = blameOf(toHere, toMain);
    if (blame === "rotted") return [ofCitation(decision, citation, "rotted", this.#whyGone(path))];
    if (blame === "unclear")
      return [ofCitation(decision, citation, "unclear", "it may have moved, or cannot be read here")];
    if (!toHere.some((step) => step === "kept" || step === "moved")) return [];
    return this.#touched(citation, path)
      ? [ofCitation(decision, citation, "touched", "the cited lines changed around the words")]
      : [];
  }

  /** A document's name says its status; the record keeps the name it had. */
  #pathOf({ path }: CarriedCitation): string {
    return this.#trees.isChanged(path) ? path : currentPath(this.#project, path);
  }

  #whyGone(path: string): string {
    const gone = this.#trees.bases.every((base) => !this.#trees.exists(base, "here", path));
    return gone ? "this change takes the file away" : "this change takes the words away";
  }

  #step(base: Base, tree: "here" | "main", citation: CarriedCitation, path: string): Step {
    const trees = this.#trees;
    if (!trees.changed(base, tree).has(path)) return "kept";
    const before = trees.at(base, "base", path);
    const after = trees.at(base, tree, path);
    const heldAfter = held(after, citation);
    if (before.state === "not_known" || after.state === "not_known") {
      if (heldAfter === "whole") this.notKnown.add(path);
      else this.#needed.add(path);
      return heldAfter === "whole" ? "kept" : "unclear";
    }
    const heldBefore = held(before, citation);
    if (heldBefore === undefined || heldAfter === "whole" || (heldAfter === "cut" && heldBefore === "cut"))
      return "kept";
    if (after.state === "unreadable" || after.state === "refused") return "unclear";
    const quote = quoteOf(citation, before);
    if (quote === undefined || quote.tooShort) return "unclear";
    if (after.state === "text" && howHeld(after.text, quote) === "whole") return "kept";
    for (const { before: was, after: now } of trees.places(base, tree, path)) {
      if (now === undefined || count(now, quote) <= count(was, quote)) continue;
      return quote.identifying && !trees.compared.guessed ? "moved" : "unclear";
    }
    return "lost";
  }

  /**
   * Passages that had left their file before this change and are lost now: a changed file held them at the base and no longer does, and nothing else
   * holds them here.
   */
  #findMovedEarlier(citations: readonly CarriedCitation[]): Set<CarriedCitation> {
    const trees = this.#trees;
    const kept = citations.flatMap((citation) => {
      const quote = citation.words === null ? undefined : new Quote(citation.words);
      return quote === undefined || quote.tooShort || !quote.identifying ? [] : [{ citation, quote }];
    });
    const finder = new QuoteFinder(kept.map(({ quote }) => quote));
    const lostFrom = (base: Base, tree: "here" | "main") => {
      const lost = new Set<number>();
      for (const [path, { before: blob }] of trees.changed(base, tree)) {
        const before =
          blob === undefined || path.startsWith(".blue/dialogues/") ? undefined : textOf(trees.at(base, "base", path));
        if (before === undefined) continue;
        const after = textOf(trees.at(base, tree, path));
        for (const i of finder.find(before)) {
          const { citation, quote } = kept[i]!;
          if (citation.path === path || kindOf(citation.path) !== before.kind || !canMove(citation.path, path))
            continue;
          if (after === undefined || howHeld(after, quote) !== "whole") lost.add(i);
        }
      }
      return lost;
    };
    for (const base of trees.bases)
      trees.preload(
        [...base.toHere.keys()].filter(
          (path) => !path.startsWith(".blue/") && base.toHere.get(path)!.before !== undefined,
        ),
      );
    const perBase = trees.bases.map((base) => ({ base, here: lostFrom(base, "here"), main: lostFrom(base, "main") }));
    const suspects = kept.flatMap(({ citation, quote }, i) => {
      const left = ({ base, here, main }: (typeof perBase)[number]) => {
        if (!here.has(i) || main.has(i)) return false;
        const then = textOf(trees.at(base, "base", citation.path));
        return then === undefined || howHeld(then, quote) !== "whole";
      };
      return perBase.every(left) ? [citation] : [];
    });
    const judged = judgeCitations(this.#project, suspects);
    return new Set(suspects.filter((citation) => judged.get(citation)!.health === "rotted"));
  }

  /** For information: the words stand, and the lines around them changed in more than marks. */
  #touched(citation: CarriedCitation, path: string): boolean {
    const trees = this.#trees;
    const [base] = trees.bases;
    const before = textOf(trees.at(base!, "base", path));
    const whole = before === undefined ? undefined : wholeLines(before, citation);
    if (whole === undefined || before === undefined) return false;
    const texts = [path, ...[...trees.places(base!, "here", path)].map((place) => place.path)].map((one) => ({
      was: textOf(trees.at(base!, "base", one)),
      now: textOf(trees.at(base!, "here", one)),
    }));
    const isLess = (occurs: (text: LooseText) => number) =>
      texts.reduce((sum, { was, now }) => sum + (now ? occurs(now) : 0) - (was ? occurs(was) : 0), 0) < 0;
    if (!isLess(({ folded }) => folded.split(foldSpace(whole)).length - 1)) return false;
    const loose = loosen(whole, before.kind);
    const inWords = loose === "" || isLess((text) => text.loose.split(loose).length - 1);
    if (!inWords) this.marksOnly++;
    return inWords;
  }

  /** What is found here and neither at the base nor on the main branch. */
  #judgeRecords(decision: DecisionInForce): KeyedFinding[] {
    const here = judgeRecords(decision, this.#loaded);
    if (here.length === 0) return [];
    const { bases } = this.#trees;
    const before = bases.flatMap((base) =>
      (["base", "main"] as const).flatMap((tree) =>
        judgeRecords(decision, {
          documents: this.#trees.documents(base, tree, this.#loaded.documents),
          dialogues: this.#loaded.dialogues,
        }),
      ),
    );
    return here.filter(({ reason, path, why, key }) => {
      const [, id] = /^\.blue\/dialogues\/([^/]+)\//.exec(path ?? "") ?? [];
      const dialogue = reason === "undecided" ? decision.undecided.find((one) => why.includes(one)) : id;
      if (dialogue !== undefined)
        return (
          this.#isOurs(path!) ||
          this.changedBelow(`.blue/dialogues/${dialogue}/`).some((one) => isRecordPath(one) && this.#isOurs(one))
        );
      return !before.some((one) => sameRot(one.key!, key!));
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
    const [base] = trees.bases;
    const here = trees.at(base!, "here", subject.path);
    const text = textOf(here);
    if (text !== undefined && saysAdopted(text.text, subject.adopted)) return [];
    const elsewhere = [...base!.toHere.keys()].map((path) => textOf(trees.at(base!, "here", path)));
    if (text === undefined && elsewhere.some((one) => one && saysAdopted(one.text, subject.adopted))) return [];
    const before = [trees.at(base!, "base", subject.path), trees.at(base!, "main", subject.path)];
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
      return [ofSubject(decision, "touched", "the subject changed; every decided line stands as before")];
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
      ...(kind === "verdict"
        ? changed(this.changedBelow(`.blue/dialogues/${id}/`).filter(isRecordPath), "its records changed")
        : []),
      ...documents.flatMap((document) => changed([document.path], `${nameOf(document)} changed`)),
      ...changed(
        settlements.settled.map(({ file }) => file),
        "something of it was settled",
      ),
    ];
  }
}

/** How a file holds what was cited; the very bytes hold it whole. */
function held(passage: PassageThere, { words, blob }: CarriedCitation): "whole" | "cut" | undefined {
  if ("hasHash" in passage && blob !== null && passage.hasHash(blob)) return "whole";
  const quote = words === null ? undefined : new Quote(words);
  return passage.state !== "text" || quote === undefined || quote.tooShort ? undefined : howHeld(passage.text, quote);
}

/** The words; without any the cited lines, where the file is the one that was cited. */
function quoteOf({ words, from, to, blob }: CarriedCitation, before: PassageThere): Quote | undefined {
  if (words !== null) return new Quote(words);
  const text = textOf(before);
  if (text === undefined || from === null || blob === null || !("hasHash" in before) || !before.hasHash(blob))
    return undefined;
  return new Quote(
    text.text
      .split(/\r\n|\r|\n/)
      .slice(from - 1, to ?? from)
      .join("\n"),
  );
}

/** The lines at the base in which the words stand. */
function wholeLines(before: LooseText, { words, from, to }: CarriedCitation): string | undefined {
  const lines = before.text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  if (words === null) return from === null ? undefined : lines.slice(from - 1, to ?? from).join("\n");
  const { folded, starts, ends } = makeCitable(before.text);
  const needle = foldSpace(words);
  const at = folded.indexOf(needle);
  if (at < 0) return undefined;
  const first = ends.findIndex((end) => end > at);
  const last = ends.findIndex((end) => end >= at + needle.length);
  return starts.length === 0 || first < 0 ? undefined : lines.slice(first, (last < 0 ? first : last) + 1).join("\n");
}

function isHeld(text: LooseText | undefined, quote: Quote): boolean {
  return text !== undefined && howHeld(text, quote) !== undefined;
}

function count(text: LooseText | undefined, quote: Quote): number {
  return text === undefined ? 0 : countOf(text, quote);
}
