// What the agent of the tests answers, from the prompt alone: a short, friendly dialogue in which everybody raises one tension and signs the text that answers it.

/** Who is asked. */
export function nameOf(prompt) {
  if (/This is a test before/.test(prompt)) return "Test";
  if (/You are the Judge/.test(prompt)) return "Judge";
  if (/=== TEXT [0-9a-f]{8} ===/.test(prompt)) return "Author";
  if (/You are Verifier/.test(prompt)) return "Verifier";
  return /\[([A-Z]+\d*)-[PT]\d{4}/.exec(prompt)?.[1] ?? "Nobody";
}

export function answerTo(prompt, hasSchema) {
  const name = nameOf(prompt);
  if (name === "Test") return hasSchema ? JSON.stringify({ ready: true, word: "ready" }) : "ready";
  if (name === "Judge") return JSON.stringify(judge(prompt));
  if (name === "Author") return author(prompt);
  if (name === "Verifier")
    return headings(prompt)
      .map((id) => `${id} confirmed: the text says so`)
      .join("\n");
  return expert(name, prompt);
}

function judge(prompt) {
  if (/Design a pool/.test(prompt)) {
    const experts = ["Builder", "Operator", "Security Engineer", "Reader", "Tester", "Historian"].map((role, i) => ({
      role,
      tier: i < 2 ? "Core" : i < 4 ? "Adjacent" : "Wildcard",
      relevance: 0.9 - i / 10,
      focus: `what a ${role.toLowerCase()} sees`,
    }));
    return { domain: "Design", experts };
  }
  if (/: the verdict$/m.test(prompt)) {
    return {
      description: "It was broken, rewritten and signed.",
      decisions: [{ topic: "Text", decision: "as signed" }],
      key_evidence: [],
      key_claims: [],
      adopted: [],
      rejected: [],
      confidence: "high",
      ...(/say the decision in `recommendation`/.test(prompt) ? { recommendation: "Keep it as it is." } : {}),
    };
  }
  const close = [...prompt.matchAll(/^- (T\d+): resolvers ([\w-]+)(?:, [\w-]+)*, now$/gm)].map(([, tension, via]) => ({
    tension,
    via,
    note: "",
  }));
  // One who is settled may leave, one who is not may not; another joins.
  const rotating = /^- leave: /m.test(prompt)
    ? { add: /, round 0$/m.test(prompt) ? ["Historian"] : [], leave: ["Muffin"] }
    : {};
  return {
    ...rotating,
    scores: { W: 3, C: 3, T: 3, R: 3 },
    experts: [],
    merges: [],
    repeats: [],
    close,
    own: [],
    dismiss: [],
    summary: "They wrote, and it was judged.",
    directives: [],
  };
}

function author(prompt) {
  const boundary = /=== TEXT [0-9a-f]{8} ===/.exec(prompt)[0];
  const ids = headings(prompt);
  const version = 1 + Number(/Version (\d+)/.exec(prompt)?.[1] ?? 0);
  return [
    ...ids.map((id) => `${id} resolved: in the new text`),
    boundary,
    "# The text",
    "",
    `Version ${version}: we keep nothing for ever.`,
    "",
  ].join("\n");
}

/** The tensions that have a heading of their own. */
function headings(prompt) {
  return [...new Set([...prompt.matchAll(/^### (T\d{4,})/gm)].map(([, id]) => id))];
}

function expert(name, prompt) {
  const round = roundOf(prompt);
  if (round === "00")
    return `[${name}-T0001: it is not said for how long ${name} | major]\nA reader of ${name} cannot tell.\n\n[${name}-S0001: CONDITIONAL | 0.6]\nOnly if that is said.\n`;
  const own = [...(/Your own items: ([^.]*)\./.exec(prompt)?.[1] ?? "").matchAll(/\bT\d{4}\b/g)].map(([id]) => id);
  const resolves =
    own.length > 0
      ? `[${name}-C${round}01: settled]\nRead in the new text.\n${own.map((id) => `[RE:RESOLVE ${id}]`).join(" ")}\n\n`
      : "";
  return `${resolves}[${name}-S${round}01: APPROVE | 0.9]\nIt says it now.\n\n[MOVE:CONVERGE]\n`;
}

/** Two digits, as markers have it. */
export function roundOf(prompt) {
  return (/^Round (\d+) of/m.exec(prompt)?.[1] ?? "0").padStart(2, "0");
}
