import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Driver, getDriver } from "../../src/store/sqlite/find-driver.ts";

export interface ContractPlace {
  driver: Driver;
  /** Empty, removed afterwards. */
  folder: string;
  /** A script that a case may start with `process.execPath`. */
  worker: string;
}

export interface ContractCase {
  name: string;
  run(place: ContractPlace): void | Promise<void>;
}

export interface ContractResult {
  name: string;
  driver: string;
  failure: string | null;
}

/** Runs all cases with the driver of this process; one line of JSON for each. */
export async function runContract(cases: ContractCase[]): Promise<void> {
  const driver = await getDriver();
  for (const { name, run } of cases) {
    const folder = mkdtempSync(join(tmpdir(), "blue-contract-"));
    let failure: string | null = null;
    try {
      await run({ driver, folder, worker: process.argv[2] ?? "" });
    } catch (thrown) {
      failure = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    console.log(JSON.stringify({ name, driver: driver.name, failure } satisfies ContractResult));
  }
}
