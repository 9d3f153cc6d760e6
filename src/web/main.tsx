/** The page's entry: takes the key out of the address, loads what the address asks for, and follows changes. */
import { effect } from "@preact/signals";
import { render } from "preact";
import { onKey } from "./keys.ts";
import { hashOf, type Key, parseRoute, type Route, takeKey } from "./route.ts";
import { Shell } from "./shell.tsx";
import { site } from "./site-data.ts";
import {
  dialogue,
  isOrg,
  list,
  listen,
  loadDialogue,
  loadDocuments,
  loadList,
  loadOrganisation,
  report,
  useKey,
} from "./source.ts";
import { followTheme, route } from "./state.ts";

followTheme();
const hasServer = report === null && site === null;
if (hasServer) void useKey(keyInAddress());
else if (report !== null && parseRoute(location.hash).page !== "dialogue")
  history.replaceState(null, "", hashOf(["d", report.view.export.dialogue_id]));

route.value = readRoute();
addEventListener("hashchange", () => {
  const key = keyInAddress();
  if (key !== null) {
    // The address of another run was put into this very window.
    void useKey(key).then(() => location.reload());
    return;
  }
  const before = route.value;
  route.value = readRoute();
  const isSameView =
    before.page === route.value.page && "view" in before && "view" in route.value && before.view === route.value.view;
  if (!isSameView) scrollTo(0, 0);
});
addEventListener("keydown", onKey);

effect(() => {
  const at = route.value;
  if (at.page === "dialogue") {
    if (dialogue.peek().id !== at.id || dialogue.peek().value === null) void loadDialogue(at.id);
  } else if (report === null && !isOrg) {
    if (list.peek().value === null) void loadList();
    if (at.page === "documents") void loadDocuments();
  }
});

if (isOrg) {
  // A database tells nobody of changes: it is asked again when somebody looks.
  void loadOrganisation();
  addEventListener("focus", () => void loadOrganisation());
  void listen(() => void loadOrganisation());
} else if (hasServer)
  void listen((event) => {
    void loadList();
    const shown = dialogue.value.id;
    if (shown !== null && (event.dialogue === undefined || event.dialogue === shown)) void loadDialogue(shown);
    if (route.value.page === "documents") void loadDocuments();
  });

/** The page over all repositories has pages of its own, and a project's has none of them. */
function readRoute(): Route {
  const at = parseRoute(location.hash);
  if ((at.page === "organisation") === isOrg) return at;
  history.replaceState(null, "", hashOf(isOrg ? ["org"] : []));
  return parseRoute(location.hash);
}

/** What the address brings, taken out of it: it must not stay in the history. */
function keyInAddress(): Key | null {
  const { key, hash } = takeKey(location.hash);
  if (key !== null) history.replaceState(null, "", hash);
  return key;
}

render(<Shell />, document.getElementById("page")!);
