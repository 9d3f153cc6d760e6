/**
 * Every process that Blue starts is started here: a program with a list of arguments, never a command line, in an environment that is a list. What the
 * process is for decides which of this machine's variables it sees.
 */
import { type ChildProcess, execFile, type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { type Host, searchPath } from "./programs.ts";

export interface Command {
  program: string;
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
}

type Stream = "ignore" | "pipe" | number;

/** Starts it and goes on. `detached`: in a process group of its own. */
export function startProcess<T extends ChildProcess = ChildProcess>(
  { program, args, cwd, env }: Command,
  options: { stdio: Stream[]; detached: boolean },
): T {
  return spawn(program, args, { cwd, env, ...options }) as ChildProcess as T;
}

/** Runs it to its end. */
export function runProcess(
  { program, args, cwd, env }: Command,
  options: { input?: string; largestOutput: number; timeoutMs?: number },
): SpawnSyncReturns<Buffer> {
  const { input = "", largestOutput: maxBuffer, timeoutMs: timeout } = options;
  return spawnSync(program, args, { cwd, env, input, maxBuffer, timeout });
}

/** Runs it to its end while this process goes on. `failed`: null when its exit code was 0. */
export function readProcess(
  { program, args, cwd, env }: Command,
  options: { signal?: AbortSignal; largestOutput: number; timeoutMs?: number },
): Promise<{ failed: { code?: string | number | null; message: string } | null; stdout: string; stderr: string }> {
  const { signal, largestOutput: maxBuffer, timeoutMs: timeout } = options;
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env, signal, maxBuffer, timeout, encoding: "utf8" }, (failed, stdout, stderr) =>
      resolve({ failed, stdout, stderr }),
    );
  });
}

/** Variables, by their names and by how names begin. */
interface Variables {
  names?: readonly string[];
  prefixes?: readonly string[];
}

/** What every program may need, on Windows too. */
const everywhere = [
  ...["HOME", "USER", "LOGNAME", "TMPDIR", "LANG", "LANGUAGE", "TZ"],
  ...[
    "SYSTEMROOT",
    "SYSTEMDRIVE",
    "WINDIR",
    "COMSPEC",
    "PATHEXT",
    "TEMP",
    "TMP",
    "USERPROFILE",
    "HOMEDRIVE",
    "HOMEPATH",
  ],
  ...["APPDATA", "LOCALAPPDATA", "PROGRAMDATA", "PROGRAMFILES"],
];

/** For programs that speak to the network. */
const network = [
  ...["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"].flatMap((name) => [name, name.toLowerCase()]),
  ...["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE"],
];

const purposes = {
  /** The user's own configuration of git, and who they are under sudo: git trusts the folders of that user. */
  git: {
    names: [
      ...["XDG_CONFIG_HOME", "SUDO_UID", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"],
      "GIT_CONFIG_COUNT",
    ],
    prefixes: ["GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_"],
  },
  agent: { names: network, prefixes: ["XDG_"] },
  browser: {
    names: ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "DESKTOP_SESSION", "BROWSER"],
    prefixes: ["XDG_", "KDE_", "GNOME_", "WSL"],
  },
  infracost: { names: network, prefixes: ["XDG_", "INFRACOST_", "TF_"] },
  ollama: {
    names: [...network, "LD_LIBRARY_PATH"],
    prefixes: ["XDG_", "OLLAMA_", "CUDA_", "HIP_", "ROCR_", "HSA_", "GPU_", "GGML_", "NVIDIA_", "VK_"],
  },
} satisfies Record<string, Variables>;

/** The environment of a program that serves `purpose`: a PATH without folders that a branch could fill, and the variables on its list. */
export function environmentFor(
  host: Host,
  purpose: keyof typeof purposes,
  { names = [], prefixes = [] }: Variables = {},
): Record<string, string> {
  const listed = new Set<string>([...everywhere, ...purposes[purpose].names, ...names]);
  const begins = ["LC_", ...purposes[purpose].prefixes, ...prefixes];
  const kept = Object.entries(host.env).filter(([name]) => {
    const known = process.platform === "win32" ? name.toUpperCase() : name;
    return listed.has(known) || begins.some((prefix) => known.startsWith(prefix));
  });
  return { ...definedIn(kept), PATH: searchPath(host) };
}

/** Of the system's own tools. */
export const systemEnvironment = { PATH: "/bin:/usr/bin", LC_ALL: "C", TZ: "UTC" };

const ownSecrets = ["BLUE_DATABASE_URL", "BLUE_TOKEN"];

/** What a person starts to act for them has all that is theirs, and nothing that was given to Blue alone. */
export function environmentOfPerson(env: NodeJS.ProcessEnv): Record<string, string> {
  return definedIn(Object.entries(env).filter(([name]) => !ownSecrets.includes(name.toUpperCase())));
}

function definedIn(entries: readonly [string, string | undefined][]): Record<string, string> {
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
