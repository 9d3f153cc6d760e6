// Packs Blue as an MCP bundle, for clients that install one file: what npm would publish, what npm would fetch beside it, and mcpb/manifest.json.
// `npm run mcpb [-- <file>]`; the file is blue-align.mcpb here unless said.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = resolve(process.argv[2] ?? "blue-align.mcpb");
const downloads = join(root, "scripts/test-downloads.mjs");
const mcpb = execFileSync(process.execPath, [downloads, "mcpb"], { encoding: "utf8" }).trim();
const scratch = mkdtempSync(join(tmpdir(), "blue-mcpb-"));
try {
  const pack = ["pack", "--ignore-scripts", "--json", "--pack-destination", scratch];
  const [{ filename }] = JSON.parse(
    execFileSync("npm", pack, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
  );
  execFileSync("tar", ["-xzf", filename], { cwd: scratch });
  const bundle = join(scratch, "package");
  cpSync(join(root, "mcpb/manifest.json"), join(bundle, "manifest.json"));
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies))
    cpSync(join(root, "node_modules", name), join(bundle, "node_modules", name), { recursive: true });
  execFileSync(process.execPath, [mcpb, "pack", bundle, out], { stdio: "inherit" });
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
