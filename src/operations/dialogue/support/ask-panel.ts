/**
 * Asking the panel. What it is shown is frozen in the log of asks before anybody has a prompt, and with it each prompt's hash; the files that experts read
 * are copies. Nothing is taken from a copy: one that somebody changed is written anew, unless its expert has written already.
 */
import { join } from "node:path";
import { refuse } from "../../../errors.ts";
import { expertPrompt, type Place } from "../../../pages/prompts/expert-prompt.ts";
import { type Inventory, inventoryOf, inventoryRoom } from "../../../pages/prompts/inventory.ts";
import { rotatePanel } from "../../../panel/rotate-panel.ts";
import { type AskedPrompt, promptsOf, type Shown } from "../../../rules/ask-log.ts";
import { askedOf, askKind } from "../../../rules/asked.ts";
import { toLines } from "../../../rules/lines.ts";
import { expertKey } from "../../../rules/names.ts";
import type { AskKind, Decision, PanelMember } from "../../../rules/records.ts";
import { standingRecommendations } from "../../../rules/resolvers.ts";
import { checksOf } from "../../../rules/round/cross-check.ts";
import { answersIn, perspectivesIn, standingDecision, standingText } from "../../../rules/round/revision.ts";
import { promptHash, publishEntry } from "../../../store/asks.ts";
import { currentPath } from "../../../store/cited-documents.ts";
import { draftPath, inventoryCopy, type PromptTexts, promptPath, writePrompts } from "../../../store/drafts.ts";
import { type OpenDialogue, openDialogue } from "../../../store/find-dialogue.ts";
import { currentPanel } from "../../../store/in-work.ts";
import { readInbox } from "../../../store/inbox.ts";
import { findFile } from "../../../store/paths.ts";
import type { Project } from "../../../store/project.ts";
import { countRevisions } from "../../../store/revisions.ts";
import { getMember, guestsOf, seatPanel } from "./seat-panel.ts";
import { checkedCrossChecks, checkedRevisions, proposalPath } from "./shown-material.ts";

/** What the Judge may say of it. */
export interface Wish {
  proposal?: string | undefined;
  decision?: string | undefined;
  directives?: Record<string, string> | undefined;
  ask?: "everyone" | AskKind | undefined;
  agent_name?: string | undefined;
  agent_role?: string | undefined;
  focus?: string | undefined;
}

interface Prompted extends PromptTexts {
  member: PanelMember;
  /** What this call adds to the log; undefined: it is there, or its expert has written already. */
  added: AskedPrompt | undefined;
  written: boolean;
}

export interface AskedPanel {
  /** With this ask in its log. */
  dialogue: OpenDialogue;
  panel: PanelMember[];
  shown: Shown;
  prompts: Prompted[];
  /** Whose prompt was not as Blue had written it. */
  changed: string[];
}

/** Asked again without anything new, it asks nothing and only puts the copies right. */
export function askPanel(
  project: Project,
  opened: OpenDialogue,
  wish: Wish,
  random: (n: number) => Uint8Array,
): AskedPanel {
  const reopened = () => openDialogue(project, { dialogue_id: opened.loaded.id });
  for (let dialogue = opened; ; dialogue = reopened()) {
    const { panel, drawn } = panelFor(project, dialogue);
    const shown = dialogue.asks().shown ?? freeze(project, dialogue, panel, wish);
    refuseOther(dialogue, shown, wish);
    const { prompts, inventory } = compose(project, dialogue, panel, shown, wish);
    // Everything that could refuse has been asked; the panel is seated first, and then all is looked at once more.
    if (drawn) {
      seatPanel(project, dialogue, (now) => panelFor(project, now).panel, random);
      continue;
    }
    const { next } = dialogue;
    const added = prompts.flatMap((one) => one.added ?? []);
    const first = dialogue.asks().shown === undefined;
    const body = { kind: "ask" as const, ...(first ? { shown } : {}), prompts: added };
    if ((first || added.length > 0) && !publishEntry(project, next, dialogue.asks(), body, random)) continue;
    const unwritten = prompts.filter(({ written }) => !written);
    const changed = unwritten.flatMap(({ member }) => (isChanged(project, dialogue, member) ? [member.name] : []));
    writePrompts(
      project,
      next,
      {
        proposal: shown.proposal?.join("\n") ?? null,
        inventory: next.round === 0 ? null : inventory,
        prompts: unwritten.map(({ member, text, answerText }) => ({ expert: member.name, text, answerText })),
      },
      random,
    );
    return { dialogue: reopened(), panel, shown, prompts, changed };
  }
}

/** What lies there for somebody who has not written, and is no prompt that was asked of them. */
function isChanged(project: Project, { next, asks }: OpenDialogue, { name }: PanelMember): boolean {
  const there = findFile(project, promptPath(next, name));
  return there !== undefined && promptsOf(asks(), name).every(({ sha256 }) => sha256 !== promptHash(there));
}

/** The panel of the round; in modes that need no Judge it is drawn now, to be seated before any expert starts. */
function panelFor(project: Project, dialogue: OpenDialogue): { panel: PanelMember[]; drawn: boolean } {
  const { loaded, next } = dialogue;
  const seated = dialogue.asks().panel;
  if (seated !== undefined) return { panel: seated, drawn: false };
  const { rotation, panel_size } = loaded.opening.settings;
  const panels = loaded.rounds.map(({ panel }) => panel);
  const rotated =
    loaded.opening.pool.length === 0
      ? null
      : rotatePanel({
          mode: rotation,
          pool: loaded.opening.pool,
          size: panel_size ?? loaded.opening.pool.length,
          seed: loaded.opening.seed,
          round: next.round,
          panels,
          guests: guestsOf(project, dialogue),
        });
  const panel = rotated ?? currentPanel(dialogue);
  if (panel === undefined) {
    refuse("panel_mismatch", "panel", "panel_written_first", {
      message: `Round ${next.round} has no panel`,
      suggestion: "Seat one with `blue dialogue evolve-panel`.",
    });
  }
  return { panel, drawn: rotated !== null };
}

/** What the panel will be shown, as the ledger, the author's files and the Judge's call have it now. */
function freeze(project: Project, dialogue: OpenDialogue, panel: readonly PanelMember[], wish: Wish): Shown {
  const { ledger, next } = dialogue;
  const revisions = checkedRevisions(project, dialogue);
  if (wish.proposal === undefined && countRevisions(project, next) > revisions.length) {
    refuse("draft_missing", "revision", "author_wrote", {
      message: `The author was asked for round ${next.round} and has not written the text yet`,
      suggestion: "Wait for the author; or give `proposal`, and the verdict says that the words are yours.",
    });
  }
  const revised = revisions.some(({ alone }) => !alone);
  const asked = (wish.ask === undefined ? askKind(ledger, panel, revised) : given(wish.ask)) ?? null;
  const members = askedOf(ledger, panel, asked ?? undefined).map(({ name }) => name);
  if (members.length === 0) {
    refuse("invalid_input", { ask: wish.ask }, "somebody_to_ask", {
      message: "`ask`: no member of the panel has a tension to check",
      suggestion: "Let everybody sign: `sign`.",
    });
  }
  const stands = next.round === 0 && revisions.length === 0 ? null : standingText(ledger, revisions);
  const text = wish.proposal ?? stands;
  const decision = decisionFor(standingDecision(ledger, revisions, text), wish);
  return {
    proposal: text === null ? null : toLines(text),
    decision,
    recommendations: text === null && decision === null ? standingRecommendations(ledger) : null,
    asked,
    members,
    revisions,
    cross_checks: checkedCrossChecks(project, dialogue),
  };
}

/** The author's sentence belongs to the author's text; where there is none, the Judge may give one. */
function decisionFor(standing: Decision | null, wish: Wish): Decision | null {
  const decision = sentenceOf(wish);
  if (decision === undefined || decision === standing?.text) return standing;
  if (standing?.by !== "author") return { text: decision, by: "judge" };
  return refuse("invalid_input", { decision }, "author_wrote_it", {
    message: "`decision`: the author of this text wrote the decision in one sentence",
    suggestion: `Leave it out: “${standing.text}” is above the text already. With a \`proposal\` of your own it is yours to give.`,
  });
}

/** On one line. */
function sentenceOf({ decision }: Wish): string | undefined {
  return decision?.replace(/\s+/g, " ").trim();
}

function given(ask: NonNullable<Wish["ask"]>): AskKind | null {
  return ask === "everyone" ? null : ask;
}

/** Once a prompt shows it, it stays, for the whole panel. */
function refuseOther({ asks }: OpenDialogue, { asked, proposal, decision }: Shown, wish: Wish): void {
  if (asks().shown === undefined) return;
  const again = "start the round again with round-discard and a reason";
  if (wish.ask !== undefined && given(wish.ask) !== asked) {
    refuse("drafts_changed", { ask: wish.ask }, "asked_already", {
      message: `\`ask\`: this round's prompts already ask for ${asked ?? "everyone"}`,
      suggestion: `Leave it out; or ${again}.`,
    });
  }
  const refuseShown = (field: "proposal" | "decision", shown: string | undefined) =>
    refuse("drafts_changed", field, `${field}_shown`, {
      message: `The ${field} cannot change: the prompts of ${[...new Set(asks().prompts.map(({ expert }) => expert))].join(", ")} were written with ${shown === undefined ? "none" : "other words"}`,
      suggestion: `Leave \`${field}\` out; or ${again}, then give the new words to the whole panel.`,
    });
  if (wish.proposal !== undefined && wish.proposal.trim() !== proposal?.join("\n").trim())
    refuseShown("proposal", proposal?.join("\n"));
  const sentence = sentenceOf(wish);
  if (sentence !== undefined && sentence !== decision?.text) refuseShown("decision", decision?.text);
}

/** Every prompt in both its forms. What the Judge added before is kept, unless this call adds something else. */
function compose(
  project: Project,
  dialogue: OpenDialogue,
  panel: readonly PanelMember[],
  shown: Shown,
  wish: Wish,
): { prompts: Prompted[]; inventory: string } {
  const { loaded, ledger, next } = dialogue;
  const { subject, sources, question, constraint, background } = loaded.opening;
  const asks = dialogue.asks();
  // An expert who joins later is asked the same, but for a check, which asks whose tensions were answered.
  const asked = shown.asked === "check" ? panel.filter(({ name }) => shown.members.includes(name)) : panel;
  const chosen = wish.agent_name === undefined ? asked : [memberOf(panel, wish)];
  const directives = directivesOf(panel, wish);
  const again = wish.directives === undefined && wish.focus === undefined;
  const proposal = shown.proposal?.join("\n") ?? null;
  const answers = answersIn(ledger, shown.revisions);
  const perspectives = perspectivesIn(ledger, shown.revisions);
  const checks = checksOf(ledger, shown.cross_checks);
  const absolute = (path: string) => join(project.root, path);
  const current = (cited: { path: string }) => currentPath(project, cited.path);
  const beside = [question ?? "", constraint ?? "", ...background, proposal ?? ""].join("\n").length;
  const inventories = new Map<string, Inventory>();
  const inventoryFor = (path: string, room: number) => {
    const key = `${room} ${path}`;
    const made = inventories.get(key) ?? inventoryOf(ledger, path, room);
    inventories.set(key, made);
    return made;
  };
  const { texts } = readInbox(project, dialogue, panel);
  const written = new Set(texts.map(({ expert }) => expertKey(expert)));
  const prompts = chosen.map((member): Prompted => {
    const before = promptsOf(asks, member.name).at(-1);
    const added = {
      directive: again ? (before?.directive ?? null) : (directives.get(expertKey(member.name)) ?? null),
      focus: again ? (before?.focus ?? null) : (wish.focus ?? null),
    };
    const directive = added.directive?.join("\n") ?? null;
    const room = inventoryRoom(beside + (directive === null ? 0 : directive.length + 1));
    /** `named`: how the prompt names a file that its reader opens. */
    const promptOf = (place: Place, named: (path: string) => string) => {
      const source = (cited: { path: string }) => ({ file: named(current(cited)), path: current(cited) });
      const inventoryFile = named(inventoryCopy(next));
      return expertPrompt({
        ledger,
        round: next.round,
        member: added.focus === null ? member : { ...member, focus: added.focus },
        place,
        subject: subject === null ? null : source(subject),
        sources: sources.map(source),
        inventory: inventoryFor(inventoryFile, room),
        inventoryFile,
        decision: shown.decision,
        recommendations: shown.recommendations,
        proposal,
        proposalPath: proposalPath(next),
        asked: shown.asked ?? undefined,
        answers,
        perspectives,
        checks,
        directive,
      });
    };
    const text = promptOf({ kind: "file", draftFile: absolute(draftPath(next, member.name)) }, absolute);
    const answerText = promptOf({ kind: "answer" }, (path) => path);
    const hashes = { sha256: promptHash(text), answer_sha256: promptHash(answerText) };
    const stands = before?.sha256 === hashes.sha256 && before.answer_sha256 === hashes.answer_sha256;
    const isWritten = written.has(expertKey(member.name));
    return {
      member,
      text,
      answerText,
      written: isWritten,
      added: isWritten || stands ? undefined : { expert: member.name, ...added, ...hashes },
    };
  });
  return { prompts, inventory: inventoryFor(absolute(inventoryCopy(next)), inventoryRoom(beside)).full };
}

function memberOf(panel: readonly PanelMember[], { agent_name, agent_role }: Wish): PanelMember {
  const member = getMember(panel, agent_name!, "agent_name");
  if (agent_role === undefined || member.role.toLowerCase() === agent_role.trim().toLowerCase()) return member;
  return refuse("panel_mismatch", { agent_role }, "panel_member", {
    message: `${member.name} is ${member.role}, not ${agent_role}`,
    suggestion: `Give \`${member.role}\`, or leave \`agent_role\` out.`,
  });
}

function directivesOf(panel: readonly PanelMember[], { directives = {} }: Wish): Map<string, string[]> {
  return new Map(
    Object.entries(directives).map(([name, text]) => [
      expertKey(getMember(panel, name, "directives").name),
      toLines(text),
    ]),
  );
}
