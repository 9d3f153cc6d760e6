/** A text handed over in the register call is not a draft: the refusal carries the two calls that file one, ready to run. */
import { BlueError } from "../../../errors.ts";
import { normalise } from "../../../rules/ids.ts";
import { expertKey } from "../../../rules/names.ts";
import type { RoundInput } from "../../../rules/round/round-input.ts";
import { itemTypes } from "../../../rules/vocabulary.ts";
import { nextCall } from "../../next-call.ts";

export function withFilingCalls(errors: readonly BlueError[], input: RoundInput, dialogue_id: string): BlueError[] {
  return errors.map((error) => {
    const { expert } = error.context ?? {};
    if (error.code !== "draft_missing" || typeof expert !== "string") return error;
    const text = textIn(input, expert);
    const write = (words: string) =>
      nextCall("dialogue.expert-write", { dialogue_id, expert, text: words }, "the text as it was returned to you");
    const extract = nextCall(
      "extract-dialogue",
      { dialogue_id, expert, task_id: "…" },
      "the same, read from its transcript",
    );
    const named = [write("…"), extract].map(({ tool, command }) => `\`${tool}\` (\`${command}\`)`).join(", or ");
    const said = text === undefined ? "" : "; a text in this call is not a draft";
    return new BlueError(error.code, `${error.message}${said}`, {
      ...error,
      suggestion: `${error.suggestion} If ${expert} returned its text instead of writing the file, file it: ${named}.`,
      context: { ...error.context, calls: [write(text ?? "…"), extract] },
    });
  });
}

/** What the call says that this expert wrote, as a draft would say it. */
function textIn(input: RoundInput, expert: string): string | undefined {
  const items = Object.values(itemTypes).flatMap(({ list }) => input[list] ?? []);
  const own = items.filter(
    ({ local_id, content }) =>
      content !== undefined && expertKey(normalise(local_id).replace(/-[^-]*$/, "")) === expertKey(expert),
  );
  if (own.length === 0) return undefined;
  return own.map(({ local_id, label, content }) => `[${local_id}: ${label ?? "…"}]\n${content}`).join("\n\n");
}
