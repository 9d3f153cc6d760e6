/** Files as they are here, at a common base and on the main branch. What did not change is read from the disk, whatever tree is asked for. */
import { type Document, readDocument } from "../../documents/document.ts";
import type { LooseText } from "../../rules/round/loose-text.ts";
import { documentFileAt } from "../../store/documents.ts";
import { BlobReader, type Change, type ComparedTrees, changedPaths } from "../../store/git-trees.ts";
import { type Passage, passageOf, readPassage } from "../../store/passages.ts";
import type { Project } from "../../store/project.ts";

/** `not_known`: a partial clone does not have its text. */
export type PassageThere = Passage | { state: "not_known" };

export type Base = ComparedTrees["bases"][number];
export type Tree = "here" | "base" | "main";

export class Trees {
  readonly compared: ComparedTrees;
  readonly #project: Project;
  readonly #blobs: BlobReader;
  readonly #read = new Map<string, PassageThere>();
  readonly #byDialogue = new Map<string, string[]>();
  /** Those whose text at a base or on the main branch is not here. */
  readonly unknownDocuments = new Set<string>();
  /** Whether the change has documents of Blue's. */
  readonly changesDocuments: boolean;

  constructor(project: Project, compared: ComparedTrees) {
    this.compared = compared;
    const changed = changedPaths(compared);
    this.changesDocuments = changed.some((path) => path.startsWith(".blue/docs/"));
    for (const path of changed) {
      const [, id] = /^\.blue\/dialogues\/([^/]+)\//.exec(path) ?? [];
      if (id !== undefined) this.#byDialogue.set(id, [...(this.#byDialogue.get(id) ?? []), path]);
    }
    this.#project = project;
    this.#blobs = new BlobReader(project, compared);
  }

  get bases(): readonly Base[] {
    return this.compared.bases;
  }

  changed(base: Base, tree: "here" | "main"): ReadonlyMap<string, Change> {
    return tree === "here" ? base.toHere : base.toMain;
  }

  /** Whether the path is changed from some base to here. */
  isChanged(path: string): boolean {
    return this.bases.some(({ toHere }) => toHere.has(path));
  }

  /** The changed files of a dialogue. */
  changedOf(dialogue: string): readonly string[] {
    return this.#byDialogue.get(dialogue) ?? [];
  }

  exists(base: Base, tree: Tree, path: string): boolean {
    return this.at(base, tree, path).state !== "gone";
  }

  at(base: Base, tree: Tree, path: string): PassageThere {
    const here = base.toHere.get(path);
    const main = base.toMain.get(path);
    if (tree === "here") return here !== undefined && here.after === undefined ? { state: "gone" } : this.#onDisk(path);
    const change =
      tree === "main" ? (main?.after ?? (main === undefined ? here?.before : undefined)) : (here ?? main)?.before;
    if (here === undefined && main === undefined) return this.#onDisk(path);
    return this.#inGit(change === "disk" ? undefined : change, path);
  }

  /** What changed from a base to a tree, without records and their pages: all texts by one call of git. */
  *changedTexts(
    base: Base,
    tree: "here" | "main",
  ): Generator<{ path: string; before: LooseText | undefined; after: LooseText | undefined }> {
    const changed = [...this.changed(base, tree)].filter(([path]) => !path.startsWith(".blue/dialogues/"));
    this.#blobs.load(
      changed.flatMap(([, { before, after }]) => [before, after].flatMap((blob) => (isFile(blob) ? [blob.oid] : []))),
    );
    for (const [path] of changed)
      yield { path, before: textOf(this.at(base, "base", path)), after: textOf(this.at(base, tree, path)) };
  }

  /** Documents as they were there, those that did not change from `here`. */
  documents(base: Base, tree: "base" | "main", here: readonly Document[]): Document[] {
    const paths = [...new Set([...base.toHere.keys(), ...base.toMain.keys()])].filter((path) => documentFileAt(path));
    const there = paths.flatMap((path) => {
      const passage = this.at(base, tree, path);
      // Its name says its status, too.
      if (passage.state === "not_known") this.unknownDocuments.add(path);
      const text = passage.state === "not_known" ? "" : textOf(passage)?.text;
      return text === undefined ? [] : [readDocument(documentFileAt(path)!, text)];
    });
    return [...here.filter(({ path }) => !paths.includes(path)), ...there];
  }

  #onDisk(path: string): PassageThere {
    return this.#once(`disk ${path}`, () => readPassage(this.#project, path));
  }

  #inGit(blob: { mode: string; oid: string } | undefined, path: string): PassageThere {
    if (blob === undefined) return { state: "gone" };
    if (!isFile(blob)) return { state: "unreadable", why: "it was a link or a submodule", hasHash: () => false };
    return this.#once(`${blob.oid} ${path}`, () => {
      const bytes = this.#blobs.get(blob.oid);
      return bytes === "absent" ? { state: "not_known" } : passageOf(bytes, path);
    });
  }

  #once(key: string, read: () => PassageThere): PassageThere {
    const known = this.#read.get(key) ?? read();
    this.#read.set(key, known);
    return known;
  }
}

function isFile(blob: { mode: string; oid: string } | "disk" | undefined): blob is { mode: string; oid: string } {
  return blob !== undefined && blob !== "disk" && blob.mode.startsWith("100");
}

export function textOf(passage: PassageThere): LooseText | undefined {
  return passage.state === "text" ? passage.text : undefined;
}
