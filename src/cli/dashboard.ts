/** `blue dashboard`: the page of a project, of a recorded dialogue that is played while one looks, or of all published repositories. */
import { setTimeout as sleep } from "node:timers/promises";
import { openBrowser } from "../http/open-browser.ts";
import { type PageServer, type ServeOptions, servePage } from "../http/serve.ts";
import { tokenOf } from "../local-http.ts";
import { askOrg } from "../operations/org/ask-org.ts";
import { replay } from "../play/replay.ts";
import { findProject } from "../store/project.ts";
import { makeDemo } from "./demo-project.ts";
import type { Started } from "./extra-commands.ts";
import { paintFor, writeJson, writeText } from "./output.ts";

interface Asked extends Omit<ServeOptions, "root"> {
  open?: boolean;
  demo?: boolean;
  org?: boolean;
}

/** Between two drafts of the demo. */
const demoPaceMs = 1000;

export async function startDashboard(
  { open = false, demo: wantsDemo = false, org = false, ...address }: Asked,
  { project, mode, color, terminal }: Started,
): Promise<void> {
  // A database that cannot be asked is told here, not on the page.
  if (org) await askOrg(new AbortController().signal, async () => {});
  const demo = wantsDemo && !org ? makeDemo() : undefined;
  const find = () => demo?.context.project ?? findProject({ flag: project, env: terminal.env, cwd: terminal.cwd() });
  const root = org ? undefined : find().root;
  const { env, stdout } = terminal;
  const { server, url, token, words } = await openPage(root, { ...address, open }, env);
  if (mode === "json") writeJson(stdout, { url, port: server.port, token, project: root ?? null });
  else writeText(stdout, words, paintFor(stdout, terminal, color));
  if (demo !== undefined) {
    await server.visited;
    for await (const _ of replay(demo.recording, demo.context, () => sleep(demoPaceMs)));
  }
  await untilEnded();
}

/** Serves the page of a project, or without one of all published repositories, until the process is asked to end, which is then a good end, whatever it is doing. */
export async function openPage(
  root: string | undefined,
  { open = true, ...address }: Omit<Asked, "demo" | "org"> = {},
  env: NodeJS.ProcessEnv = {},
): Promise<{ server: PageServer; shown: boolean; url: string; token: string | undefined; words: string }> {
  const kept = tokenOf(env);
  const server = await servePage({ root, ...address, token: address.token ?? kept });
  // One from the environment is not printed: it was kept from sight on purpose.
  const isKept = server.token === kept;
  const url = isKept ? server.address : server.url;
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void server.close().then(() => process.exit(0)));
  const shown = open && (await openBrowser(server.urlToOpen(), { root: root ?? process.cwd(), env: process.env }));
  const none = shown || !open ? "" : "\n! There is no browser to show it; open the address yourself.";
  const how = isKept ? "\nIts key is BLUE_TOKEN: open the address with #token= and its value behind it." : "";
  const what = root === undefined ? "decisions of all published repositories" : `dialogues and documents of ${root}`;
  const words = `Showing the ${what}, until you press Ctrl+C:\n  ${url}${how}${none}`;
  return { server, shown, url, token: isKept ? undefined : server.token, words };
}

/** By Ctrl+C. */
export function untilEnded(): Promise<never> {
  return new Promise(() => {});
}
