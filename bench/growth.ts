/** What ten times as many dialogues cost whoever asks: commands, and the page's list. */
import { ask } from "../test/helpers/page-client.ts";
import { blueCommand } from "./blue-command.ts";
import { type Figure, figure, type Group } from "./figure.ts";
import { medianOf } from "./measure.ts";
import { manyDialoguesDesk, serve } from "./page.ts";

const commands: Record<string, readonly string[]> = {
  "blue status, 10,000 dialogues, beside 1,000": ["status"],
  "blue dialogue list, 10,000 dialogues, beside 1,000": ["dialogue", "list"],
  "blue dialogue status, 10,000 dialogues, beside 1,000": ["dialogue", "status", "dialogue-00500"],
  "blue search, 10,000 dialogues, beside 1,000": ["search", "subject7", "checkout"],
  "blue recall, 10,000 dialogues, beside 1,000": ["recall", "subject7", "checkout"],
};
const page = "the page's list, 10,000 dialogues, beside 1,000";

export const growth: Group = {
  figures: [...Object.keys(commands), page],
  async measure(wanted) {
    const few = await measureAt(1_000, wanted);
    const many = await measureAt(10_000, wanted);
    return [...many].map(([name, value]): Figure => figure(name, "ms", { value, floor: few.get(name)! }));
  },
};

async function measureAt(count: number, wanted: (name: string) => boolean): Promise<Map<string, number>> {
  const desk = await manyDialoguesDesk(count);
  const blue = blueCommand(desk, "WebAssembly")!;
  const times = new Map<string, number>();
  for (const [name, words] of Object.entries(commands).filter(([name]) => wanted(name))) {
    blue(...words); // brings the index up to date
    times.set(name, await medianOf({ run: () => blue(...words) }, 5));
  }
  if (wanted(page)) times.set(page, await pageList(desk.root));
  return times;
}

async function pageList(root: string): Promise<number> {
  const { child, at } = await serve(root);
  try {
    const read = async () => {
      const { status } = await ask("/api/dialogues", at);
      if (status !== 200) throw new Error(`the list answered ${status}`);
    };
    await read();
    return await medianOf({ run: read }, 5);
  } finally {
    child.kill();
  }
}
