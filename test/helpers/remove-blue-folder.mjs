// Loaded with `--import`: before the nth file call that names `.blue`, the folder is gone. Says on exit how many such calls there were.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { REMOVE_AT, REMOVE_COUNT } = process.env;
const rmSync = fs.rmSync;
const writeFileSync = fs.writeFileSync;
let calls = 0;
for (const name of [
  "openSync",
  "lstatSync",
  "statSync",
  "readdirSync",
  "mkdirSync",
  "linkSync",
  "renameSync",
  "unlinkSync",
  "realpathSync",
]) {
  const real = fs[name];
  fs[name] = Object.assign((path, ...rest) => {
    if (String(path).includes("/.blue") && ++calls === Number(REMOVE_AT))
      rmSync(`${process.cwd()}/.blue`, { recursive: true });
    return real(path, ...rest);
  }, real);
}
syncBuiltinESMExports();
process.on("exit", () => REMOVE_COUNT && writeFileSync(REMOVE_COUNT, String(calls)));
