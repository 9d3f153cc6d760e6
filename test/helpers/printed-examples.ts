/** The payloads the alignment-play skill prints, word for word; for tests. */
export const investmentCreate = {
  title: "Investment Strategy Analysis",
  alignment: true,
  expert_pool: {
    domain: "Investment Analysis",
    question: "Should we rebalance the portfolio?",
    experts: [
      { role: "Value Analyst", tier: "core", relevance: 0.95 },
      { role: "Risk Manager", tier: "core", relevance: 0.9 },
      { role: "Portfolio Strategist", tier: "adjacent", relevance: 0.7 },
      { role: "ESG Analyst", tier: "adjacent", relevance: 0.65 },
      { role: "Supply Chain Analyst", tier: "adjacent", relevance: 0.55 },
      { role: "Macro Economist", tier: "wildcard", relevance: 0.4 },
      { role: "Contrarian", tier: "wildcard", relevance: 0.35 },
      { role: "Regulatory Expert", tier: "wildcard", relevance: 0.3 },
    ],
  },
  panel_size: 6,
};

export const dataDesignRound0 = {
  output_dir: ".blue/dialogues/data-design",
  round: 0,
  panel: [
    { name: "Muffin", role: "API Architect", source: "pool" },
    { name: "Cupcake", role: "Data Architect", source: "pool" },
    { name: "Scone", role: "Security Engineer", source: "pool" },
  ],
} as const;

export const investmentRound1 = {
  output_dir: ".blue/dialogues/investment-strategy",
  round: 1,
  panel: [
    { name: "Muffin", role: "Value Analyst", source: "retained" },
    { name: "Cupcake", role: "Risk Manager", source: "retained" },
    { name: "Scone", role: "Supply Chain Analyst", source: "pool" },
    {
      name: "Palmier",
      role: "Geopolitical Risk Analyst",
      source: "created",
      tier: "Adjacent",
      focus: "Taiwan semiconductor concentration",
    },
  ],
} as const;

export const supplyChainInjection = {
  name: "Palmier",
  role: "Supply Chain Analyst",
  source: "created",
  tier: "Adjacent",
  focus: "Geographic concentration, single-source risk",
} as const;

/** The API Design table. */
export const apiDesignTable = [
  ["API Architect", "Core", 0.95],
  ["Platform Engineer", "Core", 0.9],
  ["Security Engineer", "Core", 0.85],
  ["Developer Advocate", "Adjacent", 0.7],
  ["SRE Lead", "Adjacent", 0.65],
  ["Cost Analyst", "Adjacent", 0.55],
  ["Customer Success", "Wildcard", 0.4],
  ["Chaos Engineer", "Wildcard", 0.3],
] as const;
