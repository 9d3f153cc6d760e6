/**
 * Several MCP servers on one project, each with a client that writes and reads as fast as it is answered. Every answer is checked when it comes,
 * and in the end the project is asked whether all that was acknowledged is there, once.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export interface Crowd {
  /** Node's arguments that start a server with every toolset. */
  server: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  servers: number;
  /** Of all of them together. */
  calls: number;
}

export interface CrowdResult {
  /** Milliseconds of every call, sorted. */
  times: number[];
  /** A line each: an error, an answer that forgot what was written, a number given twice, a dialogue that does not verify. */
  wrong: string[];
}

type Call = <T = Record<string, unknown>>(tool: string, input: object) => Promise<T>;

export async function runCrowd({ server, cwd, env, servers, calls }: Crowd): Promise<CrowdResult> {
  const times: number[] = [];
  const wrong: string[] = [];
  /** Number → title, as acknowledged. */
  const made = new Map<number, string>();
  const start = () => connect(server, cwd, env);

  await Promise.all(
    Array.from({ length: servers }, async (_, who) => {
      const { call, close } = await start();
      let left = Math.ceil(calls / servers);
      const timed: Call = async (tool, input) => {
        left--;
        const began = performance.now();
        const answer = await call(tool, input);
        times.push(performance.now() - began);
        return answer as never;
      };
      const must = (holds: boolean, what: string) => void (holds || wrong.push(`client ${who}: ${what}`));
      try {
        for (const step of work(timed, who, made, must)) {
          if (left <= 0) break;
          await step();
        }
      } catch (thrown) {
        wrong.push(`client ${who}: ${(thrown as Error).message}`);
      } finally {
        await close();
      }
    }),
  );

  const { call, close } = await start();
  const { total } = await call<{ total: number }>("blue_rfc_list", {});
  if (total !== made.size) wrong.push(`${made.size} RFCs were acknowledged, ${total} are there`);
  // What is empty is left out of an answer.
  const { verified, findings = [] } = await call<{ verified: number; findings?: unknown[] }>(
    "blue_dialogue_verify",
    {},
  );
  if (verified !== servers || findings.length > 0)
    wrong.push(`verify: ${verified} of ${servers} dialogues, ${JSON.stringify(findings).slice(0, 500)}`);
  await close();
  return { times: times.sort((a, b) => a - b), wrong };
}

/** One client's day: an RFC, a search for its words, a round of its own dialogue, and looks at what all the others do. */
function* work(
  call: Call,
  who: number,
  made: Map<number, string>,
  must: (holds: boolean, what: string) => void,
): Generator<() => Promise<void>> {
  let dialogue_id = "";
  let experts: string[] = [];
  yield async () => {
    const pool = ["One", "Two", "Three"].map((role) => ({ role, tier: "Core", relevance: 0.9, focus: "what breaks" }));
    const created = await call<{ dialogue_id: string; suggested_panel: { name: string }[] }>("blue_dialogue_create", {
      ...{ title: `Crowd of client ${who}`, question: "What breaks?", rotation: "none", max_rounds: 99 },
      ...{ panel_size: 3, expert_pool: { domain: "Load", experts: pool } },
    });
    dialogue_id = created.dialogue_id;
    experts = created.suggested_panel.map(({ name }) => name);
  };
  for (let round = 0; round < 99; round++) {
    const word = `zebra${who}x${round}y`;
    const two = String(round).padStart(2, "0");
    yield async () => {
      const { number } = await call<{ number: number }>("blue_rfc_create", {
        title: `Client ${who} in round ${round}`,
        problem: word,
      });
      must(!made.has(number), `RFC ${number} was given to ${made.get(number)} too`);
      made.set(number, word);
    };
    yield async () => {
      const { hits = [] } = await call<{ hits?: { snippet: string }[] }>("blue_search", { questions: [word] });
      must(hits.length === 1 && hits[0]!.snippet.includes(word), `a search for ${word} found ${JSON.stringify(hits)}`);
    };
    for (const seat of [0, 1, 2])
      yield async () => {
        const expert = experts[seat]!;
        const text = `[${expert.toUpperCase()}-P${two}01: ${word}]\nSeen by ${expert}.\n`;
        await call("blue_dialogue_expert_write", { dialogue_id, round, expert, text });
      };
    yield async () => {
      const registered = await call<{ round: number }>("blue_dialogue_round_register", {
        ...{ dialogue_id, round, summary: word, score_components: { W: 1, C: 1, T: 1, R: 1 } },
        expert_scores: Object.fromEntries(experts.map((name) => [name, 1])),
      });
      must(registered.round === round, `round ${round} was registered as ${registered.round}`);
    };
    yield async () => {
      const status = await call<{ round: number }>("blue_dialogue_status", { dialogue_id });
      must(JSON.stringify(status).includes(`"round":${round + 1}`), `status forgot round ${round}`);
    };
    yield async () => {
      const { total } = await call<{ total: number }>("blue_dialogue_list", {});
      must(total >= 1, "the list of dialogues is empty");
    };
    yield async () => {
      const { total } = await call<{ total: number }>("blue_search", { questions: ["Seen by"] });
      must(total >= 1, "a search for what all say found nothing");
    };
  }
}

/** A client as small as can be: what is measured is the server. */
async function connect(server: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, server, { cwd, env, stdio: ["pipe", "pipe", "inherit"] });
  const gone = once(child, "exit");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let id = 0;
  async function ask(method: string, params: object): Promise<Record<string, unknown>> {
    id++;
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`the server left before it answered ${method}`);
      const message = JSON.parse(value) as { id?: number; result?: Record<string, unknown>; error?: object };
      if (message.id !== id) continue;
      if (message.result === undefined) throw new Error(JSON.stringify(message.error));
      return message.result;
    }
  }
  await ask("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "claude-code", version: "1.0.0" },
  });
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  const call = async (tool: string, input: object) => {
    const { isError, content, structuredContent } = await ask("tools/call", { name: tool, arguments: input });
    if (isError === true) throw new Error(`${tool}: ${JSON.stringify(content)}`);
    return structuredContent;
  };
  return {
    call: call as Call,
    async close() {
      child.stdin.end();
      await gone;
    },
  };
}
