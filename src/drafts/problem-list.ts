/** The problems of a draft, and the two caps that end the reading of a hostile one: so many markers, so many problems. */
import { safeLine } from "../safe-text.ts";
import { cutTo } from "./plain-text.ts";
import type { ScanLimits, ScanProblem } from "./scanned-draft.ts";

export interface Place {
  line: number;
  raw: string;
}

/** Blocking unless it says otherwise. */
export type Finding = Pick<ScanProblem, "code" | "message" | "fix"> & { blocking?: boolean };

export class ProblemList {
  private readonly limits: ScanLimits;
  private readonly problems: ScanProblem[] = [];
  private markers = 0;
  /** A cap is reached: nothing more is read. */
  full = false;

  constructor(limits: ScanLimits) {
    this.limits = limits;
  }

  /** The problem as it stands in the list; null if there was no room for it. */
  report(place: Place, { code, message, fix, blocking = true }: Finding): ScanProblem | null {
    if (this.problems.length >= this.limits.problems) {
      this.stop(place, `More than ${this.limits.problems} problems`);
      return null;
    }
    const raw = cutTo(safeLine(place.raw.slice(0, 400)), 120);
    const problem = { line: place.line, raw, code, message, fix, blocking };
    this.problems.push(problem);
    return problem;
  }

  /** Whether one more marker may count. */
  admit(place: Place): boolean {
    this.markers += 1;
    if (this.markers > this.limits.markers) this.stop(place, `More than ${this.limits.markers} markers`);
    return !this.full;
  }

  inOrder(): ScanProblem[] {
    return this.problems.sort((a, b) => a.line - b.line);
  }

  private stop({ line }: Place, what: string): void {
    if (this.full) return;
    this.full = true;
    const message = `${what}; the draft was read up to here.`;
    const fix = "Say less: one sharp insight beats ten paragraphs.";
    this.problems.push({ line, raw: "", code: "too_many", message, fix, blocking: true });
  }
}
