/** What open pages are told of: one message for each dialogue that changed, or one for everything, and never a flood. */
import type { ChangeEvent } from "../web/data.ts";
import { watchBlue } from "./watch-blue.ts";

/** Registering a round writes a dozen files within this time; a page asks once for all of them. */
const gatherMs = 150;
/** More at once are a branch switch or a clone. */
const mostDialogues = 8;

export interface Changes {
  /** Answers with what ends it. */
  listen(listener: (event: ChangeEvent) => void): () => void;
  /** Settles once somebody listens. */
  heard: Promise<void>;
  close(): void;
}

/** A database tells of none: the page asks again when it is looked at. */
export const noChanges: Changes = { listen: () => () => {}, heard: Promise.resolve(), close() {} };

export function watchChanges(root: string): Changes {
  const listeners = new Set<(event: ChangeEvent) => void>();
  let gathered = new Set<string | undefined>();
  let timer: NodeJS.Timeout | undefined;
  const tell = () => {
    timer = undefined;
    const everything = gathered.has(undefined) || gathered.size > mostDialogues;
    const dialogues = everything ? [undefined] : [...gathered];
    gathered = new Set();
    for (const dialogue of dialogues)
      for (const listener of listeners)
        listener(dialogue === undefined ? { type: "changed" } : { type: "changed", dialogue });
  };
  const stop = watchBlue(root, (path) => {
    gathered.add(/^\.blue\/(?:dialogues|drafts|asks)\/([^/]+)/.exec(path)?.[1]);
    timer ??= setTimeout(tell, gatherMs);
  });
  let hear = () => {};
  const heard = new Promise<void>((resolve) => {
    hear = resolve;
  });
  return {
    heard,
    listen(listener) {
      hear();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      clearTimeout(timer);
      stop();
    },
  };
}
