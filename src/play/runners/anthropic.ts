/** Anthropic's API, asked directly: `ANTHROPIC_API_KEY`. */
import { randomUUID } from "node:crypto";
import { httpFetch } from "../http-fetch.ts";
import { type ApiOptions, apiRunner, endpointOf, foundAt, keyIn, maskOf, sharedThrottle } from "./api-runner.ts";
import type { Runner } from "./runner.ts";

const usualModel = "claude-sonnet-5-5";
const usualContext = 200_000;
const usualHost = "api.anthropic.com";

export function anthropicRunner({
  env,
  name = "anthropic",
  settings,
  prices = {},
  throttle = sharedThrottle,
}: ApiOptions): Runner {
  const said = settings?.kind === "anthropic" ? settings : { kind: "anthropic" as const };
  const { base_url, key_env = "ANTHROPIC_API_KEY", context = usualContext, model: ownModel } = said;
  const source = base_url === undefined ? "ANTHROPIC_BASE_URL" : "base_url";

  function reach() {
    const key = keyIn(env, key_env, usualHost);
    if ("unusable" in key) return key;
    const endpoint = endpointOf(base_url ?? (env.ANTHROPIC_BASE_URL?.trim() || `https://${usualHost}`), source);
    return "unusable" in endpoint ? endpoint : { ...key, endpoint };
  }

  return apiRunner({
    name,
    concurrency: 8,
    async find() {
      const reached = reach();
      return "unusable" in reached ? reached : foundAt(reached.endpoint, usualHost, source);
    },
    async open(asked) {
      const reached = reach();
      if ("unusable" in reached) return reached;
      const { key, endpoint } = reached;
      const model = asked ?? ownModel ?? usualModel;
      const { AnthropicMessagesLanguageModel } = await import("./sdk-anthropic.ts");
      // Anthropic's own clients take the URL without its version.
      const baseURL = endpoint.href.replace(/(?<!\/)\/+$/, "").replace(/(?<!\/v1)$/, "/v1");
      return {
        model: new AnthropicMessagesLanguageModel(model, {
          provider: "anthropic.messages",
          baseURL,
          headers: { "x-api-key": key, "anthropic-version": "2023-06-01" },
          fetch: httpFetch,
          generateId: randomUUID,
        }),
        endpoint,
        context,
        throttle,
        cacheIsCheap: true,
        price: prices[model],
        maxOutputTokens: 32_000,
        cacheMark: { anthropic: { cacheControl: { type: "ephemeral" } } },
        mask: maskOf(key_env, key),
      };
    },
  });
}
