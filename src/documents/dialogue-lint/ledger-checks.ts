/** Perspectives and tensions are listed, agree with the scoreboard, and nothing is open under a status that says converged. */
import { parseId } from "../../rules/ids.ts";
import { type Check, error, type Issue, info, listed, those, warning } from "./check.ts";
import { isDeferred, isKnownStatus, isOpenStatus, type Ledger, type Listed, readLedger } from "./ledger.ts";
import type { LintedDialogue } from "./linted-dialogue.ts";
import { percentIn, scoredRounds } from "./scoreboard.ts";

const inventoryOf = (view: LintedDialogue) =>
  readLedger(view, /\bperspectives? inventory\b/i, /\bperspectives\b/i, "P");
const trackerOf = (view: LintedDialogue) => readLedger(view, /\btensions? tracker\b/i, /\btensions\b/i, "T");

const inventoryCheck: Check = {
  name: "perspectives_inventory",
  weight: 6,
  run(view) {
    const inventory = inventoryOf(view);
    if (inventory === null) return [warning(1, null, "There is no section `## Perspectives Inventory`.")];
    if (!inventory.exact) return [notCalled(inventory, "Perspectives Inventory")];
    const { section, entries } = inventory;
    const expected = scoredRounds(view.scoreboards).reduce((sum, { numbers }) => sum + (numbers.get("new") ?? 0), 0);
    if (entries.length === 0 && expected > 0) {
      const message = `The inventory lists nothing; the scoreboard counts ${expected} new perspectives.`;
      return [warning(0.6, section.line, message)];
    }
    return [...checkIds(entries, "P"), ...compareNew(view, inventory)];
  },
};

/** An inventory may list more than what was new, refinements for one; less is a loss. */
function compareNew(view: LintedDialogue, { section, entries }: Ledger): Issue[] {
  if (entries.some(({ round }) => round === null)) return [];
  return scoredRounds(view.scoreboards).flatMap(({ round, numbers }) => {
    const fresh = numbers.get("new") ?? 0;
    const found = entries.filter((entry) => entry.round === round).length;
    if (found >= fresh) return [];
    const message = `Round ${round} counts ${fresh} new perspectives; the inventory lists ${found} of that round.`;
    return [warning(0.2, section.line, message)];
  });
}

const trackerCheck: Check = {
  name: "tensions_tracker",
  weight: 6,
  run(view) {
    const tracker = trackerOf(view);
    if (tracker === null) return [warning(1, null, "There is no section `## Tensions Tracker`.")];
    if (!tracker.exact) return [notCalled(tracker, "Tensions Tracker")];
    const { section, table, entries } = tracker;
    const known = "open, addressed, resolved, reopened, accepted or deferred";
    return [
      ...checkIds(entries, "T"),
      ...those(
        entries.some(({ status }) => status === null) &&
          warning(0.3, table?.line ?? section.line, "The tracker does not say the status of every tension."),
        ...entries.map(
          ({ id, line, status }) =>
            status !== null && !isKnownStatus(status) && warning(0.2, line, `The status of ${id} is none of ${known}.`),
        ),
      ),
      ...compareOpen(view, tracker),
    ];
  },
};

/** Replays the tracker round by round. What was set aside without a date counts as open until the last round. */
function compareOpen(view: LintedDialogue, { section, entries }: Ledger): Issue[] {
  if (entries.some(({ round, status }) => round === null || status === null)) return [];
  const rows = scoredRounds(view.scoreboards);
  const last = rows.at(-1)?.round ?? 0;
  return rows.flatMap(({ round, numbers }) => {
    const written = numbers.get("open") ?? null;
    const at = round ?? 0;
    const open = entries.filter(({ round: raised, status, closed }) => {
      const until = isOpenStatus(status ?? "") ? Number.POSITIVE_INFINITY : (closed ?? last);
      return (raised ?? 0) <= at && until > at;
    }).length;
    if (written === null || written === open) return [];
    const message = `After round ${round} the tracker has ${open} open tensions, and the scoreboard says ${written}.`;
    return [warning(0.2, section.line, message)];
  });
}

const openTensionsCheck: Check = {
  name: "open_tensions",
  weight: 12,
  run(view) {
    const { converged } = view;
    if (converged === null) return null;
    const forced = /\bforced\b/i.test(converged.text);
    const claim = (line: number, what: string) => {
      const message = `The status is converged, and ${what}.`;
      return forced ? info(line, message) : error(0.5, line, message);
    };
    const entries = trackerOf(view)?.entries ?? [];
    const last = scoredRounds(view.scoreboards).at(-1);
    const velocity = last?.numbers.get("velocity") ?? 0;
    const share = percentIn(last?.cells.get("converge") ?? "") ?? 100;
    return those(
      ...entries.map(({ id, line, status }) => {
        const is = `${id} is ${status?.toLowerCase()}`;
        if (status !== null && isOpenStatus(status)) return claim(line, is);
        return status !== null && isDeferred(status) && info(line, `${is}: set aside, not resolved.`);
      }),
      ...(entries.length > 0 ? [] : markedOpen(view)).map(({ id, line }) => claim(line, `nothing resolves ${id}`)),
      last !== undefined && velocity > 0 && claim(last.line, `the last round's velocity is ${velocity}`),
      last !== undefined && share < 100 && claim(last.line, `the last round's converge % is ${share}`),
    );
  },
};

export const ledgerChecks = [inventoryCheck, trackerCheck, openTensionsCheck];

/** Without a tracker the markers themselves say what was raised and what resolved it. */
function markedOpen(view: LintedDialogue): { id: string; line: number }[] {
  const raised = new Map<string, number>();
  const resolved = new Set<string>();
  for (const { offset, draft } of view.bodies) {
    const name = (id: string) => (draft.older ? shortId(id) : id);
    for (const item of draft.items) {
      if (item.type === "T" && !raised.has(name(item.localId))) raised.set(name(item.localId), offset + item.line);
    }
    for (const { kind, target } of draft.refs) if (kind === "RESOLVE") resolved.add(name(target));
  }
  // a global ID cannot be told from the local one it came from: such a document needs its tracker
  const global = [...resolved].some((id) => !id.includes("-") && !raised.has(id));
  return global ? [] : [...raised].filter(([id]) => !resolved.has(id)).map(([id, line]) => ({ id, line }));
}

/** In the older dialect a tension has one number in the whole dialogue, for every author. */
function shortId(id: string): string {
  const parsed = parseId(id);
  return parsed === null ? id : `${parsed.type}${String(parsed.seq).padStart(2, "0")}`;
}

function notCalled({ section }: Ledger, title: string): Issue {
  return warning(
    0.4,
    section.line,
    `This section takes the place of \`## ${title}\`; give it that title, and an ID and a status to each row.`,
  );
}

function checkIds(entries: Listed[], type: "P" | "T"): Issue[] {
  const seen = new Map<string, number>();
  const twice = entries.map(({ id, whose, line }) => {
    const key = `${id} ${whose}`.toUpperCase();
    const first = seen.get(key);
    if (first === undefined) seen.set(key, line);
    return first !== undefined && error(0.3, line, `${id} is listed on line ${first} already.`);
  });
  const wrong = entries.filter(({ id }) => parseId(id)?.type !== type).map(({ id, line }) => id || `line ${line}`);
  const message = `${listed("Not an ID:", "Not IDs:", wrong)}; write ${type}01 or ${type}0001.`;
  return those(...twice, wrong.length > 0 && warning(0.2, entries[0]?.line ?? null, message));
}
