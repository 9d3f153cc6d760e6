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
  "name": "dialogue.create",
  "tool": "blue_dialogue_create",
  "summary": "Open a dialogue: question, subject, pool, settings",
  "description": "Opens an alignment dialogue and seats a suggested panel for round 0, drawn from the pool by relevance. A dialogue deliberates on something written: give a `subject` (a design, an RFC, the strongest answer one agent alone can write). Review the suggested panel; override it with blue_dialogue_evolve_panel. Without a pool the dialogue is opened and its experts come by evolve_panel.",
  "effect": "write",
  "idempotent": false,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue create --title \"NVIDIA Investment Decision\" --question \"Should we rebalance?\" --template general",
      "note": "with a ready pool"
    },
    {
      "command": "blue dialogue create --input dialogue.json",
      "note": "title, subject, pool and settings from a file"
    }
  ],
  "cli": {
    "fileFlags": {
      "pool": "expert_pool"
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "title": {
        "description": "What the dialogue is called.",
        "type": "string",
        "minLength": 1,
        "maxLength": 200
      },
      "topic": {
        "description": "The same as `title`.",
        "type": "string",
        "minLength": 1,
        "maxLength": 200
      },
      "question": {
        "description": "What is to be decided.",
        "type": "string"
      },
      "constraint": {
        "type": "string"
      },
      "background": {
        "description": "What every expert must know, Markdown.",
        "type": "string"
      },
      "alignment": {
        "description": "Insist on experts: without pool or template it is an error.",
        "type": "boolean"
      },
      "expert_pool": {
        "description": "The pool you designed for this question.",
        "type": "object",
        "properties": {
          "domain": {
            "description": "For example `System Architecture`.",
            "type": [
              "string",
              "null"
            ]
          },
          "question": {
            "description": "What the panel is to decide.",
            "type": [
              "string",
              "null"
            ]
          },
          "experts": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "role": {
                  "type": "string",
                  "description": "Unique in the pool."
                },
                "tier": {
                  "type": "string",
                  "description": "Core (essential), Adjacent (adds depth) or Wildcard (fresh or contrary); in any case."
                },
                "relevance": {
                  "type": "number",
                  "description": "0 to 1, usually 0.20 to 0.95: the higher, the likelier to be drawn."
                },
                "focus": {
                  "description": "What this expert looks at, in one line.",
                  "type": [
                    "string",
                    "null"
                  ]
                },
                "description": {
                  "type": [
                    "string",
                    "null"
                  ]
                },
                "model": {
                  "type": [
                    "string",
                    "null"
                  ]
                },
                "name": {
                  "description": "Accepted and ignored: Blue gives names when experts are seated.",
                  "type": [
                    "string",
                    "null"
                  ]
                }
              },
              "required": [
                "role",
                "tier",
                "relevance"
              ],
              "additionalProperties": false
            },
            "description": "At least 3; 8 to 24 serve well, about 30% Core, 40% Adjacent, 30% Wildcard."
          }
        },
        "required": [
          "experts"
        ],
        "additionalProperties": false
      },
      "template": {
        "description": "A ready pool instead.",
        "type": "string",
        "enum": [
          "infrastructure",
          "product",
          "ml",
          "governance",
          "general"
        ]
      },
      "panel_size": {
        "description": "Seats per round; default: the pool, at most 12.",
        "type": "integer"
      },
      "agents": {
        "description": "The same as `panel_size`.",
        "type": "integer"
      },
      "rotation": {
        "description": "`graduated` (you evolve the panel; default), `none`, `wildcards`, `full`.",
        "type": "string",
        "enum": [
          "graduated",
          "none",
          "wildcards",
          "full"
        ]
      },
      "max_rounds": {
        "description": "Default 10.",
        "type": "integer",
        "minimum": 2,
        "maximum": 99
      },
      "model": {
        "description": "The model experts should use.",
        "type": "string"
      },
      "subject": {
        "description": "The document under deliberation: a file of the project. Have one before you ask a panel.",
        "type": "string"
      },
      "sources": {
        "description": "Files every expert is to read.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "rfc": {
        "description": "An RFC by path, number or name; it is the subject unless one is given.",
        "type": "string"
      },
      "output_dir": {
        "description": "Only directly below `.blue/dialogues/`; its last part is then the id.",
        "type": "string"
      }
    },
    "additionalProperties": false
  },
  "load": () => import("./dialogue/create.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.sample-panel",
  "tool": "blue_dialogue_sample_panel",
  "summary": "Draw a panel from the pool and seat it for the open round",
  "description": "Draws by relevance without replacement, about a third Core, two fifths Adjacent, a quarter Wildcard, reproducibly from the seed in the record. Without `retain`, `exclude` or `panel_size` the dialogue's rotation mode decides (`none` keeps the first panel, `wildcards` redraws only those, `full` redraws all). The drawn panel is seated; `preview` only shows it.",
  "effect": "write",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue sample-panel nvidia-investment --retain Muffin --exclude 'ESG Analyst'",
      "note": "keep one, leave one out"
    }
  ],
  "cli": {
    "positional": [
      "dialogue_id"
    ],
    "flagAliases": {
      "dialogue_id": [
        "id"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "The dialogue: its id, or the bare topic if only one has it.",
        "type": "string",
        "minLength": 1
      },
      "output_dir": {
        "description": "Its folder below `.blue/dialogues/`, instead of `dialogue_id`.",
        "type": "string",
        "minLength": 1
      },
      "round": {
        "description": "The open round (the default).",
        "type": "integer",
        "minimum": 0,
        "maximum": 98
      },
      "panel_size": {
        "type": "integer"
      },
      "retain": {
        "description": "Names or roles that must sit.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "exclude": {
        "description": "Names or roles that must not.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "preview": {
        "default": false,
        "type": "boolean"
      }
    },
    "additionalProperties": false
  },
  "load": () => import("./dialogue/sample-panel.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.evolve-panel",
  "tool": "blue_dialogue_evolve_panel",
  "summary": "Seat the panel you want for the open round",
  "description": "The whole panel, each member with `source`: `retained` (sat before), `pool` (from the expert pool) or `created` (called for an emerging tension, with tier and focus). At least two. Names stay with their roles once a round is registered. When a draft of the round exists nobody can be taken off. `replaces` (names you read) refuses if someone else changed the panel meanwhile.",
  "effect": "write",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue evolve-panel --id nvidia-investment --round 1 --panel panel.json",
      "note": "the panel from a file"
    }
  ],
  "cli": {
    "positional": [
      "dialogue_id"
    ],
    "flagAliases": {
      "dialogue_id": [
        "id"
      ]
    },
    "fileFlags": {
      "panel": "panel"
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "The dialogue: its id, or the bare topic if only one has it.",
        "type": "string",
        "minLength": 1
      },
      "output_dir": {
        "description": "Its folder below `.blue/dialogues/`, instead of `dialogue_id`.",
        "type": "string",
        "minLength": 1
      },
      "round": {
        "description": "The open round (the default).",
        "type": "integer",
        "minimum": 0,
        "maximum": 98
      },
      "panel": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "name": {
              "description": "Pastry name. Left out: the name this role had before, else the next free one.",
              "type": [
                "string",
                "null"
              ]
            },
            "role": {
              "description": "May be left out for someone seated before under `name`.",
              "type": [
                "string",
                "null"
              ]
            },
            "source": {
              "type": "string",
              "enum": [
                "pool",
                "retained",
                "created"
              ],
              "description": "`retained`: sat in an earlier round; `pool`: from the expert pool; `created`: called for this dialogue."
            },
            "tier": {
              "description": "Core, Adjacent or Wildcard; a created expert is Adjacent unless you say.",
              "type": [
                "string",
                "null"
              ]
            },
            "relevance": {
              "description": "0 to 1.",
              "type": [
                "number",
                "null"
              ]
            },
            "focus": {
              "type": [
                "string",
                "null"
              ]
            },
            "description": {
              "type": [
                "string",
                "null"
              ]
            },
            "model": {
              "type": [
                "string",
                "null"
              ]
            },
            "reason": {
              "description": "Why a created expert is called.",
              "type": [
                "string",
                "null"
              ]
            }
          },
          "required": [
            "source"
          ],
          "additionalProperties": false
        }
      },
      "head": {
        "description": "The head you read; another one refuses (`head_moved`).",
        "type": "string"
      },
      "replaces": {
        "description": "The panel you read, by names; another one refuses.",
        "type": "array",
        "items": {
          "type": "string"
        }
      }
    },
    "required": [
      "panel"
    ],
    "additionalProperties": false
  },
  "load": () => import("./dialogue/evolve-panel.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.expert-create",
  "tool": "blue_dialogue_expert_create",
  "summary": "Call a new expert to the open round, with a reason",
  "description": "For a tension that neither the panel nor the pool can settle. The expert is added to the open round's panel; nobody else moves. The pool was your starting point, not your ceiling.",
  "effect": "write",
  "idempotent": false,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue expert-create nvidia-investment --role 'Income Strategist' --focus 'covered calls' --reason 'T0001 needs a cost model'",
      "note": "for one tension"
    }
  ],
  "cli": {
    "positional": [
      "dialogue_id"
    ],
    "flagAliases": {
      "dialogue_id": [
        "id"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "The dialogue: its id, or the bare topic if only one has it.",
        "type": "string",
        "minLength": 1
      },
      "output_dir": {
        "description": "Its folder below `.blue/dialogues/`, instead of `dialogue_id`.",
        "type": "string",
        "minLength": 1
      },
      "role": {
        "type": "string",
        "minLength": 1
      },
      "reason": {
        "type": "string",
        "minLength": 1,
        "description": "Which tension calls for this expert."
      },
      "name": {
        "description": "Pastry name; default: the next free one.",
        "type": "string"
      },
      "tier": {
        "description": "Default Adjacent.",
        "type": "string"
      },
      "relevance": {
        "type": "number",
        "minimum": 0,
        "maximum": 1
      },
      "focus": {
        "type": "string"
      },
      "description": {
        "type": "string"
      },
      "model": {
        "type": "string"
      }
    },
    "required": [
      "role",
      "reason"
    ],
    "additionalProperties": false
  },
  "load": () => import("./dialogue/expert-create.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.round-prompt",
  "tool": "blue_dialogue_round_prompt",
  "summary": "Write every expert's prompt and answer with whom to spawn",
  "description": "Writes the prompts of the open round to disk (role, question, subject, sources, everything said so far without authors, open tensions, proposal, directives, marker syntax, where the draft goes) and answers with `spawn`: start ALL of them in ONE message, each with its one-sentence prompt. From round 1 on give `proposal`. In rotation modes none, wildcards and full it seats the round itself.",
  "effect": "write",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue round-prompt nvidia-investment",
      "note": "round 0"
    },
    {
      "command": "blue dialogue round-prompt nvidia-investment --input round-1.json",
      "note": "with proposal and directives"
    }
  ],
  "cli": {
    "positional": [
      "dialogue_id"
    ],
    "flagAliases": {
      "dialogue_id": [
        "id"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "The dialogue: its id, or the bare topic if only one has it.",
        "type": "string",
        "minLength": 1
      },
      "output_dir": {
        "description": "Its folder below `.blue/dialogues/`, instead of `dialogue_id`.",
        "type": "string",
        "minLength": 1
      },
      "round": {
        "description": "The open round (the default).",
        "type": "integer",
        "minimum": 0,
        "maximum": 98
      },
      "proposal": {
        "description": "From round 1 on: the answer as it now stands. A converge signal agrees to these words.",
        "type": "string",
        "minLength": 1
      },
      "directives": {
        "description": "Expert → what you ask of them this round (tensions they own, holdouts).",
        "type": "object",
        "propertyNames": {
          "type": "string"
        },
        "additionalProperties": {
          "type": "string"
        }
      },
      "agent_name": {
        "description": "Only this member's prompt; default: the whole panel.",
        "type": "string"
      },
      "agent_role": {
        "description": "If given, must be the member's role.",
        "type": "string"
      },
      "agent_emoji": {
        "type": "string"
      },
      "expert_source": {
        "type": "string",
        "enum": [
          "pool",
          "retained",
          "created"
        ]
      },
      "focus": {
        "description": "Replaces the member's focus in this prompt.",
        "type": "string"
      }
    },
    "additionalProperties": false
  },
  "load": () => import("./dialogue/round-prompt.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.round-collect",
  "tool": "blue_dialogue_round_collect",
  "summary": "Read what the experts wrote, before you judge it",
  "description": "A digest of the open round's drafts: who is present, missing or incomplete, malformed markers with line and fix, every marker with its text once and the ID it would get, resolvers per tension, citations not found, signals, stances, near-duplicates, and the digest to echo when you register. `brief`: label, references and first sentence; `items`: only these, in full. Reads only.",
  "effect": "read",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue round-collect nvidia-investment",
      "note": "everything, once"
    },
    {
      "command": "blue dialogue round-collect nvidia-investment --brief",
      "note": "labels and first sentences"
    }
  ],
  "cli": {
    "positional": [
      "dialogue_id"
    ],
    "flagAliases": {
      "dialogue_id": [
        "id"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "The dialogue: its id, or the bare topic if only one has it.",
        "type": "string",
        "minLength": 1
      },
      "output_dir": {
        "description": "Its folder below `.blue/dialogues/`, instead of `dialogue_id`.",
        "type": "string",
        "minLength": 1
      },
      "round": {
        "description": "The open round (the default).",
        "type": "integer",
        "minimum": 0,
        "maximum": 98
      },
      "brief": {
        "default": false,
        "type": "boolean"
      },
      "items": {
        "description": "Local or provisional IDs: only these, in full.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "page": {
        "default": 1,
        "type": "integer",
        "minimum": 1
      }
    },
    "additionalProperties": false
  },
  "load": () => import("./dialogue/round-collect.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.expert-write",
  "tool": "blue_dialogue_expert_write",
  "summary": "File a text as an expert's draft, with where it came from",
  "description": "For a text an expert returned instead of writing its file. It is filed with its origin, counted in the Judge's hand, and never replaces a draft: a second text stands beside the first, in the record too. Never write a text yourself: a draft by the Judge voids the dialogue.",
  "effect": "write",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue expert-write nvidia-investment --expert Muffin --text \"$(cat muffin.md)\"",
      "note": "a returned text"
    }
  ],
  "cli": {
    "positional": [
      "dialogue_id"
    ],
    "flagAliases": {
      "dialogue_id": [
        "id"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "The dialogue: its id, or the bare topic if only one has it.",
        "type": "string",
        "minLength": 1
      },
      "output_dir": {
        "description": "Its folder below `.blue/dialogues/`, instead of `dialogue_id`.",
        "type": "string",
        "minLength": 1
      },
      "round": {
        "description": "The open round (the default).",
        "type": "integer",
        "minimum": 0,
        "maximum": 98
      },
      "expert": {
        "type": "string",
        "minLength": 1,
        "description": "The panel member who wrote it."
      },
      "text": {
        "type": "string",
        "minLength": 1,
        "description": "Word for word what the expert returned."
      },
      "note": {
        "description": "Where it came from.",
        "type": "string"
      }
    },
    "required": [
      "expert",
      "text"
    ],
    "additionalProperties": false
  },
  "load": () => import("./dialogue/expert-write.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "extract-dialogue",
  "tool": "blue_extract_dialogue",
  "summary": "Read what a subagent said, from its transcript",
  "description": "For an expert that answered without writing its draft. Reads the last message of a subagent by `task_id`, or of a transcript at `file_path` (JSON lines, a task's output, or plain text), says whether it is whole, torn or empty, and counts tool uses (0 means nothing was read). With a dialogue and `expert` it is saved straight as that expert's draft, with this origin; it never replaces a draft.",
  "effect": "write",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue extract-dialogue --task-id a6dc70c",
      "note": "what the subagent said"
    },
    {
      "command": "blue extract-dialogue --task-id a6dc70c --id nvidia-investment --expert Muffin",
      "note": "and file it as a draft"
    }
  ],
  "cli": {
    "flagAliases": {
      "dialogue_id": [
        "id"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "task_id": {
        "description": "The subagent's id, e.g. `a6dc70c`.",
        "type": "string"
      },
      "file_path": {
        "description": "A transcript or output file.",
        "type": "string"
      },
      "all": {
        "default": false,
        "description": "All assistant text, not only the last message.",
        "type": "boolean"
      },
      "dialogue_id": {
        "description": "The dialogue: its id, or the bare topic if only one has it.",
        "type": "string",
        "minLength": 1
      },
      "output_dir": {
        "description": "Its folder below `.blue/dialogues/`, instead of `dialogue_id`.",
        "type": "string",
        "minLength": 1
      },
      "expert": {
        "description": "Save the text as this panel member's draft.",
        "type": "string"
      }
    },
    "additionalProperties": false
  },
  "load": () => import("./extract-dialogue.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.round-discard",
  "tool": "blue_dialogue_round_discard",
  "summary": "Set an unregistered round's drafts aside, with a reason",
  "description": "Starts the open round again: its panel and drafts are moved aside, never deleted. What was set aside enters the next record word for word and is counted in the Judge's hand, so use it for a round that went wrong, not for an answer you dislike.",
  "effect": "destructive",
  "idempotent": false,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue round-discard nvidia-investment --reason 'wrong subject in the prompts'",
      "note": "start it again"
    }
  ],
  "cli": {
    "positional": [
      "dialogue_id"
    ],
    "flagAliases": {
      "dialogue_id": [
        "id"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "The dialogue: its id, or the bare topic if only one has it.",
        "type": "string",
        "minLength": 1
      },
      "output_dir": {
        "description": "Its folder below `.blue/dialogues/`, instead of `dialogue_id`.",
        "type": "string",
        "minLength": 1
      },
      "round": {
        "description": "The open round (the default).",
        "type": "integer",
        "minimum": 0,
        "maximum": 98
      },
      "reason": {
        "type": "string",
        "minLength": 1
      }
    },
    "required": [
      "reason"
    ],
    "additionalProperties": false
  },
  "load": () => import("./dialogue/round-discard.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.round-register",
  "tool": "blue_dialogue_round_register",
  "summary": "Register a round: your judgement over what the experts wrote",
  "description": "Parses every panel member's draft, takes its text into the record, maps every marker to a global ID and computes velocity and convergence. You give judgement only: scores, merges, closings (with the item that resolves), acceptances with a reason, owners, your summary. Counts you send are compared, never believed. All or nothing: every failing item is reported at once and nothing is written. Safe to repeat: the same call again answers `already_registered`.",
  "effect": "write",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue round-register --id nvidia-investment --round 1 --data round-1.json",
      "note": "judgement from a file"
    },
    {
      "command": "blue dialogue round-register nvidia-investment --round 1 --input -",
      "note": "judgement from standard input"
    }
  ],
  "cli": {
    "positional": [
      "dialogue_id"
    ],
    "flagAliases": {
      "dialogue_id": [
        "id"
      ]
    },
    "fileFlags": {
      "data": "input"
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "The dialogue: its id, or the bare topic if only one has it.",
        "type": "string",
        "minLength": 1
      },
      "output_dir": {
        "description": "Its folder below `.blue/dialogues/`, instead of `dialogue_id`.",
        "type": "string",
        "minLength": 1
      },
      "round": {
        "type": "integer",
        "minimum": 0,
        "maximum": 98,
        "description": "The round to register: the one after the last."
      },
      "head": {
        "description": "The head you read; another one refuses (`head_moved`).",
        "type": "string"
      },
      "digest": {
        "description": "The digest of the drafts you read; changed drafts refuse (`drafts_changed`).",
        "type": "string"
      },
      "score_components": {
        "type": "object",
        "properties": {
          "W": {
            "type": "number"
          },
          "C": {
            "type": "number"
          },
          "T": {
            "type": "number"
          },
          "R": {
            "type": "number"
          }
        },
        "required": [
          "W",
          "C",
          "T",
          "R"
        ],
        "additionalProperties": false,
        "description": "Wisdom, Consistency, Truth, Relationships: unbounded."
      },
      "score": {
        "description": "If given, must be their sum.",
        "type": "number"
      },
      "expert_scores": {
        "description": "One number per expert.",
        "type": "object",
        "propertyNames": {
          "type": "string"
        },
        "additionalProperties": {
          "type": "number"
        }
      },
      "summary": {
        "description": "Your own words on the round, Markdown; becomes judge.md.",
        "type": "string"
      },
      "proposal": {
        "description": "The answer as it now stands, if it was not given with the prompts.",
        "type": "string"
      },
      "perspectives": {
        "description": "Order decides the IDs; what is not listed follows in panel order.",
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "local_id": {
              "type": "string",
              "description": "The marker that leads, e.g. `MUFFIN-P0101`."
            },
            "merges": {
              "description": "Markers of the same type that say the same; they share its global ID.",
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "label": {
              "description": "Replaces the expert's own label.",
              "type": "string"
            },
            "content": {
              "description": "Accepted and ignored: the text is the expert's own.",
              "type": "string"
            },
            "contributors": {
              "description": "If given, must be experts whose markers are listed here.",
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "refs": {
              "description": "If given, must be references its markers make, e.g. `REFINE` of `P0001`.",
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "type": {
                    "type": "string"
                  },
                  "target": {
                    "type": "string"
                  }
                },
                "required": [
                  "type",
                  "target"
                ],
                "additionalProperties": false
              }
            },
            "status": {
              "description": "If given, must be `open`: a tension is never closed in the round that raises it.",
              "type": "string"
            }
          },
          "required": [
            "local_id"
          ],
          "additionalProperties": false
        }
      },
      "recommendations": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "local_id": {
              "type": "string",
              "description": "The marker that leads, e.g. `MUFFIN-P0101`."
            },
            "merges": {
              "description": "Markers of the same type that say the same; they share its global ID.",
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "label": {
              "description": "Replaces the expert's own label.",
              "type": "string"
            },
            "content": {
              "description": "Accepted and ignored: the text is the expert's own.",
              "type": "string"
            },
            "contributors": {
              "description": "If given, must be experts whose markers are listed here.",
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "refs": {
              "description": "If given, must be references its markers make, e.g. `REFINE` of `P0001`.",
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "type": {
                    "type": "string"
                  },
                  "target": {
                    "type": "string"
                  }
                },
                "required": [
                  "type",
                  "target"
                ],
                "additionalProperties": false
              }
            },
            "status": {
              "description": "If given, must be `open`: a tension is never closed in the round that raises it.",
              "type": "string"
            }
          },
          "required": [
            "local_id"
          ],
          "additionalProperties": false
        }
      },
      "tensions": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "local_id": {
              "type": "string",
              "description": "The marker that leads, e.g. `MUFFIN-P0101`."
            },
            "merges": {
              "description": "Markers of the same type that say the same; they share its global ID.",
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "label": {
              "description": "Replaces the expert's own label.",
              "type": "string"
            },
            "content": {
              "description": "Accepted and ignored: the text is the expert's own.",
              "type": "string"
            },
            "contributors": {
              "description": "If given, must be experts whose markers are listed here.",
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "refs": {
              "description": "If given, must be references its markers make, e.g. `REFINE` of `P0001`.",
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "type": {
                    "type": "string"
                  },
                  "target": {
                    "type": "string"
                  }
                },
                "required": [
                  "type",
                  "target"
                ],
                "additionalProperties": false
              }
            },
            "status": {
              "description": "If given, must be `open`: a tension is never closed in the round that raises it.",
              "type": "string"
            },
            "owner": {
              "description": "The expert who is to settle it.",
              "type": "string"
            },
            "resolution_path": {
              "description": "How it could be settled.",
              "type": "string"
            }
          },
          "required": [
            "local_id"
          ],
          "additionalProperties": false
        }
      },
      "evidence": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "local_id": {
              "type": "string",
              "description": "The marker that leads, e.g. `MUFFIN-P0101`."
            },
            "merges": {
              "description": "Markers of the same type that say the same; they share its global ID.",
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "label": {
              "description": "Replaces the expert's own label.",
              "type": "string"
            },
            "content": {
              "description": "Accepted and ignored: the text is the expert's own.",
              "type": "string"
            },
            "contributors": {
              "description": "If given, must be experts whose markers are listed here.",
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "refs": {
              "description": "If given, must be references its markers make, e.g. `REFINE` of `P0001`.",
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "type": {
                    "type": "string"
                  },
                  "target": {
                    "type": "string"
                  }
                },
                "required": [
                  "type",
                  "target"
                ],
                "additionalProperties": false
              }
            },
            "status": {
              "description": "If given, must be `open`: a tension is never closed in the round that raises it.",
              "type": "string"
            }
          },
          "required": [
            "local_id"
          ],
          "additionalProperties": false
        }
      },
      "claims": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "local_id": {
              "type": "string",
              "description": "The marker that leads, e.g. `MUFFIN-P0101`."
            },
            "merges": {
              "description": "Markers of the same type that say the same; they share its global ID.",
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "label": {
              "description": "Replaces the expert's own label.",
              "type": "string"
            },
            "content": {
              "description": "Accepted and ignored: the text is the expert's own.",
              "type": "string"
            },
            "contributors": {
              "description": "If given, must be experts whose markers are listed here.",
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "refs": {
              "description": "If given, must be references its markers make, e.g. `REFINE` of `P0001`.",
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "type": {
                    "type": "string"
                  },
                  "target": {
                    "type": "string"
                  }
                },
                "required": [
                  "type",
                  "target"
                ],
                "additionalProperties": false
              }
            },
            "status": {
              "description": "If given, must be `open`: a tension is never closed in the round that raises it.",
              "type": "string"
            }
          },
          "required": [
            "local_id"
          ],
          "additionalProperties": false
        }
      },
      "merged_into": {
        "description": "Markers that repeat an item of an earlier round.",
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "local_id": {
              "type": "string"
            },
            "id": {
              "type": "string"
            }
          },
          "required": [
            "local_id",
            "id"
          ],
          "additionalProperties": false
        }
      },
      "dismissed": {
        "description": "An item (`local_id`; never a tension) or a malformed marker or reference (`expert`, `line`), with a reason.",
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "local_id": {
              "type": "string"
            },
            "expert": {
              "type": "string"
            },
            "line": {
              "type": "integer",
              "minimum": 1
            },
            "reason": {
              "type": "string",
              "minLength": 1
            }
          },
          "required": [
            "reason"
          ],
          "additionalProperties": false
        }
      },
      "tension_updates": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string"
            },
            "status": {
              "type": "string",
              "enum": [
                "open",
                "addressed",
                "resolved",
                "reopened",
                "accepted"
              ]
            },
            "via": {
              "description": "The one item that resolves it.",
              "type": "string"
            },
            "note": {
              "type": "string"
            },
            "reason": {
              "type": "string"
            },
            "owner": {
              "type": "string"
            },
            "resolution_path": {
              "type": "string"
            }
          },
          "required": [
            "id"
          ],
          "additionalProperties": false
        }
      },
      "absent": {
        "description": "Panel members who wrote nothing.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "incomplete": {
        "description": "Panel members whose draft breaks off before its stance; their signal does not count.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "open_tensions": {
        "description": "Compared, never believed; likewise the next four.",
        "anyOf": [
          {
            "type": "integer"
          },
          {
            "type": "array",
            "items": {
              "type": "string"
            }
          }
        ]
      },
      "new_perspectives": {
        "anyOf": [
          {
            "type": "integer"
          },
          {
            "type": "array",
            "items": {
              "type": "string"
            }
          }
        ]
      },
      "converge_signals": {
        "anyOf": [
          {
            "type": "integer"
          },
          {
            "type": "array",
            "items": {
              "type": "string"
            }
          }
        ]
      },
      "velocity": {
        "type": "integer"
      },
      "panel_size": {
        "type": "integer"
      },
      "panel": {
        "type": "array",
        "items": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "object",
              "properties": {
                "name": {
                  "type": "string"
                }
              },
              "required": [
                "name"
              ],
              "additionalProperties": {}
            }
          ]
        }
      }
    },
    "required": [
      "round",
      "score_components"
    ],
    "additionalProperties": false
  },
  "load": () => import("./dialogue/round-register.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.verdict-register",
  "tool": "blue_dialogue_verdict_register",
  "summary": "Register a verdict; a final one only when the gate is open",
  "description": "A `final` verdict stands only on the highest round, with velocity 0 and every member's signal, computed from the records; everything that fails is reported at once. `forced` (with `warning`) overrides the two counts when `max_rounds` rounds are registered, and nothing else. Tensions accepted unresolved must be listed. Interim, minority and dissent verdicts need a registered round and say that they are not the decision. Answers with the Convergence Summary; show it to the user.",
  "effect": "write",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue verdict --id nvidia-investment --round 2 --recommendation 'APPROVE with options overlay'",
      "note": "the decision"
    },
    {
      "command": "blue dialogue verdict nvidia-investment --verdict-type interim --recommendation 'Leaning to approve'",
      "note": "a note on the way"
    }
  ],
  "cli": {
    "positional": [
      "dialogue_id"
    ],
    "flagAliases": {
      "dialogue_id": [
        "id"
      ]
    },
    "aliases": [
      "verdict"
    ],
    "fileFlags": {
      "data": "input"
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "The dialogue: its id, or the bare topic if only one has it.",
        "type": "string",
        "minLength": 1
      },
      "output_dir": {
        "description": "Its folder below `.blue/dialogues/`, instead of `dialogue_id`.",
        "type": "string",
        "minLength": 1
      },
      "round": {
        "description": "The last registered round (the default).",
        "type": "integer",
        "minimum": 0,
        "maximum": 98
      },
      "head": {
        "description": "The head you read; another one refuses (`head_moved`).",
        "type": "string"
      },
      "verdict_id": {
        "description": "Default: the type.",
        "type": "string"
      },
      "verdict_type": {
        "default": "final",
        "description": "Only `final` passes the gate and is the decision.",
        "type": "string",
        "enum": [
          "interim",
          "final",
          "minority",
          "dissent"
        ]
      },
      "recommendation": {
        "type": "string",
        "minLength": 1,
        "description": "The decision. Word for word the last round's proposal, or it is marked as never seen by the panel."
      },
      "description": {
        "type": "string"
      },
      "conditions": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "array",
            "items": {
              "type": "string"
            }
          }
        ]
      },
      "vote": {
        "description": "As you state it; Blue shows the counted signals beside it.",
        "type": "string"
      },
      "confidence": {
        "type": [
          "string",
          "number"
        ]
      },
      "decisions": {
        "description": "Topic → decision, for the Converged Decisions table.",
        "type": "object",
        "propertyNames": {
          "type": "string"
        },
        "additionalProperties": {
          "type": "string"
        }
      },
      "tensions_resolved": {
        "description": "If given, each must be resolved in the ledger.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "tensions_accepted": {
        "description": "Must name every tension accepted unresolved.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "recommendations_adopted": {
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "recommendations_rejected": {
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "key_evidence": {
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "key_claims": {
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "supporting_experts": {
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "forced": {
        "default": false,
        "description": "Only when `max_rounds` rounds are registered; needs `warning`.",
        "type": "boolean"
      },
      "warning": {
        "type": "string"
      }
    },
    "required": [
      "recommendation"
    ],
    "additionalProperties": false
  },
  "load": () => import("./dialogue/verdict-register.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.close",
  "tool": "blue_dialogue_close",
  "summary": "End a dialogue without a decision, with a reason",
  "description": "For a dialogue that will not converge (`impasse`) or is no longer needed (`abandoned`). Recorded like a verdict, and no decision: nothing can be built on it. A later round opens the dialogue again.",
  "effect": "write",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue close nvidia-investment --outcome impasse --reason 'two mandates exclude each other'",
      "note": "nobody will move"
    }
  ],
  "cli": {
    "positional": [
      "dialogue_id"
    ],
    "flagAliases": {
      "dialogue_id": [
        "id"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "The dialogue: its id, or the bare topic if only one has it.",
        "type": "string",
        "minLength": 1
      },
      "output_dir": {
        "description": "Its folder below `.blue/dialogues/`, instead of `dialogue_id`.",
        "type": "string",
        "minLength": 1
      },
      "outcome": {
        "type": "string",
        "enum": [
          "impasse",
          "abandoned"
        ]
      },
      "reason": {
        "type": "string",
        "minLength": 1
      }
    },
    "required": [
      "outcome",
      "reason"
    ],
    "additionalProperties": false
  },
  "load": () => import("./dialogue/close.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.status",
  "tool": "blue_dialogue_status",
  "summary": "Where one dialogue stands and the exact next call",
  "description": "Everything a Judge needs to go on, also after its context was lost: the open round and its panel, whose drafts are there, what is open, what the gate says, and `next`. Read from the records and drafts on disk.",
  "effect": "read",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue status nvidia-investment",
      "note": "by its topic"
    }
  ],
  "cli": {
    "positional": [
      "dialogue_id"
    ],
    "flagAliases": {
      "dialogue_id": [
        "id"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "The dialogue: its id, or the bare topic if only one has it.",
        "type": "string",
        "minLength": 1
      },
      "output_dir": {
        "description": "Its folder below `.blue/dialogues/`, instead of `dialogue_id`.",
        "type": "string",
        "minLength": 1
      }
    },
    "additionalProperties": false
  },
  "load": () => import("./dialogue/status.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.round-context",
  "tool": "blue_dialogue_round_context",
  "summary": "Everything said so far, for the whole panel in one call",
  "description": "The dialogue, its experts with roles, scores and draft files, and every perspective, recommendation, tension, piece of evidence and claim up to the given round, with velocity, convergence and what blocks it. Without `round`: the open round. Long dialogues come in pages: ask for `page` until `pages`.",
  "effect": "read",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue round-context --id nvidia-investment --round 1",
      "note": "as it stood after round 1"
    }
  ],
  "cli": {
    "positional": [
      "dialogue_id"
    ],
    "flagAliases": {
      "dialogue_id": [
        "id"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "The dialogue: its id, or the bare topic if only one has it.",
        "type": "string",
        "minLength": 1
      },
      "output_dir": {
        "description": "Its folder below `.blue/dialogues/`, instead of `dialogue_id`.",
        "type": "string",
        "minLength": 1
      },
      "round": {
        "description": "A registered round (as it stood after it), or the open one.",
        "type": "integer",
        "minimum": 0,
        "maximum": 98
      },
      "page": {
        "default": 1,
        "type": "integer",
        "minimum": 1
      }
    },
    "additionalProperties": false
  },
  "load": () => import("./dialogue/round-context.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.list",
  "tool": "blue_dialogue_list",
  "summary": "List the dialogues of this project, newest first",
  "description": "Every dialogue with its state (open, decided, closed, damaged, or legacy: written by an older Blue), rounds, velocity and convergence. Filter by `state`; long lists come in pages.",
  "effect": "read",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue list",
      "note": "all of them"
    },
    {
      "command": "blue dialogue list --state open",
      "note": "what still needs work"
    }
  ],
  "cli": {},
  "inputSchema": {
    "type": "object",
    "properties": {
      "state": {
        "type": "string",
        "enum": [
          "open",
          "decided",
          "closed",
          "damaged",
          "legacy"
        ]
      },
      "page": {
        "default": 1,
        "type": "integer",
        "minimum": 1
      }
    },
    "additionalProperties": false
  },
  "load": () => import("./dialogue/list.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.get",
  "tool": "blue_dialogue_get",
  "summary": "One dialogue: opening, rounds, items, verdicts, files",
  "description": "What a dialogue is about, its panel, its scoreboard, every item with label and status, its verdicts (and whether they are in force), and where its files are. Texts are in round-context and in the files.",
  "effect": "read",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue get --id nvidia-investment",
      "note": "by its topic"
    }
  ],
  "cli": {
    "positional": [
      "dialogue_id"
    ],
    "flagAliases": {
      "dialogue_id": [
        "id"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "The dialogue: its id, or the bare topic if only one has it.",
        "type": "string",
        "minLength": 1
      },
      "output_dir": {
        "description": "Its folder below `.blue/dialogues/`, instead of `dialogue_id`.",
        "type": "string",
        "minLength": 1
      }
    },
    "additionalProperties": false
  },
  "load": () => import("./dialogue/get.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.export",
  "tool": "blue_dialogue_export",
  "summary": "Export a dialogue with its full scoreboard",
  "description": "Writes the whole dialogue as JSON (RFC 0057: scoreboard with totals, signals, experts, rounds, items, tensions, verdicts; plus events, references, moves, stances, citations, the Judge's hand, who left unconvinced and what changed since round 0) to `dialogue.json` in its folder and answers with the path and the totals. `format`: `md` writes the document, `csv` the scoreboard.",
  "effect": "write",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue export --id nvidia-investment",
      "note": "JSON, to dialogue.json"
    },
    {
      "command": "blue dialogue export nvidia-investment --format csv",
      "note": "the scoreboard as a table"
    }
  ],
  "cli": {
    "positional": [
      "dialogue_id"
    ],
    "flagAliases": {
      "dialogue_id": [
        "id"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "The dialogue: its id, or the bare topic if only one has it.",
        "type": "string",
        "minLength": 1
      },
      "output_dir": {
        "description": "Its folder below `.blue/dialogues/`, instead of `dialogue_id`.",
        "type": "string",
        "minLength": 1
      },
      "format": {
        "default": "json",
        "type": "string",
        "enum": [
          "json",
          "md",
          "csv"
        ]
      }
    },
    "additionalProperties": false
  },
  "load": () => import("./dialogue/export.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.verify",
  "tool": "blue_dialogue_verify",
  "summary": "Prove that the records are whole and the files show them",
  "description": "Checks every record's hash and chain, that the frozen markers are what the texts say, that no file is unaccounted for, and that the Markdown a reviewer reads is what the records say (drift). Names verdicts that a later round superseded. Exits 6 on findings, so it can stand in CI. Drift is put right by `blue sync` and changes no decision.",
  "effect": "read",
  "idempotent": true,
  "toolset": "maintenance",
  "examples": [
    {
      "command": "blue dialogue verify",
      "note": "all of them, in CI"
    },
    {
      "command": "blue dialogue verify nvidia-investment",
      "note": "one"
    }
  ],
  "cli": {
    "positional": [
      "dialogue_id"
    ],
    "flagAliases": {
      "dialogue_id": [
        "id"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "The dialogue: its id, or the bare topic if only one has it.",
        "type": "string",
        "minLength": 1
      },
      "output_dir": {
        "description": "Its folder below `.blue/dialogues/`, instead of `dialogue_id`.",
        "type": "string",
        "minLength": 1
      }
    },
    "additionalProperties": false
  },
  "load": () => import("./dialogue/verify.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.lint",
  "tool": "blue_dialogue_lint",
  "summary": "Check the format of a .dialogue.md document",
  "description": "Weighted checks over a saved dialogue document, in both marker dialects: participants, panel, scoreboard arithmetic, perspectives inventory, tensions tracker, round order, unresolved tensions under a converged status, markers. Answers with a score from 0 to 1 and the issues; exits 6 on errors.",
  "effect": "read",
  "idempotent": true,
  "toolset": "maintenance",
  "examples": [
    {
      "command": "blue dialogue lint .blue/docs/dialogues/2026-02-03T1423Z-nvidia-investment.dialogue.md",
      "note": "one document"
    }
  ],
  "cli": {
    "positional": [
      "file_path"
    ]
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "file_path": {
        "type": "string",
        "description": "A `.dialogue.md` document of the project."
      }
    },
    "required": [
      "file_path"
    ],
    "additionalProperties": false
  },
  "load": () => import("./dialogue/lint.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.save",
  "tool": "blue_dialogue_save",
  "summary": "Keep a dialogue as one document among the decisions",
  "description": "Writes the dialogue to `.blue/docs/dialogues/<ISO>-<slug>.dialogue.md` in RFC 0023's format: participants, pool, panel, scoreboard, perspectives inventory, tensions tracker, every round. Generated: saving again replaces it.",
  "effect": "write",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue save nvidia-investment",
      "note": "when it is decided"
    }
  ],
  "cli": {
    "positional": [
      "dialogue_id"
    ],
    "flagAliases": {
      "dialogue_id": [
        "id"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "The dialogue: its id, or the bare topic if only one has it.",
        "type": "string",
        "minLength": 1
      },
      "output_dir": {
        "description": "Its folder below `.blue/dialogues/`, instead of `dialogue_id`.",
        "type": "string",
        "minLength": 1
      }
    },
    "additionalProperties": false
  },
  "load": () => import("./dialogue/save.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.say",
  "tool": "blue_dialogue_say",
  "summary": "Speak in the open round yourself, as a Guest 🧁",
  "description": "A person adds a draft to the open round. It is recorded like an expert's: its markers get IDs and its tensions must be settled. A guest is no member of the panel, so no converge signal is asked of them.",
  "effect": "write",
  "idempotent": true,
  "toolset": "maintenance",
  "examples": [
    {
      "command": "blue dialogue say nvidia-investment --as guest --text '[GUEST-T0101: who pays for it?] Nobody has priced this.'",
      "note": "raise a tension"
    }
  ],
  "cli": {
    "positional": [
      "dialogue_id"
    ],
    "flagAliases": {
      "dialogue_id": [
        "id"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "The dialogue: its id, or the bare topic if only one has it.",
        "type": "string",
        "minLength": 1
      },
      "output_dir": {
        "description": "Its folder below `.blue/dialogues/`, instead of `dialogue_id`.",
        "type": "string",
        "minLength": 1
      },
      "as": {
        "default": "guest",
        "description": "Your name in the record; not one of the panel's.",
        "type": "string",
        "minLength": 1
      },
      "text": {
        "type": "string",
        "minLength": 1,
        "description": "Markdown; plain words are recorded, markers such as [GUEST-T0101: label] count."
      }
    },
    "required": [
      "text"
    ],
    "additionalProperties": false
  },
  "load": () => import("./dialogue/say.ts").then((module) => module.operation as unknown as Operation)
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
},
{
  "name": "sync",
  "tool": "blue_sync",
  "summary": "Bring the index and the generated files up to date",
  "description": "Makes generated files (scoreboard.md, verdict.md, an expert's copy …) again from the records where they are missing or were edited, and brings the search index up to date with the files. Records are never touched. `rebuild` starts the index from nothing.",
  "effect": "write",
  "idempotent": true,
  "toolset": "maintenance",
  "examples": [
    {
      "command": "blue sync",
      "note": "after a merge or a hand edit"
    },
    {
      "command": "blue sync --rebuild",
      "note": "with a new index"
    }
  ],
  "cli": {},
  "inputSchema": {
    "type": "object",
    "properties": {
      "rebuild": {
        "default": false,
        "description": "Throw the index away first.",
        "type": "boolean"
      }
    },
    "additionalProperties": false
  },
  "load": () => import("./sync.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "doctor",
  "tool": "blue_doctor",
  "summary": "Check that Blue can work here, and say how to fix what is wrong",
  "description": "Looks at Node, the SQLite driver, permissions and hard links, the index, stray temporary files, drifted generated files, untracked or ignored records, a tracked database or tracked drafts, the configuration and leftover servers. `fix` repairs what can be repaired safely: it makes missing folders and ignore lines, removes stray temporary files, makes generated files again and refreshes the index. Exits 6 when something fails.",
  "effect": "write",
  "idempotent": true,
  "toolset": "maintenance",
  "examples": [
    {
      "command": "blue doctor",
      "note": "look only"
    },
    {
      "command": "blue doctor --fix",
      "note": "repair what is safe to repair"
    }
  ],
  "cli": {},
  "inputSchema": {
    "type": "object",
    "properties": {
      "fix": {
        "default": false,
        "description": "Repair what can be repaired safely.",
        "type": "boolean"
      }
    },
    "additionalProperties": false
  },
  "load": () => import("./doctor.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "db.path",
  "tool": "blue_db_path",
  "summary": "Print where the index is, brought up to date",
  "description": "The index is an SQLite file with RFC 0057's tables and the `scoreboard` view, for your own queries. It is disposable and made from the records: write nothing into it.",
  "effect": "write",
  "idempotent": true,
  "toolset": "maintenance",
  "examples": [
    {
      "command": "sqlite3 \"$(blue db path)\" \"SELECT * FROM scoreboard\"",
      "note": "query it"
    }
  ],
  "cli": {
    "document": true
  },
  "inputSchema": {
    "type": "object",
    "properties": {},
    "additionalProperties": false
  },
  "load": () => import("./db/path.ts").then((module) => module.operation as unknown as Operation)
}
];
