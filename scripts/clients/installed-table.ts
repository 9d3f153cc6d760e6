/** What the sessions after `blue install` showed: whether Blue can be used there, and the table in docs/clients.md. */
import { agents } from "../../src/cli/install/agents.ts";
import { carrierFor } from "../../src/mcp/server.ts";
import type { Seen } from "./installed.ts";

/** What of Blue did not work, in words. */
export function faultsOf({ client, protocol, tools, skills, created, refused }: Seen): string[] {
  const carrier = carrierFor(client, protocol);
  const shown = partsIn(created);
  const carried = carrier === "data" ? "structuredContent" : "content";
  const faults: [boolean, string][] = [
    [tools.length === 0, "no tool of Blue reached the model"],
    [skills.length < 2, "the skills did not reach the model"],
    [!plain(created).includes('"status":"created"'), "the model did not see the answer to create"],
    [!plain(refused).includes("There is no file missing.md"), "the model did not see the refusal"],
    [
      carrier === "both" || !shown.includes(carried),
      `carrierFor gives ${client} ${carrier}, but it shows ${shown.join(" and ")}`,
    ],
  ];
  return faults.filter(([is]) => is).map(([, fault]) => fault);
}

/** Name of the agent → its session. */
export function installedTable(sessions: Readonly<Record<string, Seen>>, when: Date, system: string): string {
  const month = when.toLocaleDateString("en", { month: "long", year: "numeric", timeZone: "UTC" });
  const rows = Object.entries(sessions).map(([name, seen]) => [
    `${agents[name as keyof typeof agents].title} ${seen.version}`,
    `\`${seen.client}\`, ${seen.protocol}`,
    `${seen.tools.length}, as \`${seen.tools.find((tool) => tool.endsWith("blue_status"))}\`${seen.deferred ? ", without descriptions" : ""}`,
    seen.instructions ? "shown" : "not shown",
    partsIn(seen.created).join(" and "),
    partsIn(seen.refused).join(" and "),
    howLong(seen.long),
  ]);
  const heads = [
    "Agent",
    "Calls itself, asks for",
    "Tools",
    "Instructions",
    "Answer",
    "Refusal",
    "An answer of 80,000 characters",
  ];
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [row(heads), row(heads.map(() => "---")), ...rows.map(row), "", `${system}, ${month}.`].join("\n");
}

/** Without the backslashes of texts within texts. */
function plain(text: string): string {
  return text.replaceAll("\\", "");
}

function partsIn(text: string): string[] {
  return [...new Set([...plain(text).matchAll(/"seen_in":"(\w+)"/g)].map(([, part]) => part!))];
}

function howLong(text: string): string {
  if (text.length > 78_000 && text.includes("the end")) return "whole";
  const shown = `${Math.round(text.length / 100) / 10} KB shown`;
  return /saved to|full output/i.test(text) ? `in a file, ${shown}` : `cut, ${shown}`;
}
