/** What would change, worked out before anything is written. */
import type { Target } from "./agents.ts";
import { ensureParts, isEmptyObject, type JsonPart, removeParts } from "./json-parts.ts";
import { undoInsertions } from "./json-text.ts";
import { trimmed, unifiedDiff } from "./line-diff.ts";
import { emptyReceipt, type FileReceipt, type Receipt, sha256 } from "./receipt.ts";

/** Of a skill only the first lines are shown. */
const skillLines = 8;

export interface Change {
  name: string;
  path: string;
  /** Undefined: no file. */
  before: string | undefined;
  after: string | undefined;
  private: boolean;
  diff: string;
}

export interface Plan {
  changes: Change[];
  notes: string[];
  receipt: Receipt;
}

export type Read = (path: string) => string | undefined;

export function planInstall(targets: readonly Target[], read: Read, last: Receipt | undefined): Plan {
  const plan: Plan = { changes: [], notes: [], receipt: { ...(last ?? emptyReceipt()), files: {} } };
  for (const target of targets) {
    const before = read(target.path);
    const known = last?.files[target.name];
    const { after, receipt } =
      "parts" in target ? installParts(target, before, known, plan) : installText(target, before, known, plan);
    if (receipt !== undefined) plan.receipt.files[target.name] = receipt;
    addChange(plan, target, before, after);
  }
  return plan;
}

interface Outcome {
  after: string | undefined;
  receipt?: FileReceipt | undefined;
}

function installParts(
  { parts, name }: Target & { parts: readonly JsonPart[] },
  before: string | undefined,
  known: FileReceipt | undefined,
  plan: Plan,
): Outcome {
  // An untouched file is made again from its original, so that the receipt can still undo everything.
  const untouched = before !== undefined && known?.sha256 === sha256(before) && known.inserted !== null;
  const original = untouched ? undoInsertions(before, known.inserted!) : undefined;
  const fresh = original !== undefined || known === undefined || before === undefined;
  const base = original ?? before ?? "{}\n";
  const done = ensureParts(base, parts, name);
  if (done.kept.length > 0) plan.notes.push(`${name}: your own \`${done.kept.join("`, `")}\` is left as it is.`);
  const created = (fresh && before === undefined) || (known?.created ?? false);
  if (done.text === before && original === undefined) return { after: before, receipt: known };
  return {
    after: done.text,
    receipt: {
      sha256: sha256(done.text),
      created,
      inserted: fresh && done.replaced.length === 0 ? done.inserted : null,
      parts: [...new Set([...(fresh ? [] : (known?.parts ?? [])), ...done.added, ...done.replaced])],
      made: [...new Set([...(fresh ? [] : (known?.made ?? [])), ...done.made])],
    },
  };
}

function installText(
  { text, name }: Target & { text: string },
  before: string | undefined,
  known: FileReceipt | undefined,
  plan: Plan,
): Outcome {
  const receipt = { sha256: sha256(text), created: true, inserted: null, parts: [], made: [] };
  if (before === undefined || before === text) return { after: text, receipt };
  if (known?.sha256 === sha256(before)) return { after: text, receipt };
  plan.notes.push(`${name} differs from ours and is left as it is; remove it and install again to get ours.`);
  return { after: before, receipt: known };
}

export function planUninstall(targets: readonly Target[], read: Read, last: Receipt | undefined): Plan {
  const plan: Plan = { changes: [], notes: [], receipt: last ?? emptyReceipt() };
  for (const target of targets) {
    const before = read(target.path);
    if (before === undefined) continue;
    const known = last?.files[target.name];
    const after = "parts" in target ? withoutParts(target, before, known) : withoutText(target, before, known, plan);
    addChange(plan, target, before, after);
  }
  return plan;
}

function withoutParts(
  { parts, name }: Target & { parts: readonly JsonPart[] },
  before: string,
  known: FileReceipt | undefined,
): string | undefined {
  if (known?.sha256 === sha256(before) && known.inserted !== null) {
    if (known.created) return undefined;
    const original = undoInsertions(before, known.inserted);
    if (original !== undefined) return original;
  }
  const { text, removed } = removeParts(before, parts, name, { ids: known?.parts, made: known?.made });
  return removed.length > 0 && (known?.created ?? true) && isEmptyObject(text, name) ? undefined : text;
}

function withoutText(
  { text, name }: Target & { text: string },
  before: string,
  known: FileReceipt | undefined,
  plan: Plan,
): string | undefined {
  if (before === text || known?.sha256 === sha256(before)) return undefined;
  plan.notes.push(`${name} was changed since and is left; remove it yourself if you do not want it.`);
  return before;
}

function addChange(plan: Plan, target: Target, before: string | undefined, after: string | undefined): void {
  if (before === after) return;
  const { name, path } = target;
  const only = "parts" in target && target.private ? ownLines(target.parts) : undefined;
  const diff = unifiedDiff(name, before, after, { only, most: "text" in target ? skillLines : undefined });
  plan.changes.push({ name, path, before, after, private: only !== undefined, diff });
}

/** Every line our pieces are made of. */
function ownLines(parts: readonly JsonPart[]): Set<string> {
  const lines = parts.flatMap(({ path, key, value }) => {
    const inner = key === undefined ? [value] : { [key]: value };
    const whole = path.reduceRight<unknown>((nested, name) => ({ [name]: nested }), inner);
    return JSON.stringify(whole, null, 2).split("\n").map(trimmed);
  });
  return new Set(lines);
}
