/** An executable named `ollama` whose `serve` answers as the real one does, and fetches models that it is asked for. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { makeFolder } from "./project.ts";

const program = `#!${process.execPath}
const { createServer } = require("node:http");
if (process.argv[2] !== "serve") process.exit(1);
console.log("Listening on " + process.env.OLLAMA_HOST);
console.log("Variables: " + Object.keys(process.env).sort().join(" "));
if (process.env.OLLAMA_FAKE === "broken") { console.error("Error: no GPU and no patience"); process.exit(1); }
const models = [{ name: "small:1b", modified_at: "2026-01-01T00:00:00Z" }];
const server = createServer(async (request, response) => {
  let text = "";
  for await (const chunk of request) text += chunk;
  const body = text === "" ? {} : JSON.parse(text);
  const answers = {
    "/api/version": { version: "0.30.1" },
    "/api/tags": { models },
    "/api/ps": { models: [{ name: "small:1b", context_length: 4096 }] },
    "/api/show": { model_info: { "fake.context_length": 40960 }, capabilities: ["completion", "tools"] },
  };
  if (request.url === "/api/pull") {
    const lines = body.model === "nobody:1b"
      ? [{ status: "pulling manifest" }, { error: "pull model manifest: file does not exist" }]
      : [{ status: "pulling manifest" }, { status: "pulling 1234", total: 9000000, completed: 3000000 }, { status: "pulling 1234", total: 9000000, completed: 9000000 }, { status: "success" }];
    if (lines.at(-1).status === "success") models.push({ name: body.model, modified_at: "2026-02-01T00:00:00Z" });
    return response.end(lines.map((line) => JSON.stringify(line) + "\\n").join(""));
  }
  if (!(request.url in answers)) response.writeHead(404);
  response.end(JSON.stringify(answers[request.url] ?? {}));
});
const [host, port] = process.env.OLLAMA_HOST.split(":");
server.listen(Number(port), host);
process.on("SIGTERM", () => process.exit(0));
`;

export interface FakeOllama {
  env: NodeJS.ProcessEnv;
}

/** What a process needs to find it: a PATH, a free port, a home of its own. */
export async function makeOllama(): Promise<FakeOllama> {
  const folder = makeFolder();
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/ollama"), program);
  chmodSync(join(folder, "bin/ollama"), 0o755);
  return {
    env: {
      PATH: `${join(folder, "bin")}:${process.env.PATH}`,
      HOME: folder,
      XDG_STATE_HOME: join(folder, "state"),
      XDG_CONFIG_HOME: join(folder, "config"),
      OLLAMA_HOST: `127.0.0.1:${await freePort()}`,
    },
  };
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    }),
  );
}

/** Runs `work` with these variables in this process's own environment. */
export async function withEnvironment<T>(env: NodeJS.ProcessEnv, work: () => Promise<T>): Promise<T> {
  const before = { ...process.env };
  Object.assign(process.env, env);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(env))
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
  }
}
