/** Files as they are here, at a common base and on the main branch. What did not change is read from the disk, whatever tree is asked for. */
import { type Document, readDocument } from "../../documents/document.ts";
import { kindOf, type LooseText } from "../../rules/round/loose-text.ts";
import { documentFileAt } from "../../store/documents.ts";
import { BlobReader, type Change, type ComparedTrees } from "../../store/git-trees.ts";
import { canMove, type Passage, passageOf, readPassage } from "../../store/passages.ts";
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

  constructor(project: Project, compared: ComparedTrees) {
    this.compared = compared;
    this.#project = project;
    this.#blobs = new BlobReader(project, compared);
  }

  get bases(): readonly Base[] {
    return this.compared.bases;
  }

  /** One call of git for all that will be asked of these paths. */
  preload(paths: Iterable<string>): void {
    const blobs = [...paths].flatMap((path) =>
      this.bases.flatMap(({ toHere, toMain }) => [toHere.get(path)?.before, toMain.get(path)?.after]),
    );
    this.#blobs.load(blobs.flatMap((blob) => (isFile(blob) ? [blob.oid] : [])));
  }

  changed(base: Base, tree: "here" | "main"): ReadonlyMap<string, Change> {
    return tree === "here" ? base.toHere : base.toMain;
  }

  /** Whether the path is changed from some base to here. */
  isChanged(path: string): boolean {
    return this.bases.some(({ toHere }) => toHere.has(path));
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

  /** The texts that changed from a base to a tree and to which words cited in `from` can have moved. */
  *places(
    base: Base,
    tree: "here" | "main",
    from: string,
  ): Generator<{ path: string; before: LooseText | undefined; after: LooseText | undefined }> {
    for (const path of this.changed(base, tree).keys()) {
      if (path === from || kindOf(path) !== kindOf(from) || !canMove(from, path)) continue;
      const before = this.at(base, "base", path);
      const after = this.at(base, tree, path);
      yield { path, before: textOf(before), after: textOf(after) };
    }
  }

  /** Documents as they were there, those that did not change from `here`. */
  documents(base: Base, tree: "base" | "main", here: readonly Document[]): Document[] {
    const paths = [...new Set([...base.toHere.keys(), ...base.toMain.keys()])].filter((path) => documentFileAt(path));
    const there = paths.flatMap((path) => {
      const passage = this.at(base, tree, path);
      return passage.state === "text" ? [readDocument(documentFileAt(path)!, passage.text.text)] : [];
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
