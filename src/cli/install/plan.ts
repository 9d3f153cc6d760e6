/** What would change, worked out before anything is written. */
import type { Target } from "./agents.ts";
import { undoInsertions } from "./json-text.ts";
import { trimmed, unifiedDiff } from "./line-diff.ts";
import { type FileReceipt, type Receipt, sha256, sharedWithOthers } from "./receipt.ts";

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

/** A target under the name that people and the receipt know it by. */
export type Named = Target & { name: string; private: boolean };
type Edited = Extract<Named, { edit: unknown }>;
type Written = Extract<Named, { text: string }>;

export function planInstall(agent: string, targets: readonly Named[], read: Read, last: Receipt): Plan {
  const plan: Plan = { changes: [], notes: [], receipt: structuredClone(last) };
  const { files, agents } = plan.receipt;
  agents[agent] = [];
  for (const target of targets) {
    const before = read(target.path);
    const known = files[target.name];
    const { after, receipt } =
      "edit" in target ? installParts(target, before, known, plan) : installText(target, before, known, plan);
    addChange(plan, target, before, after);
    if (receipt === undefined) continue;
    files[target.name] = receipt;
    agents[agent].push(target.name);
  }
  return plan;
}

interface Outcome {
  after: string | undefined;
  receipt?: FileReceipt | undefined;
}

function installParts(
  { edit, name }: Edited,
  before: string | undefined,
  known: FileReceipt | undefined,
  plan: Plan,
): Outcome {
  // An untouched file is made again from its original, so that the receipt can still undo everything.
  const untouched = before !== undefined && known?.sha256 === sha256(before) && known.inserted !== null;
  const original = untouched ? undoInsertions(before, known.inserted!) : undefined;
  const fresh = original !== undefined || known === undefined || before === undefined;
  const base = original ?? before ?? edit.blank;
  const done = edit.ensure(base, name);
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
  { text, name }: Written,
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

export function planUninstall(agent: string, targets: readonly Named[], read: Read, last: Receipt): Plan {
  const plan: Plan = { changes: [], notes: [], receipt: structuredClone(last) };
  const shared = sharedWithOthers(last, agent);
  for (const target of targets.filter(({ name }) => !shared.has(name))) {
    const before = read(target.path);
    const known = last.files[target.name];
    delete plan.receipt.files[target.name];
    if (before === undefined) continue;
    const after = "edit" in target ? withoutParts(target, before, known) : withoutText(target, before, known, plan);
    addChange(plan, target, before, after);
  }
  delete plan.receipt.agents[agent];
  return plan;
}

function withoutParts({ edit, name }: Edited, before: string, known: FileReceipt | undefined): string | undefined {
  if (known?.sha256 === sha256(before) && known.inserted !== null) {
    if (known.created) return undefined;
    const original = undoInsertions(before, known.inserted);
    if (original !== undefined) return original;
  }
  const { text, removed } = edit.remove(before, name, { ids: known?.parts, made: known?.made });
  return removed.length > 0 && (known?.created ?? true) && edit.isBlank(text, name) ? undefined : text;
}

function withoutText(
  { text, name }: Written,
  before: string,
  known: FileReceipt | undefined,
  plan: Plan,
): string | undefined {
  if (before === text || known?.sha256 === sha256(before)) return undefined;
  plan.notes.push(`${name} was changed since and is left; remove it yourself if you do not want it.`);
  return before;
}

function addChange(plan: Plan, target: Named, before: string | undefined, after: string | undefined): void {
  if (before === after) return;
  const { name, path } = target;
  const only = "edit" in target && target.private ? new Set(["", ...target.edit.lines.map(trimmed)]) : undefined;
  const diff = unifiedDiff(name, before, after, { only, most: "text" in target ? skillLines : undefined });
  plan.changes.push({ name, path, before, after, private: only !== undefined, diff });
}
