// Loaded into the suite's process: its requests carry the token of `blue mcp --http`, which the suite itself cannot be told.
import http from "node:http";
import { createRequire, syncBuiltinESMExports } from "node:module";

const { Agent, setGlobalDispatcher } = createRequire(process.argv[1])("undici");
const bearer = `Bearer ${process.env.BLUE_TOKEN}`;

function withToken(headers = {}) {
  if (Array.isArray(headers)) return [...headers, "authorization", bearer];
  const own = Symbol.iterator in headers ? Object.fromEntries(headers) : headers;
  return { ...own, authorization: bearer };
}

setGlobalDispatcher(
  new Agent().compose(
    (dispatch) => (options, handler) => dispatch({ ...options, headers: withToken(options.headers) }, handler),
  ),
);

const { request } = http;
http.request = (options, ...rest) => request({ ...options, headers: withToken(options.headers) }, ...rest);
syncBuiltinESMExports();
