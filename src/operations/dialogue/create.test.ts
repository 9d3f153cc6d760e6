import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type Answer,
  dialogueAt,
  expectUnchanged,
  type Input,
  makeDesk,
  poolOf,
  refusalOf,
  show,
  treeOf,
} from "../../../test/helpers/dialogue.ts";
import { runWords } from "../../../test/helpers/faces.ts";
import { templateNames } from "../../panel/templates.ts";

const title = "API design";
const opening = (root: string, id: unknown) =>
  JSON.parse(readFileSync(join(root, `.blue/dialogues/${id}/opening.json`), "utf8")) as Answer;

describe("dialogue.create", () => {
  it("gives a taken id a number, and refuses it to a player who has planned with it", async () => {
    const desk = makeDesk();
    const planned = { title, output_dir: ".blue/dialogues/2026-02-03T1423Z-planned" };
    const create = (ifTaken?: "rename" | "refuse") => desk.call("dialogue.create", planned, { ifTaken });
    expect(await create("refuse")).toMatchObject({ dialogue_id: "2026-02-03T1423Z-planned" });
    const before = treeOf(desk.root);
    expect(await refusalOf(create("refuse"))).toMatchObject({
      error_code: "id_taken",
      field: "output_dir",
      value: planned.output_dir,
      context: { dialogue_id: "2026-02-03T1423Z-planned" },
    });
    expectUnchanged(desk.root, before);
    expect(await create()).toMatchObject({ dialogue_id: "2026-02-03T1423Z-planned-2" });
  });

  it("asks for one blind look at the text as it is, where a review is asked for", async () => {
    const desk = makeDesk();
    writeFileSync(join(desk.root, "a.md"), "# A\n\nText.\n");
    const created = await desk.call("dialogue.create", {
      title,
      subject: "a.md",
      method: "review",
      expert_pool: poolOf(4),
    });
    expect(created).toMatchObject({
      estimate: [{ experts: 3, rounds: 1, calls: 3 }],
      next: { tool: "blue_dialogue_round_prompt" },
    });
    expect(await show("dialogue.create", created)).toContain("3 experts, one blind round: 3 runs, some");
    const bare = await desk.call("dialogue.create", { title, subject: "a.md", method: "review" });
    expect(bare).toMatchObject({ estimate: [{ experts: 3 }] });
  });

  it("keeps the size that was given where the experts are still to be named", async () => {
    const desk = makeDesk();
    const { dialogue_id, ...sized } = await desk.call<{ dialogue_id: string }>("dialogue.create", {
      title,
      panel_size: 3,
    });
    expect(sized).toMatchObject({ estimate: [{ experts: 3, rounds: 3 }] });
    const { out } = await runWords(desk.root, ["dialogue", "evolve-panel", dialogue_id, "--scaffold"]);
    expect(JSON.parse(out).panel).toHaveLength(3);
  });

  it("writes the opening, seats a suggested panel and renders what people read", async () => {
    const desk = makeDesk();
    const created = await desk.call("dialogue.create", {
      title,
      question: "REST or RPC?",
      constraint: "two clients",
      background: "One is old.\n\nOne is new.\n",
      expert_pool: poolOf(8),
      panel_size: 4,
    });
    const { dialogue_id } = created;
    expect(created).toMatchObject({
      status: "created",
      dialogue_id: "2026-02-03T1423Z-api-design",
      output_dir: ".blue/dialogues/2026-02-03T1423Z-api-design",
      pool_size: 8,
      next: { tool: "blue_dialogue_round_prompt" },
    });
    expect(opening(desk.root, dialogue_id)).toMatchObject({
      format: 1,
      kind: "opening",
      prev: null,
      rules: 1,
      self: created.head,
      background: ["One is old.", "", "One is new."],
      constraint: "two clients",
      settings: { panel_size: 4, rotation: "graduated", max_rounds: 10, alignment: true },
    });
    expect(dialogueAt(desk, dialogue_id as string).panel()).toEqual(["Muffin", "Cupcake", "Scone", "Eclair"]);
    for (const file of ["dialogue.md", "expert-pool.json", "scoreboard.md", "tensions.md"]) {
      expect(existsSync(join(desk.root, `.blue/dialogues/${dialogue_id}/${file}`)), file).toBe(true);
    }
    const text = await show("dialogue.create", created);
    expect(text).toContain("🧁 Muffin");
    expect(text).toContain("! There is no subject.");
  });

  it("takes topic for title, agents for panel_size, sources and a model, as RFC 0023 has it", async () => {
    const desk = makeDesk({ tree: { "docs/a.md": "A", "docs/b.md": "B" } });
    const created = await desk.call("dialogue.create", {
      topic: title,
      agents: 3,
      sources: ["docs/a.md", "docs/b.md"],
      model: "sonnet",
      template: "general",
    });
    expect(created).toMatchObject({
      title,
      sources: ["docs/a.md", "docs/b.md"],
      settings: { panel_size: 3, model: "sonnet", template: "general" },
    });
    expect(created.suggested_panel).toHaveLength(3);
  });

  it.each(templateNames)("has a ready pool for %s", async (template) => {
    const created = await makeDesk().call("dialogue.create", { title, template, alignment: true });
    expect(created.pool_size).toBeGreaterThanOrEqual(8);
    expect(created.suggested_panel).toHaveLength(Math.min(created.pool_size as number, 12));
  });

  it("seats the whole pool by default, at most twelve", async () => {
    for (const [size, seats] of [
      [3, 3],
      [12, 12],
      [15, 12],
    ]) {
      const created = await makeDesk().call("dialogue.create", { title, expert_pool: poolOf(size!) });
      expect(created.suggested_panel).toHaveLength(seats!);
    }
  });

  it("may be opened without experts, who then come by evolve-panel", async () => {
    const created = await makeDesk().call("dialogue.create", { title });
    expect(created).toMatchObject({
      pool_size: 0,
      suggested_panel: [],
      settings: { panel_size: null, alignment: false },
      next: { tool: "blue_dialogue_evolve_panel" },
    });
  });

  it("records the subject with its hash; an RFC by number, name or path is one", async () => {
    const path = ".blue/docs/rfcs/0057-judge-convergence-discipline.approved.md";
    const tree = { "design.md": "The design.", [path]: "# RFC 0057" };
    const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
    for (const rfc of [
      "57",
      "0057",
      "RFC 0057",
      "judge-convergence-discipline",
      "Judge Convergence Discipline",
      path,
    ]) {
      const desk = makeDesk({ tree });
      const { dialogue_id, subject } = await desk.call("dialogue.create", { title, rfc });
      expect(subject).toBe(path);
      expect(opening(desk.root, dialogue_id)).toMatchObject({
        rfc: path,
        subject: { path, sha256: sha256(readFileSync(join(desk.root, path), "utf8")) },
      });
    }
    const desk = makeDesk({ tree });
    const { dialogue_id, warnings } = await desk.call("dialogue.create", { title, rfc: "57", subject: "./design.md" });
    expect(opening(desk.root, dialogue_id)).toMatchObject({
      rfc: path,
      subject: { path: "design.md", sha256: sha256("The design.") },
    });
    expect(warnings).not.toContainEqual(expect.stringContaining("There is no subject"));
  });

  it("takes what is not said from .blue/config.yaml, and says where that is wrong", async () => {
    const config = "model: haiku\npanel_size: 3\nrotation: full\nmax_rounds: 5\n";
    const { settings } = await makeDesk({ tree: { ".blue/config.yaml": config } }).call("dialogue.create", {
      title,
      template: "product",
      rotation: "none",
    });
    expect(settings).toMatchObject({ model: "haiku", panel_size: 3, rotation: "none", max_rounds: 5 });
    const desk = makeDesk({ tree: { ".blue/config.yaml": "model: haiku\nmax_rounds: 1\n" } });
    const error = await desk.refused("invalid_input", "dialogue.create", { title });
    expect(error.message).toContain(".blue/config.yaml:2");
  });

  it("warns of a pool without wildcards", async () => {
    const experts = poolOf(4).experts.map((expert) => ({ ...expert, tier: "core" }));
    const { warnings } = await makeDesk().call("dialogue.create", { title, expert_pool: { experts } });
    expect(warnings).toContainEqual(expect.stringContaining("no Wildcard"));
  });

  it.each<[string, Input, string]>([
    ["no title", {}, "title"],
    ["a blank title", { title: "  " }, "title"],
    ["alignment without experts", { title, alignment: true }, "expert_pool"],
    ["a pool and a template", { title, template: "general", expert_pool: poolOf(3) }, "template"],
    [
      "fewer than three experts",
      { title, expert_pool: { experts: poolOf(3).experts.slice(1) } },
      "expert_pool.experts",
    ],
    ["a panel larger than the pool", { title, expert_pool: poolOf(3), panel_size: 4 }, "panel_size"],
    ["a panel of one", { title, expert_pool: poolOf(3), panel_size: 1 }, "panel_size"],
    ["one round at most", { title, max_rounds: 1 }, "max_rounds"],
    ["a hundred rounds", { title, max_rounds: 100 }, "max_rounds"],
    ["an unknown template", { title, template: "cooking" }, "template"],
    ["an unknown rotation", { title, rotation: "sometimes" }, "rotation"],
    ["an unknown field", { title, experts: 12 }, "experts"],
    ["a name that is no name", { title, output_dir: ".blue/dialogues/API Design" }, "output_dir"],
  ])("refuses %s by invalid_input", async (_, input, field) => {
    expect(await makeDesk().refused("invalid_input", "dialogue.create", input)).toMatchObject({ field });
  });

  it.each([1.5, -0.1])("refuses the relevance %d", async (relevance) => {
    const { experts } = poolOf(3);
    const expert_pool = { experts: [...experts, { role: "Odd one", tier: "wildcard", relevance }] };
    const error = await makeDesk().refused("invalid_input", "dialogue.create", { title, expert_pool });
    expect(error).toMatchObject({ field: "expert_pool.experts.3.relevance", suggestion: "0.20 to 0.95 is usual." });
  });

  it("refuses a subject, a source or an RFC that is not there, outside, or several", async () => {
    const desk = makeDesk({
      tree: { ".blue/docs/rfcs/0001-cache.draft.md": "", ".blue/docs/rfcs/0002-cache-again.draft.md": "" },
    });
    const refused = (code: "not_found" | "path_outside_project" | "invalid_input", input: Input) =>
      desk.refused(code, "dialogue.create", { title, ...input });
    expect(await refused("not_found", { subject: "none.md" })).toMatchObject({ field: "subject" });
    expect(await refused("not_found", { sources: [".blue/docs/rfcs/0001-cache.draft.md", "none.md"] })).toMatchObject({
      field: "sources.1",
    });
    await refused("not_found", { rfc: "0099" });
    await refused("path_outside_project", { subject: "/etc/passwd" });
    await refused("path_outside_project", { sources: ["../secret.md"] });
  });

  it("takes an RFC by its whole name only, and lists the candidates when it is none or several", async () => {
    const plan = ".blue/docs/rfcs/0001-capital-plan.draft.md";
    const desk = makeDesk({ tree: { [plan]: "" } });
    for (const rfc of ["api", "capital", "🧁", "0099"]) {
      const error = await desk.refused("not_found", "dialogue.create", { title, rfc });
      expect(error).toMatchObject({ field: "rfc", suggestion: expect.stringContaining("0001-capital-plan.draft.md") });
    }
    for (const rfc of ["", "  "]) {
      const error = await desk.refused("invalid_input", "dialogue.create", { title, rfc });
      expect(error).toMatchObject({ field: "rfc", context: { candidates: [plan] } });
    }
    const twice = makeDesk({ tree: { [plan]: "", ".blue/docs/rfcs/0002-capital-plan.draft.md": "" } });
    const error = await twice.refused("invalid_input", "dialogue.create", { title, rfc: "Capital plan" });
    expect(error.message).toContain("names 2 documents");
    expect(await twice.call("dialogue.create", { title, rfc: "0002" })).toMatchObject({
      subject: ".blue/docs/rfcs/0002-capital-plan.draft.md",
    });
    const none = await makeDesk().refused("not_found", "dialogue.create", { title, rfc: "api" });
    expect(none.suggestion).toContain("There is no RFC yet");
  });

  it.each<[string, Input, string]>([
    ["a panel of -4 without a pool", { panel_size: -4 }, "panel_size"],
    ["one agent without a pool", { agents: 1 }, "agents"],
    ["more agents than the pool has", { agents: 9, expert_pool: poolOf(4) }, "agents"],
    ["two sizes", { agents: 3, panel_size: 4, expert_pool: poolOf(5) }, "agents"],
    ["two titles", { topic: "Something else" }, "topic"],
  ])("refuses %s and names the field that was used", async (_, input, field) => {
    expect((await makeDesk().refused("invalid_input", "dialogue.create", { title, ...input })).field).toBe(field);
  });

  it("takes both names of one thing when they agree", async () => {
    const both = { title, topic: title, panel_size: 3, agents: 3, expert_pool: poolOf(5) };
    expect(await makeDesk().call("dialogue.create", both)).toMatchObject({ title, settings: { panel_size: 3 } });
  });

  it("says by name that a subject is a folder or too large", async () => {
    const desk = makeDesk({ tree: { "docs/": "", "big.md": new Uint8Array(16 * 1024 * 1024 + 1) } });
    const folder = await desk.refused("invalid_input", "dialogue.create", { title, subject: "docs" });
    expect(folder).toMatchObject({ field: "subject", message: expect.stringContaining("docs is a folder") });
    const big = await desk.refused("invalid_input", "dialogue.create", { title, sources: ["big.md"] });
    expect(big).toMatchObject({ field: "sources.0", message: expect.stringContaining("larger than 16777216 bytes") });
  });

  it("takes a control down, and refuses one without a subject", async () => {
    const desk = makeDesk({ tree: { "keys.md": "One key.\n" } });
    const title = "Keys";
    const refused = await desk.refused("invalid_input", "dialogue.create", { title, control: true });
    expect(refused).toMatchObject({ field: "control", constraint: "has_subject" });
    expect(await desk.call("dialogue.create", { title, control: true, subject: "keys.md" })).toMatchObject({
      settings: { control: true },
    });
  });

  it("reports everything that is wrong at once", async () => {
    const error = await makeDesk().refused("invalid_input", "dialogue.create", {
      expert_pool: { experts: poolOf(3).experts.slice(1) },
      subject: "none.md",
    });
    expect(error.errors?.map(({ field }) => field)).toEqual(["title", "expert_pool.experts", "subject"]);
  });

  it("gives every title a name that can be a folder", async () => {
    const ids: unknown[] = [];
    for (const odd of ["Ünïcode & Émojis 🧁", "../../etc/passwd", "CON", "   a   ", "x".repeat(200), "🧁"]) {
      ids.push((await makeDesk().call("dialogue.create", { title: odd })).dialogue_id);
    }
    for (const id of ids) expect(id).toMatch(/^2026-02-03T1423Z-[a-z0-9][a-z0-9-]*$/);
  });

  it("keeps a title of another script, by which the dialogue is found", async () => {
    const desk = makeDesk({ git: true });
    const { dialogue_id } = await desk.call("dialogue.create", { title: "データベースの選択", expert_pool: poolOf(3) });
    expect(dialogue_id).toBe("2026-02-03T1423Z-データベースの選択");
    await desk.call("dialogue.round-prompt", { dialogue_id: "データベースの選択" });
    expect(await desk.call("dialogue.list")).toMatchObject({ dialogues: [{ dialogue_id }] });
    expect(await desk.call("doctor")).toMatchObject({ healthy: true });
  });
});
