import { expect, it } from "vitest";
import { textsOf } from "../../test/helpers/example-dialogue.ts";
import type { Provenance } from "./records.ts";
import { signaledAt } from "./signaled-at.ts";

it("an expert signalled when the text was written, else when it was filed, else when the round was registered", () => {
  const registered_at = "2026-03-01T12:30:00Z";
  const at = (facts: Partial<Provenance>, name = "muffin") => {
    const [first, muffin] = textsOf(["Scone", "Muffin"]);
    const texts = [
      { ...first!, provenance: null },
      { ...muffin!, provenance: { ...muffin!.provenance!, ...facts } },
    ];
    return signaledAt({ texts, registered_at } as Parameters<typeof signaledAt>[0], name);
  };
  const filed_at = "2026-03-01T12:20:00Z";
  const written_at = "2026-03-01T12:10:00Z";
  expect(at({ written_at, filed_at })).toBe(written_at);
  expect(at({ filed_at })).toBe(filed_at);
  expect(at({})).toBe(registered_at);
  expect(at({ written_at }, "Cupcake")).toBe(registered_at);
  expect(at({ written_at }, "Scone")).toBe(registered_at);
});
