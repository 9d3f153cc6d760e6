// Runs `npm ci` when something in package-lock.json is missing or has another version, so that every command works on a fresh clone.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

if (!isInstalled()) {
  console.error("Installing the libraries and tools of package-lock.json with `npm ci` …");
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm, "ci"]] : ["npm", ["ci"]];
  const { status } = spawnSync(command, args, { cwd: root, stdio: ["ignore", 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}

function isInstalled() {
  const wanted = packagesOf("package-lock.json");
  let installed;
  try {
    installed = packagesOf("node_modules/.package-lock.json");
  } catch {
    return false;
  }
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === "" || installed[path]?.version === version || (optional && installed[path] === undefined),
  );
}

function packagesOf(lockFile) {
  return JSON.parse(readFileSync(join(root, lockFile), "utf8")).packages;
}
