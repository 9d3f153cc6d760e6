/** A whole `blue play` with a real program in every seat, as author and as Judge, against a scripted model on the loopback. */
import { makePlayStage, type PlayedRound } from "../../test/helpers/play-stage.ts";
import { link, makeFolder } from "../../test/helpers/project.ts";
// @ts-expect-error plain JavaScript, because the agent of other tests runs it as it is
import { answerTo, nameOf } from "../../test/helpers/scripted-answers.mjs";
import { resultsOf, type Shown, startModel } from "../../test/helpers/scripted-model.ts";
import { outputsOf, startResponses } from "../../test/helpers/scripted-responses.ts";

export interface WholePlay {
  code: number | null;
  rounds: number;
  runs: number;
  /** Of round 0. */
  texts: PlayedRound["texts"];
  /** Hosts that somebody wanted to reach. */
  outside: string[];
  /** What it printed. */
  words: string;
}

export type Play = (program: string, blue?: string) => Promise<WholePlay>;

export const plays: Record<string, Play> = { claude: playClaude, codex: playCodex };

interface Model {
  url: string;
  outside: string[];
  close(): Promise<void>;
}

interface Cast {
  runner: string;
  program: string;
  blue: string | undefined;
  env: Record<string, string>;
  config?: string;
}

async function playWith(model: Model, { runner, program, blue, env, config = "" }: Cast): Promise<WholePlay> {
  const bin = makeFolder({ [runner]: link(program), node: link(process.execPath) });
  const stage = makePlayStage({
    ...(blue === undefined ? {} : { blue }),
    tree: { "design.md": "# Cache\n\nWe cache everything for ever.\n" },
    home: { ".config/blue/config.yaml": config, ".codex/": "", "tmp/": "" },
    env: {
      ...{ PATH: `${bin}:/usr/bin:/bin`, TMPDIR: makeFolder(), LANG: "C" },
      ...{ HTTP_PROXY: model.url, HTTPS_PROXY: model.url, NO_PROXY: "127.0.0.1" },
      ...env,
    },
  });
  const flags = ["--subject", "design.md", "--runner", runner, "--panel-size", "2", "--yes"];
  try {
    const { code, stdout, stderr } = await stage.run("play", "Cache lifetimes", ...flags);
    const rounds = stage.rounds();
    const texts = rounds === 0 ? [] : stage.record("round-0/round.json").texts;
    return { code, rounds, runs: stage.runs().length, texts, outside: model.outside, words: `${stdout}\n${stderr}` };
  } finally {
    await model.close();
  }
}

/** Experts look into their files before they write. */
const isExpert = (prompt: string) => !["Test", "Judge", "Author"].includes(nameOf(prompt) as string);

async function playClaude(program: string, blue?: string): Promise<WholePlay> {
  const model = await startModel((shown) => {
    const { system } = shown as Shown & { system: { text: string }[] };
    const prompt = system.map(({ text }) => text).join("\n");
    const asJson = shown.tools?.some(({ name }) => name === "StructuredOutput") === true;
    const answer = answerTo(prompt, asJson) as string;
    if (asJson) return { tools: [{ name: "StructuredOutput", input: JSON.parse(answer) }] };
    if (!isExpert(prompt) || resultsOf(shown).length > 0) return { text: answer };
    return { tools: [{ name: "Grep", input: { pattern: "for ever", output_mode: "content" } }] };
  });
  const env = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: "none", CLAUDE_CODE_MAX_RETRIES: "1" };
  return playWith(model, { runner: "claude", program, blue, env });
}

async function playCodex(program: string, blue?: string): Promise<WholePlay> {
  const model = await startResponses((asked) => {
    const { input, text } = asked;
    const said = input.filter(({ role }) => role === "user").flatMap(({ content = [] }) => content);
    const prompt = said.map((one) => one.text ?? "").join("\n");
    const answer = answerTo(prompt, text?.format !== undefined) as string;
    if (!isExpert(prompt) || outputsOf(asked).length > 0) return { text: answer };
    return { exec: 'text(await tools.exec_command({ cmd: "cat design.md" }))' };
  });
  const provider = `model_providers.script={name="script",base_url="${model.url}/v1",wire_api="responses",env_key="SCRIPT_KEY"}`;
  const args = JSON.stringify(["-c", provider, "-c", 'model_provider="script"']);
  const config = `runners:\n  codex:\n    kind: codex\n    args: ${args}\n    env: [SCRIPT_KEY]\n`;
  return playWith(model, { runner: "codex", program, blue, env: { SCRIPT_KEY: "key" }, config });
}
