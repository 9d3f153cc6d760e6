/**
 * The SDK's stdio transport drops requests that are in flight when input ends. Here every request that was received in full is answered
 * before the connection is over; framing stays the SDK's.
 */
import type { Readable } from "node:stream";
import {
  type JSONRPCMessage,
  ReadBuffer,
  type RequestId,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/server";

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
    try {
      buffer.append(chunk);
    } catch (thrown) {
      transport.onerror?.(thrown as Error);
      transport.stopReading();
      return;
    }
    deliverAll();
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
