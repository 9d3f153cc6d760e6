import { describeForEveryDriver } from "../../../test/helpers/driver-contract.ts";
import { cases } from "./database.contract.ts";

await describeForEveryDriver("src/store/sqlite/database.contract.ts", cases);
