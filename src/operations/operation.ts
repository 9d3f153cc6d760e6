/**
 * An operation is one thing Blue can do, defined once: what it takes, what it answers, how it runs and how people read it.
 * Both faces are generated from this; an operation knows neither.
 */
import type * as z from "zod";
import type { Context } from "../context.ts";

export type Effect = "read" | "write" | "destructive";

/** Tools are offered to a model by group; `core` and `dialogue` are the default ones, the Judge's. */
export const toolsets = ["core", "dialogue", "documents", "maintenance"] as const;
export type Toolset = (typeof toolsets)[number];
export const defaultToolsets: readonly Toolset[] = ["core", "dialogue"];

export interface CliShape {
  /** Input fields that may also be given without their flag, in this order. */
  positional?: readonly string[];
  /** The positional field that takes all words that are left, as one text (`blue search deep pages`); of a list they are the first, `--also` gives others. */
  words?: string;
  /** Other names of the command (`verdict` for `verdict-register`). */
  aliases?: readonly string[];
  /** Other names of a field (`dialogue_id: ["id"]`), as a flag and as a key. */
  flagAliases?: Readonly<Record<string, readonly string[]>>;
  /** Without an id it is about the open dialogue (`cli/which-dialogue.ts`). Not for what ends, decides or discards. */
  openDialogue?: boolean;
  /** Without an id it shows what the newest decided text would change; to write it the dialogue is named. */
  showsUnapplied?: boolean;
  /** Flags that may come without a value, and what they then mean (`--diff`). */
  alone?: Readonly<Record<string, string>>;
  /** Fields that take one value only, each a flag without a value that is named after it (`--org`). */
  switches?: readonly string[];
  /** Nested fields with a flag of their own that names a JSON file (`panel`), or `input` for the whole input (`data`). */
  fileFlags?: Readonly<Record<string, string>>;
  /** Other faces of the answer, each a flag of the command line alone, and what it says of itself (`--github`). */
  outputModes?: Readonly<Record<string, string>>;
  /** Below its first empty line the text is a document's own words: nothing there is painted. */
  showsDocument?: boolean;
  /** The output is itself a document (a path, an export): printed as rendered also into a pipe. */
  document?: boolean;
}

export interface Example {
  /** A command as a person types it, starting with `blue`. */
  command: string;
  /** What it is for, in a few words. */
  note: string;
}

export interface Operation<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
  /** `status`, `dialogue.round-register`: group and verb in kebab case. */
  name: string;
  /** One line of help, at most 80 characters, no full stop. */
  summary: string;
  /** What a model reads before it calls: at most 2,048 bytes. */
  description: string;
  effect: Effect;
  /** A repeated call with the same input changes nothing more. */
  idempotent: boolean;
  toolset: Toolset;
  input: I;
  output: O;
  examples: readonly [Example, ...Example[]];
  cli?: CliShape;
  run(input: z.output<I>, context: Context): z.output<O> | Promise<z.output<O>>;
  /** The input filled in as far as Blue knows it, to be edited; `…` stands for what only the caller can say. The CLI prints it for `--scaffold`. */
  scaffold?(given: Partial<z.output<I>>, context: Context): Record<string, unknown> | Promise<Record<string, unknown>>;
  /** Text for people; colours come from `paint`. */
  render(output: z.output<O>): string;
  /** The answer as a model is told it, where programs get more than it needs: nothing twice, a line where a program wants an object. */
  inShort?(output: z.output<O>, input: Record<string, unknown>): Record<string, unknown>;
  /** The seeds print its answer: over MCP its empty lists are there too. */
  keepsEmptyLists?: true;
  /** Findings (lint, verify, audit) answer normally and exit 6. */
  hasFindings?(output: z.output<O>): boolean;
}

/** A read is safe to repeat, a write only if it says so; the toolset is `documents` unless it says another. */
export function defineOperation<I extends z.ZodObject, O extends z.ZodObject>(
  definition: Omit<Operation<I, O>, "idempotent" | "toolset"> & Partial<Pick<Operation, "idempotent" | "toolset">>,
): Operation<I, O> {
  return { idempotent: definition.effect === "read", toolset: "documents", ...definition };
}

/** `dialogue.round-register` is `blue_dialogue_round_register` to a model. */
export function toolName(name: string): string {
  return `blue_${name.replace(/[.-]/g, "_")}`;
}

/** What the faces need before an operation is loaded; made by `npm run docs` so that no schema library runs at start-up. */
export interface OperationEntry {
  name: string;
  tool: string;
  summary: string;
  description: string;
  effect: Effect;
  idempotent: boolean;
  toolset: Toolset;
  examples: readonly Example[];
  cli: CliShape;
  /** Whether the operation can fill in its input. */
  scaffold?: true;
  keepsEmptyLists?: true;
  inputSchema: ObjectSchema;
  load(): Promise<Operation>;
}

/** The part of JSON Schema our inputs use at their root: a flat object. */
export interface ObjectSchema {
  type: "object";
  properties: Record<string, PropertySchema>;
  required?: readonly string[];
  additionalProperties?: boolean;
}

export interface PropertySchema {
  type?: string | readonly string[];
  description?: string;
  enum?: readonly unknown[];
  default?: unknown;
  items?: PropertySchema;
  [keyword: string]: unknown;
}
