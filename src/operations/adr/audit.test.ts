import { describe, expect, it } from "vitest";
import { deskAt, edit, makeDesk, makeDialogue, refusalOf, show } from "../../../test/helpers/dialogue.ts";
import { link } from "../../../test/helpers/project.ts";
import { makeContext } from "../../context.ts";
import { registry } from "../registry.generated.ts";
import { runOperation } from "../run-operation.ts";

interface Answer {
  findings: { check: string; path: string; line: number | null; message: string; severity: string }[];
  skipped: { path: string; why: string }[];
  rules: number;
}

const adr = (n: number, status: string, header = "", body = "") => ({
  [`.blue/docs/adrs/000${n}-a${n}.${status}.md`]: `---\nstatus: ${status}\n${header}---\n# ADR 000${n}: A\n${body}`,
});
const checks = ({ findings }: Answer) => findings.map(({ check, path }) => [check, path.split("/").at(-1)]);

describe("adr.audit", () => {
  it("finds nothing where nothing is wrong", async () => {
    const answer = await makeDesk({ tree: adr(1, "accepted") }).call<Answer>("adr.audit");
    expect(answer.findings).toEqual([]);
    expect(await show("adr.audit", answer)).toContain("✓ the decisions are in order");
  });

  it("finds dangling and one-sided links, rivals, and what is cited though superseded", async () => {
    const desk = makeDesk({
      tree: {
        ...adr(1, "accepted", "rfc: 0009-gone.draft.md\n"),
        ...adr(2, "accepted", "supersedes: 0001-a1.accepted.md\n"),
        ...adr(3, "superseded", "superseded_by: 0002-a2.accepted.md\n"),
        ...adr(4, "accepted", "supersedes: ADR 0001\n"),
        ".blue/docs/rfcs/0001-x.draft.md": "---\nstatus: draft\n---\nas ADR 0003 says\n",
        ".blue/docs/rfcs/0002-y.draft.md": "---\nstatus: draft\n---\nADR 0003 was replaced\n",
        ".blue/docs/rfcs/0003-z.implemented.md": "---\nstatus: implemented\n---\nas ADR 0003 said\n",
      },
    });
    expect(checks(await desk.call<Answer>("adr.audit")).sort()).toEqual(
      [
        ["contradiction", "0002-a2.accepted.md"],
        ["contradiction", "0004-a4.accepted.md"],
        ["dangling", "0001-a1.accepted.md"],
        ["one_sided", "0001-a1.accepted.md"],
        ["one_sided", "0001-a1.accepted.md"],
        ["one_sided", "0002-a2.accepted.md"],
        ["superseded_cited", "0001-x.draft.md"],
      ].sort(),
    );
  });

  it("enforces rules with file and line, and skips what it cannot read with a reason", async () => {
    const rules = `enforce:\n  - { files: 'src/**/*.ts', forbid: 'moment\\(', message: use Temporal }\n  - { glob: ['src/*.{ts,js}'], require: '^// licence' }\n`;
    const desk = makeDesk({
      tree: {
        ...adr(1, "accepted", rules),
        ...adr(2, "proposed", "enforce: [{ files: '**', forbid: . }]\n"),
        "src/a.ts": "// licence\nconst x = 1;\nmoment();moment()\n",
        "src/deep/b.ts": "moment()",
        "src/c.js": "no",
        "src/d.ts": new Uint8Array([0, 1, 2]),
        "src/e.ts": link("/etc/passwd"),
        "src/f.ts": "x".repeat(1024 * 1024 + 1),
      },
    });
    const answer = await desk.call<Answer>("adr.audit");
    expect(answer.findings.map(({ path, line }) => [path, line])).toEqual([
      ["src/a.ts", 3],
      ["src/a.ts", 3],
      ["src/deep/b.ts", 1],
      ["src/c.js", null],
    ]);
    expect(answer.findings[0]!.message).toBe("ADR 0001 (A): /moment\\(/ is forbidden: use Temporal");
    expect(answer.skipped.map(({ path }) => path)).toEqual(["src/d.ts", "src/e.ts", "src/f.ts"]);
  });

  it("a catastrophic pattern ends at once, and one that cannot be linear is refused", async () => {
    const rules = `enforce:\n  - { files: '*.txt', forbid: '(a+)+$' }\n  - { files: '*.txt', forbid: '(a)\\1' }\n  - { files: '*.txt', forbid: 'a(?=b)' }\n  - { files: '[', forbid: a }\n  - { files: 'a' }\n  - { files: a, forbid: b, require: c }\n  - nonsense\n`;
    const desk = makeDesk({ tree: { ...adr(1, "accepted", rules), "long.txt": `${"a".repeat(200_000)}b` } });
    const started = performance.now();
    const { findings, rules: good } = await desk.call<Answer>("adr.audit");
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(good).toBe(1);
    expect(findings.map(({ check }) => check)).toEqual(Array(6).fill("enforce_rule"));
  });

  it("runs commands only for a person on the command line, as an argument list", async () => {
    const header = `enforce:\n  - { files: '**', command: ["${process.execPath}", "-e", "console.error('bad; $(touch x)'); process.exit(3)"] }\n  - { files: '**', command: ["no-such-program-anywhere"] }\n`;
    const desk = makeDesk({ tree: adr(1, "accepted", header) });
    const quiet = await desk.call<Answer>("adr.audit");
    expect(quiet.findings).toEqual([]);
    expect(quiet.skipped.map(({ why }) => why)).toEqual(
      Array(2).fill("commands run only with --run-commands, by a person"),
    );
    const { findings } = await desk.call<Answer>("adr.audit", { run_commands: true });
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringContaining("(exit 3): bad; $(touch x)"),
      expect.stringContaining("ENOENT"),
    ]);
    const operation = await registry.find(({ name }) => name === "adr.audit")!.load();
    const overMcp = runOperation(operation, { run_commands: true }, makeContext(desk.project, { face: "mcp" }));
    expect(await refusalOf(overMcp)).toMatchObject({ error_code: "invalid_input", field: "run_commands" });
  });

  it("names decisions whose dialogue was reopened, and those a later dialogue decided on", async () => {
    const dialogue = await makeDialogue({
      tree: adr(7, "accepted"),
      create: { subject: ".blue/docs/adrs/0007-a7.accepted.md" },
    });
    await dialogue.round();
    await dialogue.verdict();
    await dialogue.call("adr.create", { from_dialogue: dialogue.id, status: "accepted" });
    expect(checks(await dialogue.call<Answer>("adr.audit"))).toEqual([["contradiction", "0007-a7.accepted.md"]]);
    edit(dialogue.root, ".blue/docs/adrs/0007-a7.accepted.md", (text) =>
      text.replace("status: accepted", `status: accepted\ndialogue: ${dialogue.id}`),
    );
    expect(checks(await deskAt(dialogue.root).call<Answer>("adr.audit"))).toEqual([]);
    await dialogue.round();
    expect(checks(await dialogue.call<Answer>("adr.audit"))).toEqual([
      ["contradiction", "0007-a7.accepted.md"],
      ["contradiction", "0008-api-design.accepted.md"],
    ]);
  });

  it("does not convict the decision that carries the rule", async () => {
    const desk = makeDesk({ tree: adr(1, "accepted", "enforce: [{ files: '**', forbid: moment }]\n"), git: true });
    expect((await desk.call<Answer>("adr.audit")).findings).toEqual([]);
  });
});
