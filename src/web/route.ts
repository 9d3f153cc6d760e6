/** Where the page is, as its address says it: every state that one can reach is a link. */
export const viewNames = ["decision", "rounds", "map", "tensions", "text"] as const;
export type ViewName = (typeof viewNames)[number];

export const orgViews = ["repositories", "decisions", "how"] as const;
export type OrgView = (typeof orgViews)[number];

export type Route =
  | { page: "organisation"; view: OrgView; query: Query }
  | { page: "dialogues"; query: Query }
  | { page: "documents"; type: string | null; key: string | null; query: Query }
  | { page: "dialogue"; id: string; view: ViewName | null; query: Query };

export type Query = Readonly<Record<string, string>>;

export function parseRoute(hash: string): Route {
  const [path = "", search = ""] = hash.replace(/^#/, "").split("?", 2);
  const query = Object.fromEntries(new URLSearchParams(search));
  const [first, ...rest] = path.split("/").filter(Boolean).map(decode);
  if (first === "d" && rest[0] !== undefined) {
    const view = viewNames.find((name) => name === rest[1]) ?? null;
    return { page: "dialogue", id: rest[0], view, query };
  }
  if (first === "org")
    return { page: "organisation", view: orgViews.find((name) => name === rest[0]) ?? "repositories", query };
  if (first === "documents") return { page: "documents", type: rest[0] ?? null, key: rest[1] ?? null, query };
  return { page: "dialogues", query };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Values that are not set fall out of the address. */
export function hashOf(
  path: readonly string[],
  query: Record<string, string | number | null | undefined> = {},
): string {
  const set = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const search = new URLSearchParams(set.map(([key, value]) => [key, String(value)])).toString();
  return `#/${path.map(encodeURIComponent).join("/")}${search === "" ? "" : `?${search}`}`;
}

/** What opens the server: its token, or a code that is exchanged for it once. */
export interface Key {
  kind: "token" | "code";
  value: string;
}

/** The key that `blue dashboard` puts into the fragment, and the address without it. */
export function takeKey(hash: string): { key: Key | null; hash: string } {
  const [, kind, value] = /(?:^#|[?&])(token|code)=([^&/]+)/.exec(hash) ?? [];
  if (value === undefined) return { key: null, hash };
  const rest = hash.replace(/(?:token|code)=[^&/]+&?/, "").replace(/[?&]$/, "");
  return {
    key: { kind: kind as Key["kind"], value: decode(value) },
    hash: rest.startsWith("#/") ? rest : `#/${rest.replace(/^#?\/?/, "")}`,
  };
}
