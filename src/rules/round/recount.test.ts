import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { composeRounds, opening } from "../../../test/helpers/composed-rounds.ts";
import { panelOf } from "../../../test/helpers/example-dialogue.ts";
import { toLines } from "../lines.ts";
import type { PanelMember, RoundRecord } from "../records.ts";
import { recount } from "./recount.ts";
import type { RoundInput } from "./round-input.ts";

const panel = ["Muffin", "Scone"].map(
  (name): PanelMember => ({
    ...{ name, role: name, tier: null, relevance: null, focus: null, description: null, model: null },
    ...{ source: "pool", reason: null },
  }),
);
const stance = (expert: string, round: number, position = "APPROVE") =>
  `\n[${expert.toUpperCase()}-S0${round}01: ${position} | 0.9]\nSo ${expert} says.`;

/** Two rounds as Blue makes them: everything a text can carry, a merge, a dismissal, and a tension closed by the item that resolves it. */
function twoRounds(): RoundRecord[] {
  const rounds: [Record<string, string>, Partial<RoundInput>][] = [
    [
      {
        Muffin: `[MUFFIN-P0001: verbs]\nPlain.\n[MUFFIN-T0001: cost]\nDear.\n[CITE a.md#L1-L2 "x"]\n[MOVE:DEFEND MUFFIN-P0001]\n[DISSENT]\nNot so.\n[MUFFIN-E0001: seen]\nOnce.`,
        Scone: "[SCONE-P0001: verbs too]\nYes.\n[RE:SUPPORT MUFFIN-P0001]\n[MOVE:CONVERGE]",
      },
      {
        perspectives: [{ local_id: "MUFFIN-P0001", merges: ["SCONE-P0001"], label: "verbs, said twice" }],
        dismissed: [{ local_id: "MUFFIN-E0001", reason: "hearsay" }],
      },
    ],
    [
      {
        Muffin: "[MOVE:CONVERGE]\n[MUFFIN-P0101: finer]\n[RE:REFINE P0001]\nFiner.",
        Scone: "[MOVE:CONVERGE]\n[SCONE-C0101: a cache]\n[RE:RESOLVE T0001]\nMeasured.",
      },
      { tension_updates: [{ id: "T0001", status: "resolved", via: "C0101" }] },
    ],
  ];
  return composeRounds(
    panel,
    rounds.map(([texts, judged], round) => ({
      texts: Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text + stance(name, round)])),
      judged,
    })),
  );
}

function forged(round: number, change: (record: RoundRecord) => unknown): string[] {
  const records = structuredClone(twoRounds());
  change(records[round]!);
  return recount(opening, records);
}

describe("a round from before other words for a severity were read", () => {
  /** Muffin's text says `| high`, and the record is as Blue made it then, or is not. */
  const withHigh = (change: (record: RoundRecord) => unknown) =>
    forged(0, (record) => {
      const [muffin] = record.texts;
      muffin!.lines = muffin!.lines.map((line) => line.replace("[MUFFIN-T0001: cost]", "[MUFFIN-T0001: cost | high]"));
      change(record);
    });
  const tensionOf = ({ items }: RoundRecord) => items.find(({ id }) => id === "T0001")!;

  it("keeps its label and has no severity; one of today has it", () => {
    expect(withHigh((record) => Object.assign(tensionOf(record), { label: "cost | high" }))).toEqual([]);
    expect(withHigh((record) => Object.assign(tensionOf(record), { severity: "major" }))).toEqual([]);
  });

  it.each(["cost | critical |", "cost ｜ critical"])("and one from before `%s` was read keeps that too", (written) => {
    const found = (change: object) =>
      forged(0, (record) => {
        const [muffin] = record.texts;
        muffin!.lines = muffin!.lines.map((line) => line.replace("[MUFFIN-T0001: cost]", `[MUFFIN-T0001: ${written}]`));
        Object.assign(tensionOf(record), change);
      });
    expect(found({ label: written })).toEqual([]);
    expect(found({ label: "cost", severity: "critical" })).toEqual([]);
    expect(found({ label: "cost", severity: "minor" })).not.toEqual([]);
  });

  it("cannot claim a severity that neither reading gives, nor hide anything else", () => {
    expect(withHigh((record) => Object.assign(tensionOf(record), { severity: "minor" }))).toHaveLength(2);
    expect(
      withHigh((record) => {
        Object.assign(tensionOf(record), { label: "cost | high" });
        record.stances = [];
      }),
    ).not.toEqual([]);
  });
});

describe("a round, counted again from its texts", () => {
  it("is what its record says, when Blue composed it", () => {
    expect(recount(opening, twoRounds())).toEqual([]);
  });

  it("takes as recorded what no text says: citations' results, the Judge's labels, owners, scores, the Judge's words", () => {
    const found = forged(0, (record) => {
      record.citations[0]!.result = "not_found";
      record.items[0]!.label = "another label";
      record.owners.push({ id: "T0001", owner: "Scone", resolution_path: null });
      record.scores.W = 9;
      record.judge = ["Words."];
    });
    expect(found).toEqual([]);
  });

  it.each<[string, number, (record: RoundRecord) => unknown, string]>([
    ["a stance", 0, (r) => (r.stances[0]!.position = "REJECT"), "the record says that Muffin's stance is REJECT"],
    ["a stance left out", 0, (r) => r.stances.pop(), "the texts say that Scone's stance is APPROVE"],
    ["a move", 0, (r) => (r.moves[0]!.targets = ["T0001"]), "the record says that Muffin says [MOVE:DEFEND T0001]"],
    ["a reference left out", 0, (r) => r.refs.pop(), "the texts say that Scone says [RE:SUPPORT P0001]"],
    ["a dissent left out", 0, (r) => r.statements.pop(), "the texts say that Muffin makes a dissent"],
    ["a dissent's words", 0, (r) => (r.statements[0]!.lines = ["So."]), "the record says that Muffin makes a dissent"],
    ["a citation left out", 0, (r) => r.citations.pop(), "the texts say that Muffin cites a.md#L1-L2"],
    [
      "an uncounted signal",
      1,
      (r) => (r.signals[0]!.counted = false),
      "the texts say that Muffin's signal in line 1 counts",
    ],
    [
      "a signal of nobody",
      0,
      (r) => r.signals.push({ by: "Muffin", line: 1, counted: true, why: null }),
      "Muffin's signal",
    ],
    ["a refinement called new", 1, (r) => (r.items[0]!.new = true), "the record says that P0101 is a new P"],
    ["a new perspective called old", 0, (r) => (r.items[0]!.new = false), "the texts say that P0001 is a new P"],
    [
      "another type",
      0,
      (r) => (r.items.find(({ id }) => id === "T0001")!.type = "C"),
      "MUFFIN-T0001 is not of type claim",
    ],
    [
      "an item of nobody",
      0,
      (r) => (r.items[0]!.sources[0]!.local_id = "SCONE-P0009"),
      "no draft of this round contains",
    ],
    ["a hidden merge", 0, (r) => (r.mapping["MUFFIN-T0001"] = "P0001"), "the record says that MUFFIN-T0001 is P0001"],
    [
      "a merge across types",
      0,
      (r) => {
        r.items[0]!.sources.push({ local_id: "MUFFIN-T0001", expert: "Muffin", line: 3 });
        r.items = r.items.filter(({ id }) => id !== "T0001");
        r.merged.push({ local_id: "MUFFIN-T0001", into: "P0001" });
      },
      "MUFFIN-T0001 is not of type perspective",
    ],
    ["a tension never raised", 0, (r) => (r.tensions = []), "the texts say that T0001 is raised by Muffin"],
    ["an event of nobody", 1, (r) => r.tensions.push({ ...r.tensions[0]!, change: "reopened" }), "T0001 is reopened"],
    [
      "closed by what resolves nothing",
      1,
      (r) => (r.tensions.at(-1)!.item = "P0101"),
      "P0101 does not say that it resolves",
    ],
    ["closed by nothing named", 1, (r) => (r.tensions.at(-1)!.item = null), "Closing T0001 needs `via`"],
    ["closed by nobody's text", 1, (r) => (r.texts[1]!.lines[2] = ""), "T0001 cannot be closed: no item resolves it"],
    ["accepted without a reason", 1, (r) => (r.tensions.at(-1)!.change = "accepted"), "needs a `reason`"],
    ["a text called absent", 1, (r) => (r.texts[0]!.state = "absent"), "the record says that Muffin's text is absent"],
    [
      "a text that breaks off called whole",
      1,
      (r) => r.texts[0]!.lines.push("[MUFFIN-R0102: and th"),
      "the texts say that Muffin's text is incomplete",
    ],
    [
      "a doubtful line whose dismissal was taken out",
      1,
      (r) => (r.texts[0]!.lines[3] = "[MUFFIN-T01: broken off"),
      "the texts say that Muffin's signal in line 1 does not count",
    ],
    ["counts that do not add up", 1, (r) => r.counts.signals.pop(), "its counts are not what its records add up to"],
    [
      "a smaller panel in the counts",
      1,
      (r) => (r.counts.panel_size = 1),
      "its counts are not what its records add up to",
    ],
    [
      "a member dropped from the panel",
      1,
      (r) => {
        r.panel = r.panel.filter(({ name }) => name !== "Scone");
        r.signals = r.signals.filter(({ by }) => by !== "Scone");
        r.counts.signals = ["Muffin"];
        r.counts.panel_size = 1;
      },
      "Scone's text: its author is not on the panel of round 1",
    ],
    [
      "another label as its author's",
      0,
      (r) => (r.items.find(({ id }) => id === "T0001")!.label = "nothing much"),
      "the record says that its author calls T0001 “nothing much”; in the text it is “cost”",
    ],
    [
      "another label put into its author's mouth beside the Judge's",
      0,
      (r) => (r.items[0]!.own_label = "nouns"),
      "the record says that its author calls P0001 “nouns”; in the text it is “verbs”",
    ],
    [
      "the owner of a tension that nobody raised",
      1,
      (r) => r.owners.push({ id: "T0999", owner: "Scone", resolution_path: null }),
      "it names an owner or a way to resolve for T0999, and there is no such tension",
    ],
    [
      "a name with another role",
      1,
      (r) => (r.panel[0] = { ...r.panel[0]!, role: "Chef" }),
      "The panel seats Muffin as Chef, who is Muffin since round 0, and a name keeps its role",
    ],
    [
      "a guest's text under a member's name",
      1,
      (r) => (r.texts[0]!.provenance!.source = "guest"),
      "Muffin's text: a guest spoke as Muffin, who sits on the panel of round 1",
    ],
  ])("differs by %s", (_, round, change, message) => {
    const found = forged(round, change).join("\n");
    expect(found).toContain(`round ${round}: `);
    expect(found).toContain(message);
  });

  it("differs by the reason why a signal does not count", () => {
    const withWhy = (why: string | null) =>
      forged(1, (record) => {
        const [muffin] = record.texts;
        muffin!.lines.push("", "[MUFFIN-T0101: late]", "No.");
        record.items.push({
          ...{ id: "T0101", type: "T", label: "late", new: false },
          sources: [{ local_id: "MUFFIN-T0101", expert: "Muffin", line: muffin!.lines.length - 1 }],
        });
        record.mapping["MUFFIN-T0101"] = "T0101";
        record.tensions.unshift({ id: "T0101", change: "raised", actors: ["Muffin"], item: "T0101", note: null });
        record.counts.open_tensions = ["T0101"];
        record.counts.signals = ["Scone"];
        Object.assign(record.signals[0]!, { counted: false, why });
      });
    expect(withWhy("MUFFIN-T0101 raises a tension")).toEqual([]);
    expect(withWhy("it came one minute late")).toEqual([
      "round 1: the record says that Muffin's signal in line 1 does not count: it came one minute late; the texts do not",
      "round 1: the texts say that Muffin's signal in line 1 does not count: MUFFIN-T0101 raises a tension; the record does not",
    ]);
  });

  it("holds nothing that only an ask gives, where it says that Blue did not ask", () => {
    const [first, second] = twoRounds();
    const found = (more: Partial<RoundRecord>) => recount(opening, [first!, { ...second!, ...more }]);
    const asks = ["a".repeat(64)];
    expect(found({ asks: [] })).toEqual([]);
    expect(found({ asks: [], proposal: ["A cache."], proposal_shown: false })).toEqual([]);
    const held = "round 1: the record says that Blue did not ask, and holds what only an ask gives: ";
    expect(found({ asks: [], proposal: ["A cache."] })).toEqual([`${held}proposal`]);
    const decision = { text: "A cache.", by: "judge" as const };
    const directives = [{ expert: "Scone", directive: ["Sign."], focus: null }];
    expect(found({ asks: [], decision, asked: "sign", directives })).toEqual([`${held}decision, asked, directives`]);
    expect(found({ asks, decision })).toEqual([]);
    expect(found({ asks, proposal: ["A cache."] })).toEqual([]);
    // A record from before the log of asks says nothing of it.
    expect(found({ proposal: ["A cache."] })).toEqual([]);
  });

  it("names the recommendations that stood, no others, and only where neither text nor sentence was shown", () => {
    const [first, second] = twoRounds();
    const found = (more: Partial<RoundRecord>) =>
      recount(opening, [first!, { ...second!, asks: ["a".repeat(64)], ...more }]);
    const lie = (said: string) => [
      `round 1: the record says that these recommendations stood: ${said}; the rounds before say none`,
    ];
    expect(found({ recommendations: [] })).toEqual([]);
    expect(found({})).toEqual(lie("none"));
    expect(found({ recommendations: ["R0001"] })).toEqual(lie("R0001"));
    expect(found({ recommendations: ["R0001"], proposal: ["A cache."] })).toEqual(lie("R0001"));
  });

  it("follows an opening whose kept words are its subject's, with any one kind of line end, mark and last line", () => {
    const text = "# Keys\n\nOne each.";
    const found = (file: string, lines = toLines(text)) => {
      const sha256 = createHash("sha256").update(file).digest("hex");
      return recount({ ...opening, subject: { path: "docs/keys.md", sha256, lines } }, []);
    };
    for (const file of [text, `${text}\n`, `${text}\n\n\n`, `\ufeff${text}\n`, `${text}\n`.replaceAll("\n", "\r\n")])
      expect(found(file)).toEqual([]);
    expect(found(text, ["Use a SaaS."])).toEqual([
      "opening: the words it keeps of docs/keys.md do not give the SHA-256 it names",
    ]);
  });

  it("is not called a lie for the Judge's label, where no item of the round has its author's beside it", () => {
    expect(forged(0, ({ items }) => delete items[0]!.own_label)).toEqual([]);
  });

  it("lists the first of many differences and counts the rest", () => {
    const found = forged(0, (record) => {
      record.refs = Array.from({ length: 60 }, (__, line) => ({ ...record.refs[0]!, line }));
    });
    expect(found).toHaveLength(21);
    expect(found.at(-1)).toMatch(/^round 0: and \d+ more differences$/);
  });
});

describe("a record says in words what its texts do not", () => {
  const three = panelOf(["Muffin", "Scone", "Eclair"]);
  const [, scone] = three;
  /** Everything that a Judge may decide: who is absent, incomplete or not asked, what is dismissed, merged, accepted, owned; and a guest. */
  const records = () =>
    composeRounds(three, [
      {
        texts: {
          Muffin: "[MUFFIN-P0001: verbs]\nPlain.\n[MUFFIN-T0001: cost | major]\nDear.",
          Scone: "[SCONE-P0001: verbs too]\nYes.\n[SCONE-T0001: late | minor]\nSo.\n[SCONE-T: broken]",
          Bob: "[BOB-T0001: and",
        },
        judged: {
          score_components: undefined,
          score: 7,
          absent: ["Eclair"],
          perspectives: [{ local_id: "SCONE-P0001", merges: ["MUFFIN-P0001"] }],
          tensions: [{ local_id: "MUFFIN-T0001", owner: "Scone", resolution_path: "measure it" }],
          dismissed: [{ expert: "Scone", line: 5, reason: "Nobody can read it." }],
        },
      },
      {
        texts: {
          Muffin:
            "[MUFFIN-T0101: cost again | critical]\nStill.\n[MUFFIN-P0101: nouns]\n[MOVE:BRIDGE P0001, T0001]\nSo.\n[MOVE:REQUEST figures]",
          Scone: "[MINORITY VERDICT: wait]\nuntil\nspring\n\n[CITE a.md#L1-L2]",
        },
        judged: {
          summary: "One\ntwo.",
          merged_into: [{ local_id: "MUFFIN-T0101", id: "T0001" }],
          tension_updates: [{ id: "T0002", status: "accepted", reason: "cheap" }],
        },
        material: { notAsked: ["Eclair"] },
      },
      {
        texts: {
          Muffin: "[MUFFIN-C0201: measured]\n[RE:RESOLVE T0001]\nYes.",
          Scone: "[MOVE:CONVERGE]",
          Eclair: "[ECLAIR-P0201: so]\nYes.\n[ECLAIR-R0201: and th",
        },
        judged: {
          incomplete: ["Eclair"],
          tension_updates: [{ id: "T0001", status: "resolved", via: "C0201", note: "by measuring" }],
        },
      },
    ]);
  const found = (round: number, change: (record: RoundRecord) => unknown) => {
    const changed = structuredClone(records());
    change(changed[round]!);
    return recount(opening, changed);
  };

  it("and nothing where Blue composed it, with all that a Judge may decide", () => {
    expect(recount(opening, records())).toEqual([]);
  });

  it.each<[string, number, (record: RoundRecord) => unknown, string]>([
    [
      "of what an item was made",
      0,
      (r) => (r.items[0]!.sources[1]!.line = 9),
      "P0001 is a new P, made of SCONE-P0001 in line 1 (Scone) and MUFFIN-P0001 in line 9 (Muffin)",
    ],
    [
      "how severe a tension is",
      0,
      (r) => (r.items.find(({ id }) => id === "T0001")!.severity = "minor"),
      "T0001 is a T (minor), made of MUFFIN-T0001 in line 3 (Muffin)",
    ],
    ["what was merged", 0, (r) => (r.merged[0]!.into = "P0009"), "MUFFIN-P0001 is merged into P0009"],
    [
      "how severe what was merged is",
      1,
      (r) => (r.merged[0]!.severity = "minor"),
      "MUFFIN-T0101 (minor) is merged into T0001",
    ],
    ["which line was dismissed", 0, (r) => (r.dismissed[0]!.expert = "Muffin"), "Muffin in line 5 is dismissed"],
    [
      "what a move connects",
      1,
      (r) => (r.moves[0]!.targets = ["P0001", "T0002"]),
      "Muffin says [MOVE:BRIDGE P0001, T0002] in line 4 (P0101)",
    ],
    [
      "what a move asks for",
      1,
      (r) => (r.moves[1]!.topic = "prices"),
      "Muffin says [MOVE:REQUEST prices] in line 6 (P0101)",
    ],
    [
      "what a minority verdict says",
      1,
      (r) => (r.statements[0]!.lines = ["never"]),
      "Scone makes a minority_verdict “wait” in line 1: never",
    ],
    ["where a citation is", 1, (r) => (r.citations[0]!.line = 9), "Scone cites a.md#L1-L2 “” in line 9"],
    [
      "who raised a tension again",
      1,
      (r) => (r.tensions[0]!.actors = ["Muffin", "Scone"]),
      "T0001 is raised by Muffin, Scone",
    ],
    ["whether somebody was asked", 1, (r) => (r.texts[2]!.state = "present"), "Eclair's text is present"],
    ["a signal, with its reason", 2, (r) => (r.signals[0]!.why = "late"), "Scone's signal in line 1 counts: late"],
  ])("%s", (_, round, change, claim) => {
    expect(found(round, change)).toContain(`round ${round}: the record says that ${claim}; the texts do not`);
  });

  it("how often something is said counts: twice in the record is once too often", () => {
    expect(found(2, (r) => r.signals.push(r.signals[0]!))).toEqual([
      "round 2: the record says that Scone's signal in line 1 counts; the texts do not",
    ]);
  });

  it("a tension closed with another item than the record's text offers", () => {
    expect(found(2, (r) => (r.tensions[0]!.item = "P0201"))).toContain(
      "round 2: the texts say that T0001 is addressed by Muffin (C0201); the record does not",
    );
  });

  it("that a role changed under one name is told of the round in which it did", () => {
    expect(found(1, (r) => (r.panel[1] = { ...scone!, role: "Chef" })).join()).toContain(
      "The panel seats Scone as Chef",
    );
  });
});

describe("the author's sentence", () => {
  const provenance = { source: "draft" as const, filed_by: null, filed_at: null, note: null };
  const lines = ["One key each."];
  const revision = (sheet: string[]) => ({ alone: false, lines, sheet, size: 13, provenance });
  const asks = ["a".repeat(64)];
  const decided = (text: string, by: "author" | "judge" = "author") => ({ decision: { text, by } });
  /** Two rounds without a tension; the author wrote the text before the first, with this sheet. */
  const found = (sheet: string[], ...changes: Partial<RoundRecord>[]) => {
    const texts = { Muffin: "Yes.", Scone: "Yes." };
    const records = composeRounds(panel, [{ texts }, { texts }]).map((record, n) => ({
      ...{ ...record, asks, proposal: lines },
      ...(n === 0 ? { revisions: [revision(sheet)] } : {}),
      ...changes[n],
    }));
    return recount(opening, records);
  };
  const sheet = ["Decision: One key for each customer."];
  const signed = decided("One key for each customer.");

  it("is the one on the author's sheet, in its round and while its text stands", () => {
    expect(found(sheet, signed, signed)).toEqual([]);
    expect(found([], {}, {})).toEqual([]);
  });

  it("is missed, or was never written", () => {
    const differs = (recorded: string, written: string) =>
      `round 0: the record says that the author wrote ${recorded}; the author's sheet has ${written}`;
    const none = "no decision in one sentence";
    expect(found(sheet, {})[0]).toBe(differs(none, "“One key for each customer.”"));
    expect(found([], decided("Two keys."))[0]).toBe(differs("“Two keys.”", none));
    expect(found(sheet, decided("Two keys."))[0]).toBe(differs("“Two keys.”", "“One key for each customer.”"));
  });

  it("has the why and the risk of the sheet", () => {
    const why = "Two drift apart.";
    const reasoned = { decision: { ...signed.decision, why } };
    expect(found([...sheet, `Why: ${why}`], reasoned, reasoned)).toEqual([]);
    expect(found([...sheet, `Why: ${why}`], signed)[0]).toContain(
      `the author's sheet has “One key for each customer. · ${why}”`,
    );
    expect(found(sheet, reasoned)[0]).toContain("the author's sheet has “One key for each customer.”");
  });

  it("is not the Judge's, and not asked of a record from before the log or of a round that Blue did not ask", () => {
    expect(found([], decided("Two keys.", "judge"), {})).toEqual([]);
    expect(found(sheet, { asks: undefined }, { asks: undefined })).toEqual([]);
    expect(found(sheet, { asks: [] }, {})).toEqual([expect.stringContaining("holds what only an ask gives")]);
    expect(found([], { ...decided("Two keys."), asks: [] })[0]).toContain("the author wrote “Two keys.”");
  });

  it("falls with its text", () => {
    expect(found(sheet, signed, { proposal: ["Another text."] })).toEqual([]);
    expect(found(sheet, signed, { ...signed, proposal: ["Another text."] })).toHaveLength(1);
  });
});
