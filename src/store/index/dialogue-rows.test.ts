import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeDialogue } from "../../../test/helpers/dialogue.ts";
import { queryIndex } from "./project-index.ts";

/** RFC 0057's example as far as its numbers go: three rounds, six experts, velocity 0 at the end. */
async function nvidia() {
  const dialogue = await makeDialogue({
    experts: 6,
    create: { title: "NVIDIA Investment Decision", output_dir: ".blue/dialogues/nvidia-investment" },
  });
  await dialogue.round(
    { Muffin: ["[MUFFIN-T0001: income mandate conflict]\nGrowth pays nothing."] },
    { score_components: { W: 45, C: 30, T: 25, R: 25 } },
  );
  await dialogue.round(
    {
      Muffin: ["[MUFFIN-P0101: options overlay]\nCovered calls."],
      Cupcake: ["[CUPCAKE-R0101: overlay]\n[RE:RESOLVE T0001]\nSell calls.", "[MOVE:CONVERGE]"],
    },
    { score_components: { W: 32, C: 22, T: 18, R: 17 } },
  );
  await dialogue.round(
    {},
    {
      score_components: { W: 18, C: 12, T: 8, R: 7 },
      tension_updates: [{ id: "T0001", status: "resolved", via: "R0101" }],
    },
  );
  return dialogue;
}

describe("RFC 0057's example queries run as printed", () => {
  it("the scoreboard of a dialogue", async () => {
    const { project } = await nvidia();
    const rows = await queryIndex(project, (database) =>
      database.all("SELECT * FROM scoreboard WHERE dialogue_id = 'nvidia-investment';"),
    );
    expect(rows.map(({ round, W, C, T, R, total, velocity }) => [round, W, C, T, R, total, velocity])).toEqual([
      [0, 45, 30, 25, 25, 125, 1],
      [1, 32, 22, 18, 17, 89, 2],
      [2, 18, 12, 8, 7, 45, 0],
    ]);
    expect(rows.at(-1)).toMatchObject({
      cumulative_score: 259,
      cumulative_W: 95,
      cumulative_C: 64,
      cumulative_T: 51,
      cumulative_R: 49,
      converge_percent: 100,
      panel_size: 6,
    });
  });

  it("whether it can converge", async () => {
    const { project } = await nvidia();
    const [row] = await queryIndex(project, (database) =>
      database.all(`SELECT
  dialogue_id,
  round,
  velocity,
  converge_percent,
  CASE
    WHEN velocity = 0 AND converge_percent = 100 THEN 'CAN_CONVERGE'
    WHEN velocity > 0 THEN 'BLOCKED: velocity=' || velocity
    ELSE 'BLOCKED: converge=' || converge_percent || '%'
  END AS status
FROM scoreboard
WHERE dialogue_id = 'nvidia-investment'
ORDER BY round DESC
LIMIT 1;`),
    );
    expect(row).toMatchObject({ round: 2, status: "CAN_CONVERGE" });
  });

  it("the cumulative ALIGNMENT", async () => {
    const { project } = await nvidia();
    const [row] = await queryIndex(project, (database) =>
      database.all(`SELECT
  dialogue_id,
  MAX(cumulative_score) AS total_alignment,
  MAX(cumulative_W) AS wisdom,
  MAX(cumulative_C) AS consistency,
  MAX(cumulative_T) AS truth,
  MAX(cumulative_R) AS relationships
FROM scoreboard
WHERE dialogue_id = 'nvidia-investment';`),
    );
    expect(row).toMatchObject({ total_alignment: 259, wisdom: 95, consistency: 64, truth: 51, relationships: 49 });
  });
});

describe("the tables", () => {
  it("hold each counted signal with its round", async () => {
    const { project } = await nvidia();
    const rows = await queryIndex(project, (database) =>
      database.all("SELECT round, count(*) AS n FROM convergence_signals GROUP BY round"),
    );
    expect(rows).toEqual([
      { round: 0, n: 5 },
      { round: 1, n: 5 },
      { round: 2, n: 6 },
    ]);
  });

  it("find what was said, by stem", async () => {
    const { project } = await nvidia();
    const rows = await queryIndex(project, (database) =>
      database.all("SELECT what FROM search WHERE search MATCH 'conflicts'"),
    );
    expect(rows).toEqual([{ what: "T0001" }]);
  });

  it("hold nothing of a copied folder but that it is damaged, and forget a deleted one", async () => {
    const { project, root } = await nvidia();
    cpSync(join(root, ".blue/dialogues/nvidia-investment"), join(root, ".blue/dialogues/copy"), { recursive: true });
    const count = () =>
      queryIndex(project, (database) =>
        database.all(
          "SELECT dialogue_id, state, count(round) AS n FROM dialogues LEFT JOIN rounds USING (dialogue_id) GROUP BY dialogue_id",
        ),
      );
    const own = { dialogue_id: "nvidia-investment", state: "open", n: 3 };
    expect(await count()).toEqual([{ dialogue_id: "copy", state: "damaged", n: 0 }, own]);
    rmSync(join(root, ".blue/dialogues/copy"), { recursive: true });
    expect(await count()).toEqual([own]);
    const left = await queryIndex(project, (database) =>
      database.all("SELECT count(*) AS n FROM search WHERE search MATCH 'conflict'"),
    );
    expect(left).toEqual([{ n: 1 }]);
  });
});
