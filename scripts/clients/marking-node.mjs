// Stands in for `node` where an agent starts Blue's server: notes what the agent says, hides its name, so that Blue answers as to a client that nobody
// looked at, and marks both parts of an answer, so that one sees which of them reaches the model. The answer to `blue_status` becomes as long as Blue
// sends at most. `marking-node.mjs <file of notes> <arguments of node>`
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [notes, ...args] = process.argv.slice(2);
const server = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
const asked = new Map();
const padding = "0123456789".repeat(7_800);

createInterface({ input: process.stdin })
  .on("line", (line) => {
    appendFileSync(notes, `${line}\n`);
    const message = JSON.parse(line);
    asked.set(message.id, message.params?.name);
    for (const client of [message.params?.clientInfo, message.params?._meta?.["io.modelcontextprotocol/clientInfo"]])
      if (client !== undefined) client.name = "somebody";
    server.stdin.write(`${JSON.stringify(message)}\n`);
  })
  .on("close", () => server.stdin.end());

createInterface({ input: server.stdout }).on("line", (line) => {
  const message = JSON.parse(line);
  const { content, structuredContent } = message.result ?? {};
  const long = asked.get(message.id) === "blue_status" ? { padding, end: "the end" } : {};
  const marked = (answer, seen_in) => ({ seen_in, ...answer, ...long });
  if (structuredContent !== undefined) {
    content[0].text = JSON.stringify(marked(JSON.parse(content[0].text), "content"));
    message.result.structuredContent = marked(structuredContent, "structuredContent");
  }
  process.stdout.write(`${JSON.stringify(message)}\n`);
});
server.on("close", (code) => process.exit(code ?? 1));
