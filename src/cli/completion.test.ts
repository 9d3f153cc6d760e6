import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../test/helpers/project.ts";
import { registry } from "../operations/registry.generated.ts";
import { completeWords, completionScript } from "./completion.ts";
import { extraCommands } from "./extra-commands.ts";

const opening = { "opening.json": "{}" };
const folder = makeFolder({
  ...inside(".blue/dialogues/2026-11-15T2250Z-orders", opening),
  ...inside(".blue/dialogues/2026-11-16T0900Z-storage", opening),
  ...inside(".blue/dialogues/2026-11-17T0900Z-storage", opening),
  ".blue/docs/rfcs/0012-keyset-cursors.draft.md": "# RFC 0012: Keyset cursors\n",
  ".blue/docs/adrs/0007-one-key.accepted.md": "# ADR 0007: One key\n",
  ".blue/docs/spikes/2026-11-15T1000Z-$(id).wip.md": "# Spike\n",
});

function inside(path: string, tree: Record<string, string>) {
  return Object.fromEntries(Object.entries(tree).map(([name, text]) => [`${path}/${name}`, text]));
}

/** What is offered for the last word, and what the shell may do without an offer. */
function offered(...words: string[]) {
  const lines = completeWords(["--project", folder, ...words], [...registry, ...extraCommands])
    .trimEnd()
    .split("\n");
  return { values: lines.slice(0, -1).map((line) => line.split("\t")[0]), files: lines.at(-1) === ":0" };
}

test.each<[string[], string[]]>([
  [["dial"], ["dialogue"]],
  [
    ["dialogue", "round-"],
    ["round-prompt", "round-collect", "round-discard", "round-register", "round-context"],
  ],
  [
    ["dialogue", "verdict"],
    ["verdict-register", "verdict"],
  ],
  [["dialogue", "status", "--proto"], ["--protocol"]],
  [
    ["completion", ""],
    ["bash", "zsh", "fish"],
  ],
  [["dialogue", "create", "--rotation", "w"], ["wildcards"]],
  [["dialogue", "status", "2026-11-15"], ["2026-11-15T2250Z-orders"]],
  [["dialogue", "get", "--id", "ord"], ["orders"]],
  [["adr", "create", "--from-dialogue", "2026-11-15"], ["2026-11-15T2250Z-orders"]],
  [["rfc", "get", ""], ["0012"]],
  [["adr", "status", ""], ["0007"]],
  [["spike", "create", "--rfc", ""], ["0012"]],
  [["delete", "0007"], ["0007-one-key"]],
])("%j completes to %j", (words, values) => {
  expect(offered(...words)).toEqual({ values, files: false });
});

test("a topic that two dialogues share is not offered", () => {
  expect(offered("dialogue", "status", "stor").values).toEqual([]);
});

test("a name that a shell would expand is not offered", () => {
  expect(offered("spike", "complete", "").values).toEqual([]);
});

test("files are left to the shell", () => {
  expect(offered("dialogue", "round-register", "orders", "--data", "")).toEqual({ values: [], files: true });
  expect(offered("lint", "")).toEqual({ values: [], files: true });
  expect(offered("dialogue", "create", "--subject", "")).toEqual({ values: [], files: true });
  expect(offered("review", "do")).toEqual({ values: [], files: true });
  expect(offered("play", "--source", "")).toEqual({ values: [], files: true });
  expect(offered("dialogue", "report", "--out", "")).toEqual({ values: [], files: true });
  expect(offered("site", "--output", "")).toEqual({ values: [], files: true });
});

test("each shell gets a script that asks blue", () => {
  for (const shell of ["bash", "zsh", "fish"]) expect(completionScript(shell)).toContain("blue complete -- ");
  const bash = completionScript("bash");
  execFileSync("bash", ["-n"], { input: bash });
  expect(execFileSync("bash", { input: `${bash}\n${bash}\ncomplete -p blue`, encoding: "utf8" })).toBe(
    "complete -o default -F __blue_complete blue\n",
  );
});

test("bash completes without any other package, and never runs what was typed", () => {
  const blue = join(folder, "bin/blue");
  mkdirSync(dirname(blue), { recursive: true });
  writeFileSync(
    blue,
    '#!/bin/sh\nprintf "%s|" "$@" > "$0.asked"\nprintf "status\\tWhere: it is\\nstart\\tGo\\nlist\\tAll\\n:4\\n"\n',
    { mode: 0o755 },
  );
  const typed = `COMP_WORDS=(blue dialogue 'a$(touch ${folder}/ran)' st) COMP_CWORD=3; __blue_complete; echo "\${COMPREPLY[*]}"`;
  const answer = execFileSync("bash", ["--norc"], {
    input: `${completionScript("bash")}\n${typed}`,
    encoding: "utf8",
    env: { PATH: `${dirname(blue)}:/usr/bin:/bin` },
  });
  expect(answer).toBe("status start\n");
  expect(readFileSync(`${blue}.asked`, "utf8")).toBe(`complete|--|dialogue|a$(touch ${folder}/ran)|st|`);
  expect(existsSync(join(folder, "ran"))).toBe(false);
});

test("another shell is named with the three there are", () => {
  expect(() => completionScript("tcsh")).toThrow("There is no completion for tcsh");
  expect(() => completionScript(undefined)).toThrow("`shell` is required");
});
