import { describe, expect, it } from "vitest";
import { passes } from "../hooks/ephemeral";
import { learningsByRules } from "./extraction";

const said = (text: string, agent_type = "main") =>
  learningsByRules({ text, agent_type, category: "api" }).map(({ statement }) => statement);

describe("records of decisions", () => {
  it("give every paragraph and item that they decide, without the sentence that introduces a list", () => {
    const text = `# 7. Tokens are short-lived

## Context

Long sessions were stolen.

## Decision

Access tokens live for \`10m\`. The order of checks:

1. The gateway verifies the signature with \`jose\`.
2. Whatever else is possible.

Refresh tokens are stored as hashes only. This is what others do, too.

## Consequences

- Clients must refresh before each upload.
`;
    expect(said(text)).toEqual([
      "Tokens are short-lived: Refresh tokens are stored as hashes only. This is what others do, too.",
      "Access tokens live for `10m`.",
      "The gateway verifies the signature with `jose`.",
      "Clients must refresh before each upload.",
    ]);
  });

  it("of one text bind each by its own status and give their own reasons", () => {
    const record = (name: string, { status, reason }: { status: string; reason: string }) => `
## ${name}

### Status

${status}

### Decision

We will use \`${name}\` for every queue.

### Rationale

${reason}
`;
    const text =
      "# Decisions so far\n" +
      record("pg-boss", { status: "Accepted", reason: "One database is enough." }) +
      record("kafka", { status: "Proposed", reason: "It is fast." });
    expect(learningsByRules({ text, agent_type: "main", category: "api" })).toEqual([
      expect.objectContaining({
        statement: "pg-boss: We will use `pg-boss` for every queue.",
        reasoning: "One database is enough.",
      }),
    ]);
  });

  it.each(["Session report", "Handoff: phase 2", "Final review summary", "Sprint 14 retrospective"])(
    "do not begin with %s, which names the text alone",
    (title) => {
      const text = `# ${title}\n\n## Decision\n\nWe chose SQLite over LevelDB because two processes read it at once.\n`;
      expect(said(text)).toEqual(["We chose SQLite over LevelDB because two processes read it at once."]);
    },
  );

  it("are known in other languages", () => {
    const text = `# ADR: Nur ein Anbieter

## Kontext

Zwei Anbieter kosten zu viel.

## Entscheidung

Bilder kommen nur noch von \`imgproxy\`.
`;
    expect(said(text)).toEqual(["ADR: Nur ein Anbieter: Bilder kommen nur noch von `imgproxy`."]);
  });

  it("say which alternatives were left behind, and why", () => {
    const text = `## Decision

Use a log file in the worktree.

## Alternatives considered

- **Pipe to \`tee\`:** Rejected — needs a shell on every platform
- **A table of logs:** would be nice one day
`;
    expect(said(text)).toContain("Pipe to `tee`: Rejected — needs a shell on every platform");
    expect(said(text).join()).not.toContain("nice one day");
  });
});

describe("lessons and rules", () => {
  it("are what an item says to apply, led by its title", () => {
    const text = `## Learnings

1. **Learning 1: Reports overstate**
   - The report said that all was broken
   - **Application:** Verify actual behaviour before a rollback
`;
    expect(learningsByRules({ text, agent_type: "main", category: "api" })).toEqual([
      expect.objectContaining({
        statement: "Verify actual behaviour before a rollback",
        reasoning: "Reports overstate",
      }),
    ]);
  });

  it("may be headings below", () => {
    const text = `## Lessons learned

### 1. Optional jobs must not be listed in \`needs:\`

The workflow is refused otherwise.
`;
    expect(said(text)).toEqual(["Optional jobs must not be listed in `needs:`"]);
  });

  it.each([
    [
      "es",
      "## 🚫 6. Restricciones (Lo que está prohibido)\n\n* Prohibido usar rutas absolutas en el código.\n",
    ],
    ["de", "## Regeln\n\n- Ausgeführte Migrationen dürfen nicht editiert werden.\n"],
    ["fr", "## Règles\n\n- Les secrets ne doivent jamais être écrits dans le dépôt.\n"],
    ["pt", "## Regras\n\n- Nunca altere uma migração que já foi executada.\n"],
    ["zh", "## 1. 强约束（必须遵守）\n\n1. 外部资源创建后必须立即注册清理函数。\n"],
    ["ja", "## 開発ルール\n\n- 外部リソースは必ず終了時に解放すること。\n"],
  ])("are read in %s", (_language, text) => {
    expect(said(text)).toHaveLength(1);
  });
});

it("an error and its fix may be one item", () => {
  const text =
    "## Closed\n\n- #354 (HIGH): Empty `deny_tools` was ignored by `||`. Fixed with `validateDenyTools()`.\n";
  expect(said(text)).toEqual(["Empty `deny_tools` was ignored by `||` → `validateDenyTools()`."]);
});

it.each([
  "Ruff errors: 56 errors",
  "Lease: null (the tester made its own)",
  "2026-03-01: first version of this guide",
  "Docs (PRD.md, TESTING.md) updated",
  "Refs: `src/a.ts`, `src/b.ts:12-14`",
  "Author: Kim (core)",
])("%s is the state of a day, or says nothing", (statement) => {
  expect(passes(statement)).toBe(true);
});

it.each([
  "Line length: 100 characters at most",
  "Life cycle: `init -> ready -> stopped`",
  "Retries: 3 per request, then the job fails",
  "Status codes: `409` means that the version is no longer current.",
])("%s is not", (statement) => {
  expect(passes(statement)).toBe(false);
});
