/** Serves the page of a project or of all published repositories, for as long as whoever started it wants. */
import { type Address, type LocalServer, serveLocally } from "../local-http.ts";
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
  /** With the token, for the browser. */
  url: string;
  /** Settles once a page listens. */
  visited: Promise<void>;
  close(): Promise<void>;
}

export async function servePage({ root, files = readPageFiles(), ...address }: ServeOptions): Promise<PageServer> {
  const changes = root === undefined ? noChanges : watchChanges(root);
  const data = root === undefined ? orgData() : projectData(root);
  // The page looks for it before it asks for anything.
  const html = root === undefined ? files.html.replace("<body>", '<body data-shows="organisation">') : files.html;
  try {
    const server = await serveLocally(address, (access) => {
      const app = makeApp({ data, access, files: { ...files, html }, changes });
      return (request) => app.fetch(request);
    });
    return {
      url: `${server.origin}/#token=${server.token}`,
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
