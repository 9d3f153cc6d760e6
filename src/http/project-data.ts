/** What the page of one project is answered. Every answer is made by the operations from the files as they are now. */
import { Hono } from "hono";
import { type Context, makeContext } from "../context.ts";
import { soughtWords } from "../facts/text/telling-words.ts";
import { decides } from "../operations/decisions-in-force/recalled.ts";
import { operation as recall } from "../operations/recall.ts";
import { runOperation } from "../operations/run-operation.ts";
import { operation as search } from "../operations/search.ts";
import { listForPage } from "../operations/web/dialogue-list.ts";
import { viewForPage } from "../operations/web/dialogue-view.ts";
import { documentForPage, documentsForPage } from "../operations/web/documents.ts";
import { documentFileAt } from "../store/documents.ts";
import { findOnce } from "../store/project.ts";
import { queryWords } from "../store/search.ts";
import type { DialogueList, DialogueView, DocumentList, DocumentView, SearchAnswer, SearchHit } from "../web/data.ts";

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
    const words = soughtWords(queryWords(q)).map((word) => `"${word}"`);
    const input = { questions: [words.join(" ")], page: Number(page) };
    const context = makeContext(project());
    const found = await runOperation(search, input, context);
    return c.json({ ...found, decisions: page === "1" ? await decidedOn(q, context) : [] } satisfies SearchAnswer);
  });
  data.get("/documents", (c) => c.json(documentsForPage(project()) satisfies DocumentList));
  data.get("/documents/:type/:id", (c) =>
    c.json(documentForPage(project(), c.req.param("type"), c.req.param("id")) satisfies DocumentView),
  );
  return data;
}

/** Nothing where the question has no word that says what it is about. */
async function decidedOn(question: string, context: Context): Promise<SearchHit[]> {
  const { decisions } = await runOperation(recall, { questions: [question] }, context).catch(() => ({ decisions: [] }));
  return decisions.filter(decides).map(({ id, standing: status, decided, passage, question, date, path }) => ({
    ...{ type: documentFileAt(path)?.type ?? "dialogue", id, status, date, path },
    title: `${status === "in force" ? "Decided" : status}: ${decided}`,
    snippet: passage ?? question,
  }));
}
