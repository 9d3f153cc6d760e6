/** One question in several wordings, as recall and search take it. */
import * as z from "zod";

const mostWordings = 5;

export function wordings(longest: number, means: string) {
  return z.array(z.string().trim().min(1).max(longest)).min(1).max(mostWordings).describe(means);
}
