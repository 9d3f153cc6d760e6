import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { largestMessage, makeStdioTransport } from "./stdio-transport.ts";

async function connected() {
  const input = new PassThrough();
  const heard: string[] = [];
  const written: string[] = [];
  const transport = makeStdioTransport({
    input,
    write: (text, done) => {
      written.push(text);
      setImmediate(done);
    },
    onEnd: () => heard.push("end"),
    onDrained: () => heard.push("drained"),
  });
  transport.onmessage = (message) => heard.push("method" in message ? message.method : "answer");
  transport.onerror = (error) => heard.push(`error: ${error.message}`);
  await transport.start();
  return { input, transport, heard, written };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
const request = (id: number | string, method = "tools/list") => `${JSON.stringify({ jsonrpc: "2.0", id, method })}\n`;
const answer = (id: number | string) => ({ jsonrpc: "2.0" as const, id, result: {} });

describe("the stdio transport", () => {
  it("is drained at the end of input when nothing is open", async () => {
    const { input, heard } = await connected();
    input.end();
    await settled();
    expect(heard).toEqual(["end", "drained"]);
  });

  it("is drained only when the last answer has been written", async () => {
    const { input, transport, heard } = await connected();
    input.end(request(1) + request("1"));
    await settled();
    expect(heard).toEqual(["tools/list", "tools/list", "end"]);
    await transport.send(answer(1));
    expect(heard).not.toContain("drained");
    const sent = transport.send(answer("1"));
    expect(heard).not.toContain("drained");
    await sent;
    expect(heard.at(-1)).toBe("drained");
  });

  it("says once that it is drained, and not because of a notification or a foreign answer", async () => {
    const { input, transport, heard } = await connected();
    input.end(request(1));
    await settled();
    await transport.send({
      jsonrpc: "2.0",
      method: "notifications/progress",
      params: { progressToken: 1, progress: 1 },
    });
    await transport.send(answer(2));
    expect(heard).not.toContain("drained");
    await transport.send(answer(1));
    await transport.send(answer(1));
    await transport.close();
    expect(heard.filter((word) => word === "drained")).toHaveLength(1);
  });

  it("takes messages apart however they are cut", async () => {
    const { input, heard } = await connected();
    for (const byte of Buffer.from(request(1, "ping") + request(2, "naïve 🧁"))) input.write(Buffer.of(byte));
    await settled();
    expect(heard).toEqual(["ping", "naïve 🧁"]);
  });

  it("hears nothing more once it was told to stop, not even half a line", async () => {
    const { input, transport, heard } = await connected();
    input.write(request(1) + request(2).trim());
    await settled();
    transport.stopReading();
    input.end(`\n${request(3)}`);
    await settled();
    expect(heard).toEqual(["tools/list", "end"]);
  });

  it("ends when its input breaks", async () => {
    const { input, heard } = await connected();
    input.destroy(new Error("EIO"));
    await settled();
    expect(heard).toEqual(["error: EIO", "end", "drained"]);
  });

  it("answers a message that is too large with an error, and goes on", async () => {
    const { input, heard, written } = await connected();
    const big = "x".repeat(largestMessage);
    const params = { name: "blue_status", arguments: { text: big } };
    for (const message of [
      { method: "tools/call", params, jsonrpc: "2.0", id: 7 },
      { jsonrpc: "2.0", id: "a-1", method: "tools/call", params },
      { jsonrpc: "2.0", method: "notifications/x", params: { ...params, id: 3 } },
    ])
      for (const piece of `${JSON.stringify(message)}\n`.match(/.{1,4000000}\n?/g)!) input.write(piece);
    input.write(request(8));
    await settled();
    expect(heard.filter((one) => one.startsWith("error: The message has 1048"))).toHaveLength(3);
    expect(heard.at(-1)).toBe("tools/list");
    expect(written.map((line) => JSON.parse(line))).toMatchObject([
      { id: 7, error: { code: -32600, message: expect.stringContaining("at most 10 MiB") } },
      { id: "a-1", error: {} },
      { id: null, error: {} },
    ]);
  });
});
