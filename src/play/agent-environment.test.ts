import { expect, test } from "vitest";
import { makeFolder } from "../../test/helpers/project.ts";
import { agentEnvironment } from "./agent-environment.ts";

const good = makeFolder();
const project = makeFolder({ "bin/": "" });

test("an agent's environment is a list", () => {
  const env = {
    PATH: `${good}:.:${project}/bin`,
    ...{ HOME: "/h", LANG: "C", LC_ALL: "C", XDG_STATE_HOME: "/s", https_proxy: "p", SSL_CERT_FILE: "c" },
    ...{ ANTHROPIC_API_KEY: "k", MINE: "m", AWS_SECRET_ACCESS_KEY: "no", NODE_OPTIONS: "no", GIT_DIR: "no" },
  };
  expect(agentEnvironment({ root: project, env }, { prefixes: ["ANTHROPIC_"], names: ["MINE"] })).toEqual({
    ...{ PATH: good, HOME: "/h", LANG: "C", LC_ALL: "C", XDG_STATE_HOME: "/s", https_proxy: "p" },
    ...{ SSL_CERT_FILE: "c", ANTHROPIC_API_KEY: "k", MINE: "m" },
  });
});
