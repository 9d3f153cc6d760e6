import { describe, expect, it } from "vitest";
import { declaredVariables, detectKinds, environmentKinds } from "./environment-kind.ts";
import { planCreate, planDestroy } from "./plan.ts";

const ask = { name: "demo", variables: [] };

describe("what a folder can bring up", () => {
  it("is told from the names of its files", () => {
    for (const [name, kind] of [
      ["cdk.json", "cdk"],
      ["main.tf", "terraform"],
      ["main.tf.json", "terraform"],
      ["Pulumi.yaml", "pulumi"],
      ["compose.yaml", "compose"],
      ["compose.yml", "compose"],
      ["docker-compose.yml", "compose"],
    ] as const)
      expect(detectKinds(["README.md", name])).toEqual([{ kind, files: [name] }]);
    expect(detectKinds(["cdk.json.bak", "tf", "Pulumi.dev.yaml", "my-compose.yaml", ".hidden.tf"])).toEqual([]);
  });

  it("may be several", () => {
    expect(detectKinds(["cdk.json", "a.tf", "Pulumi.yaml", "compose.yml"]).map(({ kind }) => kind)).toEqual([
      ...environmentKinds,
    ]);
  });

  it("includes the variables that Terraform files declare", () => {
    expect(declaredVariables('variable "name" {}\n  variable "ttl"{\n}\n# variable "no"\nvariable env {\n')).toEqual([
      "name",
      "ttl",
      "env",
    ]);
  });
});

describe("the plan", () => {
  it("of docker compose is a project by that name", () => {
    expect(planCreate({ ...ask, kind: "compose" }).steps).toEqual([["docker", "compose", "-p", "demo", "up", "-d"]]);
    expect(planDestroy({ ...ask, kind: "compose" }).steps).toEqual([
      ["docker", "compose", "-p", "demo", "down", "--volumes", "--remove-orphans"],
    ]);
    expect(() => planCreate({ ...ask, kind: "compose", stack: "x" })).toThrow("no stacks");
  });

  it("of Terraform is a workspace, with the variables it declares and no others", () => {
    expect(planCreate({ ...ask, kind: "terraform", ttl: "4h", variables: ["name", "ttl", "region"] }).steps).toEqual([
      ["terraform", "init", "-input=false"],
      ["terraform", "workspace", "select", "-or-create=true", "demo"],
      ["terraform", "apply", "-input=false", "-auto-approve", "-var", "name=demo", "-var", "ttl=4h"],
    ]);
    expect(planDestroy({ ...ask, kind: "terraform", variables: ["environment"] }).steps).toEqual([
      ["terraform", "init", "-input=false"],
      ["terraform", "workspace", "select", "demo"],
      ["terraform", "destroy", "-input=false", "-auto-approve", "-var", "environment=demo"],
      ["terraform", "workspace", "select", "default"],
      ["terraform", "workspace", "delete", "demo"],
    ]);
  });

  it("of Terraform never works on the default workspace", () => {
    for (const plan of [planCreate, planDestroy]) {
      expect(() => plan({ ...ask, name: "default", kind: "terraform" })).toThrow("not a staging environment");
      expect(() => plan({ ...ask, stack: "default", kind: "terraform" })).toThrow("not a staging environment");
    }
  });

  it("of Pulumi is a stack", () => {
    expect(planCreate({ ...ask, kind: "pulumi", ttl: "2d", stack: "org/app/dev" }).steps).toEqual([
      ["pulumi", "stack", "select", "--create", "org/app/dev", "--non-interactive"],
      [
        "pulumi",
        "up",
        "--stack",
        "org/app/dev",
        "--yes",
        "--non-interactive",
        "--config",
        "name=demo",
        "--config",
        "ttl=2d",
      ],
    ]);
    expect(planDestroy({ ...ask, kind: "pulumi" }).steps).toEqual([
      ["pulumi", "destroy", "--stack", "demo", "--yes", "--non-interactive"],
      ["pulumi", "stack", "rm", "demo", "--yes", "--non-interactive", "--preserve-config"],
    ]);
  });

  it("of CDK is the stack that was named; taking down needs one", () => {
    expect(planCreate({ ...ask, kind: "cdk", stack: "Api", ttl: "4h" }).steps).toEqual([
      ["cdk", "deploy", "Api", "--require-approval", "never", "--context", "name=demo", "--context", "ttl=4h"],
    ]);
    expect(planCreate({ ...ask, kind: "cdk" }).steps).toEqual([
      ["cdk", "deploy", "--require-approval", "never", "--context", "name=demo"],
    ]);
    expect(planDestroy({ ...ask, kind: "cdk", stack: "Api" }).steps).toEqual([
      ["cdk", "destroy", "Api", "--force", "--context", "name=demo"],
    ]);
    expect(() => planDestroy({ ...ask, kind: "cdk" })).toThrow("`stack` is required");
  });
});
