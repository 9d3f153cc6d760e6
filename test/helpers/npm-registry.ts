/** An npm registry on the loopback that has the packages in the folders it is given, so that npx can be run as a user runs it and nothing leaves. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { makeFolder } from "./project.ts";

export interface Registry {
  url: string;
  /** Names of the packages that were downloaded. */
  fetched(): string[];
  close(): Promise<void>;
}

export async function startRegistry(folders: readonly string[]): Promise<Registry> {
  const packed = makeFolder();
  const packages = new Map(
    folders.map((folder) => {
      const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", packed];
      const [{ filename }] = JSON.parse(
        execFileSync("npm", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
      );
      return [manifest.name as string, { manifest, bytes: readFileSync(join(packed, filename)) }];
    }),
  );
  const fetched: string[] = [];
  const server = createServer(({ url = "", headers }, response) => {
    const [, name = "", file] = url.split("/");
    const found = packages.get(name);
    if (found === undefined) return void response.writeHead(404).end("{}");
    if (file !== undefined) {
      fetched.push(name);
      return void response.end(found.bytes);
    }
    const { manifest, bytes } = found;
    const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
    const dist = { tarball: `http://${headers.host}/${name}/package.tgz`, integrity };
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        name,
        "dist-tags": { latest: manifest.version },
        versions: { [manifest.version]: { ...manifest, dist } },
      }),
    );
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fetched: () => fetched,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** npx as a script, so that any Node can run it. */
export function npxScript(): string {
  const npm = execFileSync("which", ["npm"], { encoding: "utf8" }).trim();
  return join(dirname(realpathSync(npm)), "npx-cli.js");
}
