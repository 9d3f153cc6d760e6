/** The round in work, as far as it decides whether it can be registered: each part as it was read, or why it could not be. */
import type { BlueError } from "../../errors.ts";
import type { Asks } from "../ask-log.ts";
import type { PanelMember } from "../records.ts";
import type { DraftFile } from "./scan-round.ts";

export interface RoundInWork {
  round: number;
  /** What is wrong with the records before it. */
  problems: readonly BlueError[];
  /** What was asked. */
  asks: Asks | BlueError;
  /** Undefined: nobody is seated, or the log cannot be read. */
  panel: PanelMember[] | undefined;
  /** Of the registered rounds, in order. */
  panels: readonly (readonly PanelMember[])[];
  texts: Texts | BlueError;
}

export interface Texts {
  /** What counts: the panel's texts in its order, then guests'. */
  texts: DraftFile[];
  /** May be somebody's words, but does not count. */
  misplaced: Misplaced[];
}

export interface Misplaced {
  path: string;
  expert: string | undefined;
  /** It lies where Blue does not read; its author is not on this round's panel, or is a guest under a member's name; it is not a readable text. */
  why: "place" | "author" | "unreadable";
  error: BlueError;
}
