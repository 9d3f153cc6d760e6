/**
 * Every panel member's draft, scanned and accounted for: present, incomplete or absent, and nothing in between. Nobody is credited who did not
 * write, and nobody who wrote can be called absent.
 */

import { scanDraft } from "../../drafts/scan-draft.ts";
import type { ScannedDraft } from "../../drafts/scanned-draft.ts";
import { type BlueError, refusal } from "../../errors.ts";
import { expertKey } from "../names.ts";
import type { PanelMember, Provenance, RoundRecord } from "../records.ts";
import type { SeverityReading } from "../vocabulary.ts";

/** One expert's files of a round, as found on disk. `path` names them in messages. */
export interface DraftFile {
  expert: string;
  path: string;
  /** As the record will keep them (`toLines`). */
  lines: string[];
  provenance: Provenance;
  /** Later texts for the same expert; kept beside the first. */
  others: { lines: string[]; provenance: Provenance }[];
}

export interface ScannedText {
  expert: string;
  state: RoundRecord["texts"][number]["state"];
  file: DraftFile | undefined;
  draft: ScannedDraft | undefined;
  /** Guests speak and are recorded; they are no members. */
  member: boolean;
}

export function scanRound(
  round: number,
  panel: readonly PanelMember[],
  files: readonly DraftFile[],
  declared: { absent?: readonly string[] | undefined; incomplete?: readonly string[] | undefined },
  notAsked: readonly string[] = [],
  severities?: SeverityReading,
): { texts: ScannedText[]; errors: BlueError[] } {
  const errors: BlueError[] = [];
  const absent = nameSet("absent", declared.absent, panel, errors);
  const incomplete = nameSet("incomplete", declared.incomplete, panel, errors);
  const unasked = new Set(notAsked.map(expertKey));
  const byKey = new Map(files.map((file) => [expertKey(file.expert), file]));
  const members = panel.map(({ name }): ScannedText => {
    const key = expertKey(name);
    const file = byKey.get(key);
    const draft = file === undefined ? undefined : scanDraft(file.lines, { expert: name, round }, { severities });
    if (file === undefined && unasked.has(key) && !absent.has(key))
      return { expert: name, state: "not_asked", file, draft, member: true };
    if (file === undefined) {
      if (!absent.has(key)) errors.push(missing(name));
      return { expert: name, state: "absent", file, draft, member: true };
    }
    if (absent.has(key)) errors.push(wrote(name, file.path));
    const whole = !draft!.incomplete;
    if (!whole && !incomplete.has(key)) errors.push(unfinished(name, file.path));
    if (whole && incomplete.has(key)) errors.push(finished(name, file.path));
    return { expert: name, state: whole ? "present" : "incomplete", file, draft, member: true };
  });
  const seated = new Set(panel.map(({ name }) => expertKey(name)));
  const guests = files
    .filter(({ expert }) => !seated.has(expertKey(expert)))
    .map((file): ScannedText => {
      const draft = scanDraft(file.lines, { expert: file.expert, round }, { severities });
      return { expert: file.expert, state: draft.incomplete ? "incomplete" : "present", file, draft, member: false };
    });
  if (panel.length > 0 && members.every(({ file }) => file === undefined)) {
    errors.push(
      refusal("draft_missing", "absent", "someone_spoke", {
        message: `Round ${round} cannot be registered: no member of its panel wrote anything`,
        suggestion: "Start the experts again. At least one panel member must write a draft.",
      }),
    );
  }
  return { texts: [...members, ...guests], errors };
}

/** If the panel is edited after drafts were written, a member's draft must not become a guest's text, nor a guest's text a member's. */
export function checkAuthors(round: number, panel: readonly PanelMember[], files: readonly DraftFile[]): BlueError[] {
  const seated = new Set(panel.map(({ name }) => expertKey(name)));
  return files.flatMap(({ expert, path, provenance, others }) => {
    const guests = [provenance, ...others.map((other) => other.provenance)].map(({ source }) => source === "guest");
    const member = seated.has(expertKey(expert));
    if (member ? !guests.includes(true) : !guests.includes(false)) return [];
    const message = member
      ? `${path}: a guest spoke as ${expert}, who sits on the panel of round ${round}`
      : `${path}: its author is not on the panel of round ${round}`;
    return [
      refusal("panel_mismatch", { drafts: path }, member ? "guest_name" : "writer_is_seated", {
        message,
        suggestion: member
          ? "Seat the expert under another name (evolve-panel), or start the round again with round-discard and a reason."
          : `Seat ${expert} (evolve-panel), or start the round again with round-discard and a reason; a guest speaks through \`say\`, under a name that nobody on a panel has.`,
        context: { expert, path },
      }),
    ];
  });
}

function nameSet(
  field: string,
  names: readonly string[] | undefined,
  panel: readonly PanelMember[],
  errors: BlueError[],
): Set<string> {
  const seated = new Set(panel.map(({ name }) => expertKey(name)));
  for (const name of names ?? []) {
    if (seated.has(expertKey(name))) continue;
    errors.push(
      refusal("panel_mismatch", { [field]: name }, "panel_member", {
        message: `\`${field}\`: ${name} is not on this round's panel`,
        suggestion: `The panel is ${panel.map((member) => member.name).join(", ")}.`,
      }),
    );
  }
  return new Set((names ?? []).map(expertKey));
}

function missing(name: string): BlueError {
  return refusal("draft_missing", { drafts: name }, "every_member_wrote", {
    message: `${name} wrote no draft for this round`,
    suggestion: `Start ${name} again, or name them in \`absent\`: recorded, and their signal does not count.`,
    context: { expert: name },
  });
}

function wrote(name: string, path: string): BlueError {
  return refusal("panel_mismatch", { absent: name }, "absent_wrote_nothing", {
    message: `${name} cannot be called absent: there is a draft at ${path}`,
    suggestion:
      "Take the name out of `absent`. To start the round again, discard it with a reason (`blue dialogue round-discard`).",
    context: { expert: name, path },
  });
}

function unfinished(name: string, path: string): BlueError {
  return refusal("draft_incomplete", { drafts: name }, "draft_is_whole", {
    message: `${path} ends inside a marker`,
    suggestion: `Let ${name} finish it, or name them in \`incomplete\`: the text is recorded, the signal does not count.`,
    context: { expert: name, path },
  });
}

function finished(name: string, path: string): BlueError {
  return refusal("panel_mismatch", { incomplete: name }, "incomplete_breaks_off", {
    message: `${name} cannot be called incomplete: ${path} is whole`,
    suggestion: "Take the name out of `incomplete`.",
    context: { expert: name, path },
  });
}
