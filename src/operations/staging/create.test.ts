import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeDesk, show, treeOf } from "../../../test/helpers/dialogue.ts";
import { callByMcp } from "../../../test/helpers/faces.ts";
import { makeTools, withTools } from "../../../test/helpers/fake-tools.ts";

const compose = { "compose.yaml": "services: {}\n" };
const terraform = { "main.tf": 'variable "name" {}\n' };

describe("staging.create", () => {
  it("answers with the exact argument lists, and runs none of them", async () => {
    const desk = makeDesk({ tree: compose });
    const tools = makeTools({ docker: "exit 0" });
    const before = treeOf(desk.root);
    const plan = await withTools(tools, () => desk.call("staging.create", { name: "demo", ttl: "2d" }));
    expect(plan).toEqual({
      name: "demo",
      kind: "compose",
      path: ".",
      stack: null,
      ran: false,
      steps: [{ command: ["docker", "compose", "-p", "demo", "up", "-d"], exit_code: null }],
      notes: [expect.stringContaining("no place for the ttl"), expect.stringContaining("Nothing takes it down")],
      ttl: "2d",
      expires: "2026-02-05T14:23:01.000Z",
      next: null,
    });
    expect(tools.calls()).toEqual([]);
    expect(treeOf(desk.root)).toEqual(before);
    const text = await show("staging.create", plan);
    expect(text).toContain("  docker compose -p demo up -d\n");
    expect(text).toContain("Nothing was run. With --run it is.");
  });

  it("runs the plan in its folder, step by step, when asked on the command line", async () => {
    const desk = makeDesk({ tree: { "infra/main.tf": terraform["main.tf"] } });
    const tools = makeTools({ terraform: "exit 0" });
    const out = await withTools(tools, () =>
      desk.call("staging.create", { name: "demo", path: "infra", ttl: "2d", run: true }),
    );
    const cwd = join(desk.root, "infra");
    expect(tools.calls()).toEqual([
      { cwd, words: ["terraform", "init", "-input=false"] },
      { cwd, words: ["terraform", "workspace", "select", "-or-create=true", "demo"] },
      { cwd, words: ["terraform", "apply", "-input=false", "-auto-approve", "-var", "name=demo"] },
    ]);
    expect(out).toMatchObject({
      ran: true,
      steps: [{ exit_code: 0 }, { exit_code: 0 }, { exit_code: 0 }],
      next: { tool: "blue_reminder_create", arguments: { due: "2026-02-05" } },
    });
    expect(await show("staging.create", out)).toContain("✓ demo is up (terraform)");
  });

  it("ends with the first step that fails, and says its exit code", async () => {
    const desk = makeDesk({ tree: terraform });
    const tools = makeTools({ terraform: '[ "$1" = workspace ] && exit 7; exit 0' });
    const error = await withTools(tools, () => desk.refused("io_error", "staging.create", { name: "demo", run: true }));
    expect(error.message).toBe("Step 2 of 3 (terraform) ended with exit code 7");
    expect(error.context).toMatchObject({ exit_code: 7, tool: "terraform", step: 2, steps: 3 });
    expect(tools.calls().map(({ words }) => words[1])).toEqual(["init", "workspace"]);
  });

  it("says which signal ended a tool, as a shell counts", async () => {
    const desk = makeDesk({ tree: compose });
    const tools = makeTools({ docker: "kill -9 $$" });
    const error = await withTools(tools, () => desk.refused("io_error", "staging.create", { name: "demo", run: true }));
    expect(error.context).toMatchObject({ exit_code: 137 });
  });

  it("says when the tool is not installed", async () => {
    const desk = makeDesk({ tree: { "cdk.json": "{}" } });
    const error = await withTools(makeTools({}, { alone: true }), () =>
      desk.refused("not_found", "staging.create", { name: "demo", run: true }),
    );
    expect(error.message).toBe("cdk is not installed, or not on the PATH");
  });

  it("never runs over MCP, and shows the plan there", async () => {
    const desk = makeDesk({ tree: compose });
    const tools = makeTools({ docker: "exit 0" });
    const call = (input: object) => callByMcp({ root: desk.root, name: "staging.create", input });
    const refused = await withTools(tools, () => call({ name: "demo", run: true }));
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: { error_code: "invalid_input", field: "run", message: expect.stringContaining("a person") },
    });
    expect(tools.calls()).toEqual([]);
    expect((await call({ name: "demo" })).structuredContent).toMatchObject({ ran: false, kind: "compose" });
  });

  it("asks which tool where there are several, and says where there is none", async () => {
    const both = makeDesk({ tree: { ...compose, ...terraform } });
    const several = await both.refused("invalid_input", "staging.create", { name: "demo" });
    expect(several).toMatchObject({ field: "kind", context: { kinds: ["terraform", "compose"] } });
    expect(several.message).toContain("terraform (main.tf), compose (compose.yaml)");
    expect(await both.call("staging.create", { name: "demo", kind: "compose" })).toMatchObject({ kind: "compose" });
    expect((await both.refused("invalid_input", "staging.create", { name: "demo", kind: "cdk" })).field).toBe("kind");
    const none = await makeDesk().refused("not_found", "staging.create", { name: "demo" });
    expect(none).toMatchObject({ field: "path", suggestion: expect.stringContaining("`cdk.json`") });
  });

  it("refuses words that a tool could take for something else, naming the field", async () => {
    const desk = makeDesk({ tree: terraform });
    for (const name of ["", "-x", "--help", "Demo", "a b", "a;b", "default"])
      expect((await desk.refused("invalid_input", "staging.create", { name })).field).toBe("name");
    for (const stack of ["-x", "--all", "*", "a b", "$(x)", "default"])
      expect((await desk.refused("invalid_input", "staging.create", { name: "demo", stack })).field).toBe("stack");
    for (const ttl of ["5", "0s", "400d"])
      expect((await desk.refused("invalid_input", "staging.create", { name: "demo", ttl })).field).toBe("ttl");
  });
});
