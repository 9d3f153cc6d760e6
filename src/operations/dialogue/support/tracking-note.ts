import { isIgnored, trackingOf } from "../../../store/git.ts";
import type { Project } from "../../../store/project.ts";

/** Said in words wherever a record was just written and nothing but this disk keeps it. */
export function trackingNote(project: Project, path: string): string[] {
  const tracking = trackingOf(project, path);
  // Tracked files in a folder that is ignored by now: what is written next will not be committed.
  switch (tracking === "tracked" && isIgnored(project, path) ? "ignored" : tracking) {
    case "ignored":
      return [`Git ignores ${path}: the record is on this disk only, and a lost disk or a clean checkout loses it.`];
    case "no-git":
      return ["There is no git here: the record is on this disk only."];
    case "unknown":
      return [`Git could not say whether it tracks ${path}.`];
    case "untracked":
      return [`${path} is not committed yet: \`git add\` it, or a clean checkout loses it.`];
    case "tracked":
      return [];
  }
}
