/** OpenAI's chat completions, and every server that speaks them: `OPENAI_API_KEY`, or what the user's configuration names. */
import { httpFetch } from "../http-fetch.ts";
import { usualContext } from "../step-loop.ts";
import { type ApiOptions, apiRunner, endpointOf, foundAt, keyIn, maskOf, sharedThrottle } from "./api-runner.ts";
import type { Runner } from "./runner.ts";

const usualModel = "gpt-5.5";
const usualHost = "api.openai.com";

export function openaiRunner({
  env,
  name = "openai",
  settings,
  prices = {},
  throttle = sharedThrottle,
}: ApiOptions): Runner {
  const said = settings?.kind === "openai" ? settings : { kind: "openai" as const };
  const { base_url, context = usualContext, model: ownModel } = said;
  // Another server gets a key only if the user says which: OpenAI's is not for it.
  const key_env = said.key_env ?? (name === "openai" ? "OPENAI_API_KEY" : undefined);
  const source = base_url === undefined ? "OPENAI_BASE_URL" : "base_url";

  function reach() {
    const endpoint = endpointOf(base_url ?? (env.OPENAI_BASE_URL?.trim() || `https://${usualHost}/v1`), source);
    const key = key_env === undefined ? { key: "" } : keyIn(env, key_env, "host" in endpoint ? endpoint.host : name);
    if ("unusable" in key) return key;
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
      const { OpenAICompatibleChatLanguageModel } = await import("./sdk-openai.ts");
      return {
        model: new OpenAICompatibleChatLanguageModel(model, {
          provider: "blue.chat",
          url: ({ path }) => endpoint.href.replace(/\/$/, "") + path,
          headers: () => (key === "" ? {} : { authorization: `Bearer ${key}` }),
          fetch: httpFetch,
          includeUsage: true,
          supportsStructuredOutputs: true,
        }),
        endpoint,
        context,
        throttle,
        cacheIsCheap: endpoint.host === usualHost || prices[model] !== undefined,
        price: prices[model],
        mask: maskOf(key_env ?? "", key),
      };
    },
  });
}
