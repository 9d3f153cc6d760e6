/**
 * GitHub's API for comments on a pull request, on loopback. It checks every call as the documentation has it (method, path, headers, body) and keeps what is
 * wrong: a call nobody foresaw is a fault.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Comment {
  id: number;
  body: string;
  user: { id: number; login: string; type: string };
}

export const bot = { id: 41898282, login: "github-actions[bot]", type: "Bot" };
export const person = { id: 7, login: "reviewer", type: "User" };

export interface FakeGithub {
  url: string;
  token: string;
  comments: Comment[];
  /** Method and path of every call. */
  calls: string[];
  faults: string[];
  /** Answers every call with this status instead. */
  status: number | undefined;
  /** Whom `GET /user` names; a workflow's own token gets 403. */
  me: Comment["user"] | undefined;
  /** The address that the next page is said to have, instead of the real one. */
  nextPage: string | undefined;
  close(): Promise<void>;
}

export async function startGithub(repository = "octo/shop", number = 12): Promise<FakeGithub> {
  const github: FakeGithub = {
    ...{ url: "", token: "ghs_secret", comments: [], calls: [], faults: [] },
    ...{ status: undefined, me: undefined, nextPage: undefined },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => {
    void answer(request, response).catch((thrown) => github.faults.push(String(thrown)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  github.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3`;
  return github;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname, searchParams } = new URL(request.url!, github.url);
    const call = `${request.method} ${pathname.replace("/api/v3", "")}`;
    github.calls.push(`${call}${searchParams.size > 0 ? `?${searchParams}` : ""}`);
    const send = (status: number, value: unknown, headers = {}) =>
      response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(value));
    const expectThat = (holds: boolean, what: string) => {
      if (!holds) github.faults.push(`${call}: ${what}`);
    };
    const { headers } = request;
    expectThat(headers.authorization === `Bearer ${github.token}`, `authorization ${headers.authorization}`);
    expectThat(headers.accept === "application/vnd.github+json", `accept ${headers.accept}`);
    expectThat(headers["x-github-api-version"] === "2022-11-28", "no API version");
    expectThat((headers["user-agent"] ?? "") !== "", "no user agent");
    if (github.status !== undefined)
      return void send(github.status, { message: "Resource not accessible by integration" });
    const list = `/repos/${repository}/issues/${number}/comments`;
    const [, id] = new RegExp(`^PATCH /repos/${repository}/issues/comments/(\\d+)$`).exec(call) ?? [];
    if (call === `GET ${list}`) {
      const size = Number(searchParams.get("per_page"));
      const page = Number(searchParams.get("page") ?? "1");
      expectThat(size === 100, `per_page ${size}`);
      const more = github.comments.length > page * size;
      const next = github.nextPage ?? `${github.url}${list}?per_page=${size}&page=${page + 1}`;
      return void send(
        200,
        github.comments.slice((page - 1) * size, page * size),
        more ? { Link: `<${next}>; rel="next", <${github.url}${list}?page=9>; rel="last"` } : {},
      );
    }
    if (call === "GET /user") return void (github.me ? send(200, github.me) : send(403, { message: "no" }));
    if (call === `POST ${list}` || id !== undefined) {
      expectThat(headers["content-type"] === "application/json", `content type ${headers["content-type"]}`);
      const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as { body: string };
      expectThat(Object.keys(body).join() === "body" && typeof body.body === "string", "body");
      if ([...body.body].length > 65_536) return void send(422, { message: "Body is too long" });
      const known = github.comments.find((one) => one.id === Number(id));
      expectThat(id === undefined || known !== undefined, "no such comment");
      const comment = known ?? { id: 1000 + github.comments.length, body: "", user: github.me ?? bot };
      comment.body = body.body;
      if (known === undefined) github.comments.push(comment);
      return void send(known === undefined ? 201 : 200, comment);
    }
    github.faults.push(`unexpected: ${call}`);
    send(404, {});
  }
}
