/** The page's entry: takes the key out of the address, loads what the address asks for, and follows changes. */
import { effect } from "@preact/signals";
import { render } from "preact";
import { onKey } from "./keys.ts";
import { hashOf, parseRoute, takeToken } from "./route.ts";
import { Shell } from "./shell.tsx";
import { dialogue, list, listen, loadDialogue, loadDocuments, loadList, report, useToken } from "./source.ts";
import { followTheme, route } from "./state.ts";

followTheme();
const taken = takeToken(location.hash);
if (taken.token !== null) history.replaceState(null, "", taken.hash);
if (report === null) useToken(taken.token);
else if (parseRoute(location.hash).page !== "dialogue")
  history.replaceState(null, "", hashOf(["d", report.view.export.dialogue_id]));

route.value = parseRoute(location.hash);
addEventListener("hashchange", () => {
  const before = route.value;
  route.value = parseRoute(location.hash);
  const isSameView =
    before.page === route.value.page && "view" in before && "view" in route.value && before.view === route.value.view;
  if (!isSameView) scrollTo(0, 0);
});
addEventListener("keydown", onKey);

effect(() => {
  const at = route.value;
  if (at.page === "dialogue") {
    if (dialogue.peek().id !== at.id || dialogue.peek().value === null) void loadDialogue(at.id);
  } else if (report === null) {
    if (list.peek().value === null) void loadList();
    if (at.page === "documents") void loadDocuments();
  }
});

if (report === null)
  void listen((event) => {
    void loadList();
    const shown = dialogue.value.id;
    if (shown !== null && (event.dialogue === undefined || event.dialogue === shown)) void loadDialogue(shown);
    if (route.value.page === "documents") void loadDocuments();
  });

render(<Shell />, document.getElementById("page")!);
