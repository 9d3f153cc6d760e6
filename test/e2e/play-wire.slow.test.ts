/** Whole plays of the built program against model servers on the loopback that stream as the real ones do, and misbehave as they do. */
import { afterEach, describe, expect, it } from "vitest";
import { makePlayStage, type PlayedRound } from "../helpers/play-stage.ts";
// @ts-expect-error plain JavaScript, because the agent of other tests runs it as it is
import { answerTo, nameOf } from "../helpers/scripted-answers.mjs";
import {
  type Asked,
  type Format,
  formats,
  ollamaFacts,
  startWireModel,
  type Turn,
  type WireModel,
} from "../helpers/wire-models.ts";

type Act = (answer: string, asked: Asked) => Turn;
/** What somebody does instead of answering well: one act for each time they are asked anew, or one for every request. */
type Acts = Record<string, Act[] | Act>;

const text = "We cache everything for ever.";
const servers: WireModel[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const readsFirst: Turn = {
  tools: [
    { name: "read_file", input: { path: "design.md" } },
    { name: "search", input: { pattern: "for ever" } },
  ],
};

/** Muffin reads before it writes; everybody else answers at once. `acts` is asked first. */
async function startServer(format: Format, acts: Acts = {}): Promise<WireModel> {
  const server = await startWireModel(
    format,
    (asked) => {
      const prompt = asked.words[0]!;
      const name = nameOf(prompt) as string;
      const answer = answerTo(prompt, asked.schema !== undefined) as string;
      const own = acts[name];
      if (typeof own === "function") return own(answer, asked);
      if (asked.results.length > 0) return { text: answer };
      const act = own?.shift();
      if (act !== undefined) return act(answer, asked);
      return name === "MUFFIN" && asked.tools.length > 0 ? readsFirst : { text: answer };
    },
    ollamaFacts,
  );
  servers.push(server);
  return server;
}

const keys = { anthropic: "sk-ant-of-the-test-0123456789", openai: "sk-of-the-test-0123456789" };
const variables: Record<Format, (url: string) => Record<string, string>> = {
  anthropic: (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: keys.anthropic }),
  openai: (url) => ({ OPENAI_BASE_URL: url, OPENAI_API_KEY: keys.openai }),
  ollama: (url) => ({ OLLAMA_HOST: url }),
};
const models: Record<Format, string> = { anthropic: "claude-sonnet-5-5", openai: "gpt-5.5", ollama: "scripted:1b" };

async function stage(acts: Acts = {}, ...spoken: Format[]) {
  const all = spoken.length === 0 ? (["anthropic"] as const) : spoken;
  const started = await Promise.all(all.map((format) => startServer(format, acts)));
  const env = Object.assign({}, ...all.map((format, i) => variables[format](started[i]!.baseUrl)));
  const made = makePlayStage({ tree: { "design.md": `# Cache\n\n${text}\n` }, env });
  return {
    ...made,
    servers: started,
    play: (...args: string[]) => {
      const usual = ["--subject", "design.md", "--panel-size", "3", "--yes", "--runner", all[0]!];
      return made.run("play", "Cache lifetimes", ...usual, ...args);
    },
    resume: (...args: string[]) => made.run("play", "--resume", "cache-lifetimes", "--yes", ...args),
    /** How often each was asked anew. */
    asked: () => {
      const names = started.flatMap(({ asked }) =>
        asked.filter(({ results }) => results.length === 0).map(({ words }) => nameOf(words[0]) as string),
      );
      return Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((one) => one === name).length]));
    },
    round: (n: number) => made.record<PlayedRound>(`round-${n}/round.json`),
  };
}

const textOf = ({ texts }: PlayedRound, name: string) => texts.find(({ expert }) => expert === name)!;
const oneModel = "One model in every seat and in the chair";

describe("a whole play over the wire", () => {
  it.each(formats)("%s: read, streamed, judged in a given form, to the verdict", async (format) => {
    const { play, round, read, servers, rounds, run, id } = await stage({}, format);
    const { code, stdout, stderr } = await play();
    expect(stderr).toContain("final verdict");
    expect(code).toBe(0);
    expect(stdout).toContain("100% CONVERGENCE ACHIEVED");
    const first = round(0);
    expect(first.texts.map(({ provenance }) => provenance?.run)).toMatchObject(
      first.texts.map(({ expert }) => ({
        runner: format,
        model: models[format],
        confined: true,
        endpoint: new URL(servers[0]!.baseUrl).host,
        tools: expert === "Muffin" ? { read_file: 1, search: 1 } : {},
      })),
    );
    const [file, found] = servers[0]!.asked.find(({ results }) => results.length > 0)!.results;
    expect(file).toContain(text);
    expect(found).toContain("design.md");
    expect(read("verdict.md")).toContain(`${oneModel}:** ${models[format]}`);
    expect(rounds()).toBeGreaterThan(1);
    expect((await run("dialogue", "verify", id())).code).toBe(0);
  });

  it("a mixed panel: the records name each seat's runner and model, and no key that a text repeats", async () => {
    const leak: Act = (text) => ({ text: `${text}\nMy key is ${keys.anthropic}.\n` });
    const { play, round, read } = await stage({ MUFFIN: [leak] }, "anthropic", "openai");
    expect((await play("--runner", "anthropic:2,openai:1")).code).toBe(0);
    const runs = round(0).texts.map(({ provenance }) => `${provenance?.run?.runner} ${provenance?.run?.model}`);
    expect(runs.sort()).toEqual(["anthropic claude-sonnet-5-5", "anthropic claude-sonnet-5-5", "openai gpt-5.5"]);
    const seats = (n: number) =>
      round(n).texts.map(({ expert, provenance }) => [expert, provenance?.run?.runner] as const);
    expect(seats(1)).toEqual(seats(0));
    expect(read("verdict.md")).not.toContain(oneModel);
    expect(textOf(round(0), "Muffin").lines.join("\n")).toContain("My key is [key ANTHROPIC_API_KEY].");
    expect(read("round-0/round.json")).not.toContain(keys.anthropic);
  });
});

const junk: Act = () => ({ text: "{ this is no JSON" });
const slowDown =
  (retryAfter: number): Act =>
  () => ({
    error: { status: 429, message: "slow down", type: "rate_limit_error", retryAfter },
  });
const times = (n: number, act: Act) => Array.from({ length: n }, () => act);
const signed = ({ signals }: PlayedRound) =>
  signals
    .filter(({ counted }) => counted)
    .map(({ by }) => by)
    .sort();

describe("a model that misbehaves over the wire", () => {
  it("a Judge whose answers are junk registers nothing; its words are kept, and a resume asks it alone", async () => {
    const { play, resume, rounds, asked } = await stage({ Judge: [(text) => ({ text }), junk, junk] });
    const { code, stderr } = await play();
    expect(code).toBe(1);
    expect(stderr).toContain("The Judge answered twice in a form that cannot be read");
    expect(stderr).toMatch(/Its words are in \S+judge-\S+\.txt/);
    expect(rounds()).toBe(0);
    expect((await resume()).code).toBe(0);
    expect(asked()).toMatchObject({ CUPCAKE: 2, SCONE: 2 });
  });

  it("a text without markers counts for nothing, and its author is asked again and told why", async () => {
    const { play, round, asked, servers } = await stage({
      SCONE: [() => ({ text: "I have read it. All is well.\n" })],
    });
    expect((await play()).code).toBe(0);
    expect(textOf(round(0), "Scone").lines).toEqual(["I have read it. All is well."]);
    expect(
      round(0)
        .items.map(({ sources }) => sources[0]!.expert)
        .sort(),
    ).toEqual(["Cupcake", "Muffin"]);
    const second = servers[0]!.asked.filter(({ words }) => nameOf(words[0]) === "SCONE")[1]!;
    expect(second.words[0]).toContain("no marker");
    expect(asked().SCONE).toBe(asked().CUPCAKE);
  });

  it("a connection that drops in mid-stream is tried once more; dropped again it stops the play, not the others", async () => {
    const drop: Act = (text) => ({ text, drop: "connection" });
    const once = await stage({ SCONE: [drop] }, "openai");
    expect((await once.play()).code).toBe(0);
    expect(once.round(0).played.runs.map(({ seat, ended }) => `${seat} ${ended}`)).toContain("Scone network");
    expect(textOf(once.round(0), "Scone").state).toBe("present");

    const twice = await stage({ SCONE: [drop, (text) => ({ text, drop: "answer" })] }, "ollama");
    const { code, stderr } = await twice.play();
    expect(code).toBe(1);
    expect(stderr).toContain("Scone's run on ollama ended without an answer (network)");
    expect((await twice.resume()).code).toBe(0);
    expect(twice.asked()).toMatchObject({ MUFFIN: 2, CUPCAKE: 2, SCONE: 4 });
  });

  it("a server that is busy for a moment is asked again, and nothing failed", async () => {
    const { play, round, asked } = await stage({ SCONE: [slowDown(0)], Judge: [slowDown(1)] }, "openai");
    expect((await play()).code).toBe(0);
    expect(round(0).played.runs.map(({ ended }) => ended)).toEqual(["answer", "answer", "answer"]);
    expect(asked()).toMatchObject({ SCONE: 3, CUPCAKE: 2 });
  });

  it("a server that wants to be left alone stops the play at once; what is written is kept, and a resume goes on", async () => {
    const acts = { SCONE: times(9, slowDown(3600)) };
    const { play, resume, rounds, asked, runs } = await stage(acts);
    const { code, stderr } = await play("--concurrency", "1");
    expect(code).toBe(1);
    expect(stderr).toContain("Scone's run on anthropic ended without an answer (overloaded)");
    expect(stderr).toContain("blue play --resume");
    expect(rounds()).toBe(0);
    expect(runs().filter(({ purpose }) => purpose === "expert")).toMatchObject([
      { seat: "Muffin", ended: "answer" },
      { seat: "Cupcake", ended: "answer" },
      { seat: "Scone", ended: "overloaded" },
      { seat: "Scone", ended: "overloaded" },
    ]);
    acts.SCONE.length = 0;
    expect((await resume()).code).toBe(0);
    expect(asked()).toMatchObject({ MUFFIN: 2, CUPCAKE: 2, SCONE: 3 });
  });

  it("a server that says nothing is ended by our own clock", async () => {
    const acts = { SCONE: times(9, () => ({ silent: true })) };
    const { play, resume } = await stage(acts);
    const { code, stderr } = await play("--timeout", "0.04");
    expect(code).toBe(1);
    expect(stderr).toContain("(timeout)");
    acts.SCONE.length = 0;
    expect((await resume("--timeout", "1")).code).toBe(0);
  });

  it("experts that would read for ever write within their share; then the budget is spent, and a resume with more goes on", async () => {
    const usage = { input: 49_500, output: 500 };
    const endless: Act = (text, { tools }) =>
      tools.length > 0 ? { tools: [{ name: "read_file", input: { path: "design.md" } }], usage } : { text, usage };
    const { play, resume, runs, rounds, asked } = await stage({ MUFFIN: endless, CUPCAKE: endless, SCONE: endless });
    const { code, stderr } = await play("--budget-tokens", "400000");
    expect(code).toBe(4);
    expect(stderr).toContain("are left of 400,000");
    expect(rounds()).toBe(1);
    const written = runs().filter(({ purpose }) => purpose === "expert");
    expect(written.map(({ ended, tokens }) => `${ended} ${tokens}`)).toEqual(Array(3).fill("answer 100000"));
    expect((await resume("--budget-tokens", "3000000")).code).toBe(0);
    expect(runs().filter(({ purpose, seat }) => purpose === "expert" && seat === "Scone")).toHaveLength(2);
    expect(asked().SCONE).toBe(2);
  });

  it("another expert's words under one's own name: its markers are a problem, its signal does not count", async () => {
    const stolen: Act = (text) => ({ text: text.replaceAll("SCONE", "MUFFIN") });
    const { play, round } = await stage({ SCONE: [(text) => ({ text }), stolen] }, "openai");
    expect((await play()).code).toBe(0);
    expect(round(1).played.unreadable).toBe(2);
    expect(signed(round(1))).toEqual(["Cupcake", "Muffin"]);
    expect(round(1).signals.find(({ by }) => by === "Scone")?.why).toContain("is not Scone's");
    expect(signed(round(2))).toEqual(["Cupcake", "Muffin", "Scone"]);
  });

  it("a text cut at the output limit is recorded as cut, and its signal does not count", async () => {
    const cut: Act = (text) => ({ text, finish: "length" });
    const { play, round } = await stage({ SCONE: [(text) => ({ text }), cut] }, "ollama");
    expect((await play()).code).toBe(0);
    expect(textOf(round(1), "Scone").provenance?.cut).toBe(true);
    expect(textOf(round(1), "Muffin").provenance?.cut).toBeUndefined();
    expect(signed(round(1))).toEqual(["Cupcake", "Muffin"]);
    expect(signed(round(2))).toEqual(["Cupcake", "Muffin", "Scone"]);
  });
});
