// A PostgreSQL for tests and figures: Debian's, or the one in the folder that `POSTGRES_BIN` names, in a temporary folder, on a socket that only
// its own user can reach, gone when it is stopped. `node scripts/postgres.mjs` starts one to try things with; Ctrl+C ends it.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const debian = "/usr/lib/postgresql";

/** Its programs' folder. Only root may install it, and only where there is `apt-get`. */
export function findPostgres() {
  const named = process.env.POSTGRES_BIN;
  const find = () =>
    named ??
    (existsSync(debian) ? readdirSync(debian) : [])
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(debian, version, "bin"))
      .find((folder) => existsSync(join(folder, "initdb")));
  if (find() === undefined && process.getuid?.() === 0) {
    console.error("Installing PostgreSQL (60 MB on disk), to test the search over all repositories …");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const aptGet = (...args) => execFileSync("apt-get", args, { env, stdio: ["ignore", 2, 2], timeout: 240_000 });
    try {
      aptGet("update", "--quiet");
      aptGet("install", "--yes", "--quiet", "--no-install-recommends", "postgresql");
    } catch (thrown) {
      console.error(thrown.message.split("\n", 1)[0]);
    }
  }
  const folder = find();
  if (folder !== undefined && existsSync(join(folder, "initdb"))) return folder;
  console.error(
    `There is no PostgreSQL in ${named ?? debian}: what needs one is skipped. \`apt-get install postgresql\` brings it.`,
  );
  return undefined;
}

/**
 * Its superuser `postgres` needs no password, every other login does. `url(database, login)` is an address for `BLUE_DATABASE_URL`.
 * `settings` are further lines of postgresql.conf.
 */
export async function startPostgres(programs, settings = []) {
  // PostgreSQL does not run as root, so root starts it as somebody else.
  const owner = process.getuid?.() === 0 ? ownerOf() : {};
  const folder = mkdtempSync(join(tmpdir(), "blue-pg-"));
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, "data");
  const initdb = ["-D", data, "-U", "postgres", "--no-sync", "--locale=C.UTF-8", "--encoding=UTF8", "--auth=trust"];
  execFileSync(join(programs, "initdb"), initdb, { ...owner, cwd: folder, stdio: "ignore" });
  writeFileSync(join(data, "pg_hba.conf"), "local all postgres trust\nlocal all all scram-sha-256\n");
  const lines = [
    ["listen_addresses", "''"],
    ["unix_socket_directories", `'${folder}'`],
    ["fsync", "off"],
    ["max_connections", "60"],
    ...settings,
  ];
  writeFileSync(join(data, "postgresql.auto.conf"), lines.map(([name, value]) => `${name} = ${value}\n`).join(""));
  let server;
  const start = async () => {
    server = spawn(join(programs, "postgres"), ["-D", data], { ...owner, cwd: folder, stdio: "ignore" });
    const ready = join(folder, ".s.PGSQL.5432.lock");
    for (let tries = 0; !isReady(); tries++) {
      if (server.exitCode !== null || tries > 1200) throw new Error("PostgreSQL did not start");
      await sleep(50);
    }
    function isReady() {
      if (!existsSync(ready)) return false;
      try {
        execFileSync(join(programs, "pg_isready"), ["-q", "-h", folder]);
        return true;
      } catch {
        return false;
      }
    }
  };
  /** `SIGQUIT` is a crash: nothing is tidied up. */
  const halt = async (signal = "SIGINT") => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    server.kill(signal);
    await ended;
  };
  await start();
  // Whoever ends without stopping it leaves nothing behind either.
  process.once("exit", () => {
    server.kill("SIGQUIT");
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    url: (database, login = "postgres") => `postgresql://${login}@/${database}?host=${encodeURIComponent(folder)}`,
    start,
    halt,
    stop: async () => {
      await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ownerOf() {
  const id = (kind) => Number(execFileSync("id", [kind, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const programs = findPostgres();
  if (programs === undefined) process.exit(1);
  const server = await startPostgres(programs);
  console.log(`export BLUE_DATABASE_URL='${server.url("postgres")}'`);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => server.stop());
}
