/** From starting the server to its tools being listed, as an agent waits for it, in both protocol eras. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { toolOf } from "../src/mcp/tools.ts";
import { defaultToolsets } from "../src/operations/operation.ts";
import { registry } from "../src/operations/registry.generated.ts";
import { beside, figure, type Group } from "./figure.ts";
import { makeFolder } from "./folders.ts";
import { inTurns, median, type Trial } from "./measure.ts";
import { against, blue, smallestServer } from "./places.ts";
import { environment } from "./start-up.ts";

const older = "blue mcp, spawn to tools/list (2025)";
const newer = "blue mcp, spawn to tools/list (2026)";
const size = "tools/list, default toolsets";

/** Every session of an agent waits for it. */
const atOnce = {
  most: 1.2,
  why: "every session of an agent begins with it; nobody should wait for what the SDK does not need",
};

const client = { name: "bench", version: "1.0.0" };
const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const initialize = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: client },
};
const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
const stateless = {
  ...list,
  params: {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": client,
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
};

export const mcp: Group = {
  figures: [older, newer, size],
  async measure(wanted) {
    const folder = makeFolder();
    const eras = [
      [older, [[initialize], [initialized, list]]],
      [newer, [[stateless]]],
    ] as const;
    const figures = [];
    for (const [name, talk] of eras) {
      if (!wanted(name)) continue;
      const programs = [[smallestServer], [blue, "mcp"], ...(against === null ? [] : [[against.blue, "mcp"]])];
      const trials = programs.map((args) => listing(args, folder, talk));
      const [floors, own, others] = await inTurns(trials, { turns: 20 });
      figures.push(figure(name, "ms", { value: median(own!), floor: median(floors!) }, atOnce));
      if (others !== undefined) figures.push(beside(name, own!, others));
    }
    if (wanted(size)) figures.push(listSize());
    return figures;
  },
};

/** Each part of `talk` is sent when the one before is answered. The server is gone before the next one starts. */
function listing(args: string[], cwd: string, talk: readonly (readonly object[])[]): Trial<{ child?: ChildProcess }> {
  return {
    setUp: () => ({}),
    async run(started) {
      const child = spawn(process.execPath, args, { cwd, env: environment(), stdio: ["pipe", "pipe", "ignore"] });
      started.child = child;
      const lines = linesOf(child);
      for (const part of talk) {
        child.stdin.write(part.map((message) => `${JSON.stringify(message)}\n`).join(""));
        const { value, done } = await lines.next();
        if (done || !("result" in JSON.parse(value))) throw new Error(`${args.join(" ")} answered ${value}`);
      }
      child.stdin.end();
    },
    async tearDown({ child }) {
      if (child?.exitCode === null) await once(child, "exit");
    },
  };
}

async function* linesOf(child: ChildProcess): AsyncGenerator<string, undefined> {
  let text = "";
  for await (const chunk of child.stdout!.setEncoding("utf8")) {
    text += chunk;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
      yield text.slice(0, end);
      text = text.slice(end + 1);
    }
  }
  return undefined;
}

/** What every conversation carries from its start, in tokens of four characters; the floor is names and descriptions without schemas. */
function listSize() {
  const offered = registry.filter(({ toolset }) => defaultToolsets.includes(toolset)).map(toolOf);
  const tokens = (value: unknown) => Math.ceil(JSON.stringify(value).length / 4);
  const floor = tokens(offered.map(({ name, description }) => ({ name, description })));
  return figure(`${size}`, `tokens, ${offered.length} tools`, { value: tokens(offered), floor });
}
