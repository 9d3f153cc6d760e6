/**
 * The page as files of a static site. Its data is beside it in scripts, because a page from the disk may load a script and may fetch nothing. The page
 * says itself that nothing else may run and that nobody is asked.
 */
import type { PageFiles } from "./page-files.ts";
import { escapeHtml } from "./report.ts";

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Nothing in it is named by anything but a relative path: the folder may lie anywhere. A module would not load from the disk. */
export function sitePage({ html }: Pick<PageFiles, "html">, { title, data }: { title: string; data: string }): string {
  return html
    .replace(/<meta charset="utf-8">/, `$&\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`)
    .replace(/<title>.*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(
      /<script type="module" src="page.js"><\/script>/,
      `<noscript>This page is drawn by a script; the browser has scripts turned off.</noscript>
    <script src="${data}/site.js"></script>
    <script src="page.js"></script>`,
    );
}

/** As a text that the page parses: in an object literal `__proto__` would be no name. Nothing in it can end a script element. */
export function dataScript(name: string, value: unknown): string {
  const text = JSON.stringify(value).replace(/[\\'<\u2028\u2029]/g, (c) =>
    c === "\\" || c === "'" ? `\\${c}` : `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `(globalThis.blue ??= {})['${name}'] = '${text}';\n`;
}
