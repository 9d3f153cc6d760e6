/** Serves the page of a project or of all published repositories, until it is stopped. */
import { type Address, isSame, type LocalServer, makeSecret, serveLocally } from "../local-http.ts";
import { makeApp } from "./app.ts";
import { noChanges, watchChanges } from "./changes.ts";
import { orgData } from "./org-data.ts";
import { type PageFiles, readPageFiles } from "./page-files.ts";
import { projectData } from "./project-data.ts";

export interface ServeOptions extends Address {
  /** The project's folder; undefined: all published repositories. */
  root: string | undefined;
  /** As built, unless a test brings its own. */
  files?: PageFiles;
}

export interface PageServer extends Pick<LocalServer, "port" | "token"> {
  /** Without the token. */
  address: string;
  /** With the token, for people. */
  url: string;
  /** For a program: an address with a code that opens the page once, soon. */
  urlToOpen(): string;
  /** Settles once a page listens. */
  visited: Promise<void>;
  close(): Promise<void>;
}

/** How long a browser may take to start. */
const longestStartMs = 120_000;

export async function servePage({ root, files = readPageFiles(), ...address }: ServeOptions): Promise<PageServer> {
  const changes = root === undefined ? noChanges : watchChanges(root);
  const data = root === undefined ? orgData() : projectData(root);
  // The page looks for it before it asks for anything.
  const html = root === undefined ? files.html.replace("<body>", '<body data-shows="organisation">') : files.html;
  let code: { value: string; until: number } | undefined;
  const redeem = (given: string) => {
    if (code === undefined || Date.now() > code.until || !isSame(given, `Bearer ${code.value}`)) return undefined;
    code = undefined;
    return server.token;
  };
  let server: LocalServer;
  try {
    server = await serveLocally(address, (access) => {
      const app = makeApp({ data, access, files: { ...files, html }, changes, redeem });
      return (request) => app.fetch(request);
    });
    return {
      address: `${server.origin}/`,
      url: `${server.origin}/#token=${server.token}`,
      urlToOpen() {
        code = { value: makeSecret(), until: Date.now() + longestStartMs };
        return `${server.origin}/#code=${code.value}`;
      },
      port: server.port,
      token: server.token,
      visited: changes.heard,
      async close() {
        changes.close();
        await server.close();
      },
    };
  } catch (thrown) {
    changes.close();
    throw thrown;
  }
}
