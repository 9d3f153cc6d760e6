import { expect, it } from "vitest";
import { makeDialogue } from "../../test/helpers/dialogue.ts";
import { random } from "../../test/helpers/project.ts";
import { fileText } from "./file-text.ts";
import { nodeFiles } from "./files.ts";
import { openDialogue } from "./find-dialogue.ts";
import { readInbox } from "./inbox.ts";

it("two texts that are filed for one expert at once both stand, each with where it came from", async () => {
  const { project, id } = await makeDialogue();
  const dialogue = openDialogue(project, { dialogue_id: id });
  const file = (source: "hook" | "expert_write", text: string, files = nodeFiles) => {
    const provenance = { source, filed_by: null, filed_at: null, note: null };
    return fileText({ ...project, files }, dialogue, "Muffin", { text, provenance }, random);
  };
  const slow = file("expert_write", "Slow.\n", {
    ...nodeFiles,
    link(staged, path) {
      file("hook", "Fast.\n");
      nodeFiles.link(staged, path);
    },
  });
  expect(slow).toMatchObject({ path: expect.stringContaining("muffin/draft-2.md"), beside: true });
  const { texts } = readInbox(project, dialogue, [{ name: "Muffin" }] as never);
  expect(texts).toMatchObject([
    {
      lines: ["Fast."],
      provenance: { source: "hook" },
      others: [{ lines: ["Slow."], provenance: { source: "expert_write" } }],
    },
  ]);
});
