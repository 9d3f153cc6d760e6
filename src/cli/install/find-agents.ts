/** Which agents are on this machine: a program on the PATH, or the folder that it makes for its user. */
import { existsSync } from "node:fs";
import { refuse } from "../../errors.ts";
import { findProgram } from "../../store/programs.ts";
import { type AgentName, agentNames } from "./agent-names.ts";
import { agents, type Place } from "./agents.ts";

/** What was found of each; refuses where there is none. */
export function findAgents(place: Place): Map<AgentName, string> {
  const found = new Map<AgentName, string>();
  for (const name of agentNames) {
    const { programs, folder } = agents[name];
    const parts = existsSync(folder(place)) ? ["settings"] : [];
    if (programs.some((program) => findProgram(place, program) !== undefined)) parts.push("program");
    if (parts.length > 0) found.set(name, parts.join(" and "));
  }
  return found.size > 0 ? found : refuseNoneFound(place);
}

/** From `--agent`: names, separated by commas or one by one; `all` is every one that Blue knows. */
export function namedAgents(given: readonly string[]): AgentName[] {
  const names = given.flatMap((words) => words.split(",")).map((name) => name.trim());
  const asked = names.map((name) => (name === "claude-code" ? "claude" : name));
  for (const name of asked) {
    if (name === "all" || (agentNames as readonly string[]).includes(name)) continue;
    refuse("invalid_input", { agent: name }, "known_agent", {
      message: `Blue does not know how to set up ${name === "" ? "an agent without a name" : name}`,
      suggestion: `Known agents: ${agentNames.join(", ")}, or all. Any other takes \`blue mcp\` as a stdio server.`,
    });
  }
  return agentNames.filter((name) => asked.includes(name) || asked.includes("all"));
}

function refuseNoneFound(place: Place): never {
  const looked = agentNames.map((name) => agents[name].programs[0]).join(", ");
  refuse("not_found", "agent", "agent_found", {
    message: `No coding agent was found: none of ${looked} is on the PATH, and none has a folder below ${place.home}`,
    suggestion: "Name one: `blue install --agent claude`. `blue install --help` lists them.",
  });
}
