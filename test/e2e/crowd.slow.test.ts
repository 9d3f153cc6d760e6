import { expect, test } from "vitest";
import { runCrowd } from "../helpers/crowd.ts";
import { builtServer, emptyFolder, stopAll } from "../helpers/mcp-client.ts";

test("six servers on one project answer 300 mixed calls: none is lost, none is wrong", async () => {
  const { BLUE_PROJECT: _, CLAUDE_PROJECT_DIR: __, ...env } = process.env;
  const server = [...builtServer, "--toolsets", "all"];
  try {
    const { times, wrong } = await runCrowd({ server, cwd: emptyFolder(), env, servers: 6, calls: 300 });
    expect(wrong).toEqual([]);
    expect(times.length).toBe(300);
  } finally {
    await stopAll();
  }
});
