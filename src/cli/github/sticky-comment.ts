/**
 * One comment on the pull request, found again by a hidden mark and by being ours. Whatever keeps it from being written (a fork's token, an API that does
 * not answer) is one plain sentence: a check never fails for its comment.
 */
export interface StickyComment {
  api: string;
  repository: string;
  number: number;
  token: string;
  /** An HTML comment; the first line of ours. */
  mark: string;
  /** Undefined: there is nothing to say, and nothing is said unless something was before. */
  body: string | undefined;
}

/** GitHub takes no more characters in a comment. */
const longestComment = 65_536;
const mostPages = 30;
const patience = 15_000;

interface Comment {
  id: number;
  body: string;
  user: { id: number; type: string } | null;
}

class NoAnswer extends Error {}

/** What became of it, in one sentence. */
export async function keepComment(comment: StickyComment): Promise<string> {
  const { repository, number, mark, body } = comment;
  const issue = `/repos/${repository}/issues`;
  try {
    const own = await findOwn(comment, `${issue}/${number}/comments?per_page=100`);
    const text = `${mark}\n${cut(body ?? "Blue has nothing to say about this pull request any more.", longestComment - mark.length - 1)}`;
    if (own === undefined) {
      if (body === undefined) return "Nothing to say, so there is no comment.";
      await ask(comment, "POST", `${issue}/${number}/comments`, { body: text });
      return "The comment on the pull request is written.";
    }
    if (own.body === text) return "The comment on the pull request says it already.";
    await ask(comment, "PATCH", `${issue}/comments/${own.id}`, { body: text });
    return "The comment on the pull request is up to date.";
  } catch (thrown) {
    if (thrown instanceof NoAnswer) return thrown.message;
    throw thrown;
  }
}

/** A bot's is ours: a workflow's own token belongs to one. A person's may be a copy of ours, unless the token is that person's. */
async function findOwn(comment: StickyComment, first: string): Promise<Comment | undefined> {
  let address: string | undefined = first;
  for (let page = 0; page < mostPages && address !== undefined; page++) {
    const { value, next } = await ask(comment, "GET", address);
    const listed = Array.isArray(value) ? (value as Comment[]) : [];
    const marked = listed.filter(({ body }) => body?.startsWith(comment.mark));
    const bots = marked.find(({ user }) => user?.type === "Bot");
    if (bots !== undefined) return bots;
    if (marked.length > 0) {
      const me = await ask(comment, "GET", "/user").catch(() => undefined);
      const mine = marked.find(
        ({ user }) => user !== null && user.id === (me?.value as { id?: number } | undefined)?.id,
      );
      if (mine !== undefined) return mine;
    }
    address = next;
  }
  return undefined;
}

async function ask(
  { api, token }: StickyComment,
  method: "GET" | "POST" | "PATCH",
  path: string,
  body?: object,
): Promise<{ value: unknown; next: string | undefined }> {
  const base = api.replace(/(?<!\/)\/+$/, "");
  let answer: Response;
  try {
    answer = await fetch(`${base}${path}`, {
      method,
      headers: {
        Accept: "application/vnd.github+json",
        Authorization: `Bearer ${token}`,
        "User-Agent": "blue-align",
        "X-GitHub-Api-Version": "2022-11-28",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: "manual",
      signal: AbortSignal.timeout(patience),
    });
    if ([401, 403, 404].includes(answer.status))
      throw new NoAnswer(
        `No comment: the token may not (${answer.status}). It needs \`pull-requests: write\`; the step summary says the same.`,
      );
    if (!answer.ok) throw new NoAnswer(`No comment: GitHub answered ${answer.status}. The step summary says the same.`);
    return { value: await answer.json(), next: nextIn(answer.headers.get("link"), base) };
  } catch (thrown) {
    if (thrown instanceof NoAnswer) throw thrown;
    throw new NoAnswer("No comment: GitHub did not answer. The step summary says the same.");
  }
}

/** The path of the next page; one that leads elsewhere than to the API is none. */
function nextIn(link: string | null, base: string): string | undefined {
  const [, address] = /<([^<>]+)>;\s*rel="next"/.exec(link ?? "") ?? [];
  return address?.startsWith(`${base}/`) ? address.slice(base.length) : undefined;
}

/** Whole lines, and one that says what is missing. */
export function cut(markdown: string, longest: number): string {
  if (markdown.length <= longest) return markdown;
  const said = "\n\n… cut here: `blue check` shows all of it.\n";
  const kept = markdown.slice(0, longest - said.length);
  return `${kept.slice(0, Math.max(kept.lastIndexOf("\n"), 0))}${said}`;
}
