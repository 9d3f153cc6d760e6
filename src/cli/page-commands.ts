/** The commands that show dialogues in a browser, as the command line mounts them. */
import type { ExtraCommand } from "./extra-commands.ts";

const dialogueFlags = { positional: ["dialogue_id"], flagAliases: { dialogue_id: ["id"] } } as const;
const dialogueId = {
  type: "string",
  description: "Its id or topic, or the first letters of one; default: the only or the newest open dialogue.",
} as const;

export const pageCommands: readonly ExtraCommand[] = [
  {
    name: "dashboard",
    summary: "Watch the project's dialogues in a browser, as they are written",
    description:
      "Serves a page on 127.0.0.1 that shows every dialogue and document of the project and changes while a round is being written. It only reads. The address it prints carries a token of this run, with which anybody on this machine can read the records. Ctrl+C stops it.",
    examples: [
      { command: "blue dashboard --open", note: "in your browser" },
      { command: "blue dashboard --demo --open", note: "without a project: a recorded dialogue, played" },
      { command: "blue dashboard --org --open", note: "all published repositories, from anywhere" },
      { command: "blue dashboard --port 4000", note: "always at the same port" },
    ],
    cli: { document: true },
    inputSchema: {
      type: "object",
      properties: {
        port: { type: "integer", description: "Any that is free, unless given." },
        host: { type: "string", description: "Another address than 127.0.0.1; needs a token." },
        token: { type: "string", description: "Instead of a random one: 16 characters or more; better by BLUE_TOKEN." },
        open: { type: "boolean", description: "Open it in the browser (BROWSER, or the system's)." },
        demo: { type: "boolean", description: "Play a recorded dialogue into a temporary project." },
        org: { type: "boolean", description: "All published repositories, from the database of BLUE_DATABASE_URL." },
      },
    },
    async start(input, started) {
      const { startDashboard } = await import("./dashboard.ts");
      await startDashboard(input, started);
    },
  },
  {
    name: "site",
    summary: "Write all decisions as a static site to publish",
    description:
      "Writes a folder with the page and its data: every dialogue, every decision in force with its health, every document, with search and links to each. It needs no server and no network: open index.html from the disk, or put the folder on any static host, under any path. A folder that holds files of others is refused; one that `blue site` wrote is written anew.",
    examples: [
      { command: "blue site", note: "into site/ of this project" },
      { command: "blue site --output public/decisions", note: "into a folder of your choice" },
      { command: "blue site --public", note: "for everybody: no prompts, drafts, quoted lines, paths" },
    ],
    cli: { document: true },
    inputSchema: {
      type: "object",
      properties: {
        output: { type: "string", description: "The folder; default `site` in the project." },
        public: {
          type: "boolean",
          description:
            "Leave out prompts, drafts, quoted source lines and paths of other files than the subject, and say so.",
        },
      },
    },
    async start(input, started) {
      const { writeSite } = await import("./site.ts");
      await writeSite(input, started);
    },
  },
  {
    name: "dialogue.report",
    summary: "Write one dialogue as an HTML file to send",
    description:
      "Writes the dialogue with all its views and its data into one HTML file that needs no server and no network: to attach to a pull request, to mail, to print.",
    examples: [
      { command: "blue dialogue report webhook-delivery", note: "to a file named after the dialogue, here" },
      { command: "blue dialogue report webhook-delivery --out decision.html", note: "to a file of your choice" },
    ],
    cli: dialogueFlags,
    inputSchema: {
      type: "object",
      properties: {
        dialogue_id: dialogueId,
        out: { type: "string", description: "The file; default the dialogue's id with .html, in this folder." },
      },
    },
    async start(input, started) {
      const { writeReport } = await import("./report.ts");
      await writeReport(input, started);
    },
  },
  {
    name: "dialogue.open",
    summary: "Show one dialogue in the browser",
    description:
      "Writes the report of the dialogue to a temporary file and opens it in the browser (BROWSER, or the system's). Prints the file's path in any case.",
    examples: [{ command: "blue dialogue open webhook-delivery", note: "look at it" }],
    cli: dialogueFlags,
    inputSchema: { type: "object", properties: { dialogue_id: dialogueId } },
    async start(input, started) {
      const { openReport } = await import("./report.ts");
      await openReport(input, started);
    },
  },
];
