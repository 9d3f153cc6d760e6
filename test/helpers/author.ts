/** An author who writes what a test gives it: the text anew and the answer sheet of the revision that is asked for. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { countRevisions, revisionFiles } from "../../src/store/revisions.ts";
import type { Answer, Dialogue, Input } from "./dialogue.ts";

export function authorOf(dialogue: Dialogue) {
  const key = { dialogue_id: dialogue.id };
  const files = () => revisionFiles(dialogue.open(), countRevisions(dialogue.project, dialogue.open()));
  const write = (text: string, sheet: string) => {
    writeFileSync(join(dialogue.root, files().text), text);
    if (sheet !== "") writeFileSync(join(dialogue.root, files().sheet), sheet);
  };
  const revise = (input: Input = {}) => dialogue.call<Answer>("dialogue.revise", { ...key, ...input });
  return {
    files,
    write,
    revise,
    /** Asked, written, and read again. */
    async rewrite(text: string, sheet = "", input: Input = {}) {
      await revise(input);
      write(text, sheet);
      return revise();
    },
    prompt: (input: Input = {}) => dialogue.call<Answer>("dialogue.round-prompt", { ...key, ...input }),
  };
}
