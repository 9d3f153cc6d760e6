// docs/demo.svg: the terminal after `blue demo`, drawn from its real output. `--check` fails instead when the picture shows something else.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const file = join(root, "docs/demo.svg");
const [column, row, margin] = [8.4, 19, 20];
const colours = { 31: "#ff7b72", 32: "#7ee787", 1: "#ffffff" };

const picture = draw(runDemo());
if (!process.argv.includes("--check")) writeFileSync(file, picture);
else if (readFileSync(file, "utf8") !== picture) {
  console.error("docs/demo.svg is out of date: run `node scripts/demo-picture.mjs`");
  process.exitCode = 1;
}

/** With a `blue` on the PATH, as after `npm install -g`. Names that differ in every run are made equal. */
function runDemo() {
  const folder = mkdtempSync(join(tmpdir(), "blue-picture-"));
  try {
    const blue = join(folder, "blue");
    symlinkSync(join(root, "dist/blue.js"), blue);
    const { NO_COLOR: _, ...env } = process.env;
    const output = execFileSync(process.execPath, [blue, "demo", "--pace", "0"], {
      encoding: "utf8",
      env: { ...env, FORCE_COLOR: "1", TMPDIR: folder, PATH: `${folder}${delimiter}${env.PATH}` },
    });
    return output
      .replace(/\S+blue-demo-\w+/, "/tmp/blue-demo")
      .replace(/\d{4}-\d\d-\d\dT\d{4}Z/, "2026-11-16T0900Z")
      .trimEnd();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function draw(output) {
  const lines = ["\x1b[2m$ blue demo\x1b[22m", "", ...output.split("\n")];
  const [width, height] = [80 * column + 2 * margin, lines.length * row + 2 * margin];
  const texts = lines.map((line, i) => `<text x="${margin}" y="${margin + (i + 0.75) * row}">${spans(line)}</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>What \`blue demo\` prints: a dialogue from its question to its decision</title>
<style>text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #c9d1d9; white-space: pre }</style>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${texts.join("\n")}
</svg>
`;
}

/** A line with its colours. Quotes of experts, behind a bar, get one of their own. */
function spans(line) {
  const style = new Map();
  if (line.startsWith("  │")) style.set("fill", "#a5d6ff");
  let out = "";
  for (const part of line.split(/\x1b\[(\d+)m/).map((text, i) => (i % 2 === 0 ? text : Number(text)))) {
    if (part === 1) style.set("font-weight", "bold");
    if (part === 2) style.set("opacity", "0.6");
    if (part === 22 || part === 39) style.clear();
    else if (part in colours) style.set("fill", colours[part]);
    if (typeof part !== "string" || part === "") continue;
    const attributes = [...style].map(([name, value]) => ` ${name}="${value}"`).join("");
    out += attributes === "" ? escaped(part) : `<tspan${attributes}>${escaped(part)}</tspan>`;
  }
  return out;
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
