/**
 * The SDK's stdio transport drops requests that are in flight when input ends. Here every request that was received in full is answered
 * before the connection is over. A message that is too large is answered with an error where the SDK would end the connection; what a line says is
 * read by the SDK.
 */
import type { Readable } from "node:stream";
import {
  type JSONRPCMessage,
  ReadBuffer,
  type RequestId,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/server";

const mebibyte = 1024 * 1024;
export const largestMessage = 10 * mebibyte;

/** Where clients write a request's ID. */
const idFirst = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(-?\d+|"[^"\\]*")/;
const idLast = /"id"\s*:\s*(-?\d+|"[^"\\]*")\s*\}\s*$/;

/** A line as it comes in, in pieces; of one that is too large only what tells whose answer it needs. */
class Line {
  size = 0;
  private pieces: Buffer[] = [];
  private head = "";
  private tail = "";

  add(piece: Buffer): void {
    this.size += piece.length;
    if (this.head.length < 1024) this.head += piece.toString("latin1", 0, 1024);
    this.tail = (this.tail + piece.toString("latin1", Math.max(0, piece.length - 1024))).slice(-1024);
    if (this.size > largestMessage) this.pieces = [];
    else this.pieces.push(piece);
  }

  /** Undefined when there are too many. */
  get bytes(): Buffer | undefined {
    return this.size > largestMessage ? undefined : Buffer.concat(this.pieces);
  }

  /** Null where it cannot be found. */
  get id(): unknown {
    const found = (idFirst.exec(this.head) ?? idLast.exec(this.tail))?.[1];
    return found === undefined ? null : JSON.parse(found);
  }
}

export interface StdioTransport extends Transport {
  /** Takes no more input; what was received is still answered. */
  stopReading(): void;
}

export interface StdioTransportOptions {
  input: Readable;
  write(text: string, done: (error?: Error | null) => void): void;
  /** No more input will come, for whatever reason. */
  onEnd(): void;
  /** No more input will come and every request has its answer. */
  onDrained(): void;
}

export function makeStdioTransport({ input, write, onEnd, onDrained }: StdioTransportOptions): StdioTransport {
  const buffer = new ReadBuffer();
  let line = new Line();
  const unanswered = new Set<RequestId>();
  let reading = false;
  let ended = false;

  const transport: StdioTransport = {
    async start() {
      reading = true;
      input.on("data", receive);
      input.once("end", end);
      input.once("close", end);
      input.once("error", end);
    },
    async send(message) {
      try {
        await new Promise<void>((resolve, reject) => {
          write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
        });
      } finally {
        if (!("method" in message) && message.id !== undefined) settle(message.id);
      }
    },
    async close() {
      transport.stopReading();
      transport.onclose?.();
    },
    stopReading() {
      if (!reading) return;
      reading = false;
      input.off("data", receive);
      input.pause();
      end();
    },
  };

  function receive(chunk: Buffer): void {
    for (let from = 0, to: number; from < chunk.length; from = to) {
      const newline = chunk.indexOf(10, from);
      to = newline < 0 ? chunk.length : newline + 1;
      line.add(chunk.subarray(from, to));
      if (newline < 0) return;
      const { bytes, size } = line;
      if (bytes === undefined) refuseMessage(line);
      else if (size > 1) buffer.append(bytes);
      line = new Line();
      deliverAll();
    }
  }

  function refuseMessage({ id, size }: Line): void {
    const message = `The message has ${size} bytes; at most ${largestMessage / mebibyte} MiB can be taken. Nothing was done: send less in one call, or put the text into a file.`;
    transport.onerror?.(new Error(message));
    write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32600, message } })}\n`, () => {});
  }

  function deliverAll(): void {
    while (true) {
      try {
        const message = buffer.readMessage();
        if (message === null) return;
        expectAnswer(message);
        transport.onmessage?.(message);
      } catch (thrown) {
        transport.onerror?.(thrown as Error);
      }
    }
  }

  function expectAnswer(message: JSONRPCMessage): void {
    if (!("method" in message)) return;
    if (message.method === "notifications/cancelled") settle(message.params?.requestId as RequestId);
    // A subscription is answered when the connection closes, not before.
    else if ("id" in message && message.method !== "subscriptions/listen") unanswered.add(message.id);
  }

  function settle(id: RequestId): void {
    if (unanswered.delete(id) && ended && unanswered.size === 0) onDrained();
  }

  function end(error?: unknown): void {
    if (ended) return;
    if (error instanceof Error) transport.onerror?.(error);
    if (reading) {
      reading = false;
      receive(Buffer.from("\n")); // the last line may lack its line feed
    }
    ended = true;
    onEnd();
    if (unanswered.size === 0) onDrained();
  }

  return transport;
}
