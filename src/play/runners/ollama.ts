/** A local Ollama, over its own API: the one that speaks OpenAI's cuts long prompts and does not say so. */
import { findOllama, type OllamaModel, ollamaModels, ollamaUrl, showOllamaModel } from "../../store/ollama-server.ts";
import { isLoopback } from "../../store/user-config.ts";
import { ollamaChat } from "../ollama-chat.ts";
import { type ApiOptions, apiRunner, judgeContext, sharedThrottle, type Unusable } from "./api-runner.ts";
import type { Runner } from "./runner.ts";

/** RFC 0012's; where it is missing, the newest. */
const usualModel = "qwen2.5-coder:7b";

/** It loads the model first, from a disk. */
const firstWordMs = 10 * 60_000;

export function ollamaRunner({
  env,
  name = "ollama",
  settings,
  prices = {},
  throttle = sharedThrottle,
}: ApiOptions): Runner {
  const said = settings?.kind === "ollama" ? settings : { kind: "ollama" as const };
  const server = () => ollamaUrl(env, said.base_url);

  return apiRunner({
    name,
    concurrency: 1,
    async find() {
      const endpoint = server();
      const found = await findOllama(endpoint);
      if (found === undefined) return notThere(endpoint);
      const chosen = said.model === undefined ? await choose(endpoint) : { model: said.model };
      if ("unusable" in chosen) return chosen;
      const { model } = chosen;
      const notes =
        said.model !== undefined || model === usualModel
          ? []
          : [`${usualModel} is not there; without a name its model is ${model}, the newest.`];
      const local = isLoopback(endpoint.hostname);
      return { version: found.version, endpoint: endpoint.host, confined: true, notes, local, model };
    },
    async open(asked) {
      const endpoint = server();
      if ((await findOllama(endpoint)) === undefined) return notThere(endpoint);
      const named = asked ?? said.model;
      const chosen = named === undefined ? await choose(endpoint) : await look(endpoint, named);
      if ("unusable" in chosen) return chosen;
      const context = said.context ?? Math.min(chosen.context ?? judgeContext, judgeContext);
      return {
        model: ollamaChat(endpoint, chosen.model, context),
        endpoint,
        context,
        throttle,
        cacheIsCheap: false,
        price: prices[chosen.model],
        firstWordMs,
        mask: (text) => text,
      };
    },
  });
}

interface Chosen extends OllamaModel {
  model: string;
}

/** The usual one, else the newest that chats and calls tools. */
async function choose(endpoint: URL): Promise<Chosen | Unusable> {
  const newest = await ollamaModels(endpoint);
  for (const model of newest.toSorted((a, b) => Number(b === usualModel) - Number(a === usualModel))) {
    const shown = await look(endpoint, model);
    if (!("unusable" in shown) && shown.chats && shown.callsTools) return shown;
  }
  const unusable = `Ollama at ${endpoint.host} has no model that can call tools`;
  return { kind: "model", unusable, fix: `Fetch one, for example with \`blue llm start --model ${usualModel}\`.` };
}

async function look(endpoint: URL, model: string): Promise<Chosen | Unusable> {
  const shown = await showOllamaModel(endpoint, model).catch(() => undefined);
  if (shown !== undefined) return { model, ...shown };
  const unusable = `Ollama at ${endpoint.host} has no model ${model}`;
  return { kind: "model", unusable, fix: `Fetch it with \`blue llm start --model ${model}\`.` };
}

function notThere(endpoint: URL): Unusable {
  const unusable = `No Ollama answers at ${endpoint.host}`;
  return { kind: "network", unusable, fix: "Start it with `blue llm start`." };
}
