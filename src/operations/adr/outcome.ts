import { documentOutcome } from "../document-outcome.ts";

export const operation = documentOutcome("adr");
