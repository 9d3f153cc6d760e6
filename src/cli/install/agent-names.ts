export const agentNames = ["claude", "codex", "cursor", "gemini", "vscode", "copilot", "opencode"] as const;
export type AgentName = (typeof agentNames)[number];
