// What a user of the package gets, as a CycloneDX document on standard output: what is bundled and what npm fetches beside it, and none of the tools that
// only make it. `--licences` prints a line for each instead. Needs no network.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readNotices } from "./third-party.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const bundled = readNotices(readFileSync(join(root, "dist/third-party.md"), "utf8"));
const all = JSON.parse(
  execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx", "--offline"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: 64 * 1024 * 1024,
  }),
);
const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const fetched = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`);
const shipped = new Set([...bundled.map(({ name, version }) => `${name}@${version}`), ...fetched]);
// To npm the bundled ones are tools of ours; to a user they are part of the program.
const components = all.components
  .filter((component) => shipped.delete(component["bom-ref"]))
  .map((component) => ({
    ...component,
    scope: "required",
    properties: (component.properties ?? []).filter(({ name }) => name !== "cdx:npm:package:development"),
  }));
if (shipped.size > 0) throw new Error(`npm does not list ${[...shipped].join(", ")}.`);
const own = all.metadata.component;
const parts = components.map((component) => component["bom-ref"]);
const known = new Set([own["bom-ref"], ...parts]);

if (process.argv.includes("--licences")) {
  for (const { name, version, licenses = [] } of components)
    console.log(
      `${licenses.map(({ license, expression }) => expression ?? license.id ?? license.name).join(", ")}\t${name}@${version}`,
    );
} else {
  const graph = all.dependencies.filter(({ ref }) => known.has(ref));
  const links = graph.map(({ ref, dependsOn = [] }) => ({
    ref,
    dependsOn: ref === own["bom-ref"] ? parts : dependsOn.filter((one) => known.has(one)),
  }));
  const metadata = { ...all.metadata, component: { ...own, name: "blue-align" } };
  console.log(JSON.stringify({ ...all, metadata, components, dependencies: links }, null, 2));
}
