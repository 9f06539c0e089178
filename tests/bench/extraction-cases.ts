/**
 * Answers as agents write them, made up for this measurement, with what a reader would keep of each: the type, and words
 * that the statement must hold. An answer without a label teaches nothing.
 */
import type { LearningType, Output } from "@/lib/sessions";

export type ExtractionCase = {
  kind: string;
  agent_type: string;
  text: string;
  wanted: readonly [LearningType, string][];
  injected?: Output["injected"];
};

const one = (
  kind: string,
  agent_type: string,
  text: string,
  wanted: ExtractionCase["wanted"] = [],
  injected?: readonly string[],
): ExtractionCase => ({ kind, agent_type, text, wanted, ...(injected ? { injected } : {}) });

export const EXTRACTION_CASES: readonly ExtractionCase[] = [
  // Decisions
  one(
    "decision record",
    "architect",
    "# ADR 7\n\n## Context\nOrders grow.\n\n## Decision 1: Partition `orders` by month\n\n**What:** Range partitions on `booked_at`.\n\n**Why:** Deletes of old months become drops.\n\n## Consequences\nForeign keys name the month.",
    [["decision", "Partition `orders` by month"]],
  ),
  one(
    "decision record",
    "architect",
    "## Decisions\n\n1. Keep one queue per tenant. Why: a slow tenant delays nobody else.\n2. Ids are UUIDv7. Why: they sort by time.\n\n## Next steps\n- Write the migration",
    [
      ["decision", "one queue per tenant"],
      ["decision", "UUIDv7"],
    ],
  ),
  one(
    "decision record",
    "architect",
    "### Decision 3: SQLite for the command line\n- What: the cache of `pull` is one SQLite file\n- Why: two processes may read it at once\n- Trade-offs: 1 MB more to download",
    [["decision", "SQLite for the command line"]],
  ),
  one(
    "decision record",
    "database",
    "**Decision:** Store money in minor units as `bigint`. **Why:** floats lose cents in sums.\n\nI ran the migration and all tests passed.",
    [["decision", "minor units"]],
  ),
  one(
    "decision record",
    "api-designer",
    "## Key decisions\n\n1. **Cursors are opaque**\n   - Why: the order may change without breaking clients\n2. **Errors follow RFC 9457**\n   - Why: one table maps codes to titles",
    [
      ["decision", "Cursors are opaque"],
      ["decision", "RFC 9457"],
    ],
  ),
  one(
    "decision record",
    "architect",
    "## Decision\n\nWe discussed the queue for a while. Nothing is decided before Thursday.",
  ),
  one(
    "decision record",
    "security",
    "#### Decision 2 - Rotate signing keys weekly\n\n*What*: two keys are valid at a time\n\n*Why*: a leaked key dies within 14 days",
    [["decision", "Rotate signing keys weekly"]],
  ),
  // Recommendations
  one(
    "summary",
    "optimizer",
    "I profiled the importer.\n\n## Recommendations\n\n- Batch inserts by 500 rows; above that `pg` copies the array twice\n- Read `tariff.json` once per run instead of once per row\n- Follow best practices\n",
    [
      ["recommendation", "Batch inserts by 500"],
      ["recommendation", "tariff.json"],
    ],
  ),
  one(
    "summary",
    "main",
    "Done. Key points:\n\n- `resolveRepo()` must run before `openSession()`, which reads its id\n- The 4 s limit of hooks counts from the first byte\n\nLet me know what else you need.",
    [
      ["recommendation", "resolveRepo()"],
      ["recommendation", "4 s limit of hooks"],
    ],
  ),
  one(
    "summary",
    "tester",
    "**Lessons learned**\n\n- Fake timers never fire `setImmediate` under vitest 4\n- Tests that share `CASEBOOK_DATA_DIR` block each other by its lock file",
    [
      ["recommendation", "Fake timers never fire"],
      ["recommendation", "share `CASEBOOK_DATA_DIR`"],
    ],
  ),
  one(
    "summary",
    "analyzer",
    "### 4. Learnings\n\n* The `berth` table holds 40 % dead rows after each nightly sync\n* TODO: look at vacuum settings tomorrow",
    [["recommendation", "40 % dead rows"]],
  ),
  one(
    "summary",
    "integration",
    "Recommendations:\n\n1. Send `Idempotency-Key` with every POST to the payment gateway\n2. Retry on 409 only when `retryable` is true\n\nFiles changed:\n\n- src/pay.ts\n- src/pay.test.ts",
    [
      ["recommendation", "Idempotency-Key"],
      ["recommendation", "Retry on 409"],
    ],
  ),
  one(
    "summary",
    "builder",
    "## Recommendations\n\n- Write clean code\n- Add more tests\n- Consider performance",
  ),
  one(
    "summary",
    "cleanup",
    "## Key takeaways 🎯\n\n- `lodash.merge` mutates its first argument, which the settings cache shares\n  - seen in `settings.ts:40`\n- Removed three unused files in this PR",
    [["recommendation", "lodash.merge"]],
  ),
  // Warnings
  one(
    "warning",
    "reviewer",
    "Looks good.\n\n⚠️ `fetchRates` swallows `AbortError`, so callers wait for the full timeout.\n\nApproved.",
    [["warning", "fetchRates"]],
  ),
  one(
    "warning",
    "main",
    "> [!WARNING]\n> `prisma migrate reset` also drops the `audit` schema here.\n\nI did not run it.",
    [["warning", "prisma migrate reset"]],
  ),
  one(
    "warning",
    "database",
    "## Pitfalls\n\n- `NOT IN` with a nullable column returns no row at all\n- Advisory locks outlive the statement on a pooled connection\n\n## Status\n\n- Migration finished",
    [
      ["warning", "NOT IN"],
      ["warning", "Advisory locks"],
    ],
  ),
  one(
    "warning",
    "security",
    "**Caution:** tokens of `login_link` are compared with `===`; use a constant-time comparison.",
    [["warning", "login_link"]],
  ),
  one(
    "warning",
    "builder",
    "Avoid `Promise.all` inside of a transaction, because the embedded database has one session. Instead: await each query.",
    [["warning", "Promise.all"]],
  ),
  one(
    "warning",
    "fix-agent",
    "Anti-pattern: catching every error in `run()` hides programming mistakes from the log.",
    [["warning", "catching every error"]],
  ),
  one("warning", "tester", "Warning: 3 tests failed"),
  one("warning", "main", "⚠️ Work in progress, do not merge this branch yet"),
  one(
    "warning",
    "ci-diagnostic",
    "## ⚠️ Gotchas\n1. `npm ci` deletes `node_modules/.cache`, which the build reads\n2. The runner has 2 cores, so `--pool=forks` with 8 workers times out",
    [
      ["warning", "npm ci"],
      ["warning", "2 cores"],
    ],
  ),
  // Approaches
  one(
    "approach",
    "builder",
    "Pattern: each store function takes `(db, { organization_id, … })`, so that a transaction can be passed in.",
    [["approach", "each store function takes"]],
  ),
  one(
    "approach",
    "architect",
    "## Approach\n\nEvents are appended to `memory_event` in the same statement that changes the row, so neither exists alone.\n\nThe rest is as before.",
    [["approach", "memory_event"]],
  ),
  one(
    "approach",
    "builder",
    "### Solution\n\n- Debounce writes of the draft by 400 ms and flush on `visibilitychange`\n- Keep the last three drafts under `draft:<id>`",
    [
      ["approach", "Debounce writes"],
      ["approach", "last three drafts"],
    ],
  ),
  one("approach", "tester", "Approach: I looked at the files one after the other and ran the tests."),
  one("approach", "builder", "Approach: fixed it"),
  // Errors with their fix
  one(
    "error and fix",
    "fix-agent",
    "**Error**: `ERR_MODULE_NOT_FOUND` for `./store` under Node 20.\n**Fix**: import with the extension in `.mjs` files.",
    [["error_solution", "ERR_MODULE_NOT_FOUND"]],
  ),
  one(
    "error and fix",
    "reviewer",
    "1. Issue: `total()` rounds each line and the sum. Solution: round once, in `total()`.\n2. Issue: names are unclear.",
    [["error_solution", "rounds each line"]],
  ),
  one(
    "error and fix",
    "tester",
    "### Bug: the worker hangs on SIGTERM\n\nRoot cause: the pool keeps a socket open.\n\n#### Fix\nCall `pool.end()` before `server.close()`.",
    [["error_solution", "worker hangs on SIGTERM"]],
  ),
  one(
    "error and fix",
    "fix-agent",
    "- **Problem**: two workers take the same job\n  - **Cause**: `skip locked` was missing\n  - **Solution**: select with `for update skip locked`",
    [["error_solution", "two workers take the same job"]],
  ),
  one("error and fix", "architect", "Error: the service answers 500. Fix: restart it."),
  one(
    "error and fix",
    "fix-agent",
    "Error: something went wrong in the build this morning and I could not find out why.",
  ),
  // What teaches nothing
  one(
    "status",
    "main",
    "I updated the router, ran the tests, and pushed the branch.\n\n- ✓ 214 passed\n- ✓ lint clean\n\nNext steps:\n- open the pull request",
  ),
  one(
    "status",
    "builder",
    "## Summary\n\nImplemented the endpoint.\n\n## Files\n\n- `src/api/berths.ts` - the endpoint\n- `src/api/berths.test.ts` - its tests",
  ),
  one(
    "code block",
    "builder",
    "Here is the middleware:\n\n```ts\n// Warning: never call next() twice in one request\nexport const once = (next) => next();\n```\n",
  ),
  one(
    "code block",
    "architect",
    "````md\n## Decision 1: Use Kafka\n**What**: Kafka\n**Why**: scale\n````\n\nThat is the template to fill in.",
  ),
  one(
    "quotation",
    "reviewer",
    "The issue says:\n\n> Warning: this endpoint will be removed in version 3 of the API\n\nI could not reproduce it.",
  ),
  one(
    "table",
    "analyzer",
    "| Pattern | Count |\n| --- | --- |\n| Warning: unused import of lodash | 12 |\n| Avoid deep nesting in handlers | 3 |",
  ),
  one(
    "memory quoted back",
    "architect",
    "Using the memory context.\n\nWarning: Never read the clock inside of `price()`; pass it in as an argument.",
    [],
    ["**1. api** (quality: 0.85)\nNever read the clock inside of `price()`; pass it in as an argument."],
  ),
  one(
    "memory quoted back",
    "main",
    "## Key points\n\n- Rates are immutable once an invoice refers to them\n- New: `void_invoice()` writes a second row instead of deleting the first",
    [["recommendation", "void_invoice()"]],
    ["Rates are immutable once an invoice refers to them"],
  ),
  one(
    "question",
    "main",
    "## Recommendations\n\n- Should the cache be shared between `web` and `worker`?\n- Which of the two limits do you want?",
  ),
  // Nasty shapes
  one(
    "nested list",
    "reviewer",
    "- Findings\n  - **Warning:** `limit` is read from the body before it is validated\n    - in `list.ts:20`\n  - Naming is fine\n",
    [["warning", "limit"]],
  ),
  one(
    "odd headings",
    "architect",
    "###### Decision 4: Logs go to stderr\nWhat: pino writes to fd 2\nWhy: stdout belongs to the MCP transport",
    [["decision", "Logs go to stderr"]],
  ),
  one(
    "odd headings",
    "optimizer",
    "Recommendations\n===============\n\n* Warm the HNSW index with `pg_prewarm` after a restart\n",
    [["recommendation", "pg_prewarm"]],
  ),
  one(
    "emoji",
    "builder",
    "## 💡 Key Learnings\n\n- 🚀 `tsx` starts in 0.5 s, `ts-node` in 3 s on the same project\n- ✅ done\n",
    [["recommendation", "`tsx` starts in 0.5 s"]],
  ),
  one(
    "long answer",
    "main",
    `${"I read the code. ".repeat(200)}\n\n## Key points\n\n- The lease of a job is renewed every 15 s by \`keepAlive()\`\n`,
    [["recommendation", "lease of a job"]],
  ),
  one(
    "mixed",
    "reviewer",
    "## Review\n\n1. **Issue:** the token is logged at `debug`. **Fix:** pass it through `redact()`.\n2. Nit: rename `x`.\n\n**Warning:** `console.log` in workers breaks the JSON log.\n",
    [
      ["error_solution", "token is logged"],
      ["warning", "console.log"],
    ],
  ),
  one(
    "mixed",
    "architect",
    "# Plan\n\n## Decision 1: Web and worker share one image\n**Why:** one thing to roll back.\n\n## Risks\n- Warning: the image grows by the model's 24 MB\n\n## Recommendations\n- Pin the base image by digest, because `node:20` moved twice this year\n",
    [
      ["decision", "share one image"],
      ["warning", "image grows"],
      ["recommendation", "Pin the base image"],
    ],
  ),
  // Other languages: what no form knows is left alone
  one(
    "other language",
    "main",
    "## Zusammenfassung\n\nIch habe den Fehler behoben und die Tests laufen lassen.\n\n- Alle Tests sind grün",
  ),
  one(
    "other language",
    "architect",
    "## Decision 1: Ereignisse statt Zustände\n**What:** jede Änderung ist eine Zeile in `memory_event`\n**Why:** Rücknahmen brauchen den Stand davor",
    [["decision", "Ereignisse statt Zustände"]],
  ),
  one(
    "issue answer",
    "main",
    "Thanks for the report! This is expected: `useQuery` refetches on focus.\n\n**Workaround:** set `refetchOnWindowFocus: false` for now.",
  ),
  one(
    "pull request",
    "builder",
    "## What\nAdds paging.\n\n## Why\nThe list had 100,000 rows.\n\n## Key points\n- `cursor` encodes the sort, so a changed sort refuses an old cursor\n\n## Checklist\n- [x] tests\n- [ ] docs",
    [["recommendation", "cursor"]],
  ),
];
