/**
 * The argument lists that bring an environment up or take it down. Each tool is told the environment's name (compose project, Terraform workspace,
 * Pulumi stack), so that one environment never touches another. CDK has only stacks, so taking down needs the stack's name.
 */
import { refuse } from "../errors.ts";
import type { EnvironmentKind } from "./environment-kind.ts";

export interface PlanRequest {
  kind: EnvironmentKind;
  name: string;
  stack?: string | undefined;
  ttl?: string | undefined;
  /** What the Terraform files declare. */
  variables: readonly string[];
}

export interface Plan {
  /** Run in order, each only if the one before succeeded. */
  steps: string[][];
  notes: string[];
}

type Planner = (request: PlanRequest) => Plan;

export function planCreate(request: PlanRequest): Plan {
  const plan = creating[request.kind](request);
  return request.ttl === undefined
    ? plan
    : { ...plan, notes: [...plan.notes, "Nothing takes it down by itself when its time is over."] };
}

export function planDestroy(request: PlanRequest): Plan {
  return destroying[request.kind](request);
}

const creating: Readonly<Record<EnvironmentKind, Planner>> = {
  compose(request) {
    refuseStack(request);
    const notes = request.ttl === undefined ? [] : ["Docker compose has no place for the ttl; it is not told."];
    return { steps: [["docker", "compose", "-p", request.name, "up", "-d"]], notes };
  },
  terraform(request) {
    const variables = terraformVariables(request);
    return {
      steps: [
        ["terraform", "init", "-input=false"],
        ["terraform", "workspace", "select", "-or-create=true", workspaceOf(request)],
        ["terraform", "apply", "-input=false", "-auto-approve", ...variables],
      ],
      notes: variables.length > 0 ? [] : ["The files declare none of the variables `name`, `environment` and `ttl`."],
    };
  },
  pulumi(request) {
    const stack = request.stack ?? request.name;
    const config = pairs("--config", { name: request.name, ttl: request.ttl });
    return {
      steps: [
        ["pulumi", "stack", "select", "--create", stack, "--non-interactive"],
        ["pulumi", "up", "--stack", stack, "--yes", "--non-interactive", ...config],
      ],
      notes: [],
    };
  },
  cdk({ name, stack, ttl }) {
    const context = pairs("--context", { name, ttl });
    return {
      steps: [["cdk", "deploy", ...(stack === undefined ? [] : [stack]), "--require-approval", "never", ...context]],
      notes: ["The name reaches the app as context `name`; whether it keeps environments apart is up to the app."],
    };
  },
};

const destroying: Readonly<Record<EnvironmentKind, Planner>> = {
  compose(request) {
    refuseStack(request);
    return {
      steps: [["docker", "compose", "-p", request.name, "down", "--volumes", "--remove-orphans"]],
      notes: ["Its volumes go with it."],
    };
  },
  terraform(request) {
    const workspace = workspaceOf(request);
    return {
      steps: [
        ["terraform", "init", "-input=false"],
        ["terraform", "workspace", "select", workspace],
        ["terraform", "destroy", "-input=false", "-auto-approve", ...terraformVariables(request)],
        ["terraform", "workspace", "select", "default"],
        ["terraform", "workspace", "delete", workspace],
      ],
      notes: [],
    };
  },
  pulumi({ name, stack = name }) {
    return {
      steps: [
        ["pulumi", "destroy", "--stack", stack, "--yes", "--non-interactive"],
        ["pulumi", "stack", "rm", stack, "--yes", "--non-interactive", "--preserve-config"],
      ],
      notes: [],
    };
  },
  cdk({ name, stack }) {
    if (stack === undefined)
      refuse("invalid_input", "stack", "required", {
        message: "`stack` is required to take down what CDK brought up",
        suggestion: "CDK has no environments, only stacks: name the one to take down, so that no other goes with it.",
      });
    return { steps: [["cdk", "destroy", stack, "--force", ...pairs("--context", { name })]], notes: [] };
  },
};

/** Terraform works in `default` when nobody chose a workspace, so what lives there may be anything. */
function workspaceOf({ name, stack }: PlanRequest): string {
  const workspace = stack ?? name;
  if (workspace !== "default") return workspace;
  refuse("invalid_input", { [stack === undefined ? "name" : "stack"]: workspace }, "own_workspace", {
    message: "Terraform's workspace `default` is not a staging environment",
    suggestion: "Give the environment a name of its own.",
  });
}

function terraformVariables({ name, ttl, variables }: PlanRequest): string[] {
  const known = Object.entries({ name, environment: name, ttl }).filter(([key]) => variables.includes(key));
  return pairs("-var", Object.fromEntries(known));
}

function refuseStack({ stack }: PlanRequest): void {
  if (stack === undefined) return;
  refuse("invalid_input", { stack }, "kind", {
    message: "Docker compose has no stacks",
    suggestion: "Leave `stack` out: the environment's name is the compose project.",
  });
}

function pairs(flag: string, values: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [flag, `${key}=${value}`]));
}
