/** The argument as a map: time runs left to right, a shape for each type, a colour for each expert, a ring for what became of it. */
import { plural } from "../../model/dialogue.ts";
import { Empty, useDialogue } from "../../parts/parts.tsx";
import { route } from "../../state.ts";
import { Drawing } from "./drawing.tsx";
import { type Filter, Filters } from "./filters.tsx";
import { Detail, Grounds, Overview } from "./side.tsx";

export function MapView() {
  const dialogue = useDialogue();
  const { query } = route.value;
  if (dialogue.items.size === 0)
    return (
      <div class="wrap narrow">
        <Empty title="No items yet">
          <p>The map draws itself from the first registered round.</p>
        </Empty>
      </div>
    );
  const filter: Filter = {
    types: query.types ?? "",
    by: query.by ?? null,
    round: query.round ?? null,
    severity: query.severity ?? null,
    state: query.state ?? null,
  };
  const selected =
    query.sel !== undefined && (query.sel === "decision" || dialogue.items.has(query.sel)) ? query.sel : null;
  return (
    <div class={`map-v ${selected === null ? "" : "selected"}`}>
      <section class="map-m" aria-label="Map">
        <h1 class="sr">Map of {plural(dialogue.items.size, "item")}</h1>
        <Filters filter={filter} />
        <Drawing filter={filter} selected={selected} />
      </section>
      <aside class="map-s" aria-live="polite">
        {selected === null ? (
          <Overview />
        ) : selected === "decision" ? (
          <Grounds />
        ) : (
          <Detail item={dialogue.items.get(selected)!} />
        )}
      </aside>
    </div>
  );
}
