// Stands in for `node` where an agent starts Blue's server: notes what the agent says, and marks answers, so that one sees which part of them reaches the
// model. The answer to `blue_status` becomes as long as Blue sends at most. `marking-node.mjs <file of notes> <arguments of node>`
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [notes, ...args] = process.argv.slice(2);
const server = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
const asked = new Map();

createInterface({ input: process.stdin })
  .on("line", (line) => {
    appendFileSync(notes, `${line}\n`);
    const { id, params } = JSON.parse(line);
    asked.set(id, params?.name);
    server.stdin.write(`${line}\n`);
  })
  .on("close", () => server.stdin.end());

createInterface({ input: server.stdout }).on("line", (line) => {
  const message = JSON.parse(line);
  const { content, structuredContent } = message.result ?? {};
  const long = asked.get(message.id) === "blue_status" ? 78_000 : 0;
  const marked = (answer, mark) => ({
    seen_in: mark,
    ...answer,
    ...(long > 0 && { padding: "0123456789".repeat(long / 10), end: "the end" }),
  });
  if (content?.[0]?.text?.startsWith("{"))
    content[0].text = JSON.stringify(marked(JSON.parse(content[0].text), "content"));
  if (structuredContent !== undefined)
    message.result.structuredContent = marked(structuredContent, "structuredContent");
  process.stdout.write(`${JSON.stringify(message)}\n`);
});
server.on("close", (code) => process.exit(code ?? 1));
