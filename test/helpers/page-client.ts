/** A page, or any other client, as its server sees it: requests with any header, and the messages a page is sent. */
import { type IncomingMessage, request } from "node:http";
import type { ChangeEvent } from "../../src/web/data.ts";

export interface Asked {
  port: number;
  /** Sent as the bearer's, unless the headers bring their own. */
  token?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Answered {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
}

/** The path as given: nothing is normalised on the way. */
export function ask(path: string, asked: Asked): Promise<Answered> {
  return new Promise((resolve, reject) => {
    send(path, asked, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode!, headers: response.headers, text }));
    }).on("error", reject);
  });
}

export async function askJson<T>(path: string, asked: Asked): Promise<T> {
  return JSON.parse((await ask(path, asked)).text) as T;
}

export interface Listening {
  /** The next message, or undefined when none comes in time. */
  next(withinMs?: number): Promise<ChangeEvent | undefined>;
  close(): void;
}

/** Settles once the server says that it listens. */
export function listen(asked: Asked): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const events: ChangeEvent[] = [];
    let wake = () => {};
    const sent = send("/api/events", asked, (response) => {
      let buffer = "";
      response.setEncoding("utf8");
      response.on("error", () => {});
      response.on("data", (part: string) => {
        const blocks = (buffer + part).split("\n\n");
        buffer = blocks.pop()!;
        for (const block of blocks) {
          if (block === ": listening") resolve(listening);
          if (block.startsWith("data: ")) events.push(JSON.parse(block.slice(6)) as ChangeEvent);
        }
        wake();
      });
    });
    sent.on("error", reject);
    const listening: Listening = {
      async next(withinMs = 1000) {
        const deadline = Date.now() + withinMs;
        while (events.length === 0 && Date.now() < deadline)
          await new Promise<void>((resolve) => {
            wake = resolve;
            setTimeout(resolve, deadline - Date.now());
          });
        return events.shift();
      },
      close: () => sent.destroy(),
    };
  });
}

function send(
  path: string,
  { port, token, method = "GET", headers = {}, body }: Asked,
  answered: (response: IncomingMessage) => void,
) {
  const bearer = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const sent = request({ host: "127.0.0.1", port, path, method, headers: { ...bearer, ...headers } }, answered);
  sent.end(body);
  return sent;
}
