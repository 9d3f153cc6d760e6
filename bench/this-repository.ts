/** What people type many times a day, on the repository of this package: its own dialogues and examples. */
import { blueCommand } from "./blue-command.ts";
import { type Group, promise } from "./figure.ts";
import { medianOf } from "./measure.ts";
import { second } from "./page.ts";
import { root } from "./places.ts";

const commands = ["status", "check", "decisions"];
const nameOf = (command: string) => `blue ${command}, this repository`;

export const thisRepository: Group = {
  figures: commands.map(nameOf),
  async measure(wanted) {
    const blue = blueCommand({ root }, "WebAssembly")!;
    const asked = commands.filter((command) => wanted(nameOf(command)));
    const figures = [];
    for (const command of asked)
      figures.push(promise(nameOf(command), await medianOf({ run: () => blue(command) }, 7), second));
    return figures;
  },
};
