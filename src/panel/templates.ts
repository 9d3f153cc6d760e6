/**
 * Ready pools for common questions, with the rosters that RFC 0012 lists, as a start: the Judge's own pool, designed for the question at hand, is
 * better.
 */
import type { PoolExpert, Tier } from "../rules/records.ts";

export const templateNames = ["infrastructure", "product", "ml", "governance", "general"] as const;
export type TemplateName = (typeof templateNames)[number];

export interface PoolTemplate {
  domain: string;
  pool: readonly PoolExpert[];
}

type Row = [role: string, relevance: number, focus: string];

/** On every panel: somebody whose job is to cut. */
const builder: Row = [
  "Builder",
  0.95,
  "must make it in the time there is: what to cut, what is underspecified, what will not work",
];

export const poolTemplates: Readonly<Record<TemplateName, PoolTemplate>> = {
  infrastructure: template("Infrastructure and operations", {
    Core: [
      [
        "Distributed Systems Architect",
        0.95,
        "consistency, partition tolerance, what crosses a boundary and what happens when it does not",
      ],
      ["Site Reliability Engineer", 0.92, "failure modes, error budgets, what pages someone at three in the morning"],
      ["Security Engineer", 0.88, "attack surface, secrets, least privilege, the blast radius of one stolen key"],
      ["Database Engineer", 0.85, "durability, consistency, backups that were restored, migrations under load"],
    ],
    Adjacent: [
      ["API Designer", 0.72, "what callers rely on, versions side by side, errors they can act on"],
      ["DevOps Engineer", 0.68, "roll-out in steps, roll-back in minutes, pipelines that tell the truth"],
      [
        "Infrastructure-as-Code Engineer",
        0.64,
        "state and drift, plans that can be reviewed, what is still made by hand",
      ],
      ["Developer Experience Engineer", 0.58, "what the teams on top must change, learn and wait for"],
      ["Capacity and Cost Analyst", 0.54, "cost per unit of work, headroom, how the bill grows with use"],
    ],
    Wildcard: [
      ["Chaos Engineer", 0.4, "which assumption breaks when one part is slow, full or lying"],
      ["Minimalist", 0.35, "what can be left out, bought, or switched off instead"],
      ["Compliance Auditor", 0.3, "evidence, retention, who can prove what happened a year later"],
      ["Operator Who Inherits It", 0.28, "reads the runbook in two years, with nobody left to ask"],
    ],
  }),
  product: template("Product decisions", {
    Core: [
      ["Product Manager", 0.95, "whose problem this is, what it is worth, what will not be built for it"],
      ["UX Designer", 0.9, "the whole flow, first use, errors, the empty state"],
      ["Engineering Lead", 0.86, "feasibility, the cheapest version that teaches something, the cost of keeping it"],
      ["User Researcher", 0.82, "what people do rather than say, and how strong the evidence is"],
    ],
    Adjacent: [
      ["Analytics Lead", 0.72, "which number should move, by how much, and how to tell it from chance"],
      ["Customer Support Lead", 0.68, "what people will ask, get wrong and be angry about"],
      ["QA Engineer", 0.62, "what can be tested at all, what breaks at the edges, what was never tried"],
      ["Accessibility Specialist", 0.56, "keyboard, screen reader, language, slow devices and bad networks"],
      ["Privacy Counsel", 0.5, "which data it needs, on what ground, and how it is deleted"],
    ],
    Wildcard: [
      ["Customer Who Left", 0.4, "why they stopped, and whether this would have kept them"],
      ["Competitor's Strategist", 0.34, "how a rival would answer, copy or ignore it"],
      ["Contrarian", 0.3, "the strongest case for not doing it at all"],
    ],
  }),
  ml: template("Machine learning", {
    Core: [
      ["Machine Learning Engineer", 0.95, "baselines, training and serving alike, what happens when inputs drift"],
      ["Data Scientist", 0.92, "where data comes from, leakage, variance, whether the benchmark is the task"],
      ["MLOps Engineer", 0.88, "versions of data and model, roll-back, latency and cost per request at the tail"],
      ["Research Scientist", 0.84, "which method fits, what is known to work, the ablation that would decide"],
    ],
    Adjacent: [
      ["Ethics Reviewer", 0.72, "results by group, consent, feedback loops, who bears the errors"],
      ["Evaluation Lead", 0.68, "what is measured, on whom, and what a good score would still hide"],
      ["Model Safety Engineer", 0.64, "misuse, prompt injection, failure that looks like success"],
      ["Domain Expert", 0.58, "which errors matter to those who live with them"],
      ["Product Manager", 0.52, "what the user sees when the model is wrong or unsure"],
    ],
    Wildcard: [
      ["Heuristics Advocate", 0.4, "the rule, query or form that would do without a model"],
      ["Statistician", 0.36, "sample size, confounding, what the data cannot say"],
      ["Red Teamer", 0.32, "how to break, poison or game it this week"],
      ["Labeller", 0.25, "what the guidelines leave open and how it was really labelled"],
    ],
  }),
  governance: template("Governance and policy", {
    Core: [
      ["Policy Owner", 0.95, "the aim, the scope, who decides, who answers for it"],
      ["Legal Counsel", 0.9, "duties, liability, licences, what binds whom"],
      ["Risk Manager", 0.85, "likelihood, harm, controls, the risk that is knowingly kept"],
    ],
    Adjacent: [
      ["Security and Privacy Officer", 0.72, "access, retention, breach, data that should not be collected"],
      ["Engineering Manager", 0.66, "what it costs teams each week, and what they will do to avoid it"],
      ["Internal Auditor", 0.6, "whether it can be checked, by whom, from which records"],
      ["Community Representative", 0.54, "those who are governed: voice, appeal, consent"],
    ],
    Wildcard: [
      ["Historian of Institutions", 0.38, "how rules like this one aged, and what they became"],
      ["Rule Breaker", 0.33, "how to follow the letter and defeat the purpose"],
      ["Newcomer", 0.25, "what reads as obvious to insiders and to nobody else"],
    ],
  }),
  general: template("General", {
    Core: [
      ["Domain Expert", 0.95, "what is known about this, and where common belief is wrong"],
      ["Systems Thinker", 0.88, "interactions, second-order effects, what feeds back"],
      ["Practitioner", 0.84, "who does the work on Monday, with which tools and how much time"],
    ],
    Adjacent: [
      ["Economist", 0.7, "costs, incentives, the best use given up"],
      ["Risk Analyst", 0.66, "what can go wrong, how badly, and whether it can be undone"],
      ["Affected Person", 0.6, "what it is like to live with the outcome"],
      ["Measurement Specialist", 0.52, "what would show that it worked, and how soon"],
    ],
    Wildcard: [
      ["Contrarian", 0.4, "the best argument against whatever the others agree on"],
      ["Outsider", 0.34, "how another field solved the same problem"],
      ["Minimalist", 0.28, "the smallest step that settles the question, or doing nothing"],
    ],
  }),
};

function template(domain: string, rows: Record<Tier, Row[]>): PoolTemplate {
  const seats = (tier: Tier) =>
    [...(tier === "Core" ? [builder] : []), ...rows[tier]].map(
      ([role, relevance, focus]): PoolExpert => ({ role, tier, relevance, focus, description: null, model: null }),
    );
  return { domain, pool: [...seats("Core"), ...seats("Adjacent"), ...seats("Wildcard")] };
}
