/** Everything that lies about the round in work. Registering, collecting, the gate and status ask here, so they all give the same answer. */
import { attempt, BlueError, refusal } from "../errors.ts";
import { expertKey } from "../rules/names.ts";
import type { PanelMember } from "../rules/records.ts";
import { toLines } from "../rules/round/compose-round.ts";
import { checkAuthors, type DraftFile } from "../rules/round/scan-round.ts";
import type { LoadedDialogue } from "./dialogues.ts";
import { answersPrompt, capitalised, directKey, listDrafts, listOpenDrafts, wordsIn } from "./draft-files.ts";
import { findDraftText } from "./draft-text.ts";
import { attemptsBefore, draftPath, draftsFolder, type InWork, type OpenRound, openRound } from "./drafts.ts";
import type { Project } from "./project.ts";
import { readSetAside, type SetAside } from "./set-aside.ts";
import { refuseTrackedDrafts } from "./tracked-files.ts";

export interface Inbox {
  /** What counts: the panel's texts in its order, then guests'. */
  texts: DraftFile[];
  /** May be somebody's words, but does not count. */
  misplaced: Misplaced[];
  /** What round-discard set aside; the next record keeps it. */
  readonly setAside: SetAside[];
  /** Written after its round was registered, and in no record. */
  readonly late: LateText[];
}

export interface Misplaced {
  path: string;
  expert: string | undefined;
  /** It lies where Blue does not read; its author is not on this round's panel, or is a guest under a member's name; it is not a readable text. */
  why: "place" | "author" | "unreadable";
  error: BlueError;
}

export interface LateText {
  path: string;
  expert: string;
  round: number;
  /** The record calls this expert absent. */
  absent: boolean;
}

/** The last two lists are made when they are asked for: they read other folders than the round's own. */
export function readInbox(project: Project, { loaded, next }: InWork, panel: readonly PanelMember[]): Inbox {
  return {
    ...readTexts(project, next, panel, loaded.begun),
    get setAside() {
      return readSetAside(project, next);
    },
    get late() {
      return findLate(project, loaded);
    },
  };
}

/** The texts of any round, as its drafts now stand; `begun` is what lies in its own folder while it has no record. */
export function readTexts(
  project: Project,
  open: OpenRound,
  panel: readonly PanelMember[],
  begun: readonly string[] = [],
): Pick<Inbox, "texts" | "misplaced"> {
  refuseTrackedDrafts(project, open.dialogue, begun);
  const members = new Map(panel.map(({ name }) => [expertKey(name), name]));
  const found = new Map<string, DraftFile>();
  const misplaced: Misplaced[] = [];
  const read = (key: string, path: string) => {
    const expert = members.get(key) ?? capitalised(key);
    const text = attempt(() => findDraftText(project, path));
    if (text instanceof BlueError) misplaced.push({ path, expert, why: "unreadable", error: text });
    else if (text !== undefined) addText(found, key, { expert, path, ...text, others: [] });
  };
  for (const { key, path, inPlace } of listOpenDrafts(project, open)) {
    if (inPlace) read(key, path);
    else misplaced.push({ path, expert: members.get(key), why: "place", error: elsewhere(path) });
  }
  for (const path of begun) {
    const key = directKey(path);
    if (key === undefined) misplaced.push({ path, expert: undefined, why: "place", error: elsewhere(path) });
    else if (members.has(key)) {
      if (answersPrompt(project, open, key, path)) read(key, path);
      else misplaced.push({ path, expert: members.get(key), why: "place", error: notAsked(path, open, key) });
    } else misplaced.push({ path, expert: capitalised(key), why: "author", error: notSeated(path, capitalised(key)) });
  }
  const guests = [...found.keys()].filter((key) => !members.has(key));
  const texts: DraftFile[] = [];
  for (const file of [...members.keys(), ...guests].flatMap((key) => found.get(key) ?? [])) {
    const [error] = checkAuthors(open.round, panel, [file]);
    if (error === undefined) texts.push(file);
    else misplaced.push({ path: file.path, expert: file.expert, why: "author", error });
  }
  return { texts, misplaced };
}

/** A second text never replaces the first; the same words are taken once. */
function addText(found: Map<string, DraftFile>, key: string, file: DraftFile): void {
  const first = found.get(key);
  if (first === undefined) found.set(key, file);
  else if ([first, ...first.others].every(({ text }) => text !== file.text))
    first.others.push({ text: file.text, provenance: file.provenance });
}

function elsewhere(path: string): BlueError {
  return refusal("unregistered_files", { drafts: path }, "texts_in_place", {
    message: `${path} may be an expert's text, but lies where Blue does not read it`,
    suggestion:
      "Rename it to draft.md in the expert's own folder, in small letters and no link (draft-2.md if that is taken), or remove it.",
    context: { path },
  });
}

function notAsked(path: string, open: OpenRound, key: string): BlueError {
  return refusal("unregistered_files", { drafts: path }, "answers_the_prompt", {
    message: `${path} may be an expert's text, but nothing shows that it answers this round's prompt: it must be newer`,
    suggestion: `Prompt the panel (round-prompt) and let ${capitalised(key)} write to ${draftPath(open, key)}; move this file out of the dialogue's folder.`,
    context: { path },
  });
}

function notSeated(path: string, expert: string): BlueError {
  return refusal("unregistered_files", { drafts: path }, "writer_is_seated", {
    message: `${path} may be an expert's text, but its author is not on this round's panel`,
    suggestion: `Seat ${expert} (\`blue dialogue evolve-panel\`), or move the file out of the dialogue's folder.`,
    context: { path },
  });
}

/** The files that keep a verdict from standing: whatever may be a text. A panel that was seated and wrote nothing keeps nobody. */
export function listBegun(project: Project, { loaded, next }: InWork): string[] {
  const paths = listOpenDrafts(project, next).map(({ path }) => path);
  return [...paths, ...loaded.begun];
}

/** Every file of the round in work in which somebody wrote something. */
export function findWords(project: Project, { loaded, next }: InWork): string[] {
  const paths = [
    ...listOpenDrafts(project, next).map(({ path }) => path),
    ...loaded.begun.filter((path) => directKey(path) !== undefined),
  ];
  return paths.filter((path) => wordsIn(project, path).trim() !== "");
}

function findLate(project: Project, { id, rounds }: LoadedDialogue): LateText[] {
  return rounds.flatMap(({ round, prev, texts, discarded }) => {
    const last = openRound(project, { dialogue: id, round, head: prev });
    const files = [...attemptsBefore(last), last].flatMap((one) => listDrafts(project, draftsFolder(one)));
    return files.flatMap(({ key, path }) => {
      const entry = texts.find(({ expert }) => expertKey(expert) === key);
      const words = toLines(wordsIn(project, path)).join("\n");
      const aside = discarded.flatMap((one) => one.texts.filter(({ expert }) => expertKey(expert) === key));
      const recorded = [...(entry === undefined ? [] : [entry, ...entry.others]), ...aside];
      if (words.trim() === "" || recorded.some(({ lines }) => lines.join("\n") === words)) return [];
      return [{ path, expert: entry?.expert ?? capitalised(key), round, absent: entry?.state === "absent" }];
    });
  });
}
