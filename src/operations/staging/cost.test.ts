import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { makeTools, withTools } from "../../../test/helpers/fake-tools.ts";

/** What infracost prints, shortened. */
const breakdown = JSON.stringify({
  version: "0.2",
  currency: "EUR",
  projects: [
    { name: "net", breakdown: { resources: [], totalMonthlyCost: "12.5" } },
    { name: "fn", breakdown: { totalMonthlyCost: null } },
  ],
  totalHourlyCost: "0.02",
  totalMonthlyCost: "743.736",
});

const printing = (text: string) => makeTools({ infracost: `cat <<'END'\n${text}\nEND` });

describe("staging.cost", () => {
  it("answers with infracost's total and that of each project", async () => {
    const desk = makeDesk({ tree: { "infra/main.tf": "" } });
    const tools = printing(breakdown);
    const cost = await withTools(tools, () => desk.call("staging.cost", { path: "infra" }));
    expect(cost).toEqual({
      available: true,
      path: "infra",
      monthly: 743.736,
      currency: "EUR",
      projects: [
        { name: "net", monthly: 12.5 },
        { name: "fn", monthly: null },
      ],
      how: null,
    });
    expect(tools.calls()).toEqual([
      { cwd: `${desk.root}/infra`, words: ["infracost", "breakdown", "--path", ".", "--format", "json"] },
    ]);
    const text = await show("staging.cost", cost);
    expect(text).toContain("infra: 743.74 EUR a month");
    expect(text).toContain("depends on use");
  });

  it("says how to get it where it is not installed, and that is no error", async () => {
    const desk = makeDesk();
    const cost = await withTools(makeTools({}, { alone: true }), () => desk.call("staging.cost"));
    expect(cost).toMatchObject({ available: false, monthly: null, how: expect.stringContaining("Install infracost") });
    expect(await show("staging.cost", cost)).toContain("infracost is not installed");
  });

  it("passes on what infracost complains of", async () => {
    const desk = makeDesk();
    const failing = makeTools({ infracost: 'echo "No INFRACOST_API_KEY is set" >&2; exit 1' });
    const error = await withTools(failing, () => desk.refused("io_error", "staging.cost"));
    expect(error.message).toBe("infracost failed: No INFRACOST_API_KEY is set");
  });

  it("does not take another answer for a total", async () => {
    const desk = makeDesk();
    for (const text of ["not json", "{}", "[]", '{"totalMonthlyCost": {}}'])
      await withTools(printing(text), () => desk.refused("io_error", "staging.cost"));
    const unknown = await withTools(printing('{"totalMonthlyCost": null}'), () => desk.call("staging.cost"));
    expect(unknown).toMatchObject({ available: true, monthly: null });
  });
});
