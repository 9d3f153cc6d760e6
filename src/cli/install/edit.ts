/** A file that others write too: how our pieces go into it, and out of it again. */
import type { Insertion } from "./json-text.ts";

export interface Edit {
  /** What the file starts as where there is none. */
  blank: string;
  ensure(text: string, file: string): Ensured;
  remove(text: string, file: string, removal?: Removal): { text: string; removed: string[] };
  /** What starts Blue there, ours or somebody's own; empty where nothing does. */
  words(text: string, file: string): string;
  /** Neither entries nor comments. */
  isBlank(text: string, file: string): boolean;
  /** Every line our pieces are made of. */
  lines: readonly string[];
}

export interface Ensured {
  text: string;
  inserted: Insertion[];
  /** Pieces that were not there before. */
  added: string[];
  /** Objects and arrays made for them. */
  made: string[];
  /** Pieces of an earlier version that now read differently. */
  replaced: string[];
  /** Pieces that someone else put there. */
  kept: string[];
}

export interface Removal {
  /** Only these; without a receipt, every piece that is recognised in a file that holds an unmistakable one. */
  ids?: readonly string[] | undefined;
  /** Objects and arrays that go when they are empty; without a receipt, all that a piece stood in. */
  made?: readonly string[] | undefined;
}
