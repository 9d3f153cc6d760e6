// What a claude or a codex prints that answers as the scripted dialogue goes. Which of them it is shows in how it was called: the call comes as JSON on standard
// input. An argument, JSON of { "<name>": "<words>" }, has what somebody says instead; {round} in it is the round in two digits.
import { readFileSync } from "node:fs";
import { answerTo, nameOf, roundOf } from "./scripted-answers.mjs";

const { args, input } = JSON.parse(readFileSync(0, "utf8"));
const after = (flag) => args[args.indexOf(flag) + 1];
const isClaude = args.includes("--append-system-prompt-file");
const prompt = isClaude ? readFileSync(after("--append-system-prompt-file"), "utf8") : input;
const hasSchema = args.includes("--json-schema") || args.includes("--output-schema");
const own = JSON.parse(process.argv[2] ?? "{}")[nameOf(prompt)];
const text = own?.replaceAll("{round}", roundOf(prompt)) ?? answerTo(prompt, hasSchema);
for (const line of isClaude ? claudeLines() : codexLines()) console.log(JSON.stringify(line));

function claudeLines() {
  const model = "claude-fake";
  const modelUsage = { inputTokens: 90, cacheCreationInputTokens: 10, cacheReadInputTokens: 400, outputTokens: 20 };
  const end = { type: "result", subtype: "success", is_error: false, result: text, total_cost_usd: 0.01 };
  return [
    {
      type: "system",
      subtype: "init",
      tools: hasSchema ? ["StructuredOutput"] : after("--tools").split(",").filter(Boolean),
      mcp_servers: [],
      model,
    },
    { type: "stream_event", event: { type: "message_start", message: { id: "m1", model, usage: {} } } },
    { type: "assistant", message: { id: "m1", model, content: [{ type: "text", text }] } },
    { type: "stream_event", event: { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: {} } },
    { ...end, ...(hasSchema && { structured_output: JSON.parse(text) }), modelUsage: { [model]: modelUsage } },
  ];
}

function codexLines() {
  return [
    { type: "item.completed", item: { id: "1", type: "agent_message", text } },
    { type: "turn.completed", usage: { input_tokens: 100, cached_input_tokens: 40, output_tokens: 10 } },
  ];
}
