/** `blue site` over a thousand dialogues, and how soon its front page can be read beside the dashboard's. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { blueCommand } from "./blue-command.ts";
import { browsers, openBrowser } from "./browser.ts";
import { type Figure, figure, type Group, promise } from "./figure.ts";
import { median, medianOf } from "./measure.ts";
import { manyDialoguesDesk } from "./page.ts";
import { visits, visitsAt } from "./page-browser.ts";

const write = "blue site, 1,000 dialogues";
const paint = "site of 1,000 dialogues, first row, CPU 4× slower, beside the dashboard's";

const aMoment = { most: 10_000, why: "a step of CI that nobody should notice" };
const asDashboard = { most: 1, why: "nobody should wait longer for files than for a server" };

export const site: Group = {
  figures: [write, paint],
  alongside: browsers,
  async measure(wanted) {
    const { root, ...desk } = await manyDialoguesDesk(1000);
    const blue = blueCommand({ ...desk, root }, "WebAssembly")!;
    const figures: Figure[] = [promise(write, await medianOf({ run: () => blue("site") }, 3), aMoment)];
    const browser = wanted(paint) ? await openBrowser() : undefined;
    if (browser !== undefined) {
      const host = createServer((request, response) => {
        const name = decodeURIComponent(request.url!.slice(1)) || "index.html";
        const type = { js: "text/javascript", css: "text/css" }[name.split(".").at(-1)!] ?? "text/html";
        response.writeHead(200, { "Content-Type": type }).end(readFileSync(join(root, "site", name)));
      });
      await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
      try {
        const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;
        const [value, floor] = [
          await visitsAt(browser, url, "a[data-row]", 4),
          await visits(browser, root, "#/", "a[data-row]", 4),
        ].map((turns) => median(turns.map(({ painted }) => painted)));
        figures.push(figure(paint, "ms", { value: value!, floor: floor! }, asDashboard));
      } finally {
        host.close();
      }
    }
    return figures.filter(({ name }) => wanted(name));
  },
};
