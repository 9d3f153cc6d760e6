/**
 * What a change does to the words that decisions cite: it is told of those that this side took away from the common base and the main branch did not.
 * Words that were gone before, were only moved, or that the main branch lost itself are not this change's.
 */
import { refuse } from "../../errors.ts";
import { blameOf, type CarriedCitation, type Step } from "../../rules/rot.ts";
import { makeCitable } from "../../rules/round/citation-match.ts";
import { countOf, foldSpace, howHeld, kindOf, type LooseText, loosen, Quote } from "../../rules/round/loose-text.ts";
import { QuoteFinder } from "../../rules/round/quote-finder.ts";
import { currentPath } from "../../store/cited-documents.ts";
import { canMove } from "../../store/passages.ts";
import type { Project } from "../../store/project.ts";
import type { DecisionInForce } from "./decision.ts";
import { type KeyedFinding, ofCitation } from "./finding.ts";
import { judgeCitations } from "./judge-here.ts";
import { type Base, type PassageThere, type Trees, textOf } from "./trees.ts";

export class CitedWords {
  /** Citations in whose lines only marks and breaks changed. */
  readonly marksOnly = new Set<CarriedCitation>();
  readonly notKnown = new Set<string>();
  /** Without their text nobody can say whether something rotted. */
  readonly #needed = new Set<string>();
  readonly #project: Project;
  readonly #trees: Trees;
  readonly #citations: readonly CarriedCitation[];
  readonly #movedEarlier: ReadonlySet<CarriedCitation>;
  readonly #holders = new Map<string, Map<string, string[]>>();

  constructor(project: Project, trees: Trees, citations: readonly CarriedCitation[]) {
    this.#project = project;
    this.#trees = trees;
    this.#citations = citations;
    this.#movedEarlier = this.#findMovedEarlier();
  }

  judge(decision: DecisionInForce, citation: CarriedCitation): KeyedFinding[] {
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
    if (toHere.includes("lost")) return [];
    return bases.some((base) => this.#touched(base, citation, path))
      ? [ofCitation(decision, citation, "touched", "the cited lines changed around the words")]
      : [];
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
    const hasMore = (other: string) => {
      const was = textOf(trees.at(base, "base", other));
      return countOf(textOf(trees.at(base, tree, other))!, quote) > (was === undefined ? 0 : countOf(was, quote));
    };
    if (!this.#othersHolding(base, tree, path, quote).some(hasMore)) return "lost";
    return quote.identifying && !trees.compared.guessed ? "moved" : "unclear";
  }

  /** The other files that changed and hold these words in a tree. */
  #othersHolding(base: Base, tree: "here" | "main", from: string, { words }: Quote): string[] {
    const key = `${base.commit} ${tree}`;
    const holders = this.#holders.get(key) ?? this.#findHolders(base, tree);
    this.#holders.set(key, holders);
    return (holders.get(words) ?? []).filter((path) => path !== from && mayHaveMoved(from, path));
  }

  /** By cited words, for all citations of changed files: each text is looked through once. */
  #findHolders(base: Base, tree: "here" | "main"): Map<string, string[]> {
    const trees = this.#trees;
    const quotes = new Map<string, Quote>();
    for (const citation of this.#citations) {
      const path = this.#pathOf(citation);
      if (!trees.changed(base, tree).has(path)) continue;
      const quote = quoteOf(citation, trees.at(base, "base", path));
      if (quote !== undefined) quotes.set(quote.words, quote);
    }
    const holders = new Map([...quotes.keys()].map((words): [string, string[]] => [words, []]));
    const sought = [...quotes.keys()];
    const finder = new QuoteFinder([...quotes.values()]);
    for (const { path, after } of trees.changedTexts(base, tree)) {
      if (after === undefined) continue;
      for (const i of finder.find(after)) holders.get(sought[i]!)!.push(path);
    }
    return holders;
  }

  /**
   * Passages that had left their file before this change and are lost now: a changed file held them at the base and no longer does, and nothing else
   * holds them here.
   */
  #findMovedEarlier(): Set<CarriedCitation> {
    const trees = this.#trees;
    const perBase = trees.bases.map((base) => {
      const here = this.#lostFromOthers(base, "here", this.#citations);
      const main = new Set(this.#lostFromOthers(base, "main", here));
      return here.filter((citation) => !main.has(citation) && !this.#stoodInPlace(base, citation));
    });
    const suspects = [...new Set(perBase.flatMap((lost) => [...lost]))];
    const judged = judgeCitations(this.#project, suspects);
    return new Set(suspects.filter((citation) => judged.get(citation)!.health === "rotted"));
  }

  /** Citations whose words a changed file other than their own held at the base and does not hold in this tree. */
  #lostFromOthers(base: Base, tree: "here" | "main", citations: readonly CarriedCitation[]): CarriedCitation[] {
    const sought = citations.filter(({ words }) => words !== null);
    if (sought.length === 0) return [];
    const quotes = sought.map(({ words }) => new Quote(words!));
    const finder = new QuoteFinder(quotes);
    const lost = new Set<CarriedCitation>();
    for (const { path, before, after } of this.#trees.changedTexts(base, tree)) {
      if (before === undefined) continue;
      for (const i of finder.find(before)) {
        const citation = sought[i]!;
        const quote = quotes[i]!;
        if (citation.path === path || quote.tooShort || !quote.identifying || !mayHaveMoved(citation.path, path))
          continue;
        if (after === undefined || howHeld(after, quote) !== "whole") lost.add(citation);
      }
    }
    return [...lost];
  }

  #stoodInPlace(base: Base, { path, words }: CarriedCitation): boolean {
    const then = textOf(this.#trees.at(base, "base", path));
    return then !== undefined && howHeld(then, new Quote(words!)) === "whole";
  }

  /** For information: the words are still there, and the lines around them changed in more than marks. */
  #touched(base: Base, citation: CarriedCitation, path: string): boolean {
    const trees = this.#trees;
    const before = trees.at(base, "base", path);
    const was = textOf(before);
    const quote = quoteOf(citation, before);
    const whole = was === undefined ? undefined : wholeLines(was, citation);
    if (was === undefined || whole === undefined) return false;
    const others = quote === undefined ? [] : this.#othersHolding(base, "here", path, quote);
    const isLess = (occurs: (text: LooseText) => number) => {
      const gain = (one: string) => {
        const [then, now] = (["base", "here"] as const).map((tree) => textOf(trees.at(base, tree, one)));
        return (now === undefined ? 0 : occurs(now)) - (then === undefined ? 0 : occurs(then));
      };
      return gain(path) < 0 && !others.some((one) => gain(one) > 0);
    };
    if (!isLess(({ folded }) => folded.split(foldSpace(whole)).length - 1)) return false;
    const loose = loosen(whole, was.kind);
    const inWords = loose === "" || isLess((text) => text.loose.split(loose).length - 1);
    if (!inWords) this.marksOnly.add(citation);
    return inWords;
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

/** The lines at the base that have the words. */
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

/** Words move between files of one kind. */
function mayHaveMoved(from: string, to: string): boolean {
  return kindOf(from) === kindOf(to) && canMove(from, to);
}
