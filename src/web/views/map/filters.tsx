/** What the map shows of all items. */
import { type Item, type ItemType, isOpen } from "../../model/dialogue.ts";
import { ratingsOf } from "../../model/objections.ts";
import { Glyph, useDialogue } from "../../parts/parts.tsx";
import { Choice } from "../../parts/query.tsx";
import { typeNames } from "../../parts/shapes.ts";
import { setQuery } from "../../state.ts";

export const types: readonly ItemType[] = ["E", "P", "T", "R", "C"];

export interface Filter {
  types: string;
  by: string | null;
  round: string | null;
  severity: string | null;
  state: string | null;
}

export function isOn(filter: Filter): boolean {
  return Object.values(filter).some((value) => value !== null && value !== "");
}

export function passes(item: Item, { types: wanted, by, round, severity, state }: Filter): boolean {
  return (
    (wanted === "" || wanted.includes(item.type)) &&
    (by === null || item.by.includes(by)) &&
    (round === null || item.round === Number(round)) &&
    (severity === null || item.severity === severity) &&
    (state === null || (state === "open" ? isOpen(item) : item.state === state))
  );
}

export function Filters({ filter }: { filter: Filter }) {
  const { people, items, rounds } = useDialogue();
  const all = [...items.values()];
  const shown = all.filter((item) => passes(item, filter)).length;
  const speakers = people.filter(({ key }) => all.some(({ by }) => by.includes(key)));
  const toggle = (type: ItemType) => {
    const now = filter.types.includes(type) ? filter.types.replace(type, "") : filter.types + type;
    setQuery({ types: now });
  };
  const states = [...new Set(all.map((item) => (isOpen(item) ? "open" : item.state)))].filter(
    (state) => state !== "plain",
  );
  const severities = ratingsOf(all);
  return (
    <div class="map-f">
      <Choice name="by" label="every expert" value={filter.by} options={speakers.map(({ key, name }) => [key, name])} />
      <fieldset>
        <legend class="sr">Types</legend>
        {types
          .filter((type) => all.some((item) => item.type === type))
          .map((type) => (
            <button
              type="button"
              key={type}
              aria-pressed={filter.types.includes(type)}
              onClick={() => toggle(type)}
              title={typeNames[type]}
            >
              <Glyph type={type} />
              <span class="wide-only">{typeNames[type].toLowerCase()}</span>
            </button>
          ))}
      </fieldset>
      <Choice
        name="round"
        label="every round"
        value={filter.round}
        options={rounds.map(({ round }) => [String(round), `round ${round}`])}
      />
      {severities.length > 0 && (
        <Choice
          name="severity"
          label="any severity"
          value={filter.severity}
          options={severities.map((one) => [one, one])}
        />
      )}
      {states.length > 0 && (
        <Choice name="state" label="any state" value={filter.state} options={states.map((one) => [one, one])} />
      )}
      {isOn(filter) && (
        <button
          type="button"
          class="lnk"
          onClick={() => setQuery({ types: null, by: null, round: null, severity: null, state: null })}
        >
          {shown} of {all.length}, show all
        </button>
      )}
    </div>
  );
}
