import { describe, expect, it } from "vitest";
import { passes } from "../hooks/ephemeral";
import { learningsByRules, type Output } from "./extraction";

const learn = (text: string, agent_type = "architect", rest: Partial<Output> = {}) =>
  learningsByRules({ text, agent_type, category: "api", ...rest });
const said = (...params: Parameters<typeof learn>) =>
  learn(...params).map(({ type, statement }) => [type, statement]);

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

describe("records of decisions", () => {
  const record = (status: string) => `# 5. Ship one image

## Status

${status}

## Context

Two images drift apart, and nobody notices before a release.

## Decision

The web server and the worker will share one image.

We rejected a third image for jobs.

## Consequences

Rollbacks name one digest.
`;

  it("tell what was decided under the record's title, and nothing of the rest", () => {
    expect(said(record("Accepted"), "main")).toEqual([
      ["decision", "Ship one image: The web server and the worker will share one image."],
      ["decision", "We rejected a third image for jobs."],
    ]);
  });

  it.each(["Superseded by 9", "Rejected", "Proposed", "Draft"])("bind nobody when %s", (status) => {
    expect(said(record(status))).toEqual([]);
  });

  it("tell the chosen option without the list of its reasons", () => {
    const text =
      '# Index of records\n\n## Considered Options\n\n* `toc`\n* `log`\n\n## Decision Outcome\n\nChosen option: "`log`", because\n\n* it is ours\n* `toc` lists titles only';
    expect(said(text)).toEqual([["decision", 'Index of records: Chosen option: "`log`"']]);
  });

  it("keep the rationale, and lists of what was decided", () => {
    const text =
      "## Decision\n\n* Do not create `ServiceBinding` anymore\n* Soon\n\n## Rationale\n\nIt restarts every pod.";
    expect(learn(text)).toEqual([
      expect.objectContaining({
        statement: "Do not create `ServiceBinding` anymore",
        reasoning: "It restarts every pod.",
      }),
    ]);
  });

  it("tell each item of a list that the sentence before it needs", () => {
    const text =
      "## Decision\n\nWe have decided to:\n\n- split `components` by cluster\n- pin `terraform` to 1.9";
    expect(said(text)).toEqual([
      ["decision", "We have decided to split `components` by cluster"],
      ["decision", "We have decided to pin `terraform` to 1.9"],
    ]);
  });

  it("are not learned from a template or without a commitment", () => {
    expect(said("## Decision\n\n[What was decided]\n\n**Why:** {the reason for it}")).toEqual([]);
    expect(said("## Decision\n\nWe talked about the queue for a while.")).toEqual([]);
    expect(said("# 3. Queue\n\n## Decision\n\nWe have decided to\n\n## Status\n\n## Context")).toEqual([]);
  });
});

describe("choices", () => {
  it("are the bullets under Decisions that give a reason or name something", () => {
    const text = `## Active decisions and considerations
- Polling with throttling to balance load and freshness
- Targets \`netstandard2.0\` in every package
- Read the configuration

### Pending decisions
- Transport: whether to keep HTTP because of proxies
`;
    expect(said(text, "main")).toEqual([
      ["decision", "Polling with throttling to balance load and freshness"],
      ["decision", "Targets `netstandard2.0` in every package"],
    ]);
  });

  it.each([
    ["We chose SQLite over LevelDB because two processes read it at once", 0.7],
    ["## Why the worker uses `pg-boss`\n\nA job row shares the transaction.", 0.7],
    ["### MySQL\n\nRejected because it has no partial indexes", 0.7],
  ])("are read from %j with less confidence", (text, confidence) => {
    expect(learn(text, "main")).toEqual([expect.objectContaining({ type: "decision", confidence })]);
  });

  it("are not what others chose", () => {
    expect(said('The name "Caddy" was chosen because it helps with tedious tasks', "main")).toEqual([]);
  });
});

describe("rules", () => {
  it.each(["## Critical rules", "### Conventions", "## Constraints", "## 4. Language policy"])(
    "are the bullets under %s, in sections below it too",
    (title) => {
      const text = `${title}\n\n#### Python\n\n- Config is read by \`tomllib\` and written by \`tomlkit\`\n- Short\n- [ ] Write \`tomllib\` into the manual of the module`;
      expect(learn(text, "main")).toEqual([
        expect.objectContaining({
          type: "recommendation",
          confidence: 0.7,
          statement: "Config is read by `tomllib` and written by `tomlkit`",
        }),
      ]);
    },
  );

  it("are orders in capitals, and preferences set against something", () => {
    expect(
      said("- Hostnames are NEVER resolved locally\n- Use `yarn` for packages (not npm)", "main"),
    ).toEqual([
      ["warning", "Hostnames are NEVER resolved locally"],
      ["recommendation", "Use `yarn` for packages (not npm)"],
    ]);
    expect(said("- Use `yarn` for packages of the workspace", "main")).toEqual([]);
  });

  it("are notes about something in particular", () => {
    expect(said("**Note:** the mode defaults to `fs` where `VERCEL` is not set", "main")).toHaveLength(1);
    expect(said("**Note:** there is more about it in the manual", "main")).toEqual([]);
  });

  it("are found under a title and in capitals", () => {
    const found = learn("## Limitations\n- `price()` reads no clock\n\nNEVER call `reset` on a live tenant");
    expect(found).toHaveLength(2);
  });
});

describe("traps and findings", () => {
  it("are recognised by what goes wrong, outside of news and examples", () => {
    const trap = "A local session can silently test an old wheel of `web/public`";
    expect(said(trap, "main")).toEqual([["warning", trap]]);
    expect(said(`## Fixed\n\n- ${trap}`, "main")).toEqual([]);
  });

  it("are what a review lists as findings", () => {
    const text =
      "Two observations worth recording:\n\n1. `process_slice` catches every error, so a broken fit looks fine\n2. Naming is fine";
    expect(said(text, "reviewer")).toHaveLength(1);
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
  ])("are found in %j", (text, statement) => {
    expect(learn(text)).toEqual([
      expect.objectContaining({
        type: "warning",
        kind: "anti_pattern",
        confidence: 0.85,
        statement,
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
      }),
    ]);
  });

  it("takes a heading with its cause, and what helps", () => {
    const text =
      "### Articles lose their paragraphs\n\n**Cause:** the source uses `<br>`.\n\nCheck `os_selector`.";
    expect(said(text, "fix-agent")).toEqual([
      ["error_solution", "Articles lose their paragraphs → Check `os_selector`."],
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

describe("wrapped text", () => {
  it("is read as its author meant it, and labels begin lines of their own", () => {
    const text =
      "- **Avoid** `Promise.all` inside of a transaction, because the\n  embedded database has one session\n\n**Error**: the lease of a job outlives the worker that took it once.\n**Fix**: store the pid with it.";
    expect(said(text, "tester")).toEqual([
      [
        "warning",
        "Avoid `Promise.all` inside of a transaction, because the embedded database has one session",
      ],
      [
        "error_solution",
        "the lease of a job outlives the worker that took it once. → store the pid with it.",
      ],
    ]);
  });
});

describe("parts of a system", () => {
  it("are the named bullets under a heading that tells how it is built, from builder and architect", () => {
    const text = "## Storage strategy\n\n- **Retries**: `FileManager` tries 3 times\n- It is quick";
    expect(said(text, "builder")).toEqual([["approach", "Retries: `FileManager` tries 3 times"]]);
    expect(said(text, "main")).toEqual([]);
  });
});

describe("what is not learned", () => {
  it("is text in code blocks, quotes, tables and HTML", () => {
    const text = `
\`\`\`md
Warning: this is in a code block and is an example
\`\`\`

    Warning: this is in an indented code block

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

  it("of megabytes is read at its ends, within the limit of learnings", { timeout: 60_000 }, () => {
    const line = (n: number) => `Warning: shard ${n} keeps its own clock and drifts`;
    const lines = Array.from({ length: 100_000 }, (_, n) => line(n)).join("\n\n");
    const found = learn(lines);
    expect(found).toHaveLength(50);
    expect(found[0]?.statement).toContain("shard 0");
  });
});

describe("lessons, consequences and prohibitions", () => {
  it.each([
    ["## What I learned", "- The worker keeps one connection per tenant, so pools of 5 starve."],
    ["## Lessons", "- `prisma migrate` must run before `seed.ts`, or the enum is missing."],
    ["## Notes for the future", "- Bump `CACHE_VERSION` whenever the key format of sessions changes."],
    ["## What worked", "- Running `vitest --pool=forks` avoided the leak between files."],
    ["## Prevention", "- Add a lint rule for `await` inside `Promise.all` callbacks."],
    [
      "## Was wir gelernt haben",
      "- Der Importer liest `utf-8-sig`, sonst bleibt das BOM in der ersten Spalte.",
    ],
    ["## Ce que j'ai appris", "- Le cache de `redis` doit être vidé avant chaque migration de schéma."],
    [
      "## Lecciones aprendidas",
      "- El cliente de `stripe` reintenta solo si la clave de idempotencia existe.",
    ],
    ["## O que aprendemos", "- O `worker` precisa de `SIGTERM` antes de fechar a fila de mensagens."],
    ["## 学んだこと", "- `pnpm install` の前に必ず Node 20 に切り替える必要がある。"],
    ["## 经验教训", "- 在运行迁移之前必须先停止 `worker`，否则锁会一直被占用。"],
  ])("are read from bullets under %s", (heading, bullet) => {
    expect(said(`${heading}\n\n${bullet}\n`, "main")).toEqual([["recommendation", bullet.slice(2)]]);
  });

  it("are read from paragraphs under such a heading when they name something", () => {
    const text =
      "## What I learned\n\nThe `outbox` table is polled every 500 ms.\n\nIt went well and was fun to do.\n";
    expect(said(text, "main")).toEqual([["recommendation", "The `outbox` table is polled every 500 ms."]]);
  });

  it("are decisions where a heading names one, with or without a number", () => {
    const text =
      "## Decision: keep money in minor units\n\nWe store `bigint` cents because floats lose them in sums.\n\n" +
      "## Decisions\n\n### One queue per tenant\n\nA slow tenant must not delay the others.\n";
    expect(said(text)).toEqual([
      ["decision", "keep money in minor units: We store `bigint` cents because floats lose them in sums."],
      ["decision", "One queue per tenant: A slow tenant must not delay the others."],
    ]);
  });

  it("are the consequences of a decision that binds", () => {
    const text = (status: string) =>
      `# 4. Partition orders\n\n## Status\n\n${status}\n\n## Context\n\nOrders grow.\n\n## Consequences\n\n` +
      "- Foreign keys to `orders` must name the month as well.\n- It is nice.\n";
    expect(said(text("Accepted"))).toContainEqual([
      "decision",
      "Foreign keys to `orders` must name the month as well.",
    ]);
    expect(said(text("Superseded"))).toEqual([]);
  });

  it("are sentences that forbid something, by those who make rules", () => {
    const text =
      "The import is slow. Never call `sync()` inside the request handler. Do not worry about it.\n";
    expect(said(text, "security")).toEqual([["warning", "Never call `sync()` inside the request handler."]]);
    expect(said(text, "builder")).toEqual([]);
  });

  it("are warnings where GitHub's alerts quote them", () => {
    expect(said("> [!WARNING]\n> `rm -rf dist` also removes the licence files.\n", "main")).toEqual([
      ["warning", "`rm -rf dist` also removes the licence files."],
    ]);
    expect(said("> **Warning:** `rm -rf dist` also removes the licence files.\n", "main")).toEqual([
      ["warning", "`rm -rf dist` also removes the licence files."],
    ]);
  });
});

it("one answer never tells a statement twice, also not a part of another one", () => {
  const text =
    "## Recommendations\n\n- Always close the pool of `pg` before the process ends.\n\n" +
    "## Lessons\n\n- Close the pool of `pg` before the process ends.\n- Always close the pool of `pg` before the process ends!\n";
  expect(said(text, "main")).toEqual([
    ["recommendation", "Always close the pool of `pg` before the process ends."],
  ]);
});
