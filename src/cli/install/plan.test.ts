/** Every agent's files in memory: whatever they said before, they say it again afterwards, in whatever order agents come and go. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type AgentName, agentNames } from "./agent-names.ts";
import { type Setting, targetsOf } from "./agents.ts";
import { planInstall, planUninstall } from "./plan.ts";
import { parseReceipt, type Receipt } from "./receipt.ts";

const setting: Setting = {
  scope: "project",
  root: "/project",
  home: "/home",
  env: {},
  platform: "linux",
  launcher: { words: ["blue"], why: "", local: false },
  toolsets: undefined,
  skills: new Map([["alignment-play", "Play.\n"]]),
};

const targets = (agent: AgentName) =>
  targetsOf(agent, setting).map((target) => ({ ...target, name: target.path, private: false }));

const value = fc.dictionary(
  fc.constantFrom("mcpServers", "servers", "mcp", "permissions", "hooks", "a"),
  fc.dictionary(fc.constantFrom("x", "y"), fc.array(fc.string(), { maxLength: 2 }), { maxKeys: 2 }),
  { maxKeys: 3 },
);
const layout = fc.tuple(fc.constantFrom("", "  ", "\t"), fc.constantFrom("\n", "\r\n"), fc.constantFrom("", "\n"));
const jsonText = fc.tuple(value, layout, fc.boolean()).map(([content, [unit, eol, end], commented]) => {
  const text = JSON.stringify(content, null, unit) + end;
  return (commented ? text.replace("{", "{ // [mcp_servers.blue]\n") : text).replaceAll("\n", eol);
});
const tomlText = fc
  .tuple(
    fc.uniqueArray(
      fc.constantFrom("# x", "", 'a = """\n[mcp_servers.blue]\n"""', "[mcp_servers.x]\nargs = [\n]", "[b]\nc = '#'"),
    ),
    fc.constantFrom("\n", "\r\n"),
  )
  .map(([lines, eol]) => lines.join("\n").replaceAll("\n", eol));

const isToml = (path: string) => path.endsWith(".toml");
const paths = [
  ...new Set(agentNames.flatMap((agent) => targets(agent).flatMap((one) => ("edit" in one ? [one.path] : [])))),
];
const disk = fc
  .tuple(...paths.map((path) => fc.option(isToml(path) ? tomlText : jsonText, { nil: undefined })))
  .map((texts) => new Map(paths.map((path, i) => [path, texts[i]])));
const order = fc.shuffledSubarray([...agentNames], { minLength: 1 });

test("agents come and go, and every file is what it was; what is there is not written twice", () => {
  fc.assert(
    fc.property(disk, order, fc.infiniteStream(fc.nat()), (before, coming, dice) => {
      const files = new Map<string, string | undefined>(before);
      // Claude Code has a receipt of its own, the others share one.
      const receipts = new Map<boolean, Receipt>();
      const run = (plan: typeof planInstall, agent: AgentName) => {
        const own = agent === "claude";
        const last = receipts.get(own) ?? parseReceipt(undefined);
        const { changes, receipt } = plan(agent, targets(agent), (path) => files.get(path), last);
        for (const { path, after } of changes) files.set(path, after);
        receipts.set(own, receipt);
        return changes;
      };
      for (const agent of coming) run(planInstall, agent);
      const installed = new Map(files);
      for (const agent of coming) expect(run(planInstall, agent)).toEqual([]);
      expect(files).toEqual(installed);
      const going = coming.map((agent) => ({ agent, at: dice.next().value as number }));
      const left = going.toSorted((a, b) => a.at - b.at).map(({ agent }) => agent);
      while (left.length > 0) {
        run(planUninstall, left.shift()!);
        for (const agent of left) expect(run(planInstall, agent)).toEqual([]);
      }
      for (const [path, text] of files) expect([path, text]).toEqual([path, before.get(path)]);
      for (const { agents, files: known } of receipts.values()) expect([agents, known]).toEqual([{}, {}]);
    }),
  );
});
