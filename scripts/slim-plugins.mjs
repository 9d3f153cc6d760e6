// What the build leaves out, because Blue never reaches it.
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";

const slimAiSdk = {
  name: "slim-ai-sdk",
  setup({ onLoad }) {
    onLoad({ filter: /@ai-sdk[\\/].*\.mjs$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8")
        // `import { z }` would put all of zod, in every language, into the chunk that every command loads: four times the bytes.
        .replace(
          /^import \{ z(?: as (\w+))? \} from "(zod[^"]*)"/gm,
          (_, name = "z", from) => `import * as ${name} from "${from}"`,
        )
        // Tools of the provider's own and what only they need: left out where nothing names them.
        .replace(/^(var \w+ = )(lazySchema|createProviderToolFactory)/gm, "$1/* @__PURE__ */ $2"),
      loader: "js",
    }));
  },
};

const unreached = {
  name: "unreached",
  setup({ onResolve, onLoad }) {
    // The AI SDK imports zod 3 for one list of names, to read schemas written with zod 3. There are none.
    onResolve({ filter: /^zod\/v3$/ }, ({ path }) => ({ path, namespace: "unreached" }));
    // The MCP SDK's checker of JSON Schemas is for what a client fills into forms. Blue sends none.
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, ({ path }) => ({ path, namespace: "unreached" }));
    // pg's way around its own client, by a package that nobody here has.
    onResolve({ filter: /^\.\/native$/ }, ({ importer }) =>
      /[\\/]pg[\\/]lib[\\/]/.test(importer) ? { path: "pg/native", namespace: "unreached" } : undefined,
    );
    onLoad({ filter: /^pg/, namespace: "unreached" }, () => ({ contents: "module.exports = undefined;" }));
    onLoad({ filter: /zod/, namespace: "unreached" }, () => ({ contents: "export const ZodFirstPartyTypeKind = {};" }));
    onLoad({ filter: /_shims/, namespace: "unreached" }, () => ({
      contents: `export class DefaultJsonSchemaValidator { getValidator() { throw new Error("Blue sends no forms"); } }
        export { default as process } from "node:process";`,
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

/**
 * What is said of an operation, of its inputs and its outputs stands in the registry, made before the build; nobody asks the operation or zod for it while
 * Blue runs. The formatter writes every source alike, so lines can be told by how they begin.
 */
const described = {
  name: "described",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/](?:operations|facts)[\\/].*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8")
        .replace(/\.describe\(\s*(?:"(?:[^"\\\n]|\\.)*"|`[^`$]*`),?\s*\)/g, "")
        .replace(/^ {2}(?:summary|description):\s+"(?:[^"\\\n]|\\.)*",\n/gm, "")
        .replace(/^ {2}examples: \[(?:.*\],\n|\n[\s\S]*?^ {2}\],\n)/gm, ""),
      loader: "ts",
    }));
  },
};

export const slimPlugins = [slimAiSdk, unreached, builtIns, described];
