/** What a runner reads from standard output. A line of ours can start a command; nothing inside it can. */
import { safeLine } from "../../safe-text.ts";

export interface Annotation {
  level: "error" | "warning" | "notice";
  /** From the repository's root. */
  file?: string | undefined;
  line?: number | undefined;
  title: string;
  message: string;
}

export function annotationLine({ level, file, line, title, message }: Annotation): string {
  const properties = Object.entries({ file, line, title })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeProperty(safeLine(String(value)))}`);
  return `::${level} ${properties.join(",")}::${escapeData(safeLine(message))}\n`;
}

/** Blue's own sentence for the log: what it quotes is not read as a command. */
export function logLine(text: string): string {
  return `${safeLine(text).replaceAll("##[", "## [")}\n`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
