// Runs `npm ci` when something in package-lock.json is missing or has another version, so that every command works on a fresh clone.
// With `--core` only what the demo and the core tests need: a third of the packages, without those of tools/package.json.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const eraseLine = "\r\x1b[2K";
const isCore = process.argv.includes("--core");

if (!isInstalled()) process.exitCode = await install();

function isInstalled() {
  const wanted = packagesOf("package-lock.json");
  let installed;
  try {
    installed = packagesOf("node_modules/.package-lock.json");
  } catch {
    return false;
  }
  const isThere = ([path, { version, optional, link }]) =>
    !path.startsWith("node_modules/") ||
    link ||
    installed[path]?.version === version ||
    (optional && installed[path] === undefined);
  if (!isCore) return Object.entries(wanted).every(isThere);
  // npm installs a tree or nothing, so the direct ones speak for those below them.
  const { dependencies, devDependencies } = wanted[""];
  const direct = Object.keys({ ...dependencies, ...devDependencies }).map((name) => `node_modules/${name}`);
  const others = Object.keys(installed).filter((path) => wanted[path]);
  return [...direct, ...others].every((path) => isThere([path, wanted[path]]));
}

function packagesOf(lockFile) {
  return JSON.parse(readFileSync(join(root, lockFile), "utf8")).packages;
}

/** Says how far it is: on one line for a person, at the beginning and at the end for a log. */
async function install() {
  const paths = Object.keys(packagesOf("package-lock.json")).filter((path) => path.startsWith("node_modules/"));
  const began = Date.now();
  const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`;
  const title = "Installing packages with `npm ci`, once";
  const showProgress = () => {
    const done = paths.filter((path) => existsSync(join(root, path, "package.json"))).length;
    process.stderr.write(`${eraseLine}${title}: ${done === 0 ? "looking them up" : `${done} are here`}, ${seconds()}`);
  };
  const isWatched = process.stderr.isTTY;
  if (!isWatched) console.error(`${title} …`);
  const ticking = isWatched ? setInterval(showProgress, 200) : undefined;
  const npm = process.env.npm_execpath;
  const [command, ...args] = npm ? [process.execPath, npm] : ["npm"];
  const child = spawn(command, [...args, "ci", "--no-progress", ...(isCore ? ["--workspaces=false"] : [])], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  });
  const [code] = await once(child, "close");
  clearInterval(ticking);
  if (isWatched) process.stderr.write(eraseLine);
  if (code === 0) console.error(`Installed in ${seconds()}.`);
  return code ?? 1;
}
