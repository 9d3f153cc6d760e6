/** The page as the build left it beside the bundle, compressed. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { ownPackage } from "../own-package.ts";

export interface PageFiles {
  html: string;
  script: string;
  style: string;
}

export function readPageFiles(): PageFiles {
  return { html: read("index.html"), script: read("page.js"), style: read("page.css") };
}

/** What the front page of a site adds to the page's style. */
export function readSiteStyle(): string {
  return read("site.css");
}

function read(name: string): string {
  const path = join(dirname(ownPackage().entry), "page", `${name}.br`);
  return brotliDecompressSync(readFileSync(path)).toString();
}
