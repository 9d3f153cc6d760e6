import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeProject, random } from "../../test/helpers/project.ts";
import { dialogueFolder, dialogueId, openingBody, publishDialogue } from "../../test/helpers/records.ts";
import { loadDialogue } from "./dialogues.ts";
import { problemError } from "./problems.ts";
import { publishRecord } from "./publish.ts";

const remember = { remember: true };

describe("a record that was proved before", () => {
  test("is the same value while its bytes are the same, and nobody can change it", () => {
    const project = makeProject();
    publishDialogue(project);
    const first = loadDialogue(project, dialogueId, remember).rounds[0]!;
    expect(loadDialogue(project, dialogueId, remember).rounds[0]).toBe(first);
    expect(() => first.items.push(first.items[0]!)).toThrow(TypeError);
    expect(() => Object.assign(first.texts[0]!.lines, ["other"])).toThrow(TypeError);
    expect(() => Object.assign(first, { judge: [] })).toThrow(TypeError);
  });

  test("is proved again, and refused, as soon as one byte of its file is another", () => {
    const project = makeProject();
    publishDialogue(project);
    expect(loadDialogue(project, dialogueId, remember).problems).toEqual([]);
    const path = join(project.root, dialogueFolder, "round-0/round.json");
    const whole = readFileSync(path, "utf8");
    writeFileSync(path, whole.replace("12:30", "12:31"));
    expect(loadDialogue(project, dialogueId, remember).problems[0]?.kind).toBe("damaged");
    expect(loadDialogue(project, dialogueId).problems[0]?.kind).toBe("damaged");
    writeFileSync(path, whole);
    expect(loadDialogue(project, dialogueId, remember).problems).toEqual([]);
  });

  test("is not believed to have the shape of its kind because it was just published", () => {
    const project = makeProject();
    publishRecord(project, `${dialogueFolder}/opening.json`, { ...openingBody(), pool: "none" } as never, random);
    for (let call = 0; call < 2; call++) {
      const { opening, problems } = loadDialogue(project, dialogueId, remember);
      expect(opening).toBeUndefined();
      expect(problems.map((problem) => problemError(problem).message)).toEqual([
        expect.stringContaining("does not have the shape of its kind (pool"),
      ]);
    }
  });
});
