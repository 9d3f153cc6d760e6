/** All published repositories: what is in force where and whether it still stands, who decides what, and how long that takes. */
import { clock } from "../../format.ts";
import { Empty, Waiting, Words } from "../../parts/parts.tsx";
import type { OrgView } from "../../route.ts";
import { organisation } from "../../source.ts";
import { Decisions } from "./decisions.tsx";
import { ReadAgain } from "./head-and-rows.tsx";
import { How } from "./how.tsx";
import { Repositories } from "./repositories.tsx";

export function OrganisationView({ view }: { view: OrgView }) {
  const { value, failure } = organisation.value;
  if (value === null)
    return (
      <div class="wrap">
        <Waiting failure={failure} title="The database cannot be asked" />
        {failure !== null && <ReadAgain />}
      </div>
    );
  return (
    <>
      {failure !== null && (
        <p class="lost" role="status">
          <Words text={failure} links={false} /> What you see was read at {clock(value.read_at)}. <ReadAgain />
        </p>
      )}
      <div class="wrap">
        {value.repositories.length === 0 ? (
          <Empty title="No repository is published yet">
            <p>
              Run <code>blue org publish</code> in one, and read again. <ReadAgain />
            </p>
          </Empty>
        ) : view === "repositories" ? (
          <Repositories of={value} />
        ) : view === "decisions" ? (
          <Decisions of={value} />
        ) : (
          <How of={value} />
        )}
      </div>
    </>
  );
}
