/**
 * `create --rfc` binds both ways: the dialogue's opening names the RFC, and the RFC's header names the dialogue, so that the RFC cannot be approved
 * before the dialogue is decided. The opening holds the hash of the RFC as it is with that line.
 */
import { createHash } from "node:crypto";
import { addToField } from "../../../documents/header.ts";
import { provenLines } from "../../../store/cited-documents.ts";
import { documentFileAt } from "../../../store/documents.ts";
import { findFile } from "../../../store/paths.ts";
import type { Project } from "../../../store/project.ts";
import { type Random, saveText } from "../../../store/write-document.ts";
import type { OpeningBody } from "./compose-opening.ts";

/** An RFC that lies elsewhere has no life cycle that could wait for a dialogue; it is only named. */
export function isBound<B extends { rfc: string | null }>(body: B): body is B & { rfc: string } {
  return body.rfc !== null && documentFileAt(body.rfc)?.type === "rfc";
}

interface Binding {
  body: OpeningBody;
  /** Writes the line into the RFC. */
  save(random: Random): void;
}

/** The opening of this dialogue, and what is to be written into its RFC. Writes nothing yet. */
export function bindRfc(project: Project, body: OpeningBody, dialogue: string): Binding {
  const named = { ...body, dialogue };
  if (!isBound(body)) return { body: named, save: () => {} };
  const path = body.rfc;
  const before = findFile(project, path, "rfc")!.toString("utf8");
  const after = addToField(before, "dialogue", dialogue);
  const sha256 = createHash("sha256").update(after).digest("hex");
  const bound = <C extends { path: string }>(cited: C): C => (cited.path === path ? { ...cited, sha256 } : cited);
  const { subject } = named;
  const own = subject?.path === path ? { path, sha256, ...provenLines(after, sha256) } : subject;
  return {
    body: { ...named, subject: own, sources: named.sources.map(bound) },
    save: (random) => saveText(project, path, before, after, random),
  };
}
