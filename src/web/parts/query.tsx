/** What changes the address: a search field, buttons for one of several, a list to choose from. */
import { useEffect, useRef } from "preact/hooks";
import { count } from "../format.ts";
import { route, setQuery } from "../state.ts";

/** What was open, and the page of a list, belong to what was asked before. */
const ask = (change: Record<string, string | null>) => setQuery({ page: null, open: null, ...change });

export function Find({ label }: { label: string }) {
  const { q = "", focus } = route.value.query;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focus === "search") field.current?.focus();
  }, [focus]);
  return (
    <search class="find">
      <input
        ref={field}
        type="search"
        placeholder={label}
        aria-label={label}
        value={q}
        onInput={(event) => ask({ q: event.currentTarget.value, focus: null })}
      />
      <kbd>/</kbd>
    </search>
  );
}

interface Filter {
  name: string;
  label: string;
  of: readonly string[];
  says?(one: string): string;
  /** How many pass; null: all of them. */
  counts?(one: string | null): number;
}

export function Filter({ name, label, of, says, counts }: Filter) {
  return (
    <nav class="filter" aria-label={`Filter by ${label}`}>
      {[null, ...of].map((one) => {
        const n = counts?.(one);
        return (
          <button
            type="button"
            key={one}
            aria-pressed={(route.value.query[name] ?? null) === one}
            disabled={n === 0}
            onClick={() => ask({ [name]: one })}
          >
            {one === null ? "all" : (says?.(one) ?? one)} {n !== undefined && <span>{count(n)}</span>}
          </button>
        );
      })}
    </nav>
  );
}

interface Choice {
  name: string;
  label: string;
  value: string | null;
  options: readonly (readonly [key: string, words: string])[];
}

export function Choice({ name, label, value, options }: Choice) {
  return (
    <select aria-label={label} value={value ?? ""} onChange={(event) => ask({ [name]: event.currentTarget.value })}>
      <option value="">{label}</option>
      {options.map(([key, words]) => (
        <option key={key} value={key}>
          {words}
        </option>
      ))}
    </select>
  );
}
