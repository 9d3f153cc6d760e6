// What the build leaves out of other people's libraries, because Blue never reaches it.
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** `import { z }` would put all of zod, in every language, into the chunk that every command loads: four times the bytes. */
const slimZod = {
  name: "slim-zod",
  setup({ onLoad }) {
    onLoad({ filter: /@ai-sdk[\\/].*\.mjs$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(
        /^import \{ z(?: as (\w+))? \} from "(zod[^"]*)"/gm,
        (_, name = "z", from) => `import * as ${name} from "${from}"`,
      ),
      loader: "js",
    }));
  },
};

const unreached = {
  name: "unreached",
  setup({ onResolve, onLoad }) {
    // The AI SDK imports zod 3 for one list of names, to read schemas written with zod 3. There are none.
    onResolve({ filter: /^zod\/v3$/ }, ({ path }) => ({ path, namespace: "unreached" }));
    // The MCP SDK's other checker of JSON Schemas, a quarter of the default one's size.
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, ({ path }) => ({ path, namespace: "unreached" }));
    onLoad({ filter: /zod/, namespace: "unreached" }, () => ({ contents: "export const ZodFirstPartyTypeKind = {};" }));
    onLoad({ filter: /_shims/, namespace: "unreached" }, () => ({
      contents: `export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from "@modelcontextprotocol/server/validators/cf-worker";
        export { default as process } from "node:process";`,
      resolveDir: root,
    }));
  },
};

/** pg is CommonJS and asks for Node's own modules by `require`, which an ESM bundle does not have. */
const builtIns = {
  name: "built-ins",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[a-z_/]+$/ }, ({ path, kind }) =>
      kind === "require-call" && isBuiltin(path) ? { path, namespace: "built-in" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "built-in" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

export const slimPlugins = [slimZod, unreached, builtIns];
