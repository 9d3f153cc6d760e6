/** A project in which everybody tries to break the page that shows it: in titles, roles, labels, texts, verdicts and documents. */
import { type Dialogue, dialogueAt, makeDialogue } from "./dialogue.ts";

/** Set by whatever manages to run. */
export const canary = "blueCanary";
const run = `window.${canary}=1;alert(1);fetch('http://evil.example/')`;

const payloads = [
  `<script>${run}</script>`,
  `</script><script>${run}</script><!--`,
  `<img src=x onerror="${run}">`,
  '<img src="http://evil.example/pixel.png">',
  `<svg onload="${run}"><script>${run}</script><a xlink:href="javascript:${run}"><text>x</text></a></svg>`,
  '<svg><use href="http://evil.example/a.svg#a"/><image href="http://evil.example/b.png"/></svg>',
  `<iframe src="javascript:${run}"></iframe><iframe src="http://evil.example/"></iframe>`,
  '<link rel=stylesheet href="http://evil.example/a.css"><style>@import url(http://evil.example/b.css)</style>',
  '<meta http-equiv=refresh content="0;url=http://evil.example/"><base href="http://evil.example/">',
  `[a link](javascript:${run})`,
  `[another](JaVaScRiPt&colon;${run})`,
  `[third](data:text/html,<script>${run}</script>)`,
  `[fourth](\u0001javascript:${run})`,
  `[fifth](//evil.example/x) [sixth](vbscript:x) [seventh](blob:http://evil.example/x)`,
  `<javascript:${run}>`,
  "![a picture](http://evil.example/c.png)",
  `![another](data:image/svg+xml,<svg onload="${run}"/>)`,
  `{{constructor.constructor('${run}')()}} \${${run}}`,
  "\u202eright to left \u2066and isolated",
  "\u05d0\u05d1\u05d2 \u0627\u0644\u0639\u0631\u0628\u064a\u0629 \u202b\u202e",
  `\u{1f469}\u200d\u{1f4bb}${"\u0301".repeat(200)}`,
];

const longWord = "W".repeat(10_000);
/** No bracket: it would end a marker. */
const short = `<img src=x onerror=${run}> \u202eoverridden ${"w".repeat(90)}`;
const label = `<script>${run}</script><svg onload=${run}> \u202eoverridden ${"L".repeat(130)}`;
const text = [
  "# Words",
  ...payloads,
  longWord,
  `\`${longWord}\``,
  "| a | b |",
  "|---|---|",
  `| ${longWord} | ${payloads[0]} |`,
].join("\n\n");
const table = `| a | b |\n|---|---|\n| ${longWord} | <script>${run}</script> |\n\n    ${longWord}\n\n\`\`\`html\n${payloads.join("\n")}\n\`\`\``;
const quoted = payloads.map((one) => `> ${one}`).join("\n");

export interface HostileProject {
  root: string;
  decided: string;
  /** Its second round is being written. */
  open: string;
}

export async function makeHostileProject(): Promise<HostileProject> {
  const dialogue = await makeDialogue({
    git: true,
    tree: {
      "subject.md": `${text}\n\n${table}\n`,
      [`src/${"w".repeat(150)}.ts`]: "one line\n",
      ".blue/docs/rfcs/0007-hostile.draft.md": `---\ntitle: '${short}'\nstatus: draft\nauthor: '${label}'\n---\n\n# ${label}\n\n${text}\n\n${table}\n\n${quoted}\n`,
    },
    create: hostileOpening("Decided"),
  });
  await argue(dialogue);
  const told = { dialogue_id: dialogue.id, proposal: `${text}\n\n${longWord}\n\nChanged. ${payloads.join(" ")}` };
  await dialogue.call("dialogue.round-prompt", told);
  await dialogue.round(
    { Cupcake: [`[CUPCAKE-R0101: ${label}]\n[RE:RESOLVE T0001] [RE:SUPPORT P0001]\n${text}`, "[MOVE:CONVERGE]"] },
    { tension_updates: [{ id: "T0001", status: "resolved", via: "CUPCAKE-R0101" }], summary: text },
  );
  await dialogue.verdict({
    headline: short,
    recommendation: `${text}\n\n${table}`,
    description: text,
    decisions: { [short]: text, [longWord]: label },
  });
  const { dialogue_id } = await dialogue.call<{ dialogue_id: string }>("dialogue.create", hostileOpening("Open"));
  const open = dialogueAt(dialogue, dialogue_id);
  await argue(open);
  open.write("Scone", [`[SCONE-T0101: ${label}]\n${text}`, "[SCONE-T01", `[RE:ADDRESS ${payloads[0]}]`]);
  return { root: dialogue.root, decided: dialogue.id, open: dialogue_id };
}

function hostileOpening(title: string) {
  return {
    title: `${title} ${short}`,
    question: text,
    subject: "subject.md",
    expert_pool: {
      domain: short,
      experts: [0, 1, 2].map((n) => ({ role: `${n} ${short}`, tier: "Core", relevance: 0.9 - n / 100, focus: text })),
    },
  };
}

async function argue(dialogue: Dialogue): Promise<void> {
  await dialogue.round(
    {
      Muffin: [
        `[MUFFIN-T0001: ${label} | critical]\n${text}`,
        `[MUFFIN-P0001: ${label}]\n${text}\n\n[CITE subject.md#L1-L2 "${short}"]\n\n${table}\n\n${quoted}`,
        `[MUFFIN-S0001: REJECT | 0.9]\n${text}`,
      ],
      Scone: [`[SCONE-E0001: ${short}]\n${longWord}\n\n[CITE src/${"w".repeat(150)}.ts "one line"]`],
    },
    { summary: text },
  );
}
