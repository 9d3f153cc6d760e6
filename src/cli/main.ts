/** The entry. It knows the version and nothing else: whatever costs time is imported once it is known to be needed. */
import { version } from "../version.ts";
import type { Terminal } from "./terminal.ts";

const argv = process.argv.slice(2);

if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-v")) {
  process.stdout.write(`${version}\n`);
} else {
  // Bundled CommonJS packages (commander, yaml) ask for Node's own modules by `require`, which a module does not have.
  Object.assign(globalThis, { require: process.getBuiltinModule("node:module").createRequire(import.meta.url) });
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (stream.listenerCount("error") > 1) return; // a server has its own way of leaving
      if (error.code === "EPIPE") process.exit(); // the reader of our output has read enough (`blue … | head -1`)
      if (stream === process.stdout) process.stderr.write(`✗ The output cannot be written: ${error.message}\n`);
      process.exit(1);
    });
  }
  if (argv.length === 1 && argv[0] === "mcp") {
    // Agents wait for this at every start, so the command line is not loaded. What is refused here is refused again below, and said there.
    try {
      await (await import("../mcp/serve.ts")).serveMcp();
    } catch {}
  }
  const [{ runCli }, { registry }, { extraCommands }] = await Promise.all([
    import("./run-cli.ts"),
    import("../operations/registry.generated.ts"),
    import("./extra-commands.ts"),
  ]);
  const terminal: Terminal = {
    stdin: () => process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: () => process.cwd(),
    version,
    onSignal: (signal, listener) => process.on(signal, listener),
    exit: (code) => process.exit(code),
  };
  // The exit code is set rather than acted on, so that what was printed is also written.
  const commands = [...registry, ...extraCommands];
  if (argv[0] === "complete" && argv[1] === "--") {
    // Asked at every TAB, by the script that `blue completion` prints.
    const { completeWords } = await import("./completion.ts");
    process.stdout.write(completeWords(argv.slice(2), commands));
  } else {
    process.exitCode ||= await runCli(argv, commands, terminal);
  }
}
