import { expect, test } from "vitest";
import type { ObjectSchema } from "../operations/operation.ts";
import { flagsOf, isNested } from "./flags.ts";

const schema: ObjectSchema = {
  type: "object",
  required: ["dialogue_id"],
  properties: {
    dialogue_id: { type: "string", description: "Which dialogue." },
    round: { type: "integer", minimum: 0 },
    tier: { type: "string", enum: ["Core", "Adjacent"], default: "Core" },
    level: { enum: [1, 2, null] },
    note: { anyOf: [{ type: "string" }, { type: "null" }] },
    limit: { anyOf: [{ type: "integer" }, { type: "string", const: "all" }] },
    forced: { type: "boolean", default: false },
    rotate: { type: "boolean", default: true },
    tags: { type: "array", items: { type: "string" }, default: ["a", "b"] },
    scores: { type: "array", items: { type: "number" } },
    panel: { type: "array", items: { type: "object", properties: {} }, description: "Who sits" },
    extra: { type: "object", properties: {} },
    anything: {},
  },
};

const byName = (cli = {}) => new Map(flagsOf(schema, cli).map((flag) => [flag.name, flag]));

test("scalars and lists of scalars get a flag, nested fields do not", () => {
  expect([...byName().keys()]).toEqual([
    "dialogue-id",
    "round",
    "tier",
    "level",
    "note",
    "limit",
    "forced",
    "rotate",
    "tags",
    "scores",
  ]);
  const nested = Object.entries(schema.properties).filter(([, property]) => isNested(property));
  expect(nested.map(([field]) => field)).toEqual(["panel", "extra", "anything"]);
});

test("words become the values the schema speaks of, and nothing is refused here", () => {
  const flags = byName();
  const convert = (name: string, text: string) => flags.get(name)!.convert(text);
  expect(convert("round", "3")).toBe(3);
  expect(convert("round", "-1")).toBe(-1);
  expect(convert("scores", "0.5")).toBe(0.5);
  expect(convert("scores", "1e3")).toBe(1000);
  expect(convert("round", "three")).toBe("three");
  expect(convert("round", "0x10")).toBe("0x10");
  expect(convert("round", "")).toBe("");
  expect(convert("dialogue-id", "12")).toBe("12");
  expect(convert("tier", "Wildcard")).toBe("Wildcard");
  expect(convert("level", "2")).toBe(2);
  expect(convert("note", "null")).toBe("null");
  expect(convert("limit", "5")).toBe(5);
  expect(convert("limit", "all")).toBe("all");
});

test("the help of a flag says choices, default, need and other names", () => {
  const flags = byName({ flagAliases: { dialogue_id: ["id"] } });
  expect(flags.get("dialogue-id")).toMatchObject({
    aliases: ["id"],
    placeholder: "text",
    description: "Which dialogue. (required; also --id)",
  });
  expect(flags.get("tier")).toMatchObject({
    placeholder: "choice",
    description: "(one of: Core, Adjacent; default: Core)",
  });
  expect(flags.get("level")!.description).toBe("(one of: 1, 2)");
  expect(flags.get("tags")).toMatchObject({ kind: "list", description: "(repeatable; default: a, b)" });
  expect(flags.get("round")!.placeholder).toBe("number");
});

test("of a boolean the form is shown that changes its default", () => {
  const flags = byName();
  expect(flags.get("forced")).toMatchObject({ kind: "boolean", negated: false });
  expect(flags.get("rotate")).toMatchObject({ kind: "boolean", negated: true });
});

test("file flags name a nested field, or the whole input", () => {
  const flags = byName({ fileFlags: { seats: "panel", extra: "extra", data: "input" } });
  expect(flags.get("seats")).toMatchObject({
    kind: "file",
    field: "panel",
    description: "Who sits (JSON from a file, or -)",
  });
  expect(flags.get("extra")!.description).toBe("(JSON from a file, or -)");
  expect(flags.get("data")).toMatchObject({ kind: "file", field: "input" });
});

test("a field that takes one value only can be a switch named after that value", () => {
  const one: ObjectSchema = { type: "object", properties: { scope: { type: "string", const: "org" } } };
  expect(flagsOf(one)).toMatchObject([{ name: "scope", kind: "value" }]);
  const [flag] = flagsOf(one, { switches: ["scope"] });
  expect(flag).toMatchObject({ field: "scope", name: "org", kind: "switch" });
  expect(flag!.convert("")).toBe("org");
});
