/**
 * `fetch` for model servers. A model may think for many minutes before its first word, and Node's own fetch gives up after five; redirects are
 * refused, because a prompt and its key go to the server that was named and to no other.
 */
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { endpointProblem } from "../store/user-config.ts";

/** More than any answer, in bytes: a server that never ends is cut off. */
const largestAnswer = 64 * 1024 * 1024;
const largestError = 64 * 1024;

export const httpFetch: typeof fetch = async (input, init = {}) => {
  const url = new URL(typeof input === "string" || input instanceof URL ? input : input.url);
  const problem = endpointProblem(`${url.origin}${url.pathname}`);
  if (problem !== undefined) throw new Error(`${url.host} is not asked: it must be ${problem}`);
  const answer = await ask(url, init);
  const status = answer.statusCode ?? 0;
  if (status >= 300 && status < 400) {
    answer.destroy();
    throw new Error(`${url.host} redirects elsewhere, which is not followed; name the server that answers`);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
  const bodyless = status === 204 || status < 200;
  return new Response(bodyless ? null : bodyOf(answer, status < 400 ? largestAnswer : largestError), {
    status,
    headers,
  });
};

function ask(url: URL, { method = "GET", headers, body, signal }: RequestInit): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    // A connection each: one that is kept may have been closed by the server meanwhile.
    const request = send(url, { method, headers: Object.fromEntries(new Headers(headers)), agent: false });
    const abort = () => request.destroy(signal?.reason instanceof Error ? signal.reason : new Error("stopped"));
    signal?.addEventListener("abort", abort, { once: true });
    request.on("error", reject);
    request.on("close", () => signal?.removeEventListener("abort", abort));
    request.on("response", resolve);
    request.end(body ?? undefined);
  });
}

/** Ends with an error when the connection ends before the answer does. */
function bodyOf(answer: IncomingMessage, largest: number): ReadableStream<Uint8Array> {
  let bytes = 0;
  const chunks = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) return controller.close();
      bytes += value.length;
      if (bytes <= largest) return controller.enqueue(new Uint8Array(value));
      answer.destroy();
      if (largest === largestError) return controller.close();
      throw new Error("the answer does not end");
    },
    cancel() {
      answer.destroy();
    },
  });
}
