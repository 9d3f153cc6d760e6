/** What the page of one project is answered. Every answer is made by the operations from the files as they are now. */
import { Hono } from "hono";
import { makeContext } from "../context.ts";
import { runOperation } from "../operations/run-operation.ts";
import { operation as search } from "../operations/search.ts";
import { listForPage } from "../operations/web/dialogue-list.ts";
import { viewForPage } from "../operations/web/dialogue-view.ts";
import { documentForPage, documentsForPage } from "../operations/web/documents.ts";
import { findOnce } from "../store/project.ts";
import type { DialogueList, DialogueView, DocumentList, DocumentView, SearchAnswer } from "../web/data.ts";

/** `root` is the project's folder. What is in it may change from one call to the next. */
export function projectData(root: string): Hono {
  const project = findOnce({ flag: root, env: {} });
  const data = new Hono();
  data.get("/dialogues", async (c) => c.json((await listForPage(project())) satisfies DialogueList));
  data.get("/dialogues/:id", async (c) =>
    c.json((await viewForPage(c.req.param("id"), makeContext(project()))) satisfies DialogueView),
  );
  data.get("/search", async (c) => {
    const { q = "", page = "1" } = c.req.query();
    const input = { questions: [q], page: Number(page) };
    return c.json((await runOperation(search, input, makeContext(project()))) satisfies SearchAnswer);
  });
  data.get("/documents", (c) => c.json(documentsForPage(project()) satisfies DocumentList));
  data.get("/documents/:type/:id", (c) =>
    c.json(documentForPage(project(), c.req.param("type"), c.req.param("id")) satisfies DocumentView),
  );
  return data;
}
