// Makes a release of what lies in .changeset/: raises the version, writes CHANGELOG.md, removes the files. `npm run release -- --dry-run` only prints it.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, ".changeset");
const titles = { major: "Major changes", minor: "New", patch: "Fixed" };

const changes = readdirSync(folder)
  .filter((name) => name.endsWith(".md"))
  .sort()
  .map((name) => parseChange(name, readFileSync(join(folder, name), "utf8")));
if (changes.length === 0) throw new Error("Nothing to release: .changeset/ has no files.");

const kinds = Object.keys(titles).filter((kind) => changes.some((change) => change.kind === kind));
const packagePath = join(root, "package.json");
const packageText = readFileSync(packagePath, "utf8");
const { version } = JSON.parse(packageText);
const next = raise(version, kinds[0]);
const listOf = (kind) => changes.filter((change) => change.kind === kind).map(({ text }) => `- ${text}`);
const section = [`## ${next}`, ...kinds.flatMap((kind) => [`### ${titles[kind]}`, listOf(kind).join("\n")])].join(
  "\n\n",
);

if (process.argv.includes("--dry-run")) console.log(section);
else {
  const changelogPath = join(root, "CHANGELOG.md");
  const [head, ...older] = readFileSync(changelogPath, "utf8").split(/^(?=## )/m);
  writeFileSync(changelogPath, [head, `${section}\n\n`, ...older].join(""));
  writeFileSync(packagePath, packageText.replace(`"version": "${version}"`, `"version": "${next}"`));
  for (const { name } of changes) rmSync(join(folder, name));
  console.log(`${version} → ${next}: ${changes.length} changes. Now: npm run docs, commit, git tag v${next}.`);
}

function parseChange(name, file) {
  const [, kind, text] = file.match(/^---\n"blue-align": (major|minor|patch)\n---\n([\s\S]*)$/) ?? [];
  if (kind === undefined)
    throw new Error(`.changeset/${name} does not begin with the package and major, minor or patch.`);
  return { name, kind, text: text.trim().replace(/\n+/g, " ") };
}

/** Before 1.0.0 a major change raises the middle number. */
function raise(from, kind) {
  const [major, minor, patch] = from.split(".").map(Number);
  if (kind === "major" && major > 0) return `${major + 1}.0.0`;
  return kind === "patch" ? `${major}.${minor}.${patch + 1}` : `${major}.${minor + 1}.0`;
}
