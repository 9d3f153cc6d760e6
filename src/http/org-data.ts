/** What the page over all published repositories is answered: each time by a new question to the shared database. */
import { Hono } from "hono";
import { makeContext } from "../context.ts";
import { runOperation } from "../operations/run-operation.ts";
import { operation as search } from "../operations/search.ts";
import { organisationForPage, orgDecisionsForPage } from "../operations/web/organisation.ts";
import { findProject } from "../store/project.ts";
import type { Organisation, OrgDecisions, SearchAnswer } from "../web/data.ts";

export function orgData(): Hono {
  const data = new Hono();
  data.get("/org", async (c) => c.json((await organisationForPage(c.req.raw.signal)) satisfies Organisation));
  data.get("/org/decisions", async (c) =>
    c.json((await orgDecisionsForPage(c.req.query(), c.req.raw.signal)) satisfies OrgDecisions),
  );
  data.get("/search", async (c) => {
    const { q = "", page = "1" } = c.req.query();
    const context = makeContext(findProject(), { signal: c.req.raw.signal });
    return c.json(
      (await runOperation(
        search,
        { questions: [q], page: Number(page), scope: "org" },
        context,
      )) satisfies SearchAnswer,
    );
  });
  return data;
}
