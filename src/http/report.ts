/**
 * One dialogue as one HTML file that asks nobody for anything: the page's own script and style, and the data it would have been answered with. The
 * file says itself that nothing else in it may run.
 */
import { createHash } from "node:crypto";
import type { ReportData } from "../web/data.ts";
import type { PageFiles } from "./page-files.ts";

export function renderReport({ script, style }: Pick<PageFiles, "script" | "style">, data: ReportData): string {
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(data.view.export.title)}</title>
<style>${style}</style>
</head>
<body>
<div id="page"></div>
<noscript>This report is drawn by a script in this file; the browser has scripts turned off.</noscript>
<script type="application/json" id="report">${embedJson(data)}</script>
<script type="module">${script}</script>
</body>
</html>
`;
}

/** JSON in which nothing can end the element it is in, or be taken for a comment. */
function embedJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
