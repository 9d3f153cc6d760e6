/** Where nobody wrote a proposal the subject itself is one: by its hash, so that nobody is said to have agreed to words that changed afterwards. */
import { citeDocument, currentPath } from "../../store/cited-documents.ts";
import type { Project } from "../../store/project.ts";

const pattern = /^The subject as it stands: (.+) \(SHA-256 ([0-9a-f]{64})\)$/;

export function proposeSubject(project: Project, subject: { path: string }): string {
  const { path, sha256 } = citeDocument(project, currentPath(project, subject.path), "subject");
  return `The subject as it stands: ${path} (SHA-256 ${sha256})`;
}

export function isSubject(proposal: string): boolean {
  return pattern.test(proposal.trim());
}

/** The path of the subject that a panel agreed to, if it now says something else. */
export function findChangedSubject(project: Project, recommendation: readonly string[]): string | undefined {
  const [, path, sha256] = pattern.exec(recommendation.join("\n").trim()) ?? [];
  if (path === undefined) return undefined;
  try {
    return citeDocument(project, currentPath(project, path), "subject").sha256 === sha256 ? undefined : path;
  } catch {
    return path;
  }
}
