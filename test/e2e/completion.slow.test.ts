/** TAB in real shells, with the built program on the PATH. A shell that is not installed is passed over. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { makeFolder } from "../helpers/project.ts";

const folder = makeFolder({
  ".blue/dialogues/2026-11-15T2250Z-orders/opening.json": "{}",
  ".blue/docs/rfcs/0012-keyset-cursors.draft.md": "# RFC 0012: Keyset cursors\n",
  "bin/": "",
});
const entry = fileURLToPath(new URL("../../dist/blue.js", import.meta.url));
chmodSync(entry, 0o755);
symlinkSync(entry, join(folder, "bin/blue"));
const env = { ...process.env, PATH: `${join(folder, "bin")}:${process.env.PATH}`, XDG_CONFIG_HOME: folder };
const has = (shell: string) => spawnSync(shell, ["--version"]).status === 0;

/** What bash sets at TAB, for one command line that ends in a space. */
const bash = `
  source <(blue completion bash)
  tab() { COMP_WORDS=("$@" ""); COMP_CWORD=$#; __blue_complete; echo "\${COMPREPLY[*]}"; }
  tab blue rfc get
  tab blue dialogue status`;

test("bash completes dialogue ids and document numbers", () => {
  const out = execFileSync("bash", ["-c", bash], { cwd: folder, env, encoding: "utf8" });
  expect(out).toBe("0012\n2026-11-15T2250Z-orders\n");
});

test.skipIf(!has("fish"))("fish completes dialogue ids and document numbers", () => {
  const script = `blue completion fish | source; complete -C 'blue rfc get '; complete -C 'blue dialogue status '`;
  const out = execFileSync("fish", ["-c", script], { cwd: folder, env, encoding: "utf8" });
  expect(out).toBe("0012\tkeyset cursors\n2026-11-15T2250Z-orders\torders\n");
});

test.skipIf(!has("zsh"))("zsh takes the script", () => {
  const script = "autoload -U compinit; compinit -u -D; source <(blue completion zsh); print $_comps[blue]";
  const out = execFileSync("zsh", ["-f", "-c", script], { cwd: folder, env, encoding: "utf8" });
  expect(out).toBe("_blue\n");
});
