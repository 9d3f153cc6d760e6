/** Serves the page of a project, for as long as whoever started it wants. */
import { type Address, type LocalServer, serveLocally } from "../local-http.ts";
import { makeApp } from "./app.ts";
import { watchChanges } from "./changes.ts";
import { type PageFiles, readPageFiles } from "./page-files.ts";

export interface ServeOptions extends Address {
  root: string;
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
  const changes = watchChanges(root);
  try {
    const server = await serveLocally(address, (door) => {
      const app = makeApp({ root, door, files, changes });
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
