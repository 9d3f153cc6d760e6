import { expect, test } from "vitest";
import { makeFolder } from "../../../test/helpers/project.ts";
import { listProviders } from "../../play/providers.ts";
import { operation } from "./providers.ts";

const renderProviders = (providers: Awaited<ReturnType<typeof listProviders>>) => operation.render({ providers });

const nobody = () => ({ HOME: makeFolder(), OLLAMA_HOST: "127.0.0.1:1", PATH: "" });

test("each provider is usable, or says why not and what to do", async () => {
  const providers = await listProviders(makeFolder(), { ...nobody(), ANTHROPIC_API_KEY: "sk-secret-key" });
  const anthropic = providers.find(({ name }) => name === "anthropic");
  expect(anthropic).toEqual({
    name: "anthropic",
    usable: true,
    version: null,
    endpoint: "api.anthropic.com",
    model: null,
    confined: true,
    judges: true,
    notes: [],
    why: null,
    fix: null,
  });
  const text = renderProviders(providers);
  expect(text).toMatch(/^✓ anthropic +api\.anthropic\.com, confined, can judge$/m);
  expect(text).toMatch(/^✗ openai +OPENAI_API_KEY is not set\. Set OPENAI_API_KEY/m);
  expect(text).not.toContain("sk-secret-key");
  expect(text).not.toContain("Nobody can play");
});

test("with nothing there it says that any one is enough", async () => {
  expect(renderProviders(await listProviders(makeFolder(), nobody()))).toContain("Nobody can play yet");
});
