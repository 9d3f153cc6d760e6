import { expect, test } from "vitest";
import { refusal, refuse, toWire } from "./errors.ts";

const said = { message: "There is no page 9", suggestion: "Ask for page 1." };

test("a refusal names the input at fault, its value, the rule and the way on", () => {
  expect(toWire(refusal("invalid_input", { page: 9 }, "page_exists", said))).toEqual({
    status: "error",
    error_code: "invalid_input",
    message: "There is no page 9",
    field: "page",
    value: 9,
    constraint: "page_exists",
    suggestion: "Ask for page 1.",
  });
});

test("an input without a value is named alone, and a refusal may be about no input", () => {
  expect(toWire(refusal("invalid_input", "page", "required", said))).not.toHaveProperty("value");
  expect(toWire(refusal("io_error", {}, "unchanged_file", said))).not.toHaveProperty("field");
});

test("refuse throws what refusal makes", () => {
  const args = ["not_found", { id: "x" }, "exists", { ...said, context: { known: ["y"] } }] as const;
  expect(() => refuse(...args)).toThrow(refusal(...args));
});
