/** What a draft may be: UTF-8 text of bounded size in a regular file. Checked before a text is filed, so that nothing is filed that cannot be read again. */
import { BlueError } from "../errors.ts";

export const largestDraft = 1024 * 1024;

/** The bytes of a text to be filed; `field` is where the caller gave it. */
export function draftBytes(text: string, field: string): Buffer {
  const bytes = Buffer.from(text);
  const refuse = (why: string, constraint: string, suggestion: string) =>
    new BlueError("invalid_input", `\`${field}\`: the text ${why}`, { field, constraint, suggestion });
  if (bytes.length > largestDraft) {
    throw refuse(
      `has ${bytes.length} bytes; a draft has at most ${largestDraft}`,
      "size",
      "A draft is short: let its writer say it in fewer words.",
    );
  }
  if (bytes.includes(0)) throw refuse("contains NUL characters", "text", "Give it as plain text.");
  return bytes;
}

/** What `read` finds at `path`. A link, a folder or too much of it is refused as a draft that says nothing, by name. */
export function readDraft(path: string, read: () => Buffer | undefined): Buffer | undefined {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof BlueError) || thrown.code !== "path_outside_project") throw thrown;
    const why = /is (?:larger than|not a) .*$/.exec(thrown.message)?.[0] ?? "is reached through a symbolic link";
    throw new BlueError("unmapped_marker", `${path} ${why}`, {
      field: "drafts",
      value: path,
      constraint: "draft_file",
      suggestion: `Let the expert write it again: UTF-8 text of at most ${largestDraft} bytes in a regular file. Or start the round again with round-discard and a reason.`,
      context: { path },
      cause: thrown,
    });
  }
}
