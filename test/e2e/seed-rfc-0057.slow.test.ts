/** RFC 0057 from top to bottom, over stdio and by the built command line: its own payloads, and what it prints beside what comes back. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getDriver } from "../../src/store/sqlite/find-driver.ts";
import type { Answer, Registered } from "../helpers/dialogue.ts";
import { builtServer, connectClient, stopAll } from "../helpers/mcp-client.ts";
import { expertsWrite, type Prompted, type SeedFace, seedFaces, seedProject } from "../helpers/seed-faces.ts";

const six = ["Muffin", "Cupcake", "Scone", "Donut", "Eclair", "Brioche"];
const seats = six.map((name) => ({ name, role: `${name}'s role`, source: "created" }));

const perspective = (expert: string, id: string, label = "a view") =>
  `[${expert.toUpperCase()}-P${id}: ${label}]\nSo.\n`;
const tension = (expert: string, id: string, label: string) => `[${expert.toUpperCase()}-T${id}: ${label}]\nNot so.\n`;
const resolution = (expert: string, id: string, target: string) =>
  `[${expert.toUpperCase()}-R${id}: a way]\n[RE:RESOLVE ${target}]\nThus.\n`;
const converge = "[MOVE:CONVERGE]\n";

/** §9: one file per expert in the round's folder. */
function files(face: SeedFace, id: string, round: number, texts: Record<string, string[]>) {
  for (const name of six)
    face.write(
      `.blue/dialogues/${id}/round-${round}/${name.toLowerCase()}.md`,
      (texts[name] ?? ["Waiting on T0001.\n"]).join("\n"),
    );
}

/** §10, `blue_dialogue_round_register`: its keys, with the values of §7's scoreboard. */
const printed = (round: number, more: object) => ({
  dialogue_id: "nvidia-investment",
  round,
  ...more,
  panel: six,
  perspectives: [],
  tensions: [],
  expert_scores: {},
});
const registers = [
  printed(0, {
    score: 125,
    score_components: { W: 45, C: 30, T: 25, R: 25 },
    open_tensions: 3,
    new_perspectives: 8,
    converge_signals: [],
  }),
  printed(1, {
    score: 89,
    score_components: { W: 32, C: 22, T: 18, R: 17 },
    open_tensions: 1,
    new_perspectives: 2,
    converge_signals: ["Muffin", "Cupcake", "Scone"],
  }),
  printed(2, {
    score: 45,
    score_components: { W: 18, C: 12, T: 8, R: 7 },
    open_tensions: 0,
    new_perspectives: 0,
    converge_signals: six,
  }),
];
const drafts: Record<string, string[]>[] = [
  {
    Muffin: [
      perspective("Muffin", "0001"),
      perspective("Muffin", "0002"),
      tension("Muffin", "0001", "Income mandate conflict"),
    ],
    Cupcake: [perspective("Cupcake", "0001"), perspective("Cupcake", "0002")],
    Scone: [perspective("Scone", "0001"), tension("Scone", "0001", "Concentration risk")],
    Donut: [perspective("Donut", "0001"), tension("Donut", "0001", "Growth vs. income")],
    Eclair: [perspective("Eclair", "0001")],
    Brioche: [perspective("Brioche", "0001")],
  },
  {
    Muffin: [converge],
    Cupcake: [converge, perspective("Cupcake", "0101", "Options overlay strategy")],
    Scone: [converge, resolution("Scone", "0101", "T0002")],
    Donut: [perspective("Donut", "0101", "Tax-loss harvesting window"), resolution("Donut", "0101", "T0003")],
  },
  {
    ...Object.fromEntries(six.map((name) => [name, [converge]])),
    Muffin: [converge, resolution("Muffin", "0201", "T0001")],
  },
];
const verdict = {
  dialogue_id: "nvidia-investment",
  verdict_id: "final",
  verdict_type: "final",
  round: 2,
  recommendation: "APPROVE with options overlay",
  forced: false,
};

afterAll(stopAll);

describe.each(seedFaces)("RFC 0057 over %s", (_, open) => {
  let face: SeedFace;
  const rounds: Registered[] = [];
  beforeAll(async () => {
    face = await open();
  });

  it("§9 stores a dialogue in .blue/dialogues/<ISO>-<topic>, or where output_dir says", async () => {
    const dated = await face.call("blue_dialogue_create", { title: "NVIDIA investment" });
    expect(dated.output_dir).toMatch(/^\.blue\/dialogues\/\d{4}-\d\d-\d\dT\d{4}Z-nvidia-investment$/);
    const created = await face.call("blue_dialogue_create", {
      title: "NVIDIA Investment Decision",
      question: "Should we rebalance?",
      output_dir: ".blue/dialogues/nvidia-investment",
    });
    expect(created).toMatchObject({ dialogue_id: "nvidia-investment", settings: { max_rounds: 10 } });
    const seated = await face.call("blue_dialogue_evolve_panel", {
      dialogue_id: "nvidia-investment",
      round: 0,
      panel: seats,
    });
    expect(seated.created).toEqual(six);
  });

  it("§10 registers round 0 from the files of §9, and §7 has its row", async () => {
    files(face, "nvidia-investment", 0, drafts[0]!);
    rounds.push(await face.call("blue_dialogue_round_register", registers[0]));
    expect(rounds[0]!.scoreboard).toEqual({
      round: 0,
      W: 45,
      C: 30,
      T: 25,
      R: 25,
      score: 125,
      open_tensions: 3,
      new_perspectives: 8,
      velocity: 11,
      converge_percent: 0,
    });
  });

  it("§10 blocks round 1 with the error response, key by key, and lists every failure in order", async () => {
    files(face, "nvidia-investment", 1, drafts[1]!);
    rounds.push(await face.call("blue_dialogue_round_register", registers[1]));
    expect(rounds[1]).toMatchObject({ status: "registered", velocity: { total: 3 }, convergence: { percent: 50 } });
    const { errors, ...first } = await face.call("blue_dialogue_verdict_register", { ...verdict, round: 1 });
    expect(first).toEqual({
      status: "error",
      error_code: "velocity_not_zero",
      message:
        "Cannot register verdict: velocity=3 (open_tensions=1, new_perspectives=2). Resolve tensions and integrate perspectives first.",
      field: "velocity",
      value: 3,
      constraint: "convergence_gate",
      suggestion: "Resolve T0001 and integrate P0101, P0102 before declaring convergence",
      context: {
        open_tensions: ["T0001"],
        new_perspectives: ["P0101", "P0102"],
        converge_percent: 50,
        missing_signals: ["Donut", "Eclair", "Brioche"],
      },
    });
    expect((errors as Answer[]).map(({ error_code, message }) => [error_code, message])).toEqual([
      ["velocity_not_zero", first.message],
      [
        "convergence_not_unanimous",
        "Cannot register verdict: convergence=50% (3/6). All experts must signal [MOVE:CONVERGE].",
      ],
    ]);
    const forced = await face.call("blue_dialogue_verdict_register", { ...verdict, round: 1, forced: true });
    expect(forced.status).toBe("error");
  });

  it("§3 has the round's summary, heading by heading and row by row", () => {
    const summary = face.read(".blue/dialogues/nvidia-investment/round-1/round-1.summary.md");
    const [, below] = summary.split("## Velocity Components\n");
    expect(below!.split("\n</details>")[0]!.trim()).toBe(
      `### Open Tensions: 1
| ID | Label | Status | Owner | Resolution Path |
|----|-------|--------|-------|-----------------|
| T0001 | Income mandate conflict | OPEN | — | — |
| T0002 | Concentration risk | RESOLVED | — | by the only resolver (R0101) |
| T0003 | Growth vs. income | RESOLVED | — | by the only resolver (R0102) |

### New Perspectives This Round: 2
| ID | Label | Contributor |
|----|-------|-------------|
| P0101 | Options overlay strategy | Cupcake |
| P0102 | Tax-loss harvesting window | Donut |

### Convergence Signals: 3/6 (50%)
| Expert | Signal |
|--------|--------|
| Muffin | \`[MOVE:CONVERGE]\` ✓ |
| Cupcake | \`[MOVE:CONVERGE]\` ✓ |
| Scone | \`[MOVE:CONVERGE]\` ✓ |
| Donut | — |
| Eclair | — |
| Brioche | — |

## Velocity: 3 (1 tension + 2 perspectives)
## Converge %: 50%
## Convergence Blocked: Yes (velocity > 0, converge < 100%)`,
    );
  });

  it("§10 answers round_context at convergence as printed, empty lists included", async () => {
    files(face, "nvidia-investment", 2, drafts[2]!);
    rounds.push(await face.call("blue_dialogue_round_register", registers[2]));
    const context = await face.call("blue_dialogue_round_context", { dialogue_id: "nvidia-investment", round: 2 });
    const { round, velocity, convergence, can_converge, convergence_blockers } = context;
    expect({ round, velocity, convergence, can_converge, convergence_blockers }).toEqual({
      round: 2,
      velocity: { open_tensions: 0, new_perspectives: 0, total: 0 },
      convergence: { signals: 6, panel_size: 6, percent: 100, missing: [] },
      can_converge: true,
      convergence_blockers: [],
    });
  });

  it("§10 holds every round in the database before anything was listed, and its queries answer", async () => {
    const database = (await getDriver()).open(join(face.root, ".blue/blue.db"), true);
    try {
      const [status] = database.all<Answer>(`SELECT dialogue_id, round, velocity, converge_percent,
        CASE WHEN velocity = 0 AND converge_percent = 100 THEN 'CAN_CONVERGE'
             WHEN velocity > 0 THEN 'BLOCKED: velocity=' || velocity
             ELSE 'BLOCKED: converge=' || converge_percent || '%' END AS status
        FROM scoreboard WHERE dialogue_id = 'nvidia-investment' ORDER BY round DESC LIMIT 1`);
      expect(status).toMatchObject({ round: 2, velocity: 0, converge_percent: 100, status: "CAN_CONVERGE" });
      const [sums] = database.all<Answer>(`SELECT dialogue_id, MAX(cumulative_score) AS total_alignment,
        MAX(cumulative_W) AS wisdom, MAX(cumulative_C) AS consistency, MAX(cumulative_T) AS truth,
        MAX(cumulative_R) AS relationships FROM scoreboard WHERE dialogue_id = 'nvidia-investment'`);
      expect(sums).toMatchObject({ total_alignment: 259, wisdom: 95, consistency: 64, truth: 51, relationships: 49 });
      for (const table of ["convergence_signals", "alignment_convergence_signals"])
        expect(database.all(`SELECT * FROM ${table} WHERE dialogue_id = 'nvidia-investment'`)).toHaveLength(9);
    } finally {
      database.close();
    }
  });

  it("§10 registers the verdict as printed, with the summary of §7 for the user and in verdict.md", async () => {
    const registered = await face.call<{ summary: string }>("blue_dialogue_verdict_register", verdict);
    expect(registered).toMatchObject({ status: "registered", decision: true, forced: false, round: 2 });
    const page = face.read(".blue/dialogues/nvidia-investment/verdict.md");
    for (const part of [
      "100% CONVERGENCE ACHIEVED",
      `Final Dialogue Summary
┌───────────────────────┬───────────┐
│        Metric         │   Value   │
├───────────────────────┼───────────┤
│ Rounds                │ 3         │
├───────────────────────┼───────────┤
│ Total ALIGNMENT       │ 259       │
│   (W:95 C:64 T:51 R:49)           │
├───────────────────────┼───────────┤
│ Experts Consulted     │ 6 unique  │
├───────────────────────┼───────────┤
│ Tensions Resolved     │ 3/3       │
├───────────────────────┼───────────┤
│ Final Velocity        │ 0         │
└───────────────────────┴───────────┘`,
      "Resolved Tensions\n┌",
      "│ T0001 ",
      "All experts signaled [MOVE:CONVERGE]. Velocity = 0.",
    ]) {
      expect(registered.summary).toContain(part);
      expect(page).toContain(part);
    }
  });

  it("§7 has the scoreboard, cell by cell, with its three lines", () => {
    const board = face.read(".blue/dialogues/nvidia-investment/scoreboard.md");
    const cells = (line: string) =>
      line
        .split("|")
        .map((cell) => cell.trim())
        .join("|");
    const lines = board.split("\n").map(cells);
    for (const line of [
      "| Round | W | C | T | R | Score | Open Tensions | New Perspectives | Velocity | Converge % |",
      "| 0     | 45| 30| 25| 25| 125   | 3             | 8                | 11       | 0%         |",
      "| 1     | 32| 22| 18| 17| 89    | 1             | 2                | 3        | 50%        |",
      "| 2     | 18| 12| 8 | 7 | 45    | 0             | 0                | 0        | 100%       |",
      "**Total ALIGNMENT:** 259 (W:95 C:64 T:51 R:49)",
      "**Max Rounds:** 10",
      "**Convergence:** ✓ (velocity=0, unanimous)",
    ])
      expect(lines).toContain(cells(line));
  });

  it("§10 exports with every key as printed", async () => {
    const { path } = await face.call<{ path: string }>("blue_dialogue_export", { dialogue_id: "nvidia-investment" });
    const exported = JSON.parse(face.read(path)) as Answer & { scoreboard: Answer; convergence_signals: Answer[] };
    const row = (at: number) => registers[at] as unknown as { score: number; score_components: Answer };
    const velocity = (open_tensions: number, new_perspectives: number) => ({
      open_tensions,
      new_perspectives,
      total: open_tensions + new_perspectives,
    });
    expect(exported.scoreboard.rounds).toEqual(
      [
        [velocity(3, 8), { signals: 0, panel_size: 6, percent: 0 }],
        [velocity(1, 2), { signals: 3, panel_size: 6, percent: 50 }],
        [velocity(0, 0), { signals: 6, panel_size: 6, percent: 100 }],
      ].map(([velocity, convergence], round) => ({
        round,
        score: { ...row(round).score_components, total: row(round).score },
        velocity,
        convergence,
      })),
    );
    expect(exported.scoreboard.totals).toMatchObject({
      rounds: 3,
      alignment: { W: 95, C: 64, T: 51, R: 49, total: 259 },
      experts_consulted: 6,
      tensions_resolved: 3,
      final_velocity: 0,
      convergence_achieved: true,
      convergence_reason: "velocity=0, unanimous",
    });
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/);
    const signals = [...["muffin", "cupcake", "scone"].map((expert) => [1, expert]), ...six.map((name) => [2, name])];
    expect(exported.convergence_signals).toEqual(
      signals.map(([round, expert]) => ({ round, expert: String(expert).toLowerCase(), signaled_at: time })),
    );
    expect(exported).toMatchObject({ dialogue_id: "nvidia-investment", title: "NVIDIA Investment Decision" });
    for (const [list, length] of Object.entries({ experts: 6, rounds: 3, perspectives: 10, tensions: 3, verdicts: 1 }))
      expect(exported[list], list).toHaveLength(length);
  });

  it("§9 has every file of the printed tree", () => {
    const folder = join(face.root, ".blue/dialogues/nvidia-investment");
    for (const file of [
      "dialogue.md",
      "expert-pool.json",
      "round-0/panel.json",
      "round-0/muffin.md",
      "round-0/cupcake.md",
      "round-0/round-0.summary.md",
      "round-1",
      "scoreboard.md",
      "verdict.md",
    ])
      expect(existsSync(join(folder, file)), file).toBe(true);
  });
});

/** §3, §5 and §8 tell one dialogue in which round 2 has velocity 3: their IDs are those of a fourth round's eve. */
describe.each(seedFaces)("RFC 0057 §3, §5 and §8 over %s", (_, open) => {
  const id = "income-mandate";
  let face: SeedFace;
  const register = (round: number, more: object) =>
    face.call<Registered>("blue_dialogue_round_register", {
      ...registers[1],
      dialogue_id: id,
      round,
      open_tensions: undefined,
      new_perspectives: undefined,
      converge_signals: undefined,
      ...more,
    });
  const prompt = (round: number) => face.call<Prompted>("blue_dialogue_round_prompt", { dialogue_id: id, round });
  beforeAll(async () => {
    face = await open();
    await face.call("blue_dialogue_create", { title: "Income mandate", output_dir: `.blue/dialogues/${id}` });
    await face.call("blue_dialogue_evolve_panel", { dialogue_id: id, round: 0, panel: seats });
  });

  it("§8 an owner, named where the tension is registered, gets §5's block as printed", async () => {
    expertsWrite(face, await prompt(0), (expert) =>
      expert === "Muffin"
        ? tension("Muffin", "0001", "Income mandate conflict")
        : expert === "Scone"
          ? tension("Scone", "0001", "Concentration risk")
          : perspective(expert, "0001"),
    );
    const tensions = [
      {
        local_id: "MUFFIN-T0001",
        label: "Income mandate conflict",
        owner: "Muffin",
        resolution_path: "Covered call analysis next round",
      },
      { local_id: "SCONE-T0001", label: "Concentration risk", owner: "Scone" },
    ];
    expect(await register(0, { tensions })).toMatchObject({ status: "registered" });
    const prompts = expertsWrite(face, await prompt(1), () => "Waiting.\n");
    expect(prompts.Scone).toContain(`## Directive for This Round

**Priority Tensions:**
- T0002: Concentration risk - You have been retained to address this
- Action: Propose concrete resolution or explain why tension is acceptable

**Expected Output:**
- Either \`[RE:RESOLVE T0002]\` with supporting analysis
- Or \`[RE:ADDRESS T0002]\` explaining why resolution is blocked`);
    expect(prompts.Muffin).toContain("- T0001: Income mandate conflict - You have been retained to address this");
    expect(prompts.Muffin).toContain("Covered call analysis next round");
    expect(prompts.Cupcake).not.toContain("Priority Tensions");
    expect(await register(1, {})).toMatchObject({ velocity: { open_tensions: 2, new_perspectives: 0 } });
  });

  it("§3 shows owner and path, and §10's error has the IDs of round 2 to the letter", async () => {
    const text = (expert: string) =>
      ({
        Muffin: converge,
        Cupcake: converge + perspective("Cupcake", "0201", "Options overlay strategy"),
        Scone: converge + resolution("Scone", "0201", "T0002"),
        Donut: perspective("Donut", "0201", "Tax-loss harvesting window"),
      })[expert] ?? "Waiting on T0001.\n";
    expertsWrite(face, await prompt(2), text);
    expect(await register(2, { open_tensions: 1, new_perspectives: 2 })).toMatchObject({ status: "registered" });
    const summary = face.read(`.blue/dialogues/${id}/round-2/round-2.summary.md`);
    expect(summary).toContain(
      "| T0001 | Income mandate conflict | OPEN | Muffin | Covered call analysis next round |\n| T0002 | Concentration risk | RESOLVED | Scone |",
    );
    expect(summary).toContain("| P0201 | Options overlay strategy | Cupcake |\n| P0202 | Tax-loss harvesting window |");
    const error = await face.call("blue_dialogue_verdict_register", { ...verdict, dialogue_id: id, round: 2 });
    expect(error).toMatchObject({
      error_code: "velocity_not_zero",
      suggestion: "Resolve T0001 and integrate P0201, P0202 before declaring convergence",
      context: {
        open_tensions: ["T0001"],
        new_perspectives: ["P0201", "P0202"],
        converge_percent: 50,
        missing_signals: ["Donut", "Eclair", "Brioche"],
      },
    });
  });

  it("§8 a new expert is created for T0001, and round 3 converges", async () => {
    const created = await face.call("blue_dialogue_evolve_panel", {
      dialogue_id: id,
      round: 3,
      panel: [
        ...seats.map((seat) => ({ ...seat, source: "retained" })),
        { name: "Palmier", role: "Income Strategist", source: "created", focus: "T0001" },
      ],
    });
    expect(created).toMatchObject({ retained: six, created: ["Palmier"] });
    expertsWrite(face, await prompt(3), (expert) =>
      expert === "Palmier" ? converge + resolution("Palmier", "0301", "T0001") : converge,
    );
    const registered = await register(3, { panel: [...six, "Palmier"], open_tensions: 0, new_perspectives: 0 });
    expect(registered).toMatchObject({ can_converge: true, convergence: { signals: 7, percent: 100 } });
    const decided = await face.call("blue_dialogue_verdict_register", { ...verdict, dialogue_id: id, round: 3 });
    expect(decided).toMatchObject({ status: "registered", decision: true });
  });

  it("§10 at the limit asks for a warning, and takes the verdict with one", async () => {
    const key = { dialogue_id: "limit" };
    await face.call("blue_dialogue_create", { title: "Limit", output_dir: ".blue/dialogues/limit", max_rounds: 2 });
    await face.call("blue_dialogue_evolve_panel", { ...key, round: 0, panel: seats });
    for (const round of [0, 1]) {
      files(face, "limit", round, drafts[round]!);
      const registered = await face.call("blue_dialogue_round_register", { ...registers[round], ...key });
      expect(registered).toMatchObject({ status: "registered" });
    }
    const last = { ...verdict, ...key, round: 1 };
    const blocked = await face.call<{ suggestion: string }>("blue_dialogue_verdict_register", last);
    expect(blocked.suggestion).toContain("send `forced: true` with a `warning`");
    expect(await face.call("blue_dialogue_verdict_register", { ...last, forced: true })).toMatchObject({
      error_code: "forced_convergence_no_warning",
      message: "Forced convergence at max rounds requires explicit warning in verdict description.",
    });
    const warning = "T0001 is open, and three experts have not converged.";
    const forced = await face.call("blue_dialogue_verdict_register", { ...last, forced: true, warning });
    expect(forced).toMatchObject({ status: "registered", forced: true });
    expect(face.read(".blue/dialogues/limit/verdict.md")).toContain(warning);
  });
});

describe("the commands of RFC 0057 §12", () => {
  it("run by the built program as printed, completed where they abbreviate", async () => {
    const { run, write } = seedProject();
    const id = "nvidia-investment";
    const ok = async (command: string) => {
      const { code, answer } = await run(command);
      expect({ command, code, answer }).toMatchObject({ code: 0 });
      return answer;
    };
    await ok(
      `blue dialogue create --title "NVIDIA Investment Decision" --question "Should we rebalance?" --output-dir ".blue/dialogues/${id}"`,
    );
    expect(await ok("blue dialogue list")).toMatchObject({ total: 1 });
    expect(await ok(`blue dialogue get --id "${id}"`)).toMatchObject({ dialogue_id: id });
    for (const round of [0, 1, 2]) {
      write("panel.json", JSON.stringify(seats));
      await ok(`blue dialogue evolve-panel --id "${id}" --round ${round} --panel panel.json`);
      expect(await ok(`blue dialogue round-context --id "${id}" --round ${round}`)).toMatchObject({ round });
      for (const name of six)
        write(
          `.blue/dialogues/${id}/round-${round}/${name.toLowerCase()}.md`,
          (drafts[round]![name] ?? ["Waiting on T0001.\n"]).join("\n"),
        );
      write(`round-${round}.json`, JSON.stringify(registers[round]));
      const register = `blue dialogue round-register --id "${id}" --round ${round} --data round-${round}.json`;
      expect(await ok(register)).toMatchObject({ status: "registered", round });
      if (round < 2) expect((await run(`blue dialogue verdict --id "${id}" --round ${round}`)).code).toBe(6);
    }
    const bare = await run(`blue dialogue verdict --id "${id}" --round 2`);
    expect(bare.answer).toMatchObject({ field: "recommendation" });
    const decided = await ok(
      `blue dialogue verdict --id "${id}" --round 2 --recommendation "${verdict.recommendation}"`,
    );
    expect(decided).toMatchObject({ status: "registered", decision: true });
    expect(await ok(`blue dialogue export --id "${id}"`)).toMatchObject({
      path: `.blue/dialogues/${id}/dialogue.json`,
    });
  });
});

/** §12: the tables of the other groups. */
const groups: Record<string, string> = {
  adr: "create list get relevant audit",
  spike: "create complete",
  audit: "create list get complete",
  prd: "create get approve complete list",
  reminder: "create list snooze clear",
  staging: "create destroy lock unlock status cost",
  llm: "start stop status providers",
  postmortem: "create action-to-rfc",
  runbook: "create update lookup actions",
};
const documents = {
  ".blue/docs/adrs/0014-alignment-dialogue-agents.accepted.md":
    "---\nstatus: accepted\n---\n\n# ADR 0014: Alignment dialogue agents\n\nAlignment scoring is unbounded.\n",
  ".blue/docs/rfcs/0057-judge-convergence-discipline.approved.md": "# RFC 0057\n",
};

describe("the documents of RFC 0057 §12", () => {
  it("by the built program: every printed command runs, and every command of the tables has its help", async () => {
    const { run } = seedProject(documents);
    const ok = async (command: string) => {
      const { code, answer } = await run(command);
      expect({ command, code, answer }).toMatchObject({ code: 0 });
      return answer;
    };
    expect(await ok('blue adr create --title "Opaque cursors" --status accepted')).toMatchObject({ number: 15 });
    expect(await ok("blue adr list")).toMatchObject({ total: 2 });
    expect(await ok("blue adr get --number 0014")).toMatchObject({ number: 14 });
    expect(JSON.stringify(await ok('blue adr relevant --query "alignment scoring"'))).toContain("ADR 0014");
    await ok("blue adr audit");
    const spike = await ok('blue spike create --title "Deep pages" --rfc 0057');
    expect(await ok(`blue spike complete --path "${spike.path}"`)).toMatchObject({ status: "done" });
    const { id } = await ok('blue audit create --title "Tokens" --scope "security"');
    await ok("blue audit list");
    await ok(`blue audit get --id "${id}"`);
    expect(await ok(`blue audit complete --id "${id}"`)).toMatchObject({ status: "done" });
    const helps = Object.entries(groups).flatMap(([group, verbs]) =>
      verbs.split(" ").map(async (verb) => {
        const { code, text } = await run(`blue ${group} ${verb} --help`);
        expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining(`blue ${group} ${verb}`) });
      }),
    );
    await Promise.all(helps);
  });

  it("over stdio: every tool of the tables is there with all toolsets, and answers as the command does", async () => {
    const { root, env } = seedProject(documents);
    const args = [...builtServer, "--toolsets", "all"];
    const { client } = await connectClient({ args, cwd: root, env }, "2025-11-25");
    const names = new Set((await client.listTools()).tools.map(({ name }) => name));
    for (const [group, verbs] of Object.entries(groups))
      for (const verb of verbs.split(" ")) expect(names).toContain(`blue_${group}_${verb.replaceAll("-", "_")}`);
    const call = async (name: string, given: Answer = {}) =>
      (await client.callTool({ name, arguments: given })).structuredContent as Answer;
    expect(await call("blue_adr_create", { title: "Opaque cursors", status: "accepted" })).toMatchObject({
      number: 15,
    });
    expect(await call("blue_adr_list")).toMatchObject({ total: 2 });
    expect(await call("blue_adr_get", { number: "0014" })).toMatchObject({ number: 14 });
    expect(JSON.stringify(await call("blue_adr_relevant", { query: "alignment scoring" }))).toContain("ADR 0014");
    expect((await call("blue_adr_audit")).status).not.toBe("error");
    const spike = await call("blue_spike_create", { title: "Deep pages", rfc: "0057" });
    expect(await call("blue_spike_complete", { path: spike.path })).toMatchObject({ status: "done" });
    const { id } = await call("blue_audit_create", { title: "Tokens", scope: "security" });
    expect(await call("blue_audit_complete", { id })).toMatchObject({ status: "done" });
    expect(await call("blue_llm_providers")).toMatchObject({ providers: expect.any(Array) });
    expect(await call("blue_llm_start")).toMatchObject({ suggestion: "Ask the user to run `blue llm start`." });
  });
});
