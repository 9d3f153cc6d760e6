/** The frame around every view: where one is, the tabs, light and dark, the keys. */
import { useEffect, useRef } from "preact/hooks";
import { keyWords } from "./keys.ts";
import { isBegun } from "./model/blockers.ts";
import { type Dialogue, isLookDone, isOpen } from "./model/dialogue.ts";
import { DialogueProvider, Icon, Pill, Waiting } from "./parts/parts.tsx";
import { hashOf, type OrgView, orgViews, type ViewName, viewNames } from "./route.ts";
import { site } from "./site-data.ts";
import { connected, dialogue, isOrg, list, organisation, report } from "./source.ts";
import { keysShown, route, switchTheme } from "./state.ts";
import { DecisionView } from "./views/decision.tsx";
import { DialoguesView } from "./views/dialogues.tsx";
import { DocumentsView } from "./views/documents.tsx";
import { MapView } from "./views/map/map.tsx";
import { OrganisationView } from "./views/organisation/organisation.tsx";
import { RoundsView } from "./views/rounds.tsx";
import { SiteFront } from "./views/site/front.tsx";
import { TensionsView } from "./views/tensions.tsx";
import { TextView } from "./views/text/text.tsx";

const titles: Record<ViewName, string> = {
  decision: "Decision",
  rounds: "Rounds",
  map: "Map",
  tensions: "Objections",
  text: "Text",
};
/** One look has no rounds, and nothing to map. */
const reviewViews: readonly ViewName[] = ["decision", "text"];

function isReviewed(model: Dialogue | null): boolean {
  return model !== null && isLookDone(model);
}

function titleOf(name: ViewName, model: Dialogue | null): string {
  if (name !== "decision" || model === null) return titles[name];
  return isReviewed(model) ? "Findings" : model.verdict === null ? "Now" : titles[name];
}

const orgTitles: Record<OrgView, string> = {
  repositories: "Repositories",
  decisions: "Decisions",
  how: "How it is decided",
};
const views: Record<ViewName, () => preact.JSX.Element> = {
  decision: DecisionView,
  rounds: RoundsView,
  map: MapView,
  tensions: TensionsView,
  text: TextView,
};

export function Shell() {
  const at = route.value;
  const shown = at.page === "dialogue" ? dialogue.value : null;
  const model = shown?.value ?? null;
  const view = at.page === "dialogue" ? (at.view ?? firstView(model)) : null;
  useEffect(() => {
    const title = at.page === "organisation" ? orgTitles[at.view] : view === null ? undefined : titleOf(view, model);
    const names = [model?.view.export.title, title].filter(Boolean);
    document.title = [...names, "Blue"].join(" · ");
    document.body.dataset.view = view ?? at.page;
  });
  const View = view === null ? null : views[view];
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        To the content
      </button>
      <Header model={model} view={view} />
      {!connected.value && (
        <p class="lost" role="status">
          The server does not answer. What you see may be out of date.
        </p>
      )}
      <main id="main" tabIndex={-1}>
        {at.page === "organisation" && <OrganisationView view={at.view} />}
        {at.page === "dialogues" && (site === null ? <DialoguesView /> : <SiteFront site={site} />)}
        {at.page === "documents" && <DocumentsView />}
        {at.page === "dialogue" &&
          (model !== null && View !== null ? (
            <DialogueProvider value={model}>
              <View />
            </DialogueProvider>
          ) : (
            <div class="wrap">
              <Waiting failure={shown?.failure} title="This dialogue cannot be shown" />
            </div>
          ))}
      </main>
      {keysShown.value && <Keys />}
    </>
  );
}

/** A finished dialogue opens with its decision, one in work with its round. */
function firstView(model: Dialogue | null): ViewName {
  return model !== null && model.verdict === null && !isReviewed(model) ? "rounds" : "decision";
}

function Header({ model, view }: { model: Dialogue | null; view: ViewName | null }) {
  const at = route.value;
  const open =
    model === null ? 0 : [...model.items.values()].filter((item) => item.type === "T" && isOpen(item)).length;
  const isReview = isReviewed(model);
  const isLive = !isReview && model?.live !== null && model?.live !== undefined;
  const project = isOrg ? "All repositories" : (report?.project ?? list.value.value?.project);
  const rotted = organisation.value.value?.all.health.rotted ?? 0;
  const logo = (
    <>
      <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
        <circle class="logo-o" cx="12" cy="12" r="9" />
        <circle class="logo-i" cx="12" cy="12" r="3.6" />
      </svg>
      blue
    </>
  );
  return (
    <header class="top">
      {report === null ? (
        <a class="logo" href="#/" aria-label={isOrg ? "Blue, all repositories" : "Blue, all dialogues"}>
          {logo}
        </a>
      ) : (
        <span class="logo">{logo}</span>
      )}
      <span class="crumb">
        <span aria-hidden="true">/</span>
        <b title={model?.view.export.question ?? project}>
          <bdi>{at.page === "dialogue" ? (model?.view.export.title ?? at.id) : (project ?? "")}</bdi>
        </b>
        {isLive && (
          <Pill
            tone="work"
            live={isBegun(model.live!)}
          >{`Round ${model.live!.round} ${isBegun(model.live!) ? "open" : "next"}`}</Pill>
        )}
      </span>
      <span class="spring" />
      {at.page === "dialogue" ? (
        <nav class="tabs" aria-label="Views">
          {viewNames
            .filter((name) => !isReview || reviewViews.includes(name))
            .map((name) => (
              <a
                key={name}
                class="tab"
                href={hashOf(["d", at.id, name])}
                aria-current={view === name ? "page" : undefined}
                title={`${titleOf(name, model)} (${viewNames.indexOf(name) + 1})`}
              >
                {titleOf(name, model)}
                {name === "tensions" && model !== null && (
                  <span class={`tab-n ${open > 0 ? "work" : ""}`}>{open > 0 ? open : model.tensions.length}</span>
                )}
              </a>
            ))}
        </nav>
      ) : at.page === "organisation" ? (
        <nav class="tabs" aria-label="Views">
          {orgViews.map((name, i) => (
            <a
              key={name}
              class="tab"
              href={hashOf(["org", name])}
              aria-current={at.view === name ? "page" : undefined}
              title={`${orgTitles[name]} (${i + 1})`}
            >
              {orgTitles[name]}
              {name === "decisions" && rotted > 0 && <span class="tab-n work">{rotted}</span>}
            </a>
          ))}
        </nav>
      ) : (
        <nav class="tabs" aria-label="Pages">
          <a class="tab" href="#/" aria-current={at.page === "dialogues" ? "page" : undefined}>
            {site === null ? "Dialogues" : "Decisions"}
          </a>
          <a class="tab" href="#/documents" aria-current={at.page === "documents" ? "page" : undefined}>
            Documents
          </a>
        </nav>
      )}
      <span class="sep" />
      <button type="button" class="ib" onClick={switchTheme} aria-label="Light or dark" title="Light or dark (t)">
        <Icon name="sun" />
      </button>
      <button
        type="button"
        class="ib wide-only"
        onClick={() => {
          keysShown.value = true;
        }}
        aria-label="Keys"
        title="Keys (?)"
      >
        <kbd>?</kbd>
      </button>
    </header>
  );
}

function Keys() {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => box.current?.showModal(), []);
  const close = () => {
    keysShown.value = false;
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the page's own keys close it too
    <dialog ref={box} class="keys-box" onClose={close} onClick={close} aria-label="Keys">
      <h2>Keys</h2>
      <dl>
        {keyWords.map(([keys, what]) => (
          <div key={what}>
            <dt>{keys.map((key) => (key === "–" ? "–" : <kbd key={key}>{key}</kbd>))}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
