/** A model on the loopback over the wire format of Gemini's `generateContent`, streamed or not. */
import { startLoopback } from "./scripted-model.ts";

interface Part {
  text?: string;
  functionResponse?: { name: string; response: unknown };
}

interface Asked {
  contents: { role?: string; parts?: Part[] }[];
  tools?: { functionDeclarations?: { name: string }[] }[];
}

export interface GeminiShown {
  tools: string[];
  /** Answers of tools so far, as JSON. */
  results: string[];
  whole: string;
}

/** A call, or words. */
export type GeminiTurn = { name: string; input: Record<string, unknown> } | { text: string };

export function startGemini(speak: (shown: GeminiShown) => GeminiTurn) {
  return startLoopback((request, body, response) => {
    if (!/:(?:streamG|g)enerateContent/.test(request.url ?? "")) return void response.writeHead(404).end("{}");
    const { contents, tools = [] } = JSON.parse(body) as Asked;
    const answers = contents.flatMap(({ parts = [] }) => parts.flatMap((part) => part.functionResponse ?? []));
    const said = speak({
      tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name)),
      results: answers.map((answer) => JSON.stringify(answer.response)),
      whole: body,
    });
    const part = "text" in said ? { text: said.text } : { functionCall: { name: said.name, args: said.input } };
    const answer = {
      candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    };
    const streamed = request.url!.includes("stream");
    response.writeHead(200, { "content-type": streamed ? "text/event-stream" : "application/json" });
    response.end(streamed ? `data: ${JSON.stringify(answer)}\n\n` : JSON.stringify(answer));
  });
}
