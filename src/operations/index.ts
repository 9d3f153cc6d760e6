/** What Blue can do, in the order it is listed everywhere. Faces read the generated registry; only tests and the generator load this. */
import { operation as init } from "./init.ts";
import type { Operation } from "./operation.ts";
import { operation as status } from "./status.ts";

export const operations = [status, init] as unknown as readonly Operation[];
