/**
 * A whole dialogue about an ordinary design document, as a team that is not ours writes it: hard-wrapped prose, SQL, a metadata line, a list. Two critical
 * objections, one that the author refuses, one that comes up against the new text. For tests and for pictures of the page.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

export const sentence =
  "Not as written; yes with this text: keys are kept for ever, a charge is written down before it is made so that a retry asks before it charges again, and no job is ever in both queues.";

/** Why, and what may still go wrong: signed with the sentence. */
export const why =
  "October's 14 double charges were retries that could not know whether the first try had charged, which the row now tells; PostgreSQL commits a job with its business change, which Redis cannot, and SQS is one more system to run.";
export const risk =
  "If a charge's answer is lost and the provider cannot be asked about it, a person must decide whether to charge again.";

const head = `# An idempotent job queue on PostgreSQL

Status: proposal. Author: the payments team. Scope: the \`billing\` service, 3 workers, about 40 jobs a second at peak.

## Problem

We send invoices, charge cards and call webhooks from background jobs. Today they live in Redis lists
(\`src/queue.py\`). A worker that is killed after \`BRPOP\` loses its job; a retry after a timeout charges a
card twice. In October we had 14 double charges and 3 lost invoices.

## Proposal
`;

const subject = `${head}
Jobs move into one PostgreSQL table:

\`\`\`sql
CREATE TABLE jobs (
  id           bigserial PRIMARY KEY,
  key          text NOT NULL UNIQUE,     -- idempotency key, chosen by the caller
  kind         text NOT NULL,
  payload      jsonb NOT NULL,
  state        text NOT NULL DEFAULT 'ready',   -- ready, running, done, failed
  attempts     int NOT NULL DEFAULT 0,
  run_at       timestamptz NOT NULL DEFAULT now(),
  locked_until timestamptz
);
\`\`\`

**Enqueue** is \`INSERT ... ON CONFLICT (key) DO NOTHING\`, in the caller's own transaction, so a job exists
if and only if the business change was committed.

**Claim** is one statement:

\`\`\`sql
UPDATE jobs SET state = 'running', locked_until = now() + interval '60 seconds', attempts = attempts + 1
WHERE id = (SELECT id FROM jobs WHERE state = 'ready' AND run_at <= now()
            ORDER BY run_at LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING *;
\`\`\`

**Finish** sets \`state = 'done'\`. A sweeper sets \`running\` jobs whose \`locked_until\` has passed back to
\`ready\` every 10 seconds. After 5 attempts a job is \`failed\`.

**Idempotency of effects.** The handler passes \`jobs.key\` to the payment provider as its idempotency key,
so a job that runs twice charges once.

**Retention.** Done jobs are deleted after 7 days.

## Alternatives

- Stay on Redis with \`BRPOPLPUSH\` and a reaper: no shared transaction with the business change.
- SQS: at-least-once as well, and a second system to operate.

## Rollout

Dual-write for a week behind \`QUEUE_BACKEND\`, then switch the workers, then remove Redis.
`;

const table = (last) => `
\`\`\`sql
CREATE TABLE job_keys (                  -- kept for ever: 60 bytes a job
  key     text PRIMARY KEY,              -- '<kind>:<business id>:<purpose>', e.g. charge:inv-17:instalment-2
  digest  bytea NOT NULL                 -- SHA-256 of kind and payload
);
CREATE TABLE jobs (
  id           bigserial PRIMARY KEY,
  key          text NOT NULL REFERENCES job_keys,
  kind         text NOT NULL,
  payload      jsonb NOT NULL,
  state        text NOT NULL DEFAULT 'ready',   -- ready, running, done, failed
  attempts     int NOT NULL DEFAULT 0,
${last}
);
CREATE INDEX jobs_due ON jobs (run_at) WHERE state IN ('ready', 'running');
\`\`\`

**Enqueue** inserts the key and the job in the caller's own transaction. A key that exists with another
digest is an error for the caller; with the same digest nothing happens.
`;

const tail = `
**Finish** is \`UPDATE jobs SET state = 'done' WHERE id = $1 AND attempts = $2 AND state = 'running'\`. No row
hit: the worker logs that it lost its lease.

**Effects.** Before a charge the handler writes a \`charges\` row (key, state \`intended\`) and commits. A retry
that finds it asks the provider for the charge by our key in its metadata before it charges again; the
provider's own idempotency key (24 hours) covers only the first day. Webhooks carry the key in a header.

**Retention.** Done jobs are deleted after 7 days; keys are not.

## Rollout

Per kind: producers switch to PostgreSQL, Redis drains, its workers stop. No job is ever in both.
`;

const rewritten = `${head}${table("  run_at       timestamptz NOT NULL DEFAULT now(),\n  locked_until timestamptz")}
**Claim** takes a job that is ready, or running with an expired lease, for 120 seconds; there is no sweeper.
${tail}`;

export const decided = `${head}${table("  run_at       timestamptz NOT NULL DEFAULT now()   -- when it is due; while it runs, when its lease ends")}
**Claim** is one statement. It moves \`run_at\` to the lease's end, so an expired lease is due like any other job
and there is no sweeper:

\`\`\`sql
UPDATE jobs SET state = 'running', run_at = now() + interval '120 seconds', attempts = attempts + 1
WHERE id = (SELECT id FROM jobs WHERE state IN ('ready', 'running') AND run_at <= now()
            ORDER BY run_at LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING *;
\`\`\`
${tail}`;

/** What lies in the project before anybody deliberates. */
export const ordinaryTree = {
  "docs/job-queue.md": subject,
  "src/queue.py": `import redis

r = redis.Redis()

def enqueue(kind, payload):
    r.lpush(kind, payload)

def work(kind):
    while True:
        _, payload = r.brpop(kind)
        handle(kind, payload)
`,
};

const create = {
  title: "Job queue",
  question: "Is this queue safe to charge cards with?",
  subject: "docs/job-queue.md",
  sources: ["src/queue.py"],
  rotation: "none",
  panel_size: 3,
  expert_pool: {
    domain: "payments",
    experts: [
      { role: "PostgreSQL Engineer", tier: "core", relevance: 0.95 },
      { role: "Payments Engineer", tier: "adjacent", relevance: 0.9 },
      { role: "SRE", tier: "wildcard", relevance: 0.8 },
    ],
  },
};

const scores = { score_components: { W: 3, C: 3, T: 3, R: 3 } };

const rounds = [
  {
    drafts: {
      Muffin: `[MUFFIN-T0001: sweeper races the worker that is about to finish | major]
[CITE docs/job-queue.md#L41 "A sweeper sets \`running\` jobs"]
The sweeper's statement is not written down. If it sets \`ready\` without touching \`attempts\`, a slow worker
with attempts = 1 finishes the *ready* job while another one claims it.
Test: sleep longer than the lease in a handler, let a second worker claim the job, finish: the row goes to done
while the second worker runs.

[MUFFIN-R0001: finish demands state and token]
[RE:RESOLVE MUFFIN-T0001]
\`WHERE id = $1 AND attempts = $2 AND state = 'running'\`, and a worker whose update hits no row logs it.

[MUFFIN-T0002: done rows bloat the table | minor]
[CITE docs/job-queue.md#L47 "Done jobs are deleted after 7 days."]
40 jobs a second for 7 days is 24 million rows, each updated three times; autovacuum's default scale factor
of 0.2 waits for 5 million dead rows.

[MUFFIN-T0003: deleting done rows forgets the key | major]
[CITE docs/job-queue.md#L47 "Done jobs are deleted after 7 days."]
Failing case: a caller that retries on day 8 enqueues the job anew, and it runs again.
Test: enqueue, finish, move the clock by 8 days, enqueue the same key.

[MUFFIN-S0001: CONDITIONAL | 0.80]
Once finish is fenced on state and keys outlive rows.
`,
      Cupcake: `[CUPCAKE-T0001: the provider forgets keys before we do | critical]
[CITE docs/job-queue.md#L45 "so a job that runs twice charges once"]
Failing case: the provider keeps idempotency keys for 24 hours. A job that is retried by hand on day 2 (state
\`failed\`, 5 attempts, weekend) passes the same key and charges a second time.
Test: fail a job after the provider charged, wait 25 hours, retry: two charges.

[CUPCAKE-R0001: ask before charging again]
[RE:RESOLVE CUPCAKE-T0001]
Smallest change: store the provider's charge id in a \`charges\` row before the call and look it up before any retry.

[CUPCAKE-T0002: the caller chooses the key, and nothing says how | major]
[CITE docs/job-queue.md#L20 "idempotency key, chosen by the caller"]
A caller who uses a random UUID per request gets no idempotency at all; one who uses the invoice's id can
never charge a second instalment.

[CUPCAKE-T0003: ON CONFLICT DO NOTHING hides a different payload | major]
[CITE docs/job-queue.md#L30 "ON CONFLICT (key) DO NOTHING"]
Failing case: same key, other amount. The second insert is dropped silently, and the caller believes that 20
EUR will be charged when 10 EUR are.

[CUPCAKE-P0001: invoices by mail have no key at their receiver]
Only the payment provider gets one; a mail that is sent twice is seen twice.

[CUPCAKE-S0001: REJECT | 0.90]
As long as a retry after a day charges twice.
`,
      Scone: `[SCONE-T0001: dual-write runs every job twice | critical]
[CITE docs/job-queue.md#L56 "Dual-write for a week behind \`QUEUE_BACKEND\`"]
[CITE src/queue.py#L6 "r.lpush(kind, payload)"]
During the week both backends hold each job. Nothing says which workers run. If both do, every card is
charged twice, unless the key is shared: Redis jobs carry none.
Test: enqueue jobs while workers are switched, count charges.

[SCONE-R0001: drain, do not dual-write]
[RE:RESOLVE SCONE-T0001]
Smallest change: per kind, switch the producers, let Redis drain, stop its workers.

[SCONE-T0002: nobody sees a stalled sweeper | major]
[CITE docs/job-queue.md#L41 "A sweeper sets \`running\` jobs"]
One sweeper, no leader, no metric: when it is dead, jobs stay \`running\` for ever.

[SCONE-T0003: a slow worker and the sweeper both own the job | major]
[CITE docs/job-queue.md#L36 "locked_until = now() + interval '60 seconds'"]
The provider's own timeout is 80 s, the lease 60 s: a handler that waits for it loses its job while it runs.

[SCONE-S0001: CONDITIONAL | 0.70]
Once jobs run in one backend only.
`,
    },
    judgement: {
      ...scores,
      merge: ["MUFFIN-T0001 = SCONE-T0003"],
      summary:
        "Two critical failings: a retry after a day charges twice because the provider forgets keys, and dual-write runs every job in both backends.",
    },
  },
  {
    author: {
      text: rewritten,
      sheet: `Decision: ${sentence}
Why: ${why}
Risk: ${risk}

T0001 resolved: Finish: it demands state = 'running', and there is no sweeper to race. Claim: the lease outlives the provider's 80 s.
T0002 refused: 24 million narrow rows are fine for us; it may cost us a vacuum setting later.
T0003 resolved: Retention: keys live in \`job_keys\` for ever, 60 bytes a job.
T0004 resolved: Effects: a \`charges\` row is written before the call and the provider is asked.
T0005 resolved: Proposal: a key is '<kind>:<business id>:<purpose>', so instalments have keys of their own; the table job_keys says so.
T0006 resolved: Enqueue: a key keeps the digest of kind and payload; the same key with another digest is an error for the caller.
T0007 resolved: Rollout: no job is in both.
T0008 resolved: in part: Claim: there is no sweeper, since the claim takes expired leases. The metric is left out.
P0001 not taken: mail stays as it is: a second copy of an invoice charges nobody.
`,
    },
    drafts: {
      Muffin: `[MUFFIN-C0101: settled, read in the new text]
[RE:RESOLVE T0001] [RE:RESOLVE T0002] [RE:RESOLVE T0003]
T0001: finish demands the state. T0002: I can live with the vacuum default at this size. T0003: keys outlive rows.

[MUFFIN-T0101: the claim's SQL statement is missing from the new text | major]
[CITE .blue/dialogues/DIALOGUE/round-1/proposal.md "there is no sweeper"]
"Claim takes a job that is ready, or running with an expired lease" has no statement, and with an expired
lease ORDER BY run_at needs \`locked_until\` in the index or it scans every running row.

[MUFFIN-R0101: set run_at to the lease's end at claim]
[RE:RESOLVE MUFFIN-T0101]
Smallest change: \`run_at <= now() AND state IN ('ready', 'running')\` is then the whole condition, and the index
serves it; \`locked_until\` goes.

[MUFFIN-S0101: CONDITIONAL | 0.85]
When the claim's statement is in the text.
`,
      Cupcake: `[CUPCAKE-C0101: settled]
[RE:RESOLVE T0004] [RE:RESOLVE T0005] [RE:RESOLVE T0006]
T0004: the row is written before the call. T0005: the form is in the table. T0006: another digest is an error.

[MOVE:CONVERGE]

[CUPCAKE-S0101: APPROVE | 0.85]
I would charge cards with this.
`,
      Scone: `[SCONE-C0101: settled]
[RE:RESOLVE T0001] [RE:RESOLVE T0007] [RE:RESOLVE T0008]
T0001: no sweeper to race. T0007: each kind is drained first. T0008: no sweeper, so nobody has to watch one.

[MOVE:CONVERGE]

[SCONE-S0101: APPROVE | 0.80]
Fine.
`,
    },
    judgement: {
      ...scores,
      tension_updates: [
        { id: "T0001, T0002, T0003", status: "resolved", via: "MUFFIN-C0101" },
        { id: "T0004, T0005, T0006", status: "resolved", via: "CUPCAKE-C0101" },
        { id: "T0007, T0008", status: "resolved", via: "SCONE-C0101" },
      ],
      summary: "All eight of round 0 are settled, one of them by a refusal that its raiser accepts. One is new.",
    },
  },
  {
    author: {
      text: decided,
      sheet: `Decision: ${sentence}
Why: ${why}
Risk: ${risk}

T0101 resolved: Claim: as Muffin proposed, run_at is the lease's end, and the statement is in the text.
`,
    },
    drafts: {
      Muffin: `[MUFFIN-C0201: settled]
[RE:RESOLVE T0101]
The claim is in the text and the index serves it.

[MOVE:CONVERGE]

[MUFFIN-S0201: APPROVE | 0.90]
Good enough to build.
`,
      Cupcake: "[MOVE:CONVERGE]\n\n[CUPCAKE-S0201: APPROVE | 0.90]\nYes.\n",
      Scone: `[SCONE-R0201: a metric on the oldest due job]
Alert where it is older than five minutes.

[MOVE:CONVERGE]

[SCONE-S0201: APPROVE | 0.75]
I would still want a metric on the oldest due job.
`,
    },
    judgement: {
      ...scores,
      tension_updates: [{ id: "T0101", status: "resolved", via: "MUFFIN-C0201" }],
      summary: "Everybody signs.",
    },
  },
];

/**
 * Plays it in a project that holds `ordinaryTree`. `call`: an operation by its name, with its input. `upTo`: only so many rounds, and then no verdict.
 * Answers with the dialogue's id.
 */
export async function playOrdinary({ root, call, upTo = rounds.length }) {
  const put = (path, text) => {
    mkdirSync(dirname(resolve(root, path)), { recursive: true });
    writeFileSync(resolve(root, path), text);
  };
  const { dialogue_id } = await call("dialogue.create", create);
  for (const [round, { author, drafts, judgement }] of rounds.slice(0, upTo).entries()) {
    if (author !== undefined) {
      const { folder } = await call("dialogue.revise", { dialogue_id });
      put(`${folder}/text.md`, author.text);
      put(`${folder}/answers.md`, author.sheet);
    }
    await call("dialogue.round-prompt", { dialogue_id, ...(round === 0 ? {} : { ask: "everyone" }) });
    const { panel } = await call("dialogue.status", { dialogue_id });
    for (const { name, draft_file } of panel) put(draft_file, drafts[name].replaceAll("DIALOGUE", dialogue_id));
    await call("dialogue.round-register", { dialogue_id, round, ...judgement });
  }
  if (upTo === rounds.length) await call("dialogue.verdict-register", { dialogue_id });
  return dialogue_id;
}
