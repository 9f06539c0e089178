import { describe, expect, it } from "vitest";
import { extractLearnings, type Output, passes } from "./extraction";

const learn = (text: string, agent_type = "architect", rest: Partial<Output> = {}) =>
  extractLearnings({ text, agent_type, category: "api", ...rest });
const said = (...given: Parameters<typeof learn>) =>
  learn(...given).map(({ type, statement }) => [type, statement]);

describe("decisions", () => {
  it("are read from numbered sections with What and Why, at any level and in any emphasis", () => {
    const text = `
#### Decision 1: Queue in PostgreSQL
**What**: Use pg-boss for background jobs.
**Why:** One database is enough, and a job row shares the transaction.
**Trade-offs**: Polling every second.

#### Decision 2: Ids
- What: Make UUIDv7 ids in code
- *Why*: They sort by time
`;
    expect(learn(text)).toEqual([
      expect.objectContaining({
        kind: "decision",
        confidence: 0.8,
        statement: "Queue in PostgreSQL: Use pg-boss for background jobs.",
        reasoning: "One database is enough, and a job row shares the transaction.",
        metadata: { trade_offs: "Polling every second." },
        category: "api",
        wants_global: false,
      }),
      expect.objectContaining({ statement: "Ids: Make UUIDv7 ids in code", reasoning: "They sort by time" }),
    ]);
  });

  it("are read from a numbered list under Decisions, nested or on one line", () => {
    const text = `
## Decisions
1. Keep order lines immutable once booked. Why: invoices refer to them.
2. **Money is kept in minor units**
   - Why: floats lose cents
3. Read the configuration
`;
    expect(said(text)).toEqual([
      ["decision", "Keep order lines immutable once booked."],
      ["decision", "Money is kept in minor units"],
    ]);
  });

  it("need a what or a why", () => {
    expect(said("## Decision 1: Use the new queue for orders\n\nSome prose that follows it.")).toEqual([]);
  });
});

describe("recommendations", () => {
  const list =
    "- Validate `berth_id` before the tariff is read\n- Too short to say\n  - Nested detail of no use\n";
  it.each([
    "## Recommendations",
    "**Key Points:**",
    "Learnings:",
    "### 3. Key points",
    "Recommendation:",
    "## Takeaways 🎯",
  ])("are the bullets under %s", (title) => {
    expect(learn(`${title}\n\n${list}`)).toEqual([
      expect.objectContaining({
        type: "recommendation",
        kind: "procedure",
        confidence: 0.7,
        statement: "Validate `berth_id` before the tariff is read",
      }),
    ]);
  });

  it("end with the list that a colon introduced", () => {
    const text = `Key points:\n\n- Rates come from \`tariff.ts\` and nowhere else\n\nThen:\n\n- the second list says other things here\n`;
    expect(said(text)).toHaveLength(1);
  });
});

describe("warnings", () => {
  it.each([
    ["Warning: the cache is per process, not per host", "the cache is per process, not per host"],
    ["⚠️ `fetchRates` retries without a limit", "`fetchRates` retries without a limit"],
    ["- **Anti-pattern**: opening a pool in every handler", "opening a pool in every handler"],
    ["Avoid reading the clock inside of `price()`", "Avoid reading the clock inside of `price()`"],
    ["> [!CAUTION]\n> Migrations lock the `berth` table", "Migrations lock the `berth` table"],
    ["## Pitfalls\n- Two workers share one lease file here", "Two workers share one lease file here"],
  ])("are found in %j and ask for global scope", (text, statement) => {
    expect(learn(text)).toEqual([
      expect.objectContaining({
        type: "warning",
        kind: "anti_pattern",
        confidence: 0.85,
        statement,
        wants_global: true,
      }),
    ]);
  });

  it("keep what to do instead", () => {
    const [warning] = learn(
      "Avoid `new Date()` in `price()`. Instead: pass the clock in. Why: tests need it.",
    );
    expect(warning).toMatchObject({
      metadata: { instead: "pass the clock in." },
      reasoning: "tests need it.",
    });
  });
});

describe("what only some agent types write", () => {
  const approach = "Pattern: every repository function takes the tenant first and the rest after it";
  const fix = "Error: `ECONNRESET` after idle minutes.\nFix: set `keepAlive` on the pool.";

  it("takes approaches from builder and architect alone", () => {
    expect(said(approach, "builder")).toEqual([
      ["approach", expect.stringContaining("takes the tenant first")],
    ]);
    expect(said(approach, "tester")).toEqual([]);
  });

  it.each(["fix-agent", "reviewer", "tester"])("takes errors with their fix from %s", (agent_type) => {
    expect(learn(fix, agent_type)).toEqual([
      expect.objectContaining({
        kind: "error_solution",
        confidence: 0.9,
        category: "error_handling",
        statement: "`ECONNRESET` after idle minutes. → set `keepAlive` on the pool.",
        metadata: { error: "`ECONNRESET` after idle minutes.", solution: "set `keepAlive` on the pool." },
        wants_global: true,
      }),
    ]);
  });

  it("finds the fix in an item, on the same line and in a section below", () => {
    const item = "- **Bug**: totals are rounded twice\n  - **Solution**: round in `total()` alone";
    const line = "Issue: the lease outlives its worker. Resolution: store the pid with it";
    const section = "### Error: migration hangs on a locked table\n\n#### Fix\nSet `lock_timeout` before it.";
    for (const text of [item, line, section]) expect(said(text, "fix-agent")).toHaveLength(1);
    expect(said(fix, "architect")).toEqual([]);
    expect(said("Error: it breaks now and then in some places", "fix-agent")).toEqual([]);
  });
});

describe("what is not learned", () => {
  it("is text in code blocks, quotes, tables and HTML", () => {
    const text = `
\`\`\`md
Warning: this stands in a code block and is an example
\`\`\`

    Warning: this stands in an indented code block

> Warning: somebody else said this in a quoted mail

| Warning: a table cell | that says something |
| --- | --- |

<p>Warning: hypertext that came from a page</p>
`;
    expect(said(text)).toEqual([]);
  });

  it.each([
    "Added a new endpoint for berths in the router",
    "I have implemented the endpoint and ran it",
    "`src/api/version.ts` - the version",
    "lib/a/b.ts:12-18",
    "14 passed, 0 failed in 3.2 s on this machine",
    "✓ stores one memory and answers its id",
    "Follow best practices and write clean code",
    "Always write good tests",
    "Use a workaround with `sleep` for now",
    "Should `price()` read the clock itself?",
    "Rename it in this PR before merging anything",
  ])("is %j", (statement) => {
    expect(passes(statement)).toBe(true);
    expect(said(`## Recommendations\n- ${statement}`)).toEqual([]);
  });

  it.each([
    "Use `lock_timeout` of 2 s for every migration",
    "Keep the tariff table free of currency symbols, because exports parse it",
    "Rates are immutable once an invoice refers to them",
  ])("is not %j", (statement) => expect(passes(statement)).toBe(false));

  it("is what the context pack had said, in other markup and with small changes", () => {
    const pack =
      "**1. api** (quality: 0.85)\nNever read the clock inside `price()`; pass it in as an argument.";
    const text = "Warning: Never read the clock inside *price()*; pass it in as an argument";
    expect(said(text)).toHaveLength(1);
    expect(said(text, "architect", { injected: [pack] })).toEqual([]);
  });

  it("is said twice", () => {
    const twice =
      "## Warnings\n- The lease file is shared by workers\n\nWarning: the lease file is shared by workers";
    expect(said(twice)).toHaveLength(1);
  });
});

describe("any text", () => {
  it.each(["", "\u0000", "# ", "- \n- \n", "> [!WARNING]", "**", "|", "1. \n   1. \n"])(
    "%j is read",
    (text) => {
      expect(learn(text)).toEqual([]);
    },
  );

  it("of megabytes is read at its ends, within the limit of learnings", () => {
    const line = (n: number) => `Warning: shard ${n} keeps its own clock and drifts`;
    const lines = Array.from({ length: 100_000 }, (_, n) => line(n)).join("\n\n");
    const found = learn(lines);
    expect(found).toHaveLength(50);
    expect(found[0]?.statement).toContain("shard 0");
  });
});
