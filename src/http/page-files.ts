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
  const folder = join(dirname(ownPackage().entry), "page");
  const read = (name: string) => brotliDecompressSync(readFileSync(join(folder, `${name}.br`))).toString();
  return { html: read("index.html"), script: read("page.js"), style: read("page.css") };
}
