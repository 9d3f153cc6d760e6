// Generated from the operations by `npm run docs`. Do not edit.
import type { Operation, OperationEntry } from "./operation.ts";

export const registry: readonly OperationEntry[] = [
{
  "name": "status",
  "tool": "blue_status",
  "summary": "Where am I, what is open, what is next",
  "description": "Says which project Blue sees, what is open in it and the exact next call. Start here, and come back here whenever context was lost: the answer is read from the records on disk, not from memory.",
  "effect": "read",
  "idempotent": true,
  "toolset": "core",
  "examples": [
    {
      "command": "blue status",
      "note": "in any folder of the project"
    },
    {
      "command": "blue status --json",
      "note": "for a program"
    }
  ],
  "cli": {},
  "inputSchema": {
    "type": "object",
    "properties": {},
    "additionalProperties": false
  },
  "load": () => import("./status.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "init",
  "tool": "blue_init",
  "summary": "Create the .blue folder in this project",
  "description": "Creates `.blue/` with its own `.gitignore` and an empty `dialogues/`. Optional: the first write does the same silently. Safe to repeat; it only adds what is missing.",
  "effect": "write",
  "idempotent": true,
  "toolset": "maintenance",
  "examples": [
    {
      "command": "blue init",
      "note": "in the project's folder"
    }
  ],
  "cli": {},
  "inputSchema": {
    "type": "object",
    "properties": {},
    "additionalProperties": false
  },
  "load": () => import("./init.ts").then((module) => module.operation as unknown as Operation)
}
];
