import { describe, expect, test } from "vitest";
import {
  closeLater,
  draft,
  endless,
  isLast,
  key,
  play,
  runners,
  testModel,
} from "../../../test/helpers/model-cases.ts";
import { makeFolder } from "../../../test/helpers/project.ts";
import { fastThrottle, makeRequest } from "../../../test/helpers/run-request.ts";
import { formats, type Script, startWireModel } from "../../../test/helpers/wire-models.ts";
import { anthropicRunner } from "./anthropic.ts";
import { openaiRunner } from "./openai.ts";

describe.each(formats)("%s, spoken by our own server", (format) => testModel(format, startWireModel));

describe.each(formats)("%s", (format) => {
  test("counts what the server reports, step by step", async () => {
    const { end, request } = await play(format, startWireModel, ({ results }) =>
      results.length === 0
        ? { tools: [{ name: "list_files", input: {} }], usage: { input: 1000, cached: 0, output: 20 } }
        : { text: draft, usage: { input: 100, cached: 1000, output: 300 } },
    );
    const cached = {
      anthropic: { input: 1100, cached: 1000 },
      openai: { input: 2100, cached: 0 },
      ollama: { input: 1100, cached: 0 },
    };
    expect(end.usage).toEqual({ ...cached[format], output: 320, usd: null });
    expect(request.events.filter(({ kind }) => kind === "usage")).toHaveLength(2);
  });

  test("writes within its share: two more steps like the last must fit", async () => {
    const { end, server } = await play(
      format,
      startWireModel,
      (asked) => ({ ...endless(asked), usage: { input: 5000 + asked.results.length * 1000, output: 100 } }),
      { share: { tokens: 60_000, usd: null } },
    );
    expect(end).toMatchObject({ kind: "answer", text: draft });
    expect(end.usage!.input + end.usage!.output).toBeLessThanOrEqual(60_000);
    expect(server.asked.length).toBeGreaterThan(4);
  });

  test("writes when the context is nearly full, and reads nothing more in that step", async () => {
    const context = { anthropic: 200_000, openai: 128_000, ollama: 32_768 }[format];
    const { end, server } = await play(format, startWireModel, (asked) => ({
      ...(isLast(asked)
        ? { text: draft }
        : { tools: Array.from({ length: 3 }, () => ({ name: "list_files", input: {} })) }),
      usage: { input: context * 0.71, output: 1 },
    }));
    expect(end).toMatchObject({ kind: "answer", text: draft });
    expect(server.asked).toHaveLength(2);
    expect(server.asked[1]!.results[0]).toContain("no room");
  });

  test("writes when 70 % of its time is over, or when it is told to", async () => {
    const slow = fastThrottle();
    const server = closeLater(
      await startWireModel(format, (asked) => {
        void slow.clock.sleep(20_000, new AbortController().signal);
        return endless(asked);
      }),
    );
    const request = makeRequest({ shelf: makeFolder({ "a.md": "a", "src/b.ts": "b" }), timeoutMs: 100_000 });
    expect(await runners[format](server.baseUrl, slow).run(request)).toMatchObject({ kind: "answer", text: draft });
    expect(server.asked).toHaveLength(5);

    const told = new AbortController();
    told.abort();
    const { server: second } = await play(format, startWireModel, endless, { wrapUp: told.signal });
    expect(second.asked).toHaveLength(1);
    expect(second.asked[0]!.words.at(-1)).toContain("Write your draft now");
  });

  test("a model that cannot stop calling is empty in the end", async () => {
    const { end, server } = await play(format, startWireModel, () => ({ tools: [{ name: "nothing", input: {} }] }));
    expect(end).toMatchObject({ kind: "empty" });
    expect(server.asked).toHaveLength(8);
  });

  test("thoughts go back to the model and are no part of the answer", async () => {
    const { end, server, request } = await play(format, startWireModel, ({ results }) =>
      results.length === 0
        ? { thinking: "hmm", tools: [{ name: "list_files", input: {} }] }
        : { thinking: "ah", text: draft },
    );
    expect(end).toMatchObject({ kind: "answer", text: draft });
    expect(JSON.stringify(request.events)).not.toContain("hmm");
    expect(JSON.stringify(server.asked[1]!.body.messages)).toContain("hmm");
    if (format === "anthropic") expect(JSON.stringify(server.asked[1]!.body.messages)).toContain("signed 1");
  });

  test("a Judge answers in its schema, without tools", async () => {
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: { summary: { type: "string" } },
      required: ["summary"],
      additionalProperties: false,
    };
    const { end, server } = await play(format, startWireModel, () => ({ text: '{"summary":"calm"}' }), {
      purpose: "judge",
      shelf: null,
      schema,
    });
    expect(end).toMatchObject({ kind: "answer", text: '{"summary":"calm"}' });
    const { $schema, ...asked } = schema;
    expect(server.asked[0]!.schema).toEqual(asked);
    expect(server.asked[0]!.tools.filter((name) => name !== "json")).toEqual([]);
  });

  test("the answer just ends: that is no answer", async () => {
    const { end } = await play(format, startWireModel, () => ({ text: draft, drop: "answer" }));
    expect(end).toMatchObject({ kind: "network" });
  });

  test("silence, the clock and a stop end a run, each in its own name", async () => {
    const silent: Script = () => ({ silent: true });
    // Ollama may take ten minutes to load a model before its first word.
    if (format !== "ollama")
      expect((await play(format, startWireModel, silent, { idleMs: 30 })).end).toMatchObject({ kind: "idle" });
    expect((await play(format, startWireModel, silent, { timeoutMs: 30 })).end).toMatchObject({ kind: "timeout" });
    const stopped = AbortSignal.timeout(30);
    expect((await play(format, startWireModel, silent, { signal: stopped })).end).toMatchObject({ kind: "stopped" });
    const spent = new AbortController();
    setTimeout(() => spent.abort("budget"), 30);
    expect((await play(format, startWireModel, silent, { signal: spent.signal })).end).toMatchObject({
      kind: "budget",
    });
  });

  test("an answer beyond 1 MiB ends it", async () => {
    const { end } = await play(format, startWireModel, () => ({ text: "x".repeat(3 * 1024 * 1024) }));
    expect(end).toMatchObject({ kind: "oversize" });
  });

  test("nobody there is network, and the key is in no message", async () => {
    const { server } = await play(format, startWireModel, () => ({ text: draft }));
    await server.close();
    const end = await runners[format](server.baseUrl, fastThrottle()).run(makeRequest());
    expect(end).toMatchObject({ kind: "network" });
    const echo = { status: 401, message: `Incorrect API key provided: ${key}` };
    const told = await play(format, startWireModel, () => ({ error: echo }));
    expect(JSON.stringify(told.end)).not.toContain(format === "ollama" ? "nothing" : key);
  });

  test("a redirect is not followed", async () => {
    const { createServer } = await import("node:http");
    const elsewhere = closeLater(await startWireModel(format, () => ({ text: draft })));
    const server = createServer((_, response) => response.writeHead(307, { location: elsewhere.baseUrl }).end());
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    const end = await runners[format](url, fastThrottle()).run(makeRequest());
    server.close();
    expect(end).toMatchObject({ kind: "network" });
    expect(elsewhere.asked).toEqual([]);
  });
});

describe.each(["anthropic", "openai"] as const)("%s", (format) => {
  test("refuses", async () => {
    const { end } = await play(format, startWireModel, () => ({ text: "I can", finish: "refused" }));
    expect(end).toMatchObject({ kind: "refused" });
  });

  test("too much to do in mid-answer: asked again only if nobody can have seen a word", async () => {
    const midway = { type: "overloaded_error", message: "Overloaded" };
    let calls = 0;
    const before = await play(format, startWireModel, () => (++calls === 1 ? { midway } : { text: draft }));
    expect(before.end).toMatchObject({ kind: "answer", text: draft });
    const after = await play(format, startWireModel, () => ({ text: draft, midway }));
    expect(after.end).toMatchObject({ kind: "overloaded" });
    expect(after.server.asked).toHaveLength(1);
  });

  test("costs what the user's configuration says", async () => {
    const server = closeLater(
      await startWireModel(format, () => ({
        text: draft,
        usage: { input: 1_000_000, cached: 2_000_000, output: 500_000 },
      })),
    );
    const env = { ANTHROPIC_API_KEY: key, OPENAI_API_KEY: key };
    const settings = { kind: format, base_url: server.baseUrl };
    const prices = { "scripted:1b": { input: 3, cached: 0.3, output: 15 } };
    const make = format === "anthropic" ? anthropicRunner : openaiRunner;
    const end = await make({ env, settings, prices, throttle: fastThrottle() }).run(makeRequest());
    expect(end.usage).toEqual({ input: 1_000_000, cached: 2_000_000, output: 500_000, usd: 3 + 0.6 + 7.5 });
  });

  test("input that is not JSON is answered", async () => {
    const { end, server } = await play(format, startWireModel, ({ results }) =>
      results.length === 0 ? { tools: [{ name: "read_file", input: '{"path": "a.md' }] } : { text: draft },
    );
    expect(end).toMatchObject({ kind: "answer", text: draft });
    expect(server.asked[1]!.results[0]).toContain("not JSON");
  });

  test("the key goes where it belongs", async () => {
    const { server } = await play(format, startWireModel, () => ({ text: draft }));
    const { headers } = server.asked[0]!;
    expect(format === "anthropic" ? headers["x-api-key"] : headers.authorization).toContain(key);
  });

  test("two runs of one server wait together", async () => {
    let calls = 0;
    const server = closeLater(
      await startWireModel(format, () =>
        ++calls === 1 ? { error: { status: 529, message: "overloaded", retryAfter: 5 } } : { text: draft },
      ),
    );
    const throttle = fastThrottle();
    const runner = runners[format](server.baseUrl, throttle);
    throttle.close(new URL(server.baseUrl).origin, 3000);
    expect(await runner.run(makeRequest())).toMatchObject({ kind: "answer" });
    expect(throttle.waits.map((wait) => Math.round(wait / 1000))).toEqual([3, 5]);
  });

  test("a wait beyond its time is not waited for", async () => {
    const busy = { status: 429, message: "come back tomorrow", retryAfter: 86_400 };
    const { end, server, throttle } = await play(format, startWireModel, () => ({ error: busy }));
    expect(end).toMatchObject({ kind: "overloaded" });
    expect([server.asked.length, throttle.waits.length]).toEqual([1, 0]);
    // Nor by those who come after it.
    const next = await runners[format](server.baseUrl, throttle).run(makeRequest());
    expect(next).toMatchObject({ kind: "overloaded", message: expect.stringContaining("left alone for 1440 minutes") });
    expect([server.asked.length, throttle.waits.length]).toEqual([1, 0]);
  });
});

describe("anthropic alone", () => {
  test("marks what the next step sends again, so that it comes from the cache", async () => {
    const { server } = await play("anthropic", startWireModel, ({ results }) =>
      results.length < 2 ? { tools: [{ name: "list_files", input: {} }] } : { text: draft },
    );
    for (const { body } of server.asked) {
      const marks = JSON.stringify(body.messages).match(/"cache_control"/g) ?? [];
      expect(marks).toHaveLength(1);
      expect(JSON.stringify(body.messages.at(-1))).toContain("cache_control");
      expect(body.max_tokens).toBe(32_000);
    }
  });
});

describe("openai alone", () => {
  test("refuses in words beside the text", async () => {
    const { end } = await play("openai", startWireModel, () => ({ refusal: "I will not." }));
    expect(end).toMatchObject({ kind: "refused", message: expect.stringContaining("I will not.") });
  });
});

describe("ollama alone", () => {
  test("asks for a context, and that nothing be cut", async () => {
    const { server } = await play("ollama", startWireModel, () => ({ text: draft }));
    expect(server.asked[0]!.body).toMatchObject({
      truncate: false,
      shift: false,
      options: { num_ctx: 32_768 },
      stream: true,
    });
  });

  test("takes the model's own context where that is smaller, and is then no Judge", async () => {
    const facts = {
      "/api/version": { version: "0.30.1" },
      "/api/show": { model_info: { "test.context_length": 8192 }, capabilities: ["completion", "tools"] },
    };
    const server = closeLater(await startWireModel("ollama", () => ({ text: draft }), facts));
    const runner = runners.ollama(server.baseUrl, fastThrottle());
    expect(await runner.run(makeRequest())).toMatchObject({ kind: "answer" });
    expect(server.asked[0]!.body.options).toEqual({ num_ctx: 8192 });
    const end = await runner.run(makeRequest({ purpose: "judge", schema: { type: "object" } }));
    expect(end).toMatchObject({ kind: "context", message: expect.stringContaining("32768") });
    expect(server.asked).toHaveLength(1);
  });
});
