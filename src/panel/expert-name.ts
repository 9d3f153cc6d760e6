/**
 * What an expert may be called. A name becomes a folder, a file beside the generated ones and the first part of local IDs, so it must be
 * none of the words those already use.
 */
import { idLetters } from "../rules/ids.ts";
import { moveKinds, refKinds } from "../rules/vocabulary.ts";

const longestName = 40;
const deviceNames = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
/** Records, generated files, folders of drafts, and those who speak without being experts. */
const reserved = new Set([
  "answers",
  "author",
  "blue",
  "dialogue",
  "dialogues",
  "discarded",
  "draft",
  "drafts",
  "expert",
  "expert-pool",
  "export",
  "findings",
  "guest",
  "index",
  "judge",
  "opening",
  "panel",
  "pool",
  "prompt",
  "proposal",
  "readme",
  "revision",
  "round",
  "scoreboard",
  "summary",
  "tension",
  "tensions",
  "verdict",
  "verifier",
]);
/** What markers begin with. */
const markerWords = new Set([
  "re",
  "move",
  "cite",
  "dissent",
  "minority",
  ...[...refKinds, ...moveKinds].map((word) => word.toLowerCase()),
]);
const reservedForms = /^(?:(?:round|verdict|draft|guest)-.*|.*-summary)$/i;
const readsAsId = new RegExp(`(?:^|-)[${idLetters}]\\d+$`, "i");

/** What is wrong with a name and what to do, or undefined. */
export function findNameProblem(name: string): { problem: string; fix: string } | undefined {
  if (name.length > longestName)
    return { problem: `is longer than ${longestName} characters`, fix: "Give a shorter name." };
  if (!/^[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/.test(name)) {
    const plain = name
      .normalize("NFD")
      .replace(/[^A-Za-z0-9-]/g, "")
      .replace(/^[^A-Za-z]+|(?<!-)-+$/g, "");
    return {
      problem: "must be letters, digits and hyphens, beginning with a letter",
      fix: plain === "" ? "Leave `name` out and Blue gives one." : `For example \`${plain}\`.`,
    };
  }
  const fix = "Give another name, or leave `name` out and Blue gives one.";
  if (deviceNames.test(name)) return { problem: "is the name of a device on some systems", fix };
  if (reserved.has(name.toLowerCase()) || reservedForms.test(name))
    return { problem: "is a word Blue uses for its own files", fix };
  if (markerWords.has(name.toLowerCase())) return { problem: "is a word that markers begin with", fix };
  if (readsAsId.test(name)) return { problem: "reads like the ID of an item", fix };
  return undefined;
}
