import { describe, expect, it } from "vitest";
import { defaultToolsets, toolsets } from "../operations/operation.ts";
import { findOnce } from "../store/project.ts";
import { chooseToolsets } from "./toolsets.ts";

const nowhere = findOnce({ flag: "/nowhere/at/all" });

describe("chooseToolsets", () => {
  it("gives the default ones when nothing was asked for, also where there is no project", async () => {
    expect(await chooseToolsets(undefined, nowhere)).toEqual(defaultToolsets);
  });

  it("keeps one order, however they were named", async () => {
    expect(await chooseToolsets(" maintenance ,core", nowhere)).toEqual(["core", "maintenance"]);
    expect(await chooseToolsets("core,all", nowhere)).toEqual(toolsets);
  });

  it.each(["everything", "core,Core", "", " , "])("refuses %j and names the ones there are", async (flag) => {
    await expect(chooseToolsets(flag, nowhere)).rejects.toMatchObject({
      code: "invalid_input",
      field: "--toolsets",
      suggestion: expect.stringContaining(toolsets.join(", ")),
    });
  });
});
