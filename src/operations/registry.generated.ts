// Generated from the operations by `npm run docs`. Do not edit.
import type { Operation, OperationEntry } from "./operation.ts";

export const registry: readonly OperationEntry[] = [
{
  "name": "status",
  "tool": "blue_status",
  "summary": "Where am I, what is open, what is next",
  "description": "Which project Blue sees, what is open in it and the exact next call. Start here, and come back whenever context was lost.",
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
    "properties": {}
  },
  "load": () => import("./status.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "search",
  "tool": "blue_search",
  "summary": "Find what was decided and said: documents and dialogues, best first",
  "description": "Searches documents and dialogues, best first; a document named by number (`RFC 0033`) leads.",
  "effect": "read",
  "idempotent": true,
  "toolset": "core",
  "examples": [
    {
      "command": "blue search pagination cursor",
      "note": "everywhere"
    },
    {
      "command": "blue search RFC 0033",
      "note": "that document first, then who speaks of it"
    },
    {
      "command": "blue search '\"deep pages\"' --type adr --status accepted",
      "note": "a phrase, in decisions in force"
    },
    {
      "command": "blue search --org pagination cursor",
      "note": "in every published repository"
    }
  ],
  "cli": {
    "positional": [
      "questions"
    ],
    "words": "questions",
    "switches": [
      "scope"
    ]
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "questions": {
        "maxItems": 5,
        "type": "array",
        "items": {
          "type": "string"
        },
        "description": "Best three wordings; \"phrases\"."
      },
      "type": {
        "type": "string",
        "enum": [
          "rfc",
          "adr",
          "prd",
          "spike",
          "audit",
          "postmortem",
          "decision",
          "runbook",
          "dialogue"
        ]
      },
      "status": {
        "description": "draft, decided …",
        "type": "string"
      },
      "since": {
        "type": "string",
        "format": "date"
      },
      "until": {
        "type": "string",
        "format": "date"
      },
      "limit": {
        "default": 20,
        "type": "integer",
        "minimum": 1,
        "maximum": 100
      },
      "page": {
        "default": 1,
        "type": "integer",
        "minimum": 1,
        "maximum": 10000
      },
      "scope": {
        "description": "All published repositories.",
        "type": "string",
        "const": "org"
      }
    },
    "required": [
      "questions"
    ]
  },
  "load": () => import("./search.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "recall",
  "tool": "blue_recall",
  "summary": "What was decided about this already, and what spoke against it",
  "description": "Before you decide: what was decided, best first, with minority verdicts, what was accepted unresolved, refused or rejected, why; contradictions.",
  "effect": "read",
  "idempotent": true,
  "toolset": "core",
  "examples": [
    {
      "command": "blue recall how should orders be paged --also \"customers wait for long lists\" --also \"cursor or offset\"",
      "note": "before a dialogue, a document or a change; three wordings find more than one"
    },
    {
      "command": "blue recall --org how should orders be paged",
      "note": "in any published repository"
    }
  ],
  "cli": {
    "positional": [
      "questions"
    ],
    "words": "questions",
    "switches": [
      "scope"
    ]
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "questions": {
        "maxItems": 5,
        "type": "array",
        "items": {
          "type": "string"
        },
        "description": "Best three wordings: yours, a manager's, an engineer's."
      },
      "limit": {
        "default": 5,
        "type": "integer",
        "minimum": 1,
        "maximum": 20
      },
      "scope": {
        "description": "All published repositories.",
        "type": "string",
        "const": "org"
      }
    },
    "required": [
      "questions"
    ]
  },
  "load": () => import("./recall.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "decisions",
  "tool": "blue_decisions",
  "summary": "Every decision in force, what it rests on, and whether that is still there",
  "description": "Lists the decisions in force (final verdicts, accepted ADRs, approved RFCs) with what each rests on and its health. A decision has rotted when words that its adopted recommendations, key evidence or key claims cite are gone, when such an item was withdrawn or cites something superseded, when its subject was undone, or when its dialogue decides nothing any more. Moved or reformatted lines are not rot. `diff` lists only what a change touches, compared with the common base of the work tree and a branch: what this side took away and that branch did not. `unclear` is what Blue cannot tell; it fails nothing.",
  "effect": "read",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue decisions",
      "note": "all of them, the rotten first"
    },
    {
      "command": "blue decisions --diff",
      "note": "what this branch touches"
    },
    {
      "command": "blue decisions --diff origin/main --fail-on rot",
      "note": "in CI: exit 6 says that a decision rots"
    },
    {
      "command": "blue decisions --org",
      "note": "of all published repositories"
    },
    {
      "command": "blue decisions --outcomes",
      "note": "how past decisions fared"
    }
  ],
  "cli": {
    "alone": {
      "diff": ""
    },
    "switches": [
      "scope"
    ]
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "diff": {
        "description": "A branch or commit; `A...HEAD` means the same. Empty: the main branch.",
        "type": "string"
      },
      "fail_on": {
        "description": "Exit 6 on rot or a damaged dialogue; `unclear`: also on what is unclear, touched or not known.",
        "type": "string",
        "enum": [
          "rot",
          "unclear"
        ]
      },
      "outcomes": {
        "default": false,
        "description": "How past decisions fared, instead of what they rest on.",
        "type": "boolean"
      },
      "limit": {
        "default": 50,
        "description": "Of each list.",
        "type": "integer",
        "minimum": 1,
        "maximum": 1000
      },
      "page": {
        "default": 1,
        "type": "integer",
        "minimum": 1,
        "maximum": 10000
      },
      "scope": {
        "description": "All published repositories.",
        "type": "string",
        "const": "org"
      }
    }
  },
  "load": () => import("./decisions.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "check",
  "tool": "blue_check",
  "summary": "Check a change: records, documents, decisions it rots, new verdicts",
  "description": "What a reviewer should know of a change, in one answer. Verifies the dialogues and lints the documents that it touches, and names every record that it takes away or rewrites (records are written once); names the decisions it rots, as `decisions` with `diff`, and those it ends, overrules or makes `wip`; and says of every new verdict what was asked and decided, how, who signed, what stayed open, who disagrees, what it supersedes, what the Judge added, what it rests on and cost. Exits 6 on damage; `fail_on` says otherwise. Asks no model and no network.",
  "effect": "read",
  "idempotent": true,
  "toolset": "maintenance",
  "examples": [
    {
      "command": "blue check",
      "note": "what this branch does, before you push it"
    },
    {
      "command": "blue check --diff origin/main",
      "note": "in any CI"
    },
    {
      "command": "blue check --github",
      "note": "in a GitHub workflow; action.yml calls it"
    },
    {
      "command": "blue check --pre-push",
      "note": "in .git/hooks/pre-push"
    }
  ],
  "cli": {
    "alone": {
      "diff": ""
    },
    "outputModes": {
      "github": "In a GitHub workflow: step summary, annotations, one comment on the pull request, reports.",
      "pre_push": "As git's pre-push hook: reads what will be pushed from standard input and checks those commits."
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "diff": {
        "description": "A branch or commit to compare with, `A...HEAD` means the same; the main branch unless given.",
        "type": "string"
      },
      "fail_on": {
        "default": "integrity",
        "description": "Exit 6 on damaged records and documents; `rot`: on rotted decisions too.",
        "type": "string",
        "enum": [
          "integrity",
          "rot",
          "never"
        ]
      }
    }
  },
  "load": () => import("./check.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "merge-check",
  "tool": "blue_merge_check",
  "summary": "Before a merge: what git will do to dialogues and numbers, and what then",
  "description": "Tries `git merge` of a branch without making it, and says what comes of it: dialogues that both branches continued (the same round twice, two verdicts, a verdict under a later round), documents that took the same number, paths that conflict; and for each the commands that put it right. Only what is committed counts, and nothing is changed. Exits 6 when something has to be done after the merge. Needs git 2.38.",
  "effect": "read",
  "idempotent": true,
  "toolset": "maintenance",
  "examples": [
    {
      "command": "blue merge-check main",
      "note": "before you merge main into your branch"
    },
    {
      "command": "blue merge-check origin/feature",
      "note": "before you merge somebody else's"
    }
  ],
  "cli": {
    "positional": [
      "branch"
    ]
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "branch": {
        "type": "string",
        "description": "The branch or commit that would be merged into this one."
      }
    },
    "required": [
      "branch"
    ]
  },
  "load": () => import("./merge-check.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.create",
  "tool": "blue_dialogue_create",
  "summary": "Open a dialogue: question, subject, pool, settings",
  "description": "Opens an alignment dialogue and seats a suggested panel for round 0. Give a `subject` (a design, the strongest answer one agent alone can write). Review the panel; evolve_panel overrides it, and seats one where there is no pool.",
  "effect": "write",
  "idempotent": false,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue create --title \"Webhook delivery\" --question \"How do we retry?\" --subject docs/webhooks.md --template infrastructure",
      "note": "with a ready pool"
    },
    {
      "command": "blue dialogue create --scaffold > dialogue.json",
      "note": "title, subject, pool and settings to fill in"
    },
    {
      "command": "blue dialogue create --input dialogue.json",
      "note": "and to give back"
    }
  ],
  "cli": {
    "fileFlags": {
      "pool": "expert_pool"
    },
    "flagAliases": {
      "sources": [
        "source"
      ]
    }
  },
  "scaffold": true,
  "keepsEmptyLists": true,
  "inputSchema": {
    "type": "object",
    "properties": {
      "title": {
        "type": "string",
        "maxLength": 200
      },
      "topic": {
        "description": "The same as `title`.",
        "type": "string",
        "maxLength": 200
      },
      "question": {
        "description": "What is to be decided.",
        "type": "string"
      },
      "constraint": {
        "description": "What every answer must keep, and how experts work.",
        "type": "string"
      },
      "background": {
        "description": "What every expert must know.",
        "type": "string"
      },
      "alignment": {
        "description": "If true, `expert_pool` or `template` is required.",
        "type": "boolean"
      },
      "expert_pool": {
        "description": "The pool you designed.",
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
                  "description": "Core (essential), Adjacent (adds depth) or Wildcard (fresh or contrary)."
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
                  "description": "Ignored: Blue gives names.",
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
              ]
            },
            "description": "At least 3; 8 to 24 serve well, about 30% Core, 40% Adjacent, 30% Wildcard."
          }
        },
        "required": [
          "experts"
        ]
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
        "description": "Seats per round; default: the pool, at most 12; review: 3.",
        "type": "integer"
      },
      "agents": {
        "description": "The same as `panel_size`.",
        "type": "integer"
      },
      "rotation": {
        "description": "`graduated` (default): you evolve the panel.",
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
      "method": {
        "description": "`review`: one blind look; its findings are the result.",
        "type": "string",
        "enum": [
          "dialogue",
          "review"
        ]
      },
      "max_size": {
        "description": "Characters the text may have; default 1.25 × the subject, at least 12,000.",
        "type": "integer",
        "minimum": 500
      },
      "cross_check": {
        "description": "Others test the tensions before the author answers.",
        "type": "boolean"
      },
      "control": {
        "description": "A lone agent revises the subject too, to compare.",
        "type": "boolean"
      },
      "model": {
        "description": "For experts.",
        "type": "string"
      },
      "subject": {
        "description": "The file under deliberation.",
        "type": "string"
      },
      "sources": {
        "description": "Files every expert reads.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "rfc": {
        "description": "An RFC by path, number or whole name: the subject unless one is given. It cannot be approved before the decision.",
        "type": "string"
      },
      "output_dir": {
        "description": "Directly below `.blue/dialogues/`; its last part is the id.",
        "type": "string"
      }
    }
  },
  "load": () => import("./dialogue/create.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.sample-panel",
  "tool": "blue_dialogue_sample_panel",
  "summary": "Draw a panel from the pool and seat it for the open round",
  "description": "Draws and seats by relevance, about 33 % Core, 42 % Adjacent, 25 % Wildcard; `preview` only shows it. Without `retain`, `exclude` or `panel_size` the rotation mode decides. Whom you created stays unless excluded.",
  "effect": "write",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue sample-panel webhook-delivery --retain Muffin --exclude 'Cost Analyst'",
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
    },
    "openDialogue": true
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "Id or topic; a unique prefix will do.",
        "type": "string"
      },
      "output_dir": {
        "description": "Its folder, instead of `dialogue_id`.",
        "type": "string"
      },
      "round": {
        "description": "Default: the open one.",
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
    }
  },
  "load": () => import("./dialogue/sample-panel.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.evolve-panel",
  "tool": "blue_dialogue_evolve_panel",
  "summary": "Seat the panel you want for the open round",
  "description": "The whole panel, at least two. A name stays with its role once a round is registered. Once a draft exists nobody can be taken off; others may join.",
  "effect": "write",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue evolve-panel --id webhook-delivery --round 1 --panel panel.json",
      "note": "the panel from a file"
    },
    {
      "command": "blue dialogue evolve-panel webhook-delivery --scaffold > panel.json",
      "note": "the panel to edit, with those of the pool who could settle what is open"
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
    "openDialogue": true,
    "fileFlags": {
      "panel": "panel"
    }
  },
  "scaffold": true,
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "Id or topic; a unique prefix will do.",
        "type": "string"
      },
      "output_dir": {
        "description": "Its folder, instead of `dialogue_id`.",
        "type": "string"
      },
      "round": {
        "description": "Default: the open one.",
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
              "description": "Pastry name; default: the role's own, else the next free one.",
              "type": [
                "string",
                "null"
              ]
            },
            "role": {
              "description": "Not needed with the `name` of someone seated before.",
              "type": [
                "string",
                "null"
              ]
            },
            "source": {
              "description": "`retained`: sat before; `created`: called for this dialogue. Default: as the role is known.",
              "anyOf": [
                {
                  "type": "string",
                  "enum": [
                    "pool",
                    "retained",
                    "created"
                  ]
                },
                {
                  "type": "null"
                }
              ]
            },
            "tier": {
              "description": "Core, Wildcard, or Adjacent, as a created expert is.",
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
              "description": "Why one is created.",
              "type": [
                "string",
                "null"
              ]
            }
          }
        }
      },
      "head": {
        "description": "Expected head; the call fails with `head_moved` if it has changed.",
        "type": "string"
      },
      "replaces": {
        "description": "Expected panel, by names; the call fails if it has changed.",
        "type": "array",
        "items": {
          "type": "string"
        }
      }
    },
    "required": [
      "panel"
    ]
  },
  "load": () => import("./dialogue/evolve-panel.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.expert-create",
  "tool": "blue_dialogue_expert_create",
  "summary": "Call a new expert to the open round",
  "description": "For a tension that neither the panel nor the pool can settle. The expert is added to the open round's panel; nobody else moves.",
  "effect": "write",
  "idempotent": false,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue expert-create webhook-delivery --role 'Database Engineer' --focus 'locks and queues' --reason 'T0001 needs a load model'",
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
    },
    "openDialogue": true
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "Id or topic; a unique prefix will do.",
        "type": "string"
      },
      "output_dir": {
        "description": "Its folder, instead of `dialogue_id`.",
        "type": "string"
      },
      "role": {
        "type": "string"
      },
      "reason": {
        "description": "Which tension calls for this expert.",
        "type": "string"
      },
      "source": {
        "type": "string",
        "const": "created"
      },
      "name": {
        "description": "Default: the next pastry name.",
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
      "role"
    ]
  },
  "load": () => import("./dialogue/expert-create.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.cross-check",
  "tool": "blue_dialogue_cross_check",
  "summary": "Have others try to refute the open tensions before the author answers",
  "description": "After a round, before the author is asked: the first call writes the prompts of one or two verifiers, who raised nothing, and answers with `spawn` lines. When they are done, the same call reads their sheets, a line per open tension (confirmed, refuted or unproven, with evidence), and says whether they can be used. Author and raisers are shown them. They close nothing.",
  "effect": "write",
  "idempotent": true,
  "toolset": "maintenance",
  "examples": [
    {
      "command": "blue dialogue cross-check webhook-delivery",
      "note": "ask one verifier; again when it is done"
    },
    {
      "command": "blue dialogue cross-check webhook-delivery --verifiers 2",
      "note": "ask two"
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
    "openDialogue": true
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "Id or topic; a unique prefix will do.",
        "type": "string"
      },
      "output_dir": {
        "description": "Its folder, instead of `dialogue_id`.",
        "type": "string"
      },
      "verifiers": {
        "description": "How many; default 1.",
        "type": "integer",
        "minimum": 1,
        "maximum": 2
      },
      "filed_text": {
        "description": "Only a sheet that a verifier returned instead of writing its file.",
        "type": "string"
      },
      "verifier": {
        "description": "Whose `filed_text` is; default 1.",
        "type": "integer",
        "minimum": 1,
        "maximum": 2
      }
    }
  },
  "load": () => import("./dialogue/cross-check.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.revise",
  "tool": "blue_dialogue_revise",
  "summary": "Have the author rewrite the text and answer every open tension",
  "description": "The answer has one author, who is not you. After a round it writes the author's prompt and answers with one `spawn` line. When it has written, round_prompt shows the panel that text; called again, this shows its answers. Before round 0 a fresh agent polishes the subject. Answers close nothing; a panel member's [RE:RESOLVE …] does.",
  "effect": "write",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue revise webhook-delivery",
      "note": "ask the author; again to read its answers"
    },
    {
      "command": "blue dialogue revise webhook-delivery --another",
      "note": "polish the subject once more before round 0"
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
    "openDialogue": true
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "Id or topic; a unique prefix will do.",
        "type": "string"
      },
      "output_dir": {
        "description": "Its folder, instead of `dialogue_id`.",
        "type": "string"
      },
      "alone": {
        "description": "Implied before round 0.",
        "type": "boolean"
      },
      "another": {
        "description": "Before round 0: once more.",
        "type": "boolean"
      },
      "control": {
        "description": "Its text is only compared; at any time.",
        "type": "boolean"
      },
      "reopen": {
        "description": "After a verdict: open it again.",
        "type": "boolean"
      },
      "filed_text": {
        "description": "Only what it returned instead of writing its file; counted.",
        "type": "string"
      },
      "filed_answers": {
        "description": "Its answer sheet.",
        "type": "string"
      }
    }
  },
  "load": () => import("./dialogue/revise.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.round-prompt",
  "tool": "blue_dialogue_round_prompt",
  "summary": "Write every expert's prompt and answer with whom to spawn",
  "description": "Writes the open round's prompts and answers with `spawn`: start ALL in ONE message, each as `task` says. In rotation modes none, wildcards and full it seats the round itself.",
  "effect": "write",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue round-prompt webhook-delivery",
      "note": "round 0"
    },
    {
      "command": "blue dialogue round-prompt webhook-delivery --input round-1.json",
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
    },
    "openDialogue": true,
    "fileFlags": {
      "panel": "panel"
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "Id or topic; a unique prefix will do.",
        "type": "string"
      },
      "output_dir": {
        "description": "Its folder, instead of `dialogue_id`.",
        "type": "string"
      },
      "round": {
        "description": "Default: the open one.",
        "type": "integer",
        "minimum": 0,
        "maximum": 98
      },
      "proposal": {
        "description": "Your own words instead of the author's text.",
        "type": "string"
      },
      "decision": {
        "description": "With `proposal`: what it decides, in one sentence.",
        "type": "string",
        "maxLength": 300
      },
      "directives": {
        "description": "Expert → what you ask of them.",
        "type": "object",
        "additionalProperties": {
          "type": "string"
        }
      },
      "ask": {
        "description": "`check`: whose tensions were answered; `sign`: everybody. Default: as the ledger asks.",
        "type": "string",
        "enum": [
          "everyone",
          "check",
          "sign"
        ]
      },
      "panel": {
        "description": "Seats it first, like evolve-panel.",
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "name": {
              "description": "Pastry name; default: the role's own, else the next free one.",
              "type": [
                "string",
                "null"
              ]
            },
            "role": {
              "description": "Not needed with the `name` of someone seated before.",
              "type": [
                "string",
                "null"
              ]
            },
            "source": {
              "description": "`retained`: sat before; `created`: called for this dialogue. Default: as the role is known.",
              "anyOf": [
                {
                  "type": "string",
                  "enum": [
                    "pool",
                    "retained",
                    "created"
                  ]
                },
                {
                  "type": "null"
                }
              ]
            },
            "tier": {
              "description": "Core, Wildcard, or Adjacent, as a created expert is.",
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
              "description": "Why one is created.",
              "type": [
                "string",
                "null"
              ]
            }
          }
        }
      },
      "agent_name": {
        "description": "Only this member; default: the whole panel.",
        "type": "string"
      },
      "agent_role": {
        "description": "Must be the member's.",
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
        "description": "In place of the member's focus.",
        "type": "string"
      }
    }
  },
  "load": () => import("./dialogue/round-prompt.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.round-collect",
  "tool": "blue_dialogue_round_collect",
  "summary": "Read what the experts wrote, before you judge it",
  "description": "What the open round's drafts say, in brief: every marker's label, severity, references, citations found or not; stances, proposed merges, resolvers per tension, who is missing, problems with their fix, and the digest to echo. `texts: 10` adds the ten most worth reading.",
  "effect": "read",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue round-collect webhook-delivery",
      "note": "labels, stances, merges, problems"
    },
    {
      "command": "blue dialogue round-collect webhook-delivery --texts 10",
      "note": "and the ten worth reading first"
    },
    {
      "command": "blue dialogue round-collect webhook-delivery --full",
      "note": "everything, word for word"
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
    "openDialogue": true
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "Id or topic; a unique prefix will do.",
        "type": "string"
      },
      "output_dir": {
        "description": "Its folder, instead of `dialogue_id`.",
        "type": "string"
      },
      "round": {
        "description": "Default: the open one.",
        "type": "integer",
        "minimum": 0,
        "maximum": 98
      },
      "items": {
        "description": "Only these, in full, by ID.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "texts": {
        "default": 0,
        "description": "So many in full, the worst first.",
        "type": "integer",
        "minimum": 0
      },
      "full": {
        "default": false,
        "description": "Every text in full.",
        "type": "boolean"
      },
      "outside": {
        "default": false,
        "description": "Also what is outside markers.",
        "type": "boolean"
      },
      "page": {
        "default": 1,
        "type": "integer",
        "minimum": 1
      }
    }
  },
  "load": () => import("./dialogue/round-collect.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.expert-write",
  "tool": "blue_dialogue_expert_write",
  "summary": "File a text as an expert's draft, with where it came from",
  "description": "For a text an expert returned instead of writing its file. Filed with its origin, counted in the Judge's hand; it never replaces a draft: a second text is kept beside the first. Never write one yourself: a draft by the Judge voids the dialogue.",
  "effect": "write",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue expert-write webhook-delivery --expert Muffin --text \"$(cat muffin.md)\"",
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
    },
    "openDialogue": true
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "Id or topic; a unique prefix will do.",
        "type": "string"
      },
      "output_dir": {
        "description": "Its folder, instead of `dialogue_id`.",
        "type": "string"
      },
      "round": {
        "description": "Default: the open one.",
        "type": "integer",
        "minimum": 0,
        "maximum": 98
      },
      "expert": {
        "type": "string",
        "description": "Who wrote it."
      },
      "text": {
        "type": "string",
        "description": "Word for word."
      },
      "note": {
        "description": "Where it came from.",
        "type": "string"
      }
    },
    "required": [
      "expert",
      "text"
    ]
  },
  "load": () => import("./dialogue/expert-write.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "extract-dialogue",
  "tool": "blue_extract_dialogue",
  "summary": "Read what a subagent said, from its transcript",
  "description": "For an expert that answered without writing its draft. Reads the last message of a subagent by `task_id`, or of a transcript at `file_path` (JSON lines only), says whether it is whole, and counts tool uses. With a dialogue and `expert` it is saved as that expert's draft; it never replaces one.",
  "effect": "write",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue extract-dialogue --task-id a6dc70c",
      "note": "what the subagent said"
    },
    {
      "command": "blue extract-dialogue --task-id a6dc70c --id webhook-delivery --expert Muffin",
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
        "description": "Id or topic; a unique prefix will do.",
        "type": "string"
      },
      "output_dir": {
        "description": "Its folder, instead of `dialogue_id`.",
        "type": "string"
      },
      "expert": {
        "description": "Save the text as this panel member's draft.",
        "type": "string"
      }
    }
  },
  "load": () => import("./extract-dialogue.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.round-discard",
  "tool": "blue_dialogue_round_discard",
  "summary": "Set an unregistered round's drafts aside, with a reason",
  "description": "Starts the next attempt at the open round with the same panel: prompts and drafts of this one are set aside, never deleted. They enter the next record word for word and are counted in the Judge's hand: use it for a round that went wrong, not for an answer you dislike.",
  "effect": "destructive",
  "idempotent": false,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue round-discard webhook-delivery --reason 'wrong subject in the prompts'",
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
        "description": "Id or topic; a unique prefix will do.",
        "type": "string"
      },
      "output_dir": {
        "description": "Its folder, instead of `dialogue_id`.",
        "type": "string"
      },
      "round": {
        "description": "Default: the open one.",
        "type": "integer",
        "minimum": 0,
        "maximum": 98
      },
      "reason": {
        "type": "string"
      }
    },
    "required": [
      "reason"
    ]
  },
  "load": () => import("./dialogue/round-discard.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.round-register",
  "tool": "blue_dialogue_round_register",
  "summary": "Register a round: your judgement over what the experts wrote",
  "description": "Takes every draft into the record word for word, gives every marker its global ID and counts. You give judgement only: scores, merges, closings (with the item that resolves), acceptances with a reason, owners, your summary. Every failing item is reported at once, and then nothing is written. The same call again answers `already_registered`.",
  "effect": "write",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue round-register --id webhook-delivery --round 1 --data round-1.json",
      "note": "judgement from a file"
    },
    {
      "command": "blue dialogue round-register webhook-delivery --scaffold > round-1.json",
      "note": "the judgement to fill in: scores, merges, closings"
    },
    {
      "command": "blue dialogue round-register webhook-delivery --round 1 --input -",
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
    "openDialogue": true,
    "fileFlags": {
      "data": "input"
    }
  },
  "scaffold": true,
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "Id or topic; a unique prefix will do.",
        "type": "string"
      },
      "output_dir": {
        "description": "Its folder, instead of `dialogue_id`.",
        "type": "string"
      },
      "round": {
        "type": "integer",
        "minimum": 0,
        "maximum": 98,
        "description": "The one after the last."
      },
      "head": {
        "description": "Expected head; the call fails with `head_moved` if it has changed.",
        "type": "string"
      },
      "digest": {
        "description": "Of the drafts you read; changed ones refuse (`drafts_changed`).",
        "type": "string"
      },
      "score_components": {
        "description": "Wisdom, Consistency, Truth, Relationships: each from 0, often 20 to 50, unbounded.",
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
        ]
      },
      "score": {
        "description": "Their sum; alone where you do not split it.",
        "type": "number"
      },
      "expert_scores": {
        "description": "One number per expert.",
        "type": "object",
        "additionalProperties": {
          "type": "number"
        }
      },
      "summary": {
        "description": "Your own words; becomes judge.md.",
        "type": "string"
      },
      "proposal": {
        "description": "If it was not given with the prompts.",
        "type": "string"
      },
      "perspectives": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "local_id": {
              "type": "string",
              "description": "The marker that leads, e.g. `MUFFIN-P0101`."
            },
            "merges": {
              "description": "Markers that say the same.",
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "label": {
              "description": "Beside the expert's own label.",
              "type": "string"
            },
            "content": {
              "description": "Ignored.",
              "type": "string"
            },
            "contributors": {
              "description": "Must be whose markers these are.",
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "refs": {
              "description": "Must be references its markers make.",
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
                ]
              }
            },
            "status": {
              "description": "Must be `open`.",
              "type": "string"
            }
          },
          "required": [
            "local_id"
          ]
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
              "description": "Markers that say the same.",
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "label": {
              "description": "Beside the expert's own label.",
              "type": "string"
            },
            "content": {
              "description": "Ignored.",
              "type": "string"
            },
            "contributors": {
              "description": "Must be whose markers these are.",
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "refs": {
              "description": "Must be references its markers make.",
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
                ]
              }
            },
            "status": {
              "description": "Must be `open`.",
              "type": "string"
            }
          },
          "required": [
            "local_id"
          ]
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
              "description": "Markers that say the same.",
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "label": {
              "description": "Beside the expert's own label.",
              "type": "string"
            },
            "content": {
              "description": "Ignored.",
              "type": "string"
            },
            "contributors": {
              "description": "Must be whose markers these are.",
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "refs": {
              "description": "Must be references its markers make.",
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
                ]
              }
            },
            "status": {
              "description": "Must be `open`.",
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
          ]
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
              "description": "Markers that say the same.",
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "label": {
              "description": "Beside the expert's own label.",
              "type": "string"
            },
            "content": {
              "description": "Ignored.",
              "type": "string"
            },
            "contributors": {
              "description": "Must be whose markers these are.",
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "refs": {
              "description": "Must be references its markers make.",
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
                ]
              }
            },
            "status": {
              "description": "Must be `open`.",
              "type": "string"
            }
          },
          "required": [
            "local_id"
          ]
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
              "description": "Markers that say the same.",
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "label": {
              "description": "Beside the expert's own label.",
              "type": "string"
            },
            "content": {
              "description": "Ignored.",
              "type": "string"
            },
            "contributors": {
              "description": "Must be whose markers these are.",
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "refs": {
              "description": "Must be references its markers make.",
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
                ]
              }
            },
            "status": {
              "description": "Must be `open`.",
              "type": "string"
            }
          },
          "required": [
            "local_id"
          ]
        }
      },
      "merge": {
        "description": "`proposed`: all of them, but for markers you place; or your own: `A = B`.",
        "anyOf": [
          {
            "type": "string",
            "const": "proposed"
          },
          {
            "type": "array",
            "items": {
              "type": "string",
              "format": "includes"
            }
          }
        ]
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
          ]
        }
      },
      "dismissed": {
        "description": "An item (`local_id`; never P or T) or a malformed marker or reference (`expert`, `line`).",
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
              "type": "string"
            }
          },
          "required": [
            "reason"
          ]
        }
      },
      "tension_updates": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string",
              "description": "Several by one `via`, or minor ones accepted: `T0003, T0007`."
            },
            "status": {
              "description": "`accepted` (ACCEPTED UNRESOLVED) takes a `reason`.",
              "type": "string"
            },
            "via": {
              "description": "The one item that resolves it; implies `resolved`.",
              "type": "string"
            },
            "note": {
              "description": "With `resolved` or `accepted` only; likewise `reason`.",
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
          ]
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
        "description": "Whose draft ends inside a marker; their signal does not count.",
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
      "round"
    ]
  },
  "load": () => import("./dialogue/round-register.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.verdict-register",
  "tool": "blue_dialogue_verdict_register",
  "summary": "Register a verdict; a final one only when the gate is open",
  "description": "A `final` verdict is taken only on the highest round, with velocity 0 and every member's signal, counted from the records. `forced` overrides the two counts at `max_rounds`, and nothing else. Interim, minority and dissent verdicts are not the decision. Answers with the Convergence Summary: show it to the user.",
  "effect": "write",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue verdict --id webhook-delivery --round 2 --recommendation 'Retry for a day, then park the event'",
      "note": "the decision"
    },
    {
      "command": "blue dialogue verdict webhook-delivery --verdict-type interim --recommendation 'Leaning to a queue per customer'",
      "note": "a note on the way"
    },
    {
      "command": "blue dialogue verdict webhook-delivery --scaffold > verdict.json",
      "note": "every field, to fill in"
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
  "scaffold": true,
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "Id or topic; a unique prefix will do.",
        "type": "string"
      },
      "output_dir": {
        "description": "Its folder, instead of `dialogue_id`.",
        "type": "string"
      },
      "round": {
        "description": "The last registered round (the default).",
        "type": "integer",
        "minimum": 0,
        "maximum": 98
      },
      "head": {
        "description": "Expected head; the call fails with `head_moved` if it has changed.",
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
      "headline": {
        "description": "The decision in one sentence.",
        "type": "string",
        "maxLength": 300
      },
      "recommendation": {
        "description": "Left out: the last proposal. Other words are marked as never seen by the panel.",
        "type": "string"
      },
      "description": {
        "description": "Markdown, beside the recommendation.",
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
        "description": "As you state it.",
        "type": "string"
      },
      "confidence": {
        "description": "A word or a number.",
        "type": [
          "string",
          "number"
        ]
      },
      "decisions": {
        "description": "Topic → decision.",
        "type": "object",
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
        "description": "IDs of recommendations, `R0203`.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "recommendations_rejected": {
        "description": "IDs of recommendations.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "key_evidence": {
        "description": "IDs of evidence it rests on, `E0101`.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "key_claims": {
        "description": "IDs of claims it rests on, `C0101`.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "supporting_experts": {
        "description": "Names, for a minority or dissent.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "ask_again": {
        "description": "Day of a reminder to ask how it fared.",
        "type": "string"
      },
      "forced": {
        "default": false,
        "description": "Only when `max_rounds` rounds are registered; needs a warning.",
        "type": "boolean"
      },
      "warning": {
        "description": "With `forced`: what a reader must know.",
        "type": "string"
      }
    }
  },
  "load": () => import("./dialogue/verdict-register.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.close",
  "tool": "blue_dialogue_close",
  "summary": "End a dialogue without a decision, with a reason",
  "description": "For a dialogue that will not converge (`impasse`), is no longer needed (`abandoned`), or was one look (`reviewed`). Recorded like a verdict, and no decision. Refused while the open round holds words that no record has. A later round opens it again.",
  "effect": "write",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue close webhook-delivery --outcome impasse --reason 'two mandates exclude each other'",
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
        "description": "Id or topic; a unique prefix will do.",
        "type": "string"
      },
      "output_dir": {
        "description": "Its folder, instead of `dialogue_id`.",
        "type": "string"
      },
      "outcome": {
        "type": "string",
        "enum": [
          "impasse",
          "abandoned",
          "reviewed"
        ]
      },
      "reason": {
        "type": "string",
        "description": "Why; it is recorded."
      }
    },
    "required": [
      "outcome",
      "reason"
    ]
  },
  "load": () => import("./dialogue/close.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.status",
  "tool": "blue_dialogue_status",
  "summary": "Where one dialogue is, and the exact next call",
  "description": "All a Judge needs to go on, also after its context was lost: the open round, its panel, whose drafts are there, what is open, what the gate says, and `next`; with `protocol` the Judge Protocol again.",
  "effect": "read",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue status",
      "note": "the open dialogue"
    },
    {
      "command": "blue dialogue status webhook",
      "note": "by the beginning of its topic"
    },
    {
      "command": "blue dialogue status webhook-delivery --protocol",
      "note": "for a Judge who lost everything"
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
    "openDialogue": true
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "Id or topic; a unique prefix will do.",
        "type": "string"
      },
      "output_dir": {
        "description": "Its folder, instead of `dialogue_id`.",
        "type": "string"
      },
      "protocol": {
        "default": false,
        "description": "Also the Judge Protocol, for a Judge whose context was lost.",
        "type": "boolean"
      }
    }
  },
  "load": () => import("./dialogue/status.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.round-context",
  "tool": "blue_dialogue_round_context",
  "summary": "Everything said so far, for the whole panel in one call",
  "description": "The dialogue, its experts with roles, scores and draft files, and every item up to the given round, with velocity, convergence and what blocks it. Without `round`: the open round. Comes in pages: ask for `page` until `pages`.",
  "effect": "read",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue round-context --id webhook-delivery --round 1",
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
    },
    "openDialogue": true
  },
  "keepsEmptyLists": true,
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "Id or topic; a unique prefix will do.",
        "type": "string"
      },
      "output_dir": {
        "description": "Its folder, instead of `dialogue_id`.",
        "type": "string"
      },
      "round": {
        "description": "A registered one, as it stood then, or the open one.",
        "type": "integer",
        "minimum": 0,
        "maximum": 98
      },
      "page": {
        "default": 1,
        "type": "integer",
        "minimum": 1
      }
    }
  },
  "load": () => import("./dialogue/round-context.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.list",
  "tool": "blue_dialogue_list",
  "summary": "List the dialogues of this project, newest first",
  "description": "Every dialogue with its state (legacy: older Blue, not proved), rounds, velocity and convergence. In pages.",
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
    }
  },
  "load": () => import("./dialogue/list.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.get",
  "tool": "blue_dialogue_get",
  "summary": "One dialogue: opening, rounds, items, verdicts, files",
  "description": "What a dialogue is about, its panel, scoreboard, items with their status, verdicts (and whether they are in force) and files. Texts are in round-context.",
  "effect": "read",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue get --id webhook-delivery",
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
    },
    "openDialogue": true
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "Id or topic; a unique prefix will do.",
        "type": "string"
      },
      "output_dir": {
        "description": "Its folder, instead of `dialogue_id`.",
        "type": "string"
      }
    }
  },
  "load": () => import("./dialogue/get.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.export",
  "tool": "blue_dialogue_export",
  "summary": "Export a dialogue with its full scoreboard",
  "description": "Writes it into its folder; answers with path and totals. `csv`: the scoreboard; `findings`, `github`, `jira`: what is open.",
  "effect": "write",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue export --id webhook-delivery",
      "note": "JSON, to dialogue.json"
    },
    {
      "command": "blue dialogue export webhook-delivery --format csv",
      "note": "the scoreboard as a table"
    },
    {
      "command": "blue dialogue export review-of-docs-play-md --format github",
      "note": "findings as a list to tick"
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
    "openDialogue": true
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "Id or topic; a unique prefix will do.",
        "type": "string"
      },
      "output_dir": {
        "description": "Its folder, instead of `dialogue_id`.",
        "type": "string"
      },
      "format": {
        "default": "json",
        "type": "string",
        "enum": [
          "json",
          "md",
          "csv",
          "findings",
          "github",
          "jira"
        ]
      }
    }
  },
  "load": () => import("./dialogue/export.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.verify",
  "tool": "blue_dialogue_verify",
  "summary": "Prove that the records are whole and the files show them",
  "description": "Checks every record's hash and chain; that what a round's record claims (items, references, moves, stances, signals, tensions raised, closed and reopened, counts) is what its texts give when they are read again by the same rules; that no file is unaccounted for and none that git tracks is missing; and that the Markdown a reviewer reads is what the records say (drift). Holds verdicts to what the ledger held when they were given, and comparisons to the texts and sheets they name. Names decisions that a later round superseded, and final ones that the gate would not have let pass (`refused`): those decide nothing. Exits 6 on findings, so it can run in CI. Each finding says what puts it right. Drift is put right by `blue sync` and changes no decision.",
  "effect": "read",
  "idempotent": true,
  "toolset": "maintenance",
  "examples": [
    {
      "command": "blue dialogue verify",
      "note": "all of them, in CI"
    },
    {
      "command": "blue dialogue verify webhook-delivery",
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
        "description": "Id or topic; a unique prefix will do.",
        "type": "string"
      },
      "output_dir": {
        "description": "Its folder, instead of `dialogue_id`.",
        "type": "string"
      }
    }
  },
  "load": () => import("./dialogue/verify.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.lint",
  "tool": "blue_dialogue_lint",
  "summary": "Check the format of a .dialogue.md document",
  "description": "Checks a saved dialogue document, in both marker dialects. Answers with a score from 0 to 1 and the issues; exits 6 on errors.",
  "effect": "read",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue lint .blue/docs/dialogues/2026-02-03T1423Z-webhook-delivery.dialogue.md",
      "note": "one document"
    }
  ],
  "cli": {
    "positional": [
      "file_path"
    ]
  },
  "keepsEmptyLists": true,
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
    ]
  },
  "load": () => import("./dialogue/lint.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.save",
  "tool": "blue_dialogue_save",
  "summary": "Keep a dialogue as one document among the decisions",
  "description": "Writes the dialogue to `.blue/docs/dialogues/<ISO>-<slug>.dialogue.md` in RFC 0023's format. Saving again replaces it; another document of that name stays.",
  "effect": "write",
  "idempotent": true,
  "toolset": "dialogue",
  "examples": [
    {
      "command": "blue dialogue save webhook-delivery",
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
    },
    "openDialogue": true
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "Id or topic; a unique prefix will do.",
        "type": "string"
      },
      "output_dir": {
        "description": "Its folder, instead of `dialogue_id`.",
        "type": "string"
      }
    }
  },
  "load": () => import("./dialogue/save.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.compare",
  "tool": "blue_dialogue_compare",
  "summary": "Have blind graders compare the texts of a decided dialogue",
  "description": "Was it worth it? After a final verdict the first call writes a blind package (subject, polished and rewritten texts, the control, the decided text: each once, shuffled under letters) with a task for each grader, and answers with `spawn` lines. The key lies in another folder. When all graders have written, the same call reads their sheets, checks that every text is graded and ranked, and records all of them beside the verdict, with how many were asked, whose page then shows them. It changes no decision.",
  "effect": "write",
  "idempotent": true,
  "toolset": "maintenance",
  "examples": [
    {
      "command": "blue dialogue compare webhook-delivery",
      "note": "ask two graders; again when they are done"
    },
    {
      "command": "blue dialogue compare webhook-delivery --sheet grades/one.md --sheet grades/two.md",
      "note": "record what is there, with sheets that came another way"
    }
  ],
  "cli": {
    "positional": [
      "dialogue_id"
    ],
    "flagAliases": {
      "dialogue_id": [
        "id"
      ],
      "sheets": [
        "sheet"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "Id or topic; a unique prefix will do.",
        "type": "string"
      },
      "output_dir": {
        "description": "Its folder, instead of `dialogue_id`.",
        "type": "string"
      },
      "graders": {
        "description": "How many are asked; default 2.",
        "type": "integer",
        "minimum": 1,
        "maximum": 9
      },
      "sheets": {
        "description": "Files with sheets that came another way: recorded as filed by you beside those in the graders' folders; they rank nothing. What was asked and has not come is then not waited for.",
        "type": "array",
        "items": {
          "type": "string"
        }
      }
    }
  },
  "load": () => import("./dialogue/compare.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.say",
  "tool": "blue_dialogue_say",
  "summary": "Speak in the open round yourself, as a Guest 🧁",
  "description": "A person adds a draft to the open round. It is recorded like an expert's: its markers get IDs and its tensions must be settled. A guest is not a member of the panel, so no converge signal is asked of them; their texts are counted in the Judge's hand.",
  "effect": "write",
  "idempotent": true,
  "toolset": "maintenance",
  "examples": [
    {
      "command": "blue dialogue say webhook-delivery --as guest --text '[GUEST-T0101: a customer can be down for a week] A day of retries loses their events.'",
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
    },
    "openDialogue": true
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "Id or topic; a unique prefix will do.",
        "type": "string"
      },
      "output_dir": {
        "description": "Its folder, instead of `dialogue_id`.",
        "type": "string"
      },
      "as": {
        "default": "guest",
        "description": "Your name in the record; not that of anyone who sits or ever sat on a panel.",
        "type": "string"
      },
      "text": {
        "type": "string",
        "description": "Markdown; plain words are recorded, markers such as [GUEST-T0101: label] count."
      }
    },
    "required": [
      "text"
    ]
  },
  "load": () => import("./dialogue/say.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.apply",
  "tool": "blue_dialogue_apply",
  "summary": "Write the decided text into the document it is about",
  "description": "Shows as a diff what the decision makes of the dialogue's subject, and changes nothing; `write` does it. A document keeps its title and header, which then names the dialogue, the day and the verdict. Another file must be tracked by git and is replaced whole. What changed since the dialogue took it up is refused (`document_changed`) with both hashes.",
  "effect": "write",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue dialogue apply",
      "note": "the newest decided text that its document does not have yet, as a diff"
    },
    {
      "command": "blue dialogue apply orders-pagination",
      "note": "the diff"
    },
    {
      "command": "blue dialogue apply orders-pagination --write",
      "note": "into the document"
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
    "showsUnapplied": true
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "dialogue_id": {
        "description": "Id or topic; a unique prefix will do.",
        "type": "string"
      },
      "output_dir": {
        "description": "Its folder, instead of `dialogue_id`.",
        "type": "string"
      },
      "write": {
        "default": false,
        "description": "Write it; without this the diff is only shown.",
        "type": "boolean"
      }
    }
  },
  "load": () => import("./dialogue/apply.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.settle",
  "tool": "blue_dialogue_settle",
  "summary": "Say that a decision holds although something it rests on changed",
  "description": "Records, with a reason, that named citations or items no longer count against the decision: somebody changed them on purpose, or did what was decided. `items` are citations as `blue decisions` names them (`R0109.1`), an item for all of its that are rotted or unclear now, or `subject`; what is unchanged cannot be settled. The file lies in `.blue/settled/` and belongs in the same change; a reviewer sees it there. A later verdict voids it.",
  "effect": "write",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue dialogue settle orders-pagination --items R0109.1,R0204 --reason 'clocks: now one database'",
      "note": "in the change that made it so"
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
        "description": "Id or topic; a unique prefix will do.",
        "type": "string"
      },
      "output_dir": {
        "description": "Its folder, instead of `dialogue_id`.",
        "type": "string"
      },
      "items": {
        "default": [],
        "description": "What is settled: `R0109.1`, `R0204`, `subject`.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "reason": {
        "type": "string",
        "description": "Why the decision holds all the same."
      }
    },
    "required": [
      "reason"
    ]
  },
  "load": () => import("./dialogue/settle.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.outcome",
  "tool": "blue_dialogue_outcome",
  "summary": "Say how a decision fared, months later",
  "description": "Records that a verdict held, had to be changed, or failed, and what showed it; as many times as there is something to say. The file lies in `.blue/outcomes/`. It changes nothing that is in force: `decisions` and `recall` show it, and `decisions` with `outcomes` counts how past decisions fared.",
  "effect": "write",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue dialogue outcome orders-pagination failed --because 'the cursor leaks tenant ids'",
      "note": "what later work showed"
    }
  ],
  "cli": {
    "positional": [
      "dialogue_id",
      "outcome"
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
        "description": "Id or topic; a unique prefix will do.",
        "type": "string"
      },
      "output_dir": {
        "description": "Its folder, instead of `dialogue_id`.",
        "type": "string"
      },
      "outcome": {
        "type": "string",
        "enum": [
          "held",
          "changed",
          "failed"
        ],
        "description": "`held`: it was right; `changed`: it had to be changed on the way; `failed`: it was wrong."
      },
      "because": {
        "type": "string",
        "description": "What showed it."
      }
    },
    "required": [
      "outcome",
      "because"
    ]
  },
  "load": () => import("./dialogue/outcome.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "dialogue.reopen",
  "tool": "blue_dialogue_reopen",
  "summary": "Deliberate a decision anew, from its text and from what speaks against it now",
  "description": "Opens a new dialogue on a decision in force: its decided text is the subject, its pool the pool, and the background says why, which tensions were accepted or left open, and what has rotted since. The old decision stays in force until the new dialogue is decided; from then on `blue decisions` lists it as superseded by that one.",
  "effect": "write",
  "idempotent": false,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue dialogue reopen orders-pagination --because 'orders now come from one database'",
      "note": "when what it rests on is gone"
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
        "description": "Id or topic; a unique prefix will do.",
        "type": "string"
      },
      "output_dir": {
        "description": "Its folder, instead of `dialogue_id`.",
        "type": "string"
      },
      "because": {
        "type": "string",
        "description": "Why it is deliberated anew."
      }
    },
    "required": [
      "because"
    ]
  },
  "load": () => import("./dialogue/reopen.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "rfc.create",
  "tool": "blue_rfc_create",
  "summary": "Write a new RFC, from a problem, a spike, a postmortem or a decided dialogue",
  "description": "Creates `.blue/docs/rfcs/NNNN-slug.draft.md` with the next free number. `from_dialogue` turns a dialogue's final verdict into the RFC, linked to the items that carry it; without one in force it is refused unless `reason` says why, and then marked.",
  "effect": "write",
  "idempotent": false,
  "toolset": "core",
  "examples": [
    {
      "command": "blue rfc create --title \"Cursor pagination\" --problem \"Deep pages time out.\"",
      "note": "a draft to fill in"
    },
    {
      "command": "blue rfc create --from-dialogue orders-pagination",
      "note": "a verdict as an RFC"
    }
  ],
  "cli": {
    "positional": [
      "title"
    ]
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "title": {
        "description": "Required unless it comes from a dialogue.",
        "type": "string",
        "maxLength": 200
      },
      "problem": {
        "description": "Markdown: what is wrong or missing today.",
        "type": "string"
      },
      "proposal": {
        "description": "Markdown: what to do about it.",
        "type": "string"
      },
      "source_spike": {
        "description": "The spike it follows from: slug, name or path.",
        "type": "string"
      },
      "postmortem": {
        "description": "The postmortem it follows from.",
        "type": "string"
      },
      "from_dialogue": {
        "description": "The dialogue whose verdict becomes the RFC.",
        "type": "string"
      },
      "dialogue": {
        "description": "A dialogue to link without taking its text; the RFC cannot be approved before that is decided.",
        "type": "string"
      },
      "reason": {
        "description": "Why an undecided dialogue becomes an RFC all the same.",
        "type": "string"
      }
    }
  },
  "load": () => import("./rfc/create.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "rfc.list",
  "tool": "blue_rfc_list",
  "summary": "List the RFCs, by number",
  "description": "Every one of the RFCs with title, status, date and path, read from the files. Filter by `status`; long lists come in pages. Files that cannot be read are named apart.",
  "effect": "read",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue rfc list --status draft",
      "note": "what waits for review"
    }
  ],
  "cli": {},
  "inputSchema": {
    "type": "object",
    "properties": {
      "status": {
        "description": "Only those.",
        "type": "string",
        "enum": [
          "draft",
          "approved",
          "wip",
          "implemented",
          "rejected",
          "superseded"
        ]
      },
      "page": {
        "default": 1,
        "type": "integer",
        "minimum": 1
      }
    }
  },
  "load": () => import("./rfc/list.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "rfc.get",
  "tool": "blue_rfc_get",
  "summary": "Show one RFC with its header and plan",
  "description": "One RFC by number, slug, file name or path: header fields, the progress of its plan, and the text. A number that two files carry is an error that names both.",
  "effect": "read",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue rfc get 0057",
      "note": "by number"
    }
  ],
  "cli": {
    "positional": [
      "id"
    ],
    "flagAliases": {
      "id": [
        "number",
        "path"
      ]
    },
    "showsDocument": true
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "Its number, slug, file name or path."
      }
    },
    "required": [
      "id"
    ]
  },
  "load": () => import("./rfc/get.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "rfc.status",
  "tool": "blue_rfc_status",
  "summary": "Show the status of an RFC, or move it on: approved, wip, implemented",
  "description": "Changes the status of an RFC (draft → approved → wip → implemented; also superseded, rejected): the header, the file's name, and the links to it in other documents. Without `status` it only shows it. An RFC whose linked dialogue is open, blocked or superseded cannot be approved (`dialogue_not_decided`, exit 6) unless `override` gives a reason, which is recorded in the RFC.",
  "effect": "write",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue rfc status 3",
      "note": "where it is, and what comes next"
    },
    {
      "command": "blue rfc status 0003 approved",
      "note": "after the review"
    },
    {
      "command": "blue rfc status 0003 approved --override \"decided in the incident call\"",
      "note": "its dialogue is still open"
    }
  ],
  "cli": {
    "positional": [
      "id",
      "status"
    ],
    "flagAliases": {
      "id": [
        "number",
        "path"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "Its number, slug, file name or path."
      },
      "status": {
        "type": "string",
        "enum": [
          "draft",
          "approved",
          "wip",
          "implemented",
          "rejected",
          "superseded"
        ]
      },
      "override": {
        "description": "Why it passes although its dialogue is not decided; recorded.",
        "type": "string"
      },
      "superseded_by": {
        "description": "With `superseded`: the RFC that takes its place.",
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ]
      }
    },
    "required": [
      "id"
    ]
  },
  "load": () => import("./rfc/status.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "rfc.outcome",
  "tool": "blue_rfc_outcome",
  "summary": "Say how the decision of an RFC fared",
  "description": "Records that what an RFC decided held, had to be changed, or failed, and what showed it. One that a dialogue decided is named by its dialogue: `blue dialogue outcome`. The file lies in `.blue/outcomes/`; the document stays as it is.",
  "effect": "write",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue rfc outcome 4 held --because 'two years without an incident'",
      "note": "a year later"
    }
  ],
  "cli": {
    "positional": [
      "id",
      "outcome"
    ],
    "flagAliases": {
      "id": [
        "number",
        "path"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "Its number, slug, file name or path."
      },
      "outcome": {
        "type": "string",
        "enum": [
          "held",
          "changed",
          "failed"
        ],
        "description": "`held`: it was right; `changed`: it had to be changed on the way; `failed`: it was wrong."
      },
      "because": {
        "type": "string",
        "description": "What showed it."
      }
    },
    "required": [
      "id",
      "outcome",
      "because"
    ]
  },
  "load": () => import("./rfc/outcome.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "rfc.plan",
  "tool": "blue_rfc_plan",
  "summary": "Add tasks to an RFC's plan, or show it",
  "description": "The plan is a checklist in the RFC itself (`## Plan`), or in a `.plan.md` beside it where there is one. Tasks given are added after the last one; those already there, and everything written around them, stay as they are. Without `tasks` it shows the plan.",
  "effect": "write",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue rfc plan 0003 --tasks \"write the migration\" --tasks \"switch the readers\"",
      "note": "two tasks"
    }
  ],
  "cli": {
    "positional": [
      "id"
    ],
    "flagAliases": {
      "id": [
        "number",
        "path"
      ],
      "tasks": [
        "task"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "Its number, slug, file name or path."
      },
      "tasks": {
        "default": [],
        "description": "One line each.",
        "maxItems": 200,
        "type": "array",
        "items": {
          "type": "string",
          "maxLength": 500
        }
      }
    },
    "required": [
      "id"
    ]
  },
  "load": () => import("./rfc/plan.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "rfc.task-complete",
  "tool": "blue_rfc_task_complete",
  "summary": "Tick a task of an RFC's plan",
  "description": "Ticks one task of the RFC's checklist, by its number or its words, and answers with the progress. Only the one character between the brackets changes.",
  "effect": "write",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue rfc task-complete 0003 2",
      "note": "the second one"
    },
    {
      "command": "blue rfc task-complete 0003 migration",
      "note": "by its words"
    }
  ],
  "cli": {
    "positional": [
      "id",
      "task"
    ],
    "flagAliases": {
      "id": [
        "number",
        "path"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "Its number, slug, file name or path."
      },
      "task": {
        "anyOf": [
          {
            "type": "integer",
            "minimum": 1
          },
          {
            "type": "string"
          }
        ],
        "description": "Its number in the plan, or words that only it has."
      }
    },
    "required": [
      "id",
      "task"
    ]
  },
  "load": () => import("./rfc/task-complete.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "rfc.validate",
  "tool": "blue_rfc_validate",
  "summary": "Check whether an RFC is fit for its status",
  "description": "Checks one RFC: header and name agree, links lead somewhere, fences are closed, the problem and the proposal are written, an approved one rests on a decided dialogue, one in work has a plan, an implemented one has no open task. Exits 6 on errors.",
  "effect": "read",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue rfc validate 0003",
      "note": "before the review"
    }
  ],
  "cli": {
    "positional": [
      "id"
    ],
    "flagAliases": {
      "id": [
        "number",
        "path"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "Its number, slug, file name or path."
      }
    },
    "required": [
      "id"
    ]
  },
  "load": () => import("./rfc/validate.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "rfc.renumber",
  "tool": "blue_rfc_renumber",
  "summary": "Give an RFC another number: file, title and links",
  "description": "After a merge two RFCs may carry one number. Renumbering changes the file's name, the number in its title and every link to it in other documents. Places that only say the number in words are listed, not changed: they may mean the other one. Name the file by its path when the number is not unique.",
  "effect": "write",
  "idempotent": false,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue rfc renumber .blue/docs/rfcs/0003-cursor-pagination.draft.md",
      "note": "the one that came second"
    }
  ],
  "cli": {
    "positional": [
      "id",
      "to"
    ],
    "flagAliases": {
      "id": [
        "number",
        "path"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "Its number, slug, file name or path."
      },
      "to": {
        "description": "The new number; the next free one by default.",
        "type": "integer",
        "minimum": 0,
        "maximum": 999999
      }
    },
    "required": [
      "id"
    ]
  },
  "load": () => import("./rfc/renumber.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "adr.create",
  "tool": "blue_adr_create",
  "summary": "Record an architecture decision, in MADR's form",
  "description": "Creates `.blue/docs/adrs/NNNN-slug.<status>.md` with MADR's front matter and sections. `from_dialogue` takes context, decision, tensions and dissent from a decided dialogue, each statement linked to its item. `supersedes` marks the older ADR as superseded, both ways (when the new one is accepted). `applies_when` says in words when the decision matters: `adr relevant` weighs it. Rules that files must keep go into the header as `enforce:` (see `adr audit`).",
  "effect": "write",
  "idempotent": false,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue adr create --title \"Cursor pagination\" --status accepted --decision \"Opaque cursors.\"",
      "note": "a decision in force"
    },
    {
      "command": "blue adr create --from-dialogue orders-pagination --status accepted",
      "note": "from a verdict"
    }
  ],
  "cli": {
    "positional": [
      "title"
    ]
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "title": {
        "description": "Required unless it comes from a dialogue.",
        "type": "string",
        "maxLength": 200
      },
      "status": {
        "default": "proposed",
        "type": "string",
        "enum": [
          "proposed",
          "accepted",
          "rejected",
          "deprecated"
        ]
      },
      "rfc": {
        "description": "The RFC it belongs to.",
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ]
      },
      "dialogue": {
        "description": "The dialogue that led to it, only linked.",
        "type": "string"
      },
      "from_dialogue": {
        "description": "The dialogue whose verdict becomes the ADR.",
        "type": "string"
      },
      "reason": {
        "description": "Why an undecided dialogue becomes an ADR all the same.",
        "type": "string"
      },
      "context": {
        "description": "Markdown: the problem and what bears on it.",
        "type": "string"
      },
      "decision": {
        "description": "Markdown: what is decided, and why.",
        "type": "string"
      },
      "consequences": {
        "default": [],
        "description": "One line each, good and bad.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "options": {
        "default": [],
        "description": "The options that were considered.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "applies_when": {
        "default": [],
        "description": "When it matters, in words.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "supersedes": {
        "description": "The ADR it replaces.",
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ]
      }
    }
  },
  "load": () => import("./adr/create.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "adr.list",
  "tool": "blue_adr_list",
  "summary": "List the ADRs, by number",
  "description": "Every one of the ADRs with title, status, date and path, read from the files. Filter by `status`; long lists come in pages. Files that cannot be read are named apart.",
  "effect": "read",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue adr list --status accepted",
      "note": "the decisions in force"
    }
  ],
  "cli": {},
  "inputSchema": {
    "type": "object",
    "properties": {
      "status": {
        "description": "Only those.",
        "type": "string",
        "enum": [
          "proposed",
          "accepted",
          "deprecated",
          "rejected",
          "superseded"
        ]
      },
      "page": {
        "default": 1,
        "type": "integer",
        "minimum": 1
      }
    }
  },
  "load": () => import("./adr/list.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "adr.get",
  "tool": "blue_adr_get",
  "summary": "Show one decision, and what refers to it",
  "description": "One ADR by number, slug, file name or path: header, text, and every document that links to it, names it in its header or mentions its number.",
  "effect": "read",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue adr get --number 0014",
      "note": "by number"
    }
  ],
  "cli": {
    "positional": [
      "id"
    ],
    "flagAliases": {
      "id": [
        "number",
        "path"
      ]
    },
    "showsDocument": true
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "Its number, slug, file name or path."
      }
    },
    "required": [
      "id"
    ]
  },
  "load": () => import("./adr/get.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "adr.status",
  "tool": "blue_adr_status",
  "summary": "Show the status of an ADR, or accept, reject, deprecate or supersede it",
  "description": "Changes the status of an ADR: header, file name, and links to it. Without `status` it only shows it. Accepting one that `supersedes` another marks the other as superseded; `superseded` needs `superseded_by`, and both ADRs then name each other. One whose linked dialogue has no verdict in force cannot be accepted (`dialogue_not_decided`, exit 6) unless `override` gives a reason, which is recorded.",
  "effect": "write",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue adr status 0004 accepted",
      "note": "after the review"
    }
  ],
  "cli": {
    "positional": [
      "id",
      "status"
    ],
    "flagAliases": {
      "id": [
        "number",
        "path"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "Its number, slug, file name or path."
      },
      "status": {
        "type": "string",
        "enum": [
          "proposed",
          "accepted",
          "deprecated",
          "rejected",
          "superseded"
        ]
      },
      "override": {
        "description": "Why it passes although its dialogue is not decided; recorded.",
        "type": "string"
      },
      "superseded_by": {
        "description": "With `superseded`: the ADR that takes its place.",
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ]
      }
    },
    "required": [
      "id"
    ]
  },
  "load": () => import("./adr/status.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "adr.outcome",
  "tool": "blue_adr_outcome",
  "summary": "Say how the decision of an ADR fared",
  "description": "Records that what an ADR decided held, had to be changed, or failed, and what showed it. One that a dialogue decided is named by its dialogue: `blue dialogue outcome`. The file lies in `.blue/outcomes/`; the document stays as it is.",
  "effect": "write",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue adr outcome 4 held --because 'two years without an incident'",
      "note": "a year later"
    }
  ],
  "cli": {
    "positional": [
      "id",
      "outcome"
    ],
    "flagAliases": {
      "id": [
        "number",
        "path"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "Its number, slug, file name or path."
      },
      "outcome": {
        "type": "string",
        "enum": [
          "held",
          "changed",
          "failed"
        ],
        "description": "`held`: it was right; `changed`: it had to be changed on the way; `failed`: it was wrong."
      },
      "because": {
        "type": "string",
        "description": "What showed it."
      }
    },
    "required": [
      "id",
      "outcome",
      "because"
    ]
  },
  "load": () => import("./adr/outcome.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "adr.link",
  "tool": "blue_adr_link",
  "summary": "Say that a decision supersedes, amends or relates to another",
  "description": "Writes the relation into the headers of both ADRs: `supersedes`/`superseded_by`, `amends`/`amended_by`, `relates_to` on either side. Superseding also gives the older one its status and file name, as soon as the newer one is accepted. A repeated call writes the side that is missing; `adr audit` finds those.",
  "effect": "write",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue adr link 0009 supersedes 0004",
      "note": "the newer one first"
    },
    {
      "command": "blue adr link 0009 relates 0007",
      "note": "read both"
    }
  ],
  "cli": {
    "positional": [
      "id",
      "relation",
      "to"
    ],
    "flagAliases": {
      "id": [
        "number",
        "path"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "Its number, slug, file name or path."
      },
      "relation": {
        "type": "string",
        "enum": [
          "supersedes",
          "amends",
          "relates"
        ]
      },
      "to": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "The other ADR."
      }
    },
    "required": [
      "id",
      "relation",
      "to"
    ]
  },
  "load": () => import("./adr/link.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "adr.graph",
  "tool": "blue_adr_graph",
  "summary": "Draw the decisions and how they are related, in Mermaid",
  "description": "Every ADR as a node (dashed when proposed, grey when no longer in force) and every relation as an edge: supersedes, amends, relates as the headers say on either side, and a dotted arrow where the text only cites another. The answer has the diagram as Mermaid and the edges as data.",
  "effect": "read",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue adr graph > adrs.mmd",
      "note": "for a page or a review"
    }
  ],
  "cli": {
    "document": true
  },
  "inputSchema": {
    "type": "object",
    "properties": {}
  },
  "load": () => import("./adr/graph.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "adr.relevant",
  "tool": "blue_adr_relevant",
  "summary": "Which decisions bear on a question or a change",
  "description": "The ADRs that matter for `query` (words), for `files` (paths that are about to change) or for `diff` (a git revision or range; HEAD for what is not committed), ranked by BM25 with stemming over title, decision, `applies_when` and body, and by how much of what was asked they speak of; what only shares a few words with it is left out. Every hit says why: the words and where they are, or the rule whose files are touched. Superseded and rejected ADRs come only with `all`. No relevant decision is an empty answer, not an error.",
  "effect": "read",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue adr relevant --query \"alignment scoring\"",
      "note": "before you decide something"
    },
    {
      "command": "blue adr relevant --diff main...HEAD",
      "note": "in a review"
    }
  ],
  "cli": {
    "positional": [
      "query"
    ],
    "words": "query"
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "query": {
        "description": "What it should be relevant to, in words.",
        "type": "string"
      },
      "files": {
        "default": [],
        "description": "Paths of the project that change.",
        "maxItems": 1000,
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "diff": {
        "description": "A git revision or range, as `git diff` takes it.",
        "type": "string"
      },
      "limit": {
        "default": 10,
        "type": "integer",
        "minimum": 1,
        "maximum": 50
      },
      "all": {
        "default": false,
        "description": "Also decisions that are no longer in force.",
        "type": "boolean"
      }
    }
  },
  "load": () => import("./adr/relevant.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "adr.audit",
  "tool": "blue_adr_audit",
  "summary": "Check the decisions against each other and against the code",
  "description": "Finds dangling and one-sided links between decisions, superseded decisions still cited as current, contradictory ones (two that supersede the same; a dialogue that reopens one), and violations of `enforce:` rules that accepted ADRs carry in their header: `enforce: [{ files: 'src/**/*.ts', forbid: 'moment\\(' }]`, or `require`, or `command` as a list of arguments. Patterns run in linear time; commands run only with `run_commands` on the command line, never over MCP. Every finding names file and line. Exits 6 on errors.",
  "effect": "read",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue adr audit",
      "note": "in CI: exit 6 says that something is wrong"
    },
    {
      "command": "blue adr audit --run-commands",
      "note": "also the rules that run a command"
    }
  ],
  "cli": {},
  "inputSchema": {
    "type": "object",
    "properties": {
      "run_commands": {
        "default": false,
        "description": "Also run the commands that rules name. Only from the command line.",
        "type": "boolean"
      }
    }
  },
  "load": () => import("./adr/audit.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "adr.renumber",
  "tool": "blue_adr_renumber",
  "summary": "Give an ADR another number: file, title and links",
  "description": "After a merge two ADRs may carry one number. Renumbering changes the file's name, the number in its title and every link to it in other documents. Places that only say the number in words are listed, not changed: they may mean the other one. Name the file by its path when the number is not unique.",
  "effect": "write",
  "idempotent": false,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue adr renumber .blue/docs/adrs/0004-use-cursors.accepted.md",
      "note": "the one that came second"
    }
  ],
  "cli": {
    "positional": [
      "id",
      "to"
    ],
    "flagAliases": {
      "id": [
        "number",
        "path"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "Its number, slug, file name or path."
      },
      "to": {
        "description": "The new number; the next free one by default.",
        "type": "integer",
        "minimum": 0,
        "maximum": 999999
      }
    },
    "required": [
      "id"
    ]
  },
  "load": () => import("./adr/renumber.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "lint",
  "tool": "blue_lint",
  "summary": "Check all documents: headers, links, numbers, fences",
  "description": "Checks every document under `.blue/docs/`: headers, statuses, dead links, numbers used twice, open fences, sections nobody wrote, saved dialogues. Errors first.",
  "effect": "read",
  "idempotent": true,
  "toolset": "core",
  "examples": [
    {
      "command": "blue lint",
      "note": "in CI: exit 6 says that something is wrong"
    },
    {
      "command": "blue lint --type rfc",
      "note": "only the RFCs"
    }
  ],
  "cli": {
    "positional": [
      "path"
    ]
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "path": {
        "description": "One document only.",
        "type": "string"
      },
      "type": {
        "description": "Documents of one type only.",
        "type": "string",
        "enum": [
          "rfc",
          "adr",
          "prd",
          "spike",
          "audit",
          "postmortem",
          "decision",
          "runbook",
          "dialogue"
        ]
      }
    }
  },
  "load": () => import("./lint.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "spike.create",
  "tool": "blue_spike_create",
  "summary": "Begin a time-boxed investigation of one question",
  "description": "Creates `.blue/docs/spikes/<stamp>-slug.wip.md` with the question, the time box and the RFC it is for. `spike complete` ends it with an outcome; `blue next` names spikes that outlive their time box.",
  "effect": "write",
  "idempotent": false,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue spike create --title \"Deep pages\" --question \"How slow is page 10,000?\" --time-box \"2 hours\" --rfc 0057",
      "note": "for an RFC"
    }
  ],
  "cli": {
    "positional": [
      "title"
    ]
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "title": {
        "type": "string",
        "maxLength": 200
      },
      "question": {
        "description": "What must be known afterwards; the title by default.",
        "type": "string"
      },
      "time_box": {
        "description": "For example `2 hours` or `3 days`.",
        "type": "string",
        "maxLength": 100
      },
      "rfc": {
        "description": "The RFC it is for.",
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ]
      }
    },
    "required": [
      "title"
    ]
  },
  "load": () => import("./spike/create.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "spike.list",
  "tool": "blue_spike_list",
  "summary": "List the spikes, oldest first",
  "description": "Every one of the spikes with title, status, date and path, read from the files. Filter by `status`; long lists come in pages. Files that cannot be read are named apart.",
  "effect": "read",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue spike list --status wip",
      "note": "those under way"
    }
  ],
  "cli": {},
  "inputSchema": {
    "type": "object",
    "properties": {
      "status": {
        "description": "Only those.",
        "type": "string",
        "enum": [
          "wip",
          "done"
        ]
      },
      "page": {
        "default": 1,
        "type": "integer",
        "minimum": 1
      }
    }
  },
  "load": () => import("./spike/list.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "spike.get",
  "tool": "blue_spike_get",
  "summary": "Show one spike with its outcome",
  "description": "One spike by slug, name or path: header, outcome (null while it is under way), and the text.",
  "effect": "read",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue spike get deep-pages",
      "note": "by its slug"
    }
  ],
  "cli": {
    "positional": [
      "id"
    ],
    "flagAliases": {
      "id": [
        "number",
        "path"
      ]
    },
    "showsDocument": true
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "Its number, slug, file name or path."
      }
    },
    "required": [
      "id"
    ]
  },
  "load": () => import("./spike/get.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "spike.complete",
  "tool": "blue_spike_complete",
  "summary": "End a spike with its outcome",
  "description": "Records outcome and summary in the spike and renames it to `.done.md`. With `recommends-implementation` the answer's `next` is the RFC to create from it; with `decision-made` the ADR.",
  "effect": "write",
  "idempotent": false,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue spike complete --path .blue/docs/spikes/2026-02-03T1423Z-deep-pages.wip.md --outcome recommends-implementation --summary \"Cursors are 40 times faster.\"",
      "note": "with a recommendation"
    }
  ],
  "cli": {
    "positional": [
      "id",
      "outcome"
    ],
    "flagAliases": {
      "id": [
        "number",
        "path"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "Its number, slug, file name or path."
      },
      "outcome": {
        "description": "Left out: the spike says only that it is done.",
        "type": "string",
        "enum": [
          "no-action",
          "decision-made",
          "recommends-implementation",
          "resolved"
        ]
      },
      "summary": {
        "description": "Markdown: what was found.",
        "type": "string"
      }
    },
    "required": [
      "id"
    ]
  },
  "load": () => import("./spike/complete.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "audit.create",
  "tool": "blue_audit_create",
  "summary": "Begin an audit of a part of the project",
  "description": "Creates `.blue/docs/audits/<stamp>-slug.wip.md` with type and scope and a list for findings. Findings are lines of the document, each with a severity (`- [ ] critical: …`); `audit complete` counts them there and refuses while a critical one is open.",
  "effect": "write",
  "idempotent": false,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue audit create --title \"Token handling\" --type security --scope src/auth",
      "note": "a security audit"
    }
  ],
  "cli": {
    "positional": [
      "title"
    ]
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "title": {
        "type": "string",
        "maxLength": 200
      },
      "type": {
        "description": "security, performance, accessibility …",
        "type": "string",
        "maxLength": 100
      },
      "scope": {
        "description": "What is looked at.",
        "type": "string",
        "maxLength": 500
      }
    },
    "required": [
      "title"
    ]
  },
  "load": () => import("./audit/create.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "audit.list",
  "tool": "blue_audit_list",
  "summary": "List the audits, oldest first",
  "description": "Every one of the audits with title, status, date and path, read from the files. Filter by `status`; long lists come in pages. Files that cannot be read are named apart.",
  "effect": "read",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue audit list --status wip",
      "note": "those under way"
    }
  ],
  "cli": {},
  "inputSchema": {
    "type": "object",
    "properties": {
      "status": {
        "description": "Only those.",
        "type": "string",
        "enum": [
          "wip",
          "done"
        ]
      },
      "page": {
        "default": 1,
        "type": "integer",
        "minimum": 1
      }
    }
  },
  "load": () => import("./audit/list.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "audit.get",
  "tool": "blue_audit_get",
  "summary": "Show one audit with its findings by severity",
  "description": "One audit by slug, name or path: header, findings counted by severity from the document, and the text.",
  "effect": "read",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue audit get --id token-handling",
      "note": "by its slug"
    }
  ],
  "cli": {
    "positional": [
      "id"
    ],
    "flagAliases": {
      "id": [
        "number",
        "path"
      ]
    },
    "showsDocument": true
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "Its number, slug, file name or path."
      }
    },
    "required": [
      "id"
    ]
  },
  "load": () => import("./audit/get.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "audit.complete",
  "tool": "blue_audit_complete",
  "summary": "End an audit; refused while a critical finding is open",
  "description": "Counts the findings by severity from the document and renames it to `.done.md`. An open critical finding refuses (`findings_open`, exit 6), naming each with its line: fix it and tick it, then complete the audit.",
  "effect": "write",
  "idempotent": false,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue audit complete --id token-handling",
      "note": "when nothing critical is open"
    }
  ],
  "cli": {
    "positional": [
      "id"
    ],
    "flagAliases": {
      "id": [
        "number",
        "path"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "Its number, slug, file name or path."
      },
      "summary": {
        "description": "Markdown: what it adds up to.",
        "type": "string"
      }
    },
    "required": [
      "id"
    ]
  },
  "load": () => import("./audit/complete.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "prd.create",
  "tool": "blue_prd_create",
  "summary": "Write down what a product must do, and how one can tell",
  "description": "Creates `.blue/docs/prds/NNNN-slug.draft.md`: problem, users, goals, requirements, acceptance criteria as check boxes. `prd approve` and `prd complete` move it on; it cannot be completed while a criterion is unchecked.",
  "effect": "write",
  "idempotent": false,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue prd create --title \"Order export\" --criteria \"An export has every order of the month\" --criteria \"It ends within an hour\"",
      "note": "with two criteria"
    }
  ],
  "cli": {
    "positional": [
      "title"
    ]
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "title": {
        "type": "string",
        "maxLength": 200
      },
      "problem": {
        "description": "Markdown: whose problem, and what it costs them.",
        "type": "string"
      },
      "users": {
        "description": "Markdown: who it is for.",
        "type": "string"
      },
      "goals": {
        "default": [],
        "description": "One line each.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "requirements": {
        "default": [],
        "description": "One line each.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "criteria": {
        "default": [],
        "description": "Acceptance criteria, one line each.",
        "type": "array",
        "items": {
          "type": "string"
        }
      }
    },
    "required": [
      "title"
    ]
  },
  "load": () => import("./prd/create.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "prd.list",
  "tool": "blue_prd_list",
  "summary": "List the PRDs, by number",
  "description": "Every one of the PRDs with title, status, date and path, read from the files. Filter by `status`; long lists come in pages. Files that cannot be read are named apart.",
  "effect": "read",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue prd list --status approved",
      "note": "what is to be built"
    }
  ],
  "cli": {},
  "inputSchema": {
    "type": "object",
    "properties": {
      "status": {
        "description": "Only those.",
        "type": "string",
        "enum": [
          "draft",
          "approved",
          "complete"
        ]
      },
      "page": {
        "default": 1,
        "type": "integer",
        "minimum": 1
      }
    }
  },
  "load": () => import("./prd/list.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "prd.get",
  "tool": "blue_prd_get",
  "summary": "Show one PRD with its acceptance criteria",
  "description": "One PRD by number, slug, file name or path: header, acceptance criteria with their state, and the text.",
  "effect": "read",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue prd get 0002",
      "note": "by number"
    }
  ],
  "cli": {
    "positional": [
      "id"
    ],
    "flagAliases": {
      "id": [
        "number",
        "path"
      ]
    },
    "showsDocument": true
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "Its number, slug, file name or path."
      }
    },
    "required": [
      "id"
    ]
  },
  "load": () => import("./prd/get.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "prd.approve",
  "tool": "blue_prd_approve",
  "summary": "Approve a PRD: it is to be built",
  "description": "Moves a PRD from draft to approved: header, file name, links. Warns when it has no acceptance criteria: nobody could tell later that it is done.",
  "effect": "write",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue prd approve 0002",
      "note": "after the review"
    }
  ],
  "cli": {
    "positional": [
      "id"
    ],
    "flagAliases": {
      "id": [
        "number",
        "path"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "Its number, slug, file name or path."
      },
      "override": {
        "description": "Why it passes although its dialogue is not decided; recorded.",
        "type": "string"
      }
    },
    "required": [
      "id"
    ]
  },
  "load": () => import("./prd/approve.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "prd.complete",
  "tool": "blue_prd_complete",
  "summary": "Complete a PRD; refused while a criterion is unchecked",
  "description": "Moves an approved PRD to complete. Refused (`criteria_unchecked`, exit 6) while an acceptance criterion in the document is unchecked, listing each with its line.",
  "effect": "write",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue prd complete 0002",
      "note": "when all of it is there"
    }
  ],
  "cli": {
    "positional": [
      "id"
    ],
    "flagAliases": {
      "id": [
        "number",
        "path"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "Its number, slug, file name or path."
      }
    },
    "required": [
      "id"
    ]
  },
  "load": () => import("./prd/complete.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "prd.renumber",
  "tool": "blue_prd_renumber",
  "summary": "Give a PRD another number: file, title and links",
  "description": "After a merge two PRDs may carry one number. Renumbering changes the file's name, the number in its title and every link to it in other documents. Places that only say the number in words are listed, not changed: they may mean the other one. Name the file by its path when the number is not unique.",
  "effect": "write",
  "idempotent": false,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue prd renumber .blue/docs/prds/0001-order-export.draft.md --to 7",
      "note": "to a number of your own"
    }
  ],
  "cli": {
    "positional": [
      "id",
      "to"
    ],
    "flagAliases": {
      "id": [
        "number",
        "path"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "Its number, slug, file name or path."
      },
      "to": {
        "description": "The new number; the next free one by default.",
        "type": "integer",
        "minimum": 0,
        "maximum": 999999
      }
    },
    "required": [
      "id"
    ]
  },
  "load": () => import("./prd/renumber.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "reminder.create",
  "tool": "blue_reminder_create",
  "summary": "Remember something on a day, with a condition and a link",
  "description": "Writes a reminder to `.blue/reminders/`, one Markdown file that git carries. `due` takes words (`tomorrow`, `in 2 weeks`, `friday`: the first one after today, `next friday`: that of next week, `end of month`), a date, or a time with its zone; the answer has the day it was understood as. A day in the past is refused. `gate` says what must hold first, `link` names a document or path of the project that must exist. `blue status` shows what is due and overdue.",
  "effect": "write",
  "idempotent": false,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue reminder create \"Renew the certificate\" --due \"in 2 weeks\"",
      "note": "a day in words"
    },
    {
      "command": "blue reminder create --title \"Drop offset pages\" --due 2026-03-01 --gate \"no client uses them\" --link \"RFC 3\"",
      "note": "with a condition and a document"
    }
  ],
  "cli": {
    "positional": [
      "title",
      "due"
    ]
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "title": {
        "type": "string",
        "maxLength": 200,
        "description": "What to remember."
      },
      "due": {
        "type": "string",
        "description": "In words (`in 2 weeks`, `next friday`, `end of month`) or as `2026-03-01`; days are UTC's."
      },
      "gate": {
        "description": "A condition in words that must hold first.",
        "type": "string",
        "maxLength": 500
      },
      "link": {
        "description": "A document (number, slug, name) or a path of the project.",
        "type": "string"
      },
      "note": {
        "description": "Markdown: whatever helps on that day.",
        "type": "string"
      }
    },
    "required": [
      "title",
      "due"
    ]
  },
  "load": () => import("./reminder/create.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "reminder.list",
  "tool": "blue_reminder_list",
  "summary": "List the reminders: overdue, due today, snoozed, later",
  "description": "Every reminder in its group, read from the files and today's date (UTC): overdue, due (today), snoozed (put off until a later day), future. `state` shows one group; cleared ones are only counted unless asked for with `state: cleared`. Long lists come in pages. Files that cannot be read are named apart.",
  "effect": "read",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue reminder list",
      "note": "all that is open"
    },
    {
      "command": "blue reminder list --state overdue",
      "note": "what was forgotten"
    }
  ],
  "cli": {
    "positional": [
      "state"
    ]
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "state": {
        "description": "Only this group.",
        "type": "string",
        "enum": [
          "overdue",
          "due",
          "snoozed",
          "future",
          "cleared"
        ]
      },
      "page": {
        "default": 1,
        "type": "integer",
        "minimum": 1
      }
    }
  },
  "load": () => import("./reminder/list.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "reminder.snooze",
  "tool": "blue_reminder_snooze",
  "summary": "Put a reminder off until a later day",
  "description": "The reminder is quiet until that day and due on it; its first due date stays in the file. `until` takes the same words as `due` in `reminder.create` and must be after today. The file's name says `snoozed`, and links to it are fixed. A cleared reminder cannot be snoozed.",
  "effect": "write",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue reminder snooze renew-the-certificate \"next friday\"",
      "note": "by its slug"
    }
  ],
  "cli": {
    "positional": [
      "id",
      "until"
    ]
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "type": "string",
        "description": "Its id, slug, file name or path."
      },
      "until": {
        "type": "string",
        "description": "In words (`in 2 weeks`, `next friday`, `end of month`) or as `2026-03-01`; days are UTC's. After today."
      }
    },
    "required": [
      "id",
      "until"
    ]
  },
  "load": () => import("./reminder/snooze.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "reminder.clear",
  "tool": "blue_reminder_clear",
  "summary": "Finish a reminder, saying what became of it",
  "description": "Marks the reminder cleared for good, with the day and the `resolution`: what was done, or why nothing needs to be. The file stays, under a name that says `cleared`, and links to it are fixed.",
  "effect": "write",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue reminder clear renew-the-certificate --resolution \"renewed until 2027\"",
      "note": "done"
    }
  ],
  "cli": {
    "positional": [
      "id"
    ]
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "type": "string",
        "description": "Its id, slug, file name or path."
      },
      "resolution": {
        "type": "string",
        "maxLength": 500,
        "description": "What became of it."
      }
    },
    "required": [
      "id",
      "resolution"
    ]
  },
  "load": () => import("./reminder/clear.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "runbook.create",
  "tool": "blue_runbook_create",
  "summary": "Write a runbook: what one does, step by step",
  "description": "Creates `.blue/docs/runbooks/slug.active.md`, for an RFC or by itself, with its actions: a name, trigger words, steps. One action by `action`, `triggers`, `steps`; more with `runbook update`. `runbook lookup` finds the steps later.",
  "effect": "write",
  "idempotent": false,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue runbook create --title Deploy --action \"deploy to production\" --triggers release --triggers ship --steps \"tag the commit\" --steps \"run the pipeline\"",
      "note": "one action"
    }
  ],
  "cli": {
    "positional": [
      "title"
    ],
    "flagAliases": {
      "triggers": [
        "trigger"
      ],
      "steps": [
        "step"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "title": {
        "description": "The RFC's title by default.",
        "type": "string",
        "maxLength": 200
      },
      "rfc": {
        "description": "The RFC whose result it operates.",
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ]
      },
      "overview": {
        "description": "Markdown: what it is for, and when not to use it.",
        "type": "string"
      },
      "action": {
        "description": "What one does: `deploy to production`.",
        "type": "string",
        "maxLength": 200
      },
      "triggers": {
        "default": [],
        "description": "Words under which it is looked for.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "steps": {
        "default": [],
        "description": "One each, in order.",
        "type": "array",
        "items": {
          "type": "string"
        }
      }
    }
  },
  "load": () => import("./runbook/create.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "runbook.list",
  "tool": "blue_runbook_list",
  "summary": "List the runbooks, by name",
  "description": "Every one of the runbooks with title, status, date and path, read from the files. Filter by `status`; long lists come in pages. Files that cannot be read are named apart.",
  "effect": "read",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue runbook list --status active",
      "note": "those in use"
    }
  ],
  "cli": {},
  "inputSchema": {
    "type": "object",
    "properties": {
      "status": {
        "description": "Only those.",
        "type": "string",
        "enum": [
          "active",
          "archived"
        ]
      },
      "page": {
        "default": 1,
        "type": "integer",
        "minimum": 1
      }
    }
  },
  "load": () => import("./runbook/list.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "runbook.update",
  "tool": "blue_runbook_update",
  "summary": "Add or replace an action of a runbook, note what was learnt, archive it",
  "description": "Puts an action (name, triggers, steps) into a runbook, in place of one of the same name or behind the others; `note` adds a line under “Notes” with the date; `status` archives it or brings it back. Everything else in the document stays as it is.",
  "effect": "write",
  "idempotent": false,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue runbook update deploy --action \"roll back\" --triggers revert --steps \"run the pipeline with the last tag\"",
      "note": "one more action"
    }
  ],
  "cli": {
    "positional": [
      "id"
    ],
    "flagAliases": {
      "id": [
        "number",
        "path"
      ],
      "triggers": [
        "trigger"
      ],
      "steps": [
        "step"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "Its number, slug, file name or path."
      },
      "action": {
        "description": "What one does: `deploy to production`.",
        "type": "string",
        "maxLength": 200
      },
      "triggers": {
        "default": [],
        "description": "Words under which it is looked for.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "steps": {
        "default": [],
        "description": "One each, in order.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "note": {
        "description": "What was learnt.",
        "type": "string"
      },
      "status": {
        "type": "string",
        "enum": [
          "active",
          "archived"
        ]
      }
    },
    "required": [
      "id"
    ]
  },
  "load": () => import("./runbook/update.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "runbook.lookup",
  "tool": "blue_runbook_lookup",
  "summary": "How is this done here: the steps for an action",
  "description": "The steps of the actions of active runbooks that do `action` (by name, trigger words, title; best first); a runbook without actions is found by its title. Ask before you operate something. What only shares words with it is named, without steps: it does something else.",
  "effect": "read",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue runbook lookup roll back",
      "note": "before you do it"
    }
  ],
  "cli": {
    "positional": [
      "action"
    ],
    "words": "action"
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "action": {
        "type": "string",
        "maxLength": 500
      },
      "limit": {
        "default": 3,
        "type": "integer",
        "minimum": 1,
        "maximum": 20
      }
    },
    "required": [
      "action"
    ]
  },
  "load": () => import("./runbook/lookup.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "runbook.actions",
  "tool": "blue_runbook_actions",
  "summary": "All actions the runbooks describe, with their trigger words",
  "description": "Every action of every active runbook: name, trigger words, number of steps, file and line. `runbook lookup` gives the steps.",
  "effect": "read",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue runbook actions",
      "note": "what is written down"
    }
  ],
  "cli": {},
  "inputSchema": {
    "type": "object",
    "properties": {}
  },
  "load": () => import("./runbook/actions.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "postmortem.create",
  "tool": "blue_postmortem_create",
  "summary": "Write down what went wrong, without blame",
  "description": "Creates `.blue/docs/postmortems/<stamp>-slug.open.md`: severity, impact, timeline, causes, and action items as a table. `postmortem action-to-rfc` turns an item into an RFC and links the row. An action item is a line; `what | owner | due` fills the columns.",
  "effect": "write",
  "idempotent": false,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue postmortem create --title \"Export lost orders\" --severity SEV2 --impact \"One audit.\" --actions \"Count before and after | accounting | 2026-03-01\"",
      "note": "with one action item"
    }
  ],
  "cli": {
    "positional": [
      "title"
    ],
    "flagAliases": {
      "actions": [
        "action"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "title": {
        "type": "string",
        "maxLength": 200
      },
      "severity": {
        "description": "sev1 is the worst; SEV1, P1 and critical mean the same.",
        "type": "string",
        "enum": [
          "sev1",
          "sev2",
          "sev3",
          "sev4"
        ]
      },
      "summary": {
        "description": "Markdown: what happened, in a few sentences.",
        "type": "string"
      },
      "impact": {
        "description": "Markdown: who noticed what, for how long.",
        "type": "string"
      },
      "timeline": {
        "default": [],
        "description": "One line each: `14:02 the alert fired`.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "causes": {
        "default": [],
        "description": "One line each.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "actions": {
        "default": [],
        "description": "Action items, one each: `what | owner | due`.",
        "type": "array",
        "items": {
          "type": "string"
        }
      }
    },
    "required": [
      "title"
    ]
  },
  "load": () => import("./postmortem/create.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "postmortem.list",
  "tool": "blue_postmortem_list",
  "summary": "List the postmortems, oldest first",
  "description": "Every one of the postmortems with title, status, date and path, read from the files. Filter by `status`; long lists come in pages. Files that cannot be read are named apart.",
  "effect": "read",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue postmortem list --status open",
      "note": "those with work left"
    }
  ],
  "cli": {},
  "inputSchema": {
    "type": "object",
    "properties": {
      "status": {
        "description": "Only those.",
        "type": "string",
        "enum": [
          "open",
          "closed"
        ]
      },
      "page": {
        "default": 1,
        "type": "integer",
        "minimum": 1
      }
    }
  },
  "load": () => import("./postmortem/list.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "postmortem.get",
  "tool": "blue_postmortem_get",
  "summary": "Show one postmortem with its action items",
  "description": "One postmortem by slug, name or path: header, the rows of its action items (open until their status says done or an RFC takes them on), and the text.",
  "effect": "read",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue postmortem get export-lost-orders",
      "note": "by its slug"
    }
  ],
  "cli": {
    "positional": [
      "id"
    ],
    "flagAliases": {
      "id": [
        "number",
        "path"
      ]
    },
    "showsDocument": true
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "Its number, slug, file name or path."
      }
    },
    "required": [
      "id"
    ]
  },
  "load": () => import("./postmortem/get.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "postmortem.action-to-rfc",
  "tool": "blue_postmortem_action_to_rfc",
  "summary": "Turn an action item of a postmortem into an RFC",
  "description": "Creates an RFC from one action item (by its number or its words), with the postmortem's impact and causes as the problem, and links the item's row to it.",
  "effect": "write",
  "idempotent": false,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue postmortem action-to-rfc export-lost-orders 1",
      "note": "the first row"
    }
  ],
  "cli": {
    "positional": [
      "id",
      "action"
    ],
    "flagAliases": {
      "id": [
        "number",
        "path"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "Its number, slug, file name or path."
      },
      "action": {
        "anyOf": [
          {
            "type": "integer",
            "minimum": 1
          },
          {
            "type": "string"
          }
        ],
        "description": "Its row, from 1, or words that only it has."
      },
      "title": {
        "description": "The item's words by default.",
        "type": "string",
        "maxLength": 200
      }
    },
    "required": [
      "id",
      "action"
    ]
  },
  "load": () => import("./postmortem/action-to-rfc.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "postmortem.close",
  "tool": "blue_postmortem_close",
  "summary": "Close a postmortem; refused while an action item is open",
  "description": "Moves a postmortem from open to closed: header, file name, links. Refused (`findings_open`, exit 6) while the status of an action item does not say that it is done and no RFC has taken it on, naming each row.",
  "effect": "write",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue postmortem close export-lost-orders",
      "note": "when nothing is left to do"
    }
  ],
  "cli": {
    "positional": [
      "id"
    ],
    "flagAliases": {
      "id": [
        "number",
        "path"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "Its number, slug, file name or path."
      }
    },
    "required": [
      "id"
    ]
  },
  "load": () => import("./postmortem/close.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "decision.create",
  "tool": "blue_decision_create",
  "summary": "Note a small decision on one page",
  "description": "Creates `.blue/docs/decisions/<stamp>-slug.recorded.md`: what was decided, why, and what else was thought of. For what is too small for an ADR and too good to forget; `blue search` finds it.",
  "effect": "write",
  "idempotent": false,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue decision create --title \"Two-space indents\" --decision \"Two spaces.\" --rationale \"The formatter's default.\"",
      "note": "a small one"
    }
  ],
  "cli": {
    "positional": [
      "title"
    ]
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "title": {
        "type": "string",
        "maxLength": 200
      },
      "decision": {
        "type": "string",
        "description": "Markdown: what was decided."
      },
      "rationale": {
        "description": "Markdown: why.",
        "type": "string"
      },
      "alternatives": {
        "default": [],
        "description": "What else was thought of, one line each.",
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "rfc": {
        "description": "The RFC it belongs to.",
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ]
      },
      "decided_by": {
        "default": [],
        "description": "Who decided.",
        "type": "array",
        "items": {
          "type": "string"
        }
      }
    },
    "required": [
      "title",
      "decision"
    ]
  },
  "load": () => import("./decision/create.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "decision.list",
  "tool": "blue_decision_list",
  "summary": "List the decisions, oldest first",
  "description": "Every one of the decisions with title, status, date and path, read from the files. Filter by `status`; long lists come in pages. Files that cannot be read are named apart.",
  "effect": "read",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue decision list",
      "note": "what was decided in passing"
    }
  ],
  "cli": {},
  "inputSchema": {
    "type": "object",
    "properties": {
      "status": {
        "description": "Only those.",
        "type": "string",
        "enum": [
          "recorded"
        ]
      },
      "page": {
        "default": 1,
        "type": "integer",
        "minimum": 1
      }
    }
  },
  "load": () => import("./decision/list.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "staging.create",
  "tool": "blue_staging_create",
  "summary": "Plan a staging environment, and with --run bring it up",
  "description": "Finds out how this project brings up an environment (CDK, Terraform, Pulumi, docker compose; several need `kind`) and answers with the plan: the exact argument lists, in order. It runs them only on the command line and only with `run`; over MCP `run` is refused, because a person runs a deployment. Each step runs only if the one before succeeded; the tools' output goes to stderr. `ttl` is told to tools that have a place for it (Terraform where the variable is declared); nothing takes the environment down by itself.",
  "effect": "write",
  "idempotent": false,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue staging create demo",
      "note": "the plan only"
    },
    {
      "command": "blue staging create demo --kind terraform --ttl 2d --run",
      "note": "bring it up"
    }
  ],
  "cli": {
    "positional": [
      "name"
    ]
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "name": {
        "type": "string",
        "maxLength": 40,
        "pattern": "^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$",
        "description": "The environment: compose project, Terraform workspace, Pulumi stack, CDK context `name`."
      },
      "kind": {
        "description": "Which tool, where several would do.",
        "type": "string",
        "enum": [
          "cdk",
          "terraform",
          "pulumi",
          "compose"
        ]
      },
      "stack": {
        "description": "CDK: the stack. Pulumi: its stack, Terraform: its workspace, where that is not the name.",
        "type": "string",
        "maxLength": 200,
        "pattern": "^[A-Za-z0-9][\\w./-]*$"
      },
      "path": {
        "default": ".",
        "description": "A folder of the project; its root unless given.",
        "type": "string"
      },
      "run": {
        "default": false,
        "description": "Run the plan instead of only showing it; on the command line only.",
        "type": "boolean"
      },
      "ttl": {
        "description": "How long it is meant to live: `4h`, `2d`.",
        "type": "string"
      }
    },
    "required": [
      "name"
    ]
  },
  "load": () => import("./staging/create.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "staging.destroy",
  "tool": "blue_staging_destroy",
  "summary": "Plan the end of a staging environment, and with --run take it down",
  "description": "The counterpart of `staging.create`: the exact argument lists that take the environment `name` down, its data included. It runs them only on the command line and only with `run`; over MCP `run` is refused, because a person does this. Each step runs only if the one before succeeded, so a workspace that is not there takes nothing else down. With CDK `stack` is required; Terraform's workspace `default` is refused.",
  "effect": "destructive",
  "idempotent": false,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue staging destroy demo",
      "note": "the plan only; nothing is taken down"
    }
  ],
  "cli": {
    "positional": [
      "name"
    ]
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "name": {
        "type": "string",
        "maxLength": 40,
        "pattern": "^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$",
        "description": "The environment: compose project, Terraform workspace, Pulumi stack, CDK context `name`."
      },
      "kind": {
        "description": "Which tool, where several would do.",
        "type": "string",
        "enum": [
          "cdk",
          "terraform",
          "pulumi",
          "compose"
        ]
      },
      "stack": {
        "description": "CDK: the stack. Pulumi: its stack, Terraform: its workspace, where that is not the name.",
        "type": "string",
        "maxLength": 200,
        "pattern": "^[A-Za-z0-9][\\w./-]*$"
      },
      "path": {
        "default": ".",
        "description": "A folder of the project; its root unless given.",
        "type": "string"
      },
      "run": {
        "default": false,
        "description": "Run the plan instead of only showing it; on the command line only.",
        "type": "boolean"
      }
    },
    "required": [
      "name"
    ]
  },
  "load": () => import("./staging/destroy.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "staging.lock",
  "tool": "blue_staging_lock",
  "summary": "Take a named lock for a while",
  "description": "Takes `resource` for `owner` until `duration` has passed. One holder at a time: a held lock is refused with `lock_held` (exit 5), also to its own owner. A lock survives crashes and ends by `staging.unlock` or by itself, never before its time. Locks are of this machine and this project folder only (`.blue/locks/`, ignored by git): another clone or machine does not see them.",
  "effect": "write",
  "idempotent": false,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue staging lock staging --duration 2h",
      "note": "nobody else until then"
    }
  ],
  "cli": {
    "positional": [
      "resource"
    ]
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "resource": {
        "type": "string",
        "maxLength": 60,
        "pattern": "^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$",
        "description": "What is locked, by a name of your own: `staging`, `orders-db`."
      },
      "owner": {
        "description": "Who asks; user@host unless given. Several agents of one user give each its own.",
        "type": "string",
        "maxLength": 100,
        "pattern": "^[^\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]*$"
      },
      "duration": {
        "default": "1h",
        "description": "`30m`, `2h`, `1h30m`; at most 7d.",
        "type": "string"
      }
    },
    "required": [
      "resource"
    ]
  },
  "load": () => import("./staging/lock.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "staging.unlock",
  "tool": "blue_staging_unlock",
  "summary": "Give a lock back",
  "description": "Gives back what `owner` holds. Only the owner can: for everybody else a held lock is refused with `lock_held` (exit 5) and ends by itself. A lock that has expired needs no unlock and answers `not_held`. Locks are of this machine and this project folder only (`.blue/locks/`).",
  "effect": "write",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue staging unlock staging",
      "note": "when you are done"
    }
  ],
  "cli": {
    "positional": [
      "resource"
    ]
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "resource": {
        "type": "string",
        "maxLength": 60,
        "pattern": "^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$",
        "description": "What is locked, by a name of your own: `staging`, `orders-db`."
      },
      "owner": {
        "description": "Who asks; user@host unless given. Several agents of one user give each its own.",
        "type": "string",
        "maxLength": 100,
        "pattern": "^[^\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]*$"
      }
    },
    "required": [
      "resource"
    ]
  },
  "load": () => import("./staging/unlock.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "staging.status",
  "tool": "blue_staging_status",
  "summary": "Who holds which lock and what can be brought up here",
  "description": "Every lock of this project folder on this machine with owner, since and expiry, held ones first, and the environments that `staging.create` could bring up from `path`. Writes nothing. Another clone or machine has locks of its own.",
  "effect": "read",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue staging status",
      "note": "before you take a lock"
    }
  ],
  "cli": {},
  "inputSchema": {
    "type": "object",
    "properties": {
      "path": {
        "default": ".",
        "description": "A folder of the project; its root unless given.",
        "type": "string"
      }
    }
  },
  "load": () => import("./staging/status.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "staging.cost",
  "tool": "blue_staging_cost",
  "summary": "What the infrastructure costs in a month, by infracost",
  "description": "Runs `infracost breakdown` in `path` and answers with the monthly cost, in all and per project. Where infracost is not installed the answer is `available: false` and says how to get it; that is not an error.",
  "effect": "read",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue staging cost --path infra",
      "note": "of one folder"
    }
  ],
  "cli": {
    "positional": [
      "path"
    ]
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "path": {
        "default": ".",
        "description": "A folder of the project; its root unless given.",
        "type": "string"
      }
    }
  },
  "load": () => import("./staging/cost.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "llm.start",
  "tool": "blue_llm_start",
  "summary": "Start a local Ollama, and fetch a model for it",
  "description": "Starts `ollama serve` where none answers yet, on its own, so that it outlives this command; its process and log are kept in the state folder for `blue llm stop`. Waits until it answers. With `model` it fetches that model where it is missing, which can be gigabytes. A server that answers already is left as it is. Command line only.",
  "effect": "write",
  "idempotent": true,
  "toolset": "maintenance",
  "examples": [
    {
      "command": "blue llm start",
      "note": "start it"
    },
    {
      "command": "blue llm start --model qwen3:8b",
      "note": "and fetch a model"
    }
  ],
  "cli": {},
  "inputSchema": {
    "type": "object",
    "properties": {
      "model": {
        "description": "A model to fetch, as Ollama's library names it.",
        "type": "string",
        "pattern": "^[A-Za-z0-9][\\w.:/@-]*$"
      }
    }
  },
  "load": () => import("./llm/start.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "llm.stop",
  "tool": "blue_llm_stop",
  "summary": "End the Ollama that `blue llm start` started",
  "description": "Ends the process that `blue llm start` kept, if it is still the same one, and nothing else: an Ollama that somebody else started goes on. Command line only.",
  "effect": "write",
  "idempotent": true,
  "toolset": "maintenance",
  "examples": [
    {
      "command": "blue llm stop",
      "note": "end it"
    }
  ],
  "cli": {},
  "inputSchema": {
    "type": "object",
    "properties": {}
  },
  "load": () => import("./llm/stop.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "llm.status",
  "tool": "blue_llm_status",
  "summary": "Show the local Ollama: server, models, contexts",
  "description": "Says whether an Ollama answers, which version, whether Blue started it, and which models it has: how many tokens each can be given, whether it can call tools, whether it is in memory. A Judge needs 32,768 tokens.",
  "effect": "read",
  "idempotent": true,
  "toolset": "maintenance",
  "examples": [
    {
      "command": "blue llm status",
      "note": "what there is"
    }
  ],
  "cli": {},
  "inputSchema": {
    "type": "object",
    "properties": {}
  },
  "load": () => import("./llm/status.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "llm.providers",
  "tool": "blue_llm_providers",
  "summary": "List who can play a dialogue: agents, model servers, your own",
  "description": "Looks for every runner that `blue play` can use and says of each whether it is usable, and else what to do: version, where its words go, whether it can be the Judge, and whether it was measured that a run cannot get out of the files it is given. Reads `~/.config/blue/config.yaml`. Asks no model and costs nothing.",
  "effect": "read",
  "idempotent": true,
  "toolset": "maintenance",
  "examples": [
    {
      "command": "blue llm providers",
      "note": "what there is on this machine"
    }
  ],
  "cli": {},
  "inputSchema": {
    "type": "object",
    "properties": {}
  },
  "load": () => import("./llm/providers.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "rename",
  "tool": "blue_rename",
  "summary": "Give a document another title: file name, heading and links",
  "description": "Changes a document's title in its header and its heading, the words in its file name, and every link to it in other documents. Number, date and status stay. Lines outside `.blue` that name the old file are listed, not changed. A number without its type (`0003`) must be unique among all documents.",
  "effect": "write",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue rename \"RFC 0003\" \"Cursors for every list\"",
      "note": "an RFC"
    }
  ],
  "cli": {
    "positional": [
      "id",
      "title"
    ],
    "flagAliases": {
      "id": [
        "number",
        "path"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "Its number, slug, file name or path."
      },
      "title": {
        "type": "string",
        "maxLength": 200,
        "description": "The new title."
      },
      "type": {
        "description": "When the number alone is not unique.",
        "type": "string",
        "enum": [
          "rfc",
          "adr",
          "prd",
          "spike",
          "audit",
          "postmortem",
          "decision",
          "runbook",
          "dialogue"
        ]
      }
    },
    "required": [
      "id",
      "title"
    ]
  },
  "load": () => import("./rename.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "delete",
  "tool": "blue_delete",
  "summary": "Move a document to the trash, with a reason",
  "description": "Moves a document to `.blue/trash/`, as it is, with the reason and where it stood. Nothing is lost: `restore` brings it back, `purge` removes what has lain there long enough. Names the documents that still refer to it. A number without its type (`0003`) must be unique among all documents.",
  "effect": "destructive",
  "idempotent": false,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue delete \"RFC 0003\" --reason \"never needed\"",
      "note": "an RFC"
    }
  ],
  "cli": {
    "positional": [
      "id"
    ],
    "flagAliases": {
      "id": [
        "number",
        "path"
      ]
    }
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "integer",
            "minimum": 0
          }
        ],
        "description": "Its number, slug, file name or path."
      },
      "reason": {
        "type": "string",
        "description": "Why; it is kept with the document."
      },
      "type": {
        "description": "When the number alone is not unique.",
        "type": "string",
        "enum": [
          "rfc",
          "adr",
          "prd",
          "spike",
          "audit",
          "postmortem",
          "decision",
          "runbook",
          "dialogue"
        ]
      }
    },
    "required": [
      "id",
      "reason"
    ]
  },
  "load": () => import("./delete.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "trash.list",
  "tool": "blue_trash_list",
  "summary": "List what was deleted, oldest first",
  "description": "What lies in `.blue/trash/`: its id, where it stood, its title, when it was deleted and why. `restore` brings one back by any of id, path and title; `purge` removes the old ones for good.",
  "effect": "read",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue trash list",
      "note": "before you restore or purge"
    }
  ],
  "cli": {},
  "inputSchema": {
    "type": "object",
    "properties": {}
  },
  "load": () => import("./trash/list.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "restore",
  "tool": "blue_restore",
  "summary": "Bring a deleted document back",
  "description": "Puts a document from `.blue/trash/` back where it stood, byte for byte. Asked for by its trash id, its old path or file name, or its title. Refused when another file has taken the place.",
  "effect": "write",
  "idempotent": false,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue restore 0003-cursor-pagination.draft.md",
      "note": "by its old name"
    }
  ],
  "cli": {
    "positional": [
      "id"
    ]
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "type": "string",
        "description": "Its trash id, old path, file name or title."
      }
    },
    "required": [
      "id"
    ]
  },
  "load": () => import("./restore.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "purge",
  "tool": "blue_purge",
  "summary": "Remove for good what has lain in the trash long enough",
  "description": "Removes from `.blue/trash/` what was deleted longer ago than `older_than` (`30d`, `12w`, `6m`; default 30 days). Asks at a terminal; anywhere else `yes` is needed, and without it the answer names what would go (`input_needed`). What git has committed stays in its history.",
  "effect": "destructive",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue purge --older-than 90d --yes",
      "note": "without asking"
    }
  ],
  "cli": {},
  "inputSchema": {
    "type": "object",
    "properties": {
      "older_than": {
        "default": "30d",
        "description": "A number and d, w, m or y.",
        "type": "string"
      },
      "yes": {
        "default": false,
        "description": "Do it without asking.",
        "type": "boolean"
      }
    }
  },
  "load": () => import("./purge.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "next",
  "tool": "blue_next",
  "summary": "What deserves attention now",
  "description": "What is waiting for somebody, most pressing first: reminders that are due, damaged and blocked dialogues, approved RFCs without work, RFCs in work whose tasks are all done, spikes older than their time box, audits under way, open postmortems, decided texts that are not applied, RFCs and ADRs that wait for a decision, RFCs in work. Each with the exact next call.",
  "effect": "read",
  "idempotent": true,
  "toolset": "documents",
  "examples": [
    {
      "command": "blue next",
      "note": "at the start of a day"
    }
  ],
  "cli": {},
  "inputSchema": {
    "type": "object",
    "properties": {
      "limit": {
        "default": 20,
        "type": "integer",
        "minimum": 1,
        "maximum": 100
      }
    }
  },
  "load": () => import("./next.ts").then((module) => module.operation as unknown as Operation)
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
    "properties": {}
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
    }
  },
  "load": () => import("./sync.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "doctor",
  "tool": "blue_doctor",
  "summary": "Check that Blue can work here, and say how to fix what is wrong",
  "description": "Looks at Node, the SQLite driver, permissions and hard links, the index, stray temporary files, damaged or missing records, the clock, drifted generated files, untracked or ignored records, a tracked database or tracked drafts, the configuration and leftover servers. `fix` repairs what can be repaired safely: it makes missing folders and ignore lines, removes stray temporary files, makes generated files again and refreshes the index. Exits 6 when something fails.",
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
    }
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
    "properties": {}
  },
  "load": () => import("./db/path.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "org.migrate",
  "tool": "blue_org_migrate",
  "summary": "Make the shared database's tables, or bring them up to date",
  "description": "Makes the schema `blue` in the PostgreSQL that `BLUE_DATABASE_URL` names, or adds what a newer Blue needs. For the database's owner: once at the beginning, and after an update that asks for it. A history it does not know is refused and left alone.",
  "effect": "write",
  "idempotent": true,
  "toolset": "maintenance",
  "examples": [
    {
      "command": "blue org migrate",
      "note": "as the database's owner"
    }
  ],
  "cli": {},
  "inputSchema": {
    "type": "object",
    "properties": {
      "database": {
        "description": "In place of `BLUE_DATABASE_URL`, without a password.",
        "type": "string"
      }
    }
  },
  "load": () => import("./org/migrate.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "org.publish",
  "tool": "blue_org_publish",
  "summary": "Write this repository's decisions into the shared database",
  "description": "Writes the dialogues, documents and decisions of the commit that is checked out, with their health, into the PostgreSQL that `BLUE_DATABASE_URL` names, so that `--org` finds them. All or nothing; safe to repeat; an older commit never replaces a newer one. For CI, on the main branch. What is not as committed is refused. A damaged dialogue is published as damaged.",
  "effect": "write",
  "idempotent": true,
  "toolset": "maintenance",
  "examples": [
    {
      "command": "blue org publish",
      "note": "in CI, on the main branch"
    },
    {
      "command": "blue org publish --repository example.org/shop/orders",
      "note": "where there is no remote, or in a fork"
    },
    {
      "command": "blue org publish --renamed-from example.org/shop/old",
      "note": "once, after it was renamed"
    }
  ],
  "cli": {},
  "inputSchema": {
    "type": "object",
    "properties": {
      "repository": {
        "description": "Its name; else made from the remote `origin`.",
        "type": "string",
        "maxLength": 300
      },
      "renamed_from": {
        "description": "The name under which it is published so far.",
        "type": "string"
      },
      "database": {
        "description": "In place of `BLUE_DATABASE_URL`, without a password.",
        "type": "string"
      }
    }
  },
  "load": () => import("./org/publish.ts").then((module) => module.operation as unknown as Operation)
},
{
  "name": "org.drop",
  "tool": "blue_org_drop",
  "summary": "Take a repository out of the shared database",
  "description": "Removes everything that was published of one repository from the shared database. The repository itself keeps all of it: `blue org publish` there writes it again.",
  "effect": "destructive",
  "idempotent": false,
  "toolset": "maintenance",
  "examples": [
    {
      "command": "blue org drop example.org/shop/orders",
      "note": "it was archived"
    }
  ],
  "cli": {
    "positional": [
      "repository"
    ]
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "repository": {
        "type": "string",
        "description": "As it is published: `example.org/shop/orders`."
      },
      "database": {
        "description": "In place of `BLUE_DATABASE_URL`, without a password.",
        "type": "string"
      }
    },
    "required": [
      "repository"
    ]
  },
  "load": () => import("./org/drop.ts").then((module) => module.operation as unknown as Operation)
}
];
