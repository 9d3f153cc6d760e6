/** What only Claude Code gets: permission rules, and a hook that files what an expert said. */
import { shellWord } from "../../safe-text.ts";
import type { Edit } from "./edit.ts";
import { type JsonPart, jsonEdit } from "./json-parts.ts";
import type { Launcher } from "./launcher.ts";

export function claudeSettings(scope: "project" | "user", launcher: Launcher): Edit {
  return jsonEdit([...claudeRules(scope), claudeHook(launcher)]);
}

/**
 * What Claude Code need not ask for. It looks up path rules under `Edit` and `Read` only, also for its tool Write. `/` is the project's folder;
 * a user's settings belong to no project, so there the path is absolute (`//`) with any project in front.
 */
function claudeRules(scope: "project" | "user"): JsonPart[] {
  const root = scope === "project" ? "/" : "//**/";
  return ["mcp__blue__*", `Read(${root}.blue/**)`, `Edit(${root}.blue/drafts/**)`].map((rule) => ({
    id: `permissions.allow ${rule}`,
    path: ["permissions", "allow"],
    value: rule,
    isOwn: (value) => value === rule,
  }));
}

const hookWords = "hook subagent-stop";

/** `|| true`: exit code 2 would keep the expert from stopping, and a missing `blue` would be reported to everyone on the project. */
function claudeHook({ words }: Launcher): JsonPart {
  const command = `${words.map(shellWord).join(" ")} ${hookWords} || true`;
  return {
    id: "hooks.SubagentStop",
    path: ["hooks", "SubagentStop"],
    value: { hooks: [{ type: "command", command, timeout: 30 }] },
    unmistakable: true,
    isOwn(value) {
      const { hooks } = (value ?? {}) as { hooks?: { command?: unknown }[] };
      if (!Array.isArray(hooks) || hooks.length !== 1) return false;
      return /(?:^|[\\/ "'])(?:blue|blue-align|blue\.js)["']? hook subagent-stop\b/.test(String(hooks[0]?.command));
    },
  };
}
