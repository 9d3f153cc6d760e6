import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";

const tree = {
  ".blue/docs/runbooks/deploy.active.md":
    "---\nstatus: active\ntitle: Deploy\n---\n## Operations\n\n### Ship it\n\n**Triggers**: `release`, deploy\n\n1. tag\n   ```sh\n   git tag v1\n   ```\n2. push\n\n### Roll back\n\n- push the last tag\n",
  ".blue/docs/runbooks/db.active.md":
    "---\nstatus: active\ntitle: Database\n---\n### Action: restore a backup\n\n**Triggers:** recover, lost data\n\n1. stop\n",
};

describe("runbook.lookup", () => {
  it("ranks by name and trigger words and returns the steps with their code", async () => {
    const desk = makeDesk({ tree });
    const answer = await desk.call<{ matches: { action: string; steps: string[]; line: number }[] }>("runbook.lookup", {
      action: "how to release",
    });
    expect(answer.matches[0]).toMatchObject({
      action: "Ship it",
      steps: ["tag\n```sh\ngit tag v1\n```", "push"],
      line: 7,
    });
    expect(await desk.call("runbook.lookup", { action: "we lost data" })).toMatchObject({
      matches: [{ action: "restore a backup", runbook: "Database" }],
    });
    expect(await desk.call("runbook.lookup", { action: "rolling back", limit: 1 })).toMatchObject({
      matches: [{ action: "Roll back", steps: ["push the last tag"] }],
    });
    expect(await show("runbook.lookup", answer)).toContain("  2. push");
    expect(await desk.call("runbook.lookup", { action: "how do I release a new version" })).toMatchObject({
      matches: [{ action: "Ship it" }],
    });
    expect(await desk.call("runbook.lookup", { action: "undo the release of version 2" })).toMatchObject({
      matches: [],
      closest: [{ action: "Ship it" }],
    });
  });

  it("finds a runbook without actions by its title, with the steps that it has", async () => {
    const head = "---\nstatus: active\ntitle: Drain the queue\n---\n";
    const at = ".blue/docs/runbooks/drain.active.md";
    const written = makeDesk({ tree: { [at]: `${head}\n1. stop the workers\n2. wait\n` } });
    expect(await written.call("runbook.lookup", { action: "drain" })).toMatchObject({
      matches: [{ action: "Drain the queue", steps: ["stop the workers", "wait"] }],
    });
    const empty = makeDesk({ tree: { [at]: head } });
    expect(await show("runbook.lookup", await empty.call("runbook.lookup", { action: "drain" }))).toBe(
      `Drain the queue\n  (no steps are written yet)\n  ${at}:1`,
    );
  });

  it("gives no steps for another action: what shares words is named as closest, and else all runbooks are", async () => {
    const cache =
      "---\nstatus: active\ntitle: Restart the cache\n---\n### Action: Restart Redis for the production cache\n\n1. Log in to cache-1\n2. redis-cli shutdown\n";
    const desk = makeDesk({
      tree: {
        ".blue/docs/runbooks/cache.active.md": cache,
        ".blue/docs/runbooks/old.archived.md": "---\nstatus: archived\ntitle: Reboot\n---\n",
      },
    });
    const lookup = async (action: string) => show("runbook.lookup", await desk.call("runbook.lookup", { action }));
    const name = "Restart the cache: Restart Redis for the production cache";
    const at = ".blue/docs/runbooks/cache.active.md:5";
    for (const action of ["restarting the cache", "how do I restart Redis", "restart"])
      expect(await lookup(action)).toBe(`${name}\n  1. Log in to cache-1\n  2. redis-cli shutdown\n  ${at}`);
    for (const action of [
      "stop the cache",
      "take down the cache",
      "drop the production database",
      "log in",
      "restart the database",
    ])
      expect(await lookup(action)).toBe(`No runbook answers “${action}”.\nClosest, not the same:\n  ${name}  ${at}`);
    for (const action of ["rotate the TLS certificate", "how to deploy", "for", "reboot"])
      expect(await lookup(action)).toBe(
        `No runbook answers “${action}”.\nThe runbooks that there are:\n  Restart the cache`,
      );
    expect(await show("runbook.lookup", await makeDesk().call("runbook.lookup", { action: "deploy" }))).toBe(
      "No runbook answers “deploy”.",
    );
  });
});
