/** What an agent's process is given of this machine: a safe PATH, and the variables on a list. */
import { type Host, searchPath } from "../store/programs.ts";

const listed = new Set([
  ...["HOME", "USER", "LOGNAME", "TMPDIR", "LANG", "LANGUAGE", "TZ"],
  ...["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"].flatMap((name) => [name, name.toLowerCase()]),
  ...["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE"],
]);

/** The PATH, what every program needs, and of the rest what the runner names. */
export function agentEnvironment(
  host: Host,
  { prefixes = [], names = [] }: { prefixes?: readonly string[]; names?: readonly string[] },
): Record<string, string> {
  const given = (name: string) =>
    listed.has(name) || names.includes(name) || ["LC_", "XDG_", ...prefixes].some((prefix) => name.startsWith(prefix));
  const kept = Object.entries(host.env).flatMap(([name, value]) =>
    value !== undefined && given(name) ? [[name, value] as const] : [],
  );
  return { ...Object.fromEntries(kept), PATH: searchPath(host) };
}
