/** What others wrote for the round in work, and what came after a round was registered. */
import { attempt, BlueError, refusal } from "../errors.ts";
import { isBlank, sameLines } from "../rules/lines.ts";
import { expertKey } from "../rules/names.ts";
import type { PanelMember } from "../rules/records.ts";
import type { Misplaced, Texts } from "../rules/round/in-work.ts";
import { checkAuthors, type DraftFile } from "../rules/round/scan-round.ts";
import { attemptsBefore, type OpenRound, openRound } from "./asks.ts";
import type { LoadedDialogue } from "./dialogues.ts";
import { answersRound, capitalised, directKey, listDrafts, listOpenDrafts, wordsIn } from "./draft-files.ts";
import { findDraftText } from "./draft-text.ts";
import { draftPath, draftsFolder, type InWork } from "./drafts.ts";
import { inOneLook } from "./paths.ts";
import type { Project } from "./project.ts";
import { refuseTrackedDrafts } from "./tracked-files.ts";

export interface LateText {
  path: string;
  expert: string;
  round: number;
  /** The record calls this expert absent. */
  absent: boolean;
}

export function readInbox(project: Project, { loaded, next }: InWork, panel: readonly PanelMember[]): Texts {
  return readTexts(project, next, panel, loaded);
}

/** The records before a round, and what lies in its own folder while it has none. */
type Before = Pick<LoadedDialogue, "rounds" | "begun">;

/** The texts of any round, as its drafts now stand; of one that is registered, what lies in its own folder are pages. */
export function readTexts(
  project: Project,
  open: OpenRound,
  panel: readonly PanelMember[],
  before: Before = { rounds: [], begun: [] },
): Texts {
  refuseTrackedDrafts(project, open.dialogue, before.begun);
  return inOneLook(project, () => readUntracked(project, open, panel, before));
}

function readUntracked(project: Project, open: OpenRound, panel: readonly PanelMember[], before: Before): Texts {
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
  for (const path of before.begun) {
    const key = directKey(path);
    if (key === undefined) misplaced.push({ path, expert: undefined, why: "place", error: elsewhere(path) });
    else if (members.has(key)) {
      if (answersRound(project, open, before, path)) read(key, path);
      else misplaced.push({ path, expert: members.get(key), why: "place", error: notAnswering(path, open, key) });
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
  else if ([first, ...first.others].every(({ lines }) => !sameLines(lines, file.lines)))
    first.others.push({ lines: file.lines, provenance: file.provenance });
}

function elsewhere(path: string): BlueError {
  return refusal("unregistered_files", { drafts: path }, "texts_in_place", {
    message: `${path} may be an expert's text, but lies where Blue does not read it`,
    suggestion:
      "Rename it to draft.md in the expert's own folder, in small letters and no link (draft-2.md if that is taken), or remove it.",
    context: { path },
  });
}

function notAnswering(path: string, open: OpenRound, key: string): BlueError {
  return refusal("unregistered_files", { drafts: path }, "answers_the_round", {
    message: `${path} may be an expert's text, but nothing shows that it answers this round: it is older than the record before it, than ${capitalised(key)}'s seat or prompt, or the round was set aside since`,
    suggestion: `Move this file out of the dialogue's folder and let ${capitalised(key)} write again, to ${draftPath(open, key)}.`,
    context: { path },
  });
}

function notSeated(path: string, expert: string): BlueError {
  return refusal("unregistered_files", { drafts: path }, "writer_is_seated", {
    message: `${path} may be an expert's text, but its author is not on this round's panel`,
    suggestion: `Move the file out of the dialogue's folder. If ${expert} is to speak, seat ${expert} first (\`blue dialogue evolve-panel\`): only what is written then counts.`,
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
  return paths.filter((path) => !isBlank(wordsIn(project, path)));
}

/** Words written after their round was registered; no record holds them. */
export function findLate(project: Project, { id, rounds }: LoadedDialogue): LateText[] {
  return rounds.flatMap(({ round, prev, texts, discarded }) => {
    const last = openRound(project, { dialogue: id, round, head: prev });
    const files = [...attemptsBefore(last), last].flatMap((one) => listDrafts(project, draftsFolder(one)));
    return files.flatMap(({ key, path }) => {
      const entry = texts.find(({ expert }) => expertKey(expert) === key);
      const words = wordsIn(project, path);
      const aside = discarded.flatMap((one) => one.texts.filter(({ expert }) => expertKey(expert) === key));
      const recorded = [...(entry === undefined ? [] : [entry, ...entry.others]), ...aside];
      if (isBlank(words) || recorded.some(({ lines }) => sameLines(lines, words))) return [];
      return [{ path, expert: entry?.expert ?? capitalised(key), round, absent: entry?.state === "absent" }];
    });
  });
}
