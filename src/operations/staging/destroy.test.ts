import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { callByMcp } from "../../../test/helpers/faces.ts";
import { makeTools, withTools } from "../../../test/helpers/fake-tools.ts";
import { registry } from "../registry.generated.ts";

describe("staging.destroy", () => {
  it("answers with the exact argument lists, and runs none of them", async () => {
    const desk = makeDesk({ tree: { "docker-compose.yml": "" } });
    const tools = makeTools({ docker: "exit 0" });
    const plan = await withTools(tools, () => desk.call("staging.destroy", { name: "demo" }));
    expect(plan).toMatchObject({
      ran: false,
      steps: [{ command: ["docker", "compose", "-p", "demo", "down", "--volumes", "--remove-orphans"] }],
    });
    expect(tools.calls()).toEqual([]);
    expect(await show("staging.destroy", plan)).toContain("demo would be taken down by compose");
  });

  it("runs when asked on the command line", async () => {
    const desk = makeDesk({ tree: { "Pulumi.yaml": "" } });
    const tools = makeTools({ pulumi: "exit 0" });
    const out = await withTools(tools, () => desk.call("staging.destroy", { name: "demo", run: true }));
    expect(tools.calls().map(({ words }) => words.slice(0, 3))).toEqual([
      ["pulumi", "destroy", "--stack"],
      ["pulumi", "stack", "rm"],
    ]);
    expect(await show("staging.destroy", out)).toBe(
      "✓ demo is down (pulumi)\n  pulumi destroy --stack demo --yes --non-interactive\n  pulumi stack rm demo --yes --non-interactive --preserve-config",
    );
  });

  it("takes nothing down when its workspace cannot be chosen", async () => {
    const desk = makeDesk({ tree: { "main.tf": "" } });
    const tools = makeTools({ terraform: '[ "$2" = select ] && exit 1; exit 0' });
    await withTools(tools, () => desk.refused("io_error", "staging.destroy", { name: "none", run: true }));
    expect(tools.calls().map(({ words }) => words[1])).toEqual(["init", "workspace"]);
  });

  it("never runs over MCP, where it is announced as destructive", async () => {
    const desk = makeDesk({ tree: { "compose.yml": "" } });
    const tools = makeTools({ docker: "exit 0" });
    const entry = registry.find(({ name }) => name === "staging.destroy")!;
    expect(entry.effect).toBe("destructive");
    const refused = await withTools(tools, () =>
      callByMcp({ root: desk.root, name: "staging.destroy", input: { name: "demo", run: true } }),
    );
    expect(refused).toMatchObject({ isError: true, structuredContent: { error_code: "invalid_input", field: "run" } });
    expect(tools.calls()).toEqual([]);
  });

  it("needs the stack with CDK, and leaves Terraform's default workspace alone", async () => {
    const cdk = makeDesk({ tree: { "cdk.json": "{}" } });
    expect((await cdk.refused("invalid_input", "staging.destroy", { name: "demo" })).field).toBe("stack");
    const terraform = makeDesk({ tree: { "main.tf": "" } });
    expect((await terraform.refused("invalid_input", "staging.destroy", { name: "default" })).field).toBe("name");
  });
});
