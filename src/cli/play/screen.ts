/** What a person sees while a dialogue is played: a line for each run on stderr, redrawn at most ten times a second; plain lines in a pipe. */
import { velocityWords } from "../../operations/dialogue/support/counts.ts";
import { textWidth, truncateText } from "../../operations/text/width.ts";
import type { PlayEvent } from "../../play/events.ts";
import type { PlayPlan } from "../../play/plan.ts";
import type { Played } from "../../play/play.ts";
import type { Progress } from "../../play/way.ts";
import { safeLine } from "../../safe-text.ts";
import type { Started } from "../extra-commands.ts";
import { paintFor, writeText } from "../output.ts";

export interface Screen {
  show(event: PlayEvent, line: string): void;
  note(words: string): void;
  /** To stdout: a text for people, the same as JSON for a program. */
  say(words: string, value: unknown): void;
  finish(played: Played, plan: PlayPlan, codeOf: (played: Played) => number): number;
  close(): void;
}

interface Live {
  name: string;
  runner: string;
  doing: string;
  tokens: number;
  usd: number | null;
  since: number;
}

const everyMs = 100;
/** Stages that take no time. */
const quiet = new Set(["file", "prompt", "panel", "experts"]);

export function makeScreen({ terminal, mode, color }: Pick<Started, "terminal" | "mode" | "color">): Screen {
  const { stdout, stderr } = terminal;
  const json = mode === "json";
  const drawn = !json && stderr.isTTY === true;
  const live = new Map<number, Live>();
  let budget = "";
  /** Who answered, until the line stays on the screen. */
  let answers = "";
  let asking: number | undefined;
  /** How far it is, of the stage in work. */
  let ahead = "";
  let isReview = false;
  let lines = 0;
  let timer: NodeJS.Timeout | undefined;
  let summary = "";
  let saved: string[] = [];

  const erase = () => {
    if (lines > 0) stderr.write(`\x1b[${lines}F\x1b[J`);
    lines = 0;
  };
  const draw = () => {
    timer = undefined;
    if (!drawn) return;
    erase();
    const width = (stderr.columns || 80) - 1;
    const rows = [...live.values()].map((run) => truncateText(rowOf(run), width));
    for (const row of [answers, budget]) if (rows.length > 0 && row !== "") rows.push(truncateText(row, width));
    if (rows.length > 0) stderr.write(`${rows.join("\n")}\n`);
    lines = rows.length;
    if (rows.length > 0) later(1000);
  };
  const later = (ms: number) => {
    timer ??= setTimeout(draw, ms).unref();
  };
  /** Stays on the screen. */
  const print = (words: string) => {
    if (json) return;
    erase();
    writeText(stderr, words, paintFor(stderr, terminal, color));
    draw();
  };
  const keepAnswers = () => {
    const line = answers;
    answers = "";
    if (line !== "") print(line);
  };
  const soon = () => {
    if (timer !== undefined) clearTimeout(timer);
    timer = undefined;
    later(everyMs);
  };
  let lastSoon = 0;
  const refresh = () => {
    if (!drawn || Date.now() - lastSoon < everyMs) return;
    lastSoon = Date.now();
    soon();
  };

  return {
    show(event, line) {
      if (event.event === "saved") saved.push(event.path);
      if (json) {
        stdout.write(`${line}\n`);
        return;
      }
      switch (event.event) {
        case "stage": {
          ahead = event.progress === undefined ? "" : progressWords(event.progress);
          const round = event.round === null ? "" : `Round ${event.round}: `;
          return quiet.has(event.stage)
            ? undefined
            : print(`${event.stage === "author" ? "📝" : "💙"} ${round}${event.words}${ahead && ` (${ahead})`}`);
        }
        case "plan": {
          const { method, panel_size } = event.plan;
          isReview = method === "review";
          const what = isReview ? "review" : "alignment dialogue";
          return print(`${event.resumed ? "Going on with" : "Starting"} ${what} with ${panel_size} experts...`);
        }
        case "experts":
          if (asking !== event.round)
            print([`Round ${event.round}: ${event.words}`, ...(ahead === "" ? [] : [`   ${ahead}`])].join("\n"));
          asking = event.round;
          answers = `${"█".repeat(event.answered)}${"░".repeat(event.of - event.answered)} ${event.answered}/${event.of} experts responded`;
          return event.answered === event.of ? keepAnswers() : refresh();
        case "run.started":
          live.set(event.run, {
            name: event.name,
            runner: event.model === null ? event.runner : `${event.runner}/${event.model}`,
            doing: "waiting",
            tokens: 0,
            usd: null,
            since: Date.now(),
          });
          if (!drawn) print(`${faceOf(event.name)} ${event.name} started (${event.runner})`);
          return refresh();
        case "run.progress": {
          const run = live.get(event.run);
          if (run !== undefined)
            Object.assign(run, {
              doing: [event.doing, event.about].filter(Boolean).join(" "),
              tokens: event.tokens,
              usd: event.usd,
            });
          return refresh();
        }
        case "run.text":
          if (!drawn) stderr.write(event.delta);
          else {
            erase();
            stderr.write(event.delta);
          }
          return;
        case "run.ended": {
          const run = live.get(event.run);
          live.delete(event.run);
          const cost = [kilo(run?.tokens ?? 0), clock(event.seconds), run?.usd == null ? "" : `$${run.usd.toFixed(2)}`];
          const how = event.ended === "answer" ? "✓" : `✗ ${event.ended}: ${safeLine(event.message ?? "")}`;
          return print(`${faceOf(event.name)} ${event.name} ${how} ${cost.filter(Boolean).join(" ")}`);
        }
        case "revised":
          return print(
            event.round === 0
              ? `📝 The text is polished: ${event.size} of at most ${event.max} characters`
              : `📝 The text is rewritten: ${event.size} of at most ${event.max} characters; ${event.resolved} fixed${event.in_part === 0 ? "" : `, ${event.in_part} in part`}, ${event.refused} refused`,
          );
        case "look":
          return print(
            [
              ...(event.brought === null ? [] : [event.brought]),
              event.coverage,
              `🧁 ${event.joins}, ${event.role}, joins.`,
            ].join("\n"),
          );
        case "registered":
          keepAnswers();
          return print(
            [
              `✓ Round ${event.round}: score ${event.score}, ${velocityWords({ open_tensions: event.open, new_perspectives: event.new_perspectives, total: event.velocity })}${isReview ? "" : `, ${event.signals} of ${event.panel} signed`}`,
              // Nobody signs a review.
              ...(isReview ? [] : [`Convergence: ${percent(event.signals / event.panel)}`]),
              ...(event.coverage === undefined ? [] : [event.coverage]),
              ...(event.later_looks ?? []),
            ].join("\n"),
          );
        case "judge.refused":
          return print(
            [`! The Judge's answer was refused:`, ...event.errors.slice(0, 5).map((error) => `    ${error}`)].join(
              "\n",
            ),
          );
        case "budget":
          budget = bar(
            event.tokens,
            event.of_tokens,
            event.of_usd === null ? "" : `$${event.usd.toFixed(2)} of $${event.of_usd}`,
          );
          return refresh();
        case "warning":
          return print(`! ${event.message}`);
        case "verdict":
          summary = event.summary;
          return print(`✓ ${isReview ? "Findings" : `${event.type} verdict`}: ${event.path}`);
        case "stopped":
          return print(`Stopped. Go on with: ${event.resume}`);
        default:
          return;
      }
    },
    note: (words) => print(`! ${words}`),
    say(words, value) {
      if (json) stdout.write(`${JSON.stringify(value)}\n`);
      else writeText(stdout, words, paintFor(stdout, terminal, color));
    },
    finish(played, plan, codeOf) {
      const { spent, unsettled, outcome } = played;
      erase();
      lines = 0;
      const code = codeOf(played);
      if (json)
        stdout.write(
          `${JSON.stringify({ v: 1, event: "ended", dialogue_id: plan.id, dialogue_file: saved.at(-1) ?? null, ...played, exit_code: code })}\n`,
        );
      else
        writeText(
          stdout,
          [
            summary,
            "",
            completed(played),
            ...(outcome === "impasse" ? ["! No decision: the report is for a person to read."] : []),
            ...(unsettled.length > 0 ? [`! Still disagree: ${unsettled.join(", ")}.`] : []),
            `It cost ${spent.runs} runs and ${spent.tokens.toLocaleString("en")} tokens${spent.usd > 0 ? `, $${spent.usd.toFixed(2)}` : ""}.`,
            ...saved.map((path) => `Saved: ${path}`),
            ...(plan.rfc === null ? [] : [`Linked: ${plan.rfc}`]),
            `  .blue/dialogues/${plan.id}/${outcome === "reviewed" ? "findings.md" : outcome === "impasse" ? "dialogue.md" : "verdict.md"}`,
          ].join("\n"),
          paintFor(stdout, terminal, color),
        );
      saved = [];
      return code;
    },
    close() {
      erase();
      if (timer !== undefined) clearTimeout(timer);
    },
  };
}

/** `step 5 of about 21, about 14 minutes and $2.30 left`; tokens where no runner says what it costs. */
function progressWords({ step, of, minutes, tokens, usd }: Progress): string {
  const time = minutes === null ? "" : `${minutes} ${minutes === 1 ? "minute" : "minutes"} and `;
  return `step ${step} of about ${of}, about ${time}${usd === null ? `${kilo(tokens)} tokens` : `$${usd.toFixed(2)}`} left`;
}

/** Never rounded up to a hundred. */
const percent = (share: number) => `${Math.floor(share * 100 + 1e-9)}%`;

function completed({ outcome, final_convergence }: Played): string {
  const at = `at ${percent(final_convergence)} convergence`;
  if (outcome === "reviewed") return "✓ Review complete";
  if (outcome === "converged") return `✓ Dialogue complete ${at}`;
  return outcome === "decided" ? `! Dialogue complete ${at}, forced` : `! Dialogue stopped ${at}`;
}

function faceOf(name: string): string {
  return name === "Judge" ? "💙" : name === "Author" ? "📝" : "🧁";
}

function rowOf({ name, runner, doing, tokens, usd, since }: Live): string {
  const spent = [kilo(tokens), clock((Date.now() - since) / 1000), usd === null ? "" : `$${usd.toFixed(2)}`];
  const pad = (text: string, width: number) => text + " ".repeat(Math.max(1, width - textWidth(text)));
  return `${faceOf(name)} ${pad(name, 12)}${pad(spent.filter(Boolean).join(" "), 18)}${pad(runner, 20)}${safeLine(doing)}`;
}

function kilo(tokens: number): string {
  return tokens === 0 ? "" : tokens < 1000 ? `${tokens}` : `${Math.round(tokens / 1000)}k`;
}

function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function bar(tokens: number, of: number, usd: string): string {
  const share = Math.min(1, tokens / of);
  const filled = Math.round(share * 20);
  return `   [${"█".repeat(filled)}${"░".repeat(20 - filled)}] ${kilo(tokens) || "0"} of ${kilo(of)} tokens ${usd}`;
}
