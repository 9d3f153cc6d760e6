/** The recorded six-round dialogue through the faces of the built program, MCP over both transports, with an index beside it and with none: the same counts, the same IDs. */
import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, describe, expect, it } from "vitest";
import { registry } from "../../src/operations/registry.generated.ts";
import { deskAt } from "../helpers/dialogue.ts";
import { builtServer, connectByHttp, connectClient, repository, spawnHttp, stopAll } from "../helpers/mcp-client.ts";
import { makeFolder } from "../helpers/project.ts";
import { truth } from "../helpers/truth.ts";
import { replayTruth, type TruthCall } from "../helpers/truth-replay.ts";

/** Some fifteen processes, one after the other. */
const slow = { timeout: 180_000 };

afterAll(stopAll);

/** Every call a process of its own, its input on standard input. */
function byCli(root: string): TruthCall {
  return async (name, input) => {
    const args = [join(repository, "dist/blue.js"), "--project", root, ...name.split("."), "--input", "-"];
    const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, BLUE_CHECK_OUTPUT: "1" } });
    let stdout = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stdin.end(JSON.stringify(input));
    const code = await new Promise((done) => child.on("close", done));
    expect(code, `${name}: ${stdout}`).toBe(0);
    return JSON.parse(stdout);
  };
}

/** One server, the SDK's own client. */
async function byMcp(root: string): Promise<TruthCall> {
  return callsOf((await connectClient({ args: builtServer, cwd: root }, "auto")).client);
}

async function byHttp(root: string): Promise<TruthCall> {
  const { url, token } = await spawnHttp({ args: [...builtServer, "--http", "--json"], cwd: root });
  return callsOf(await connectByHttp(url, token, "auto"));
}

function callsOf(client: Client): TruthCall {
  return async (name, input) => {
    const tool = registry.find((entry) => entry.name === name)!.tool;
    const { structuredContent, isError } = await client.callTool({ name: tool, arguments: input });
    expect(isError ?? false, `${tool}: ${JSON.stringify(structuredContent)}`).toBe(false);
    return structuredContent as Record<string, unknown>;
  };
}

const index = (root: string) => join(root, ".blue/blue.db");

/** An index is made before every call, and deleted again: no answer may miss it. */
function withoutIndex(root: string, call: TruthCall): TruthCall {
  return async (name, input) => {
    await deskAt(root).call("db.path");
    expect(existsSync(index(root))).toBe(true);
    rmSync(index(root));
    return call(name, input);
  };
}

/** And here one is beside every call, as fresh as the call before left it. */
function withIndex(root: string, call: TruthCall): TruthCall {
  return async (name, input) => {
    await deskAt(root).call("db.path");
    return call(name, input);
  };
}

const faces = { CLI: byCli, MCP: byMcp, HTTP: byHttp };

describe.each(["CLI", "MCP", "HTTP"] as const)("by %s, the recorded dialogue", (face) => {
  it.each([
    ["with an index beside it", withIndex],
    ["with its index deleted before every call", withoutIndex],
  ] as const)("%s gives exactly the expected counts, every mapping, and its verdict", slow, async (_, wrap) => {
    const root = makeFolder();
    const call = await faces[face](root);
    const { counts, mappings, verdict } = await replayTruth(root, wrap(root, call));
    expect(counts).toEqual(truth.expected);
    expect(mappings).toEqual(truth.rounds.map(({ mapping }) => mapping));
    expect(verdict).toMatchObject({ status: "registered", decision: true, seen_by_panel: false, round: 5 });
  });
});
