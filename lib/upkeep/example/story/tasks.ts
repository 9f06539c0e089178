import type { CallOf, Contract, OutputOf } from "@/lib/kernel/contract";
import { DAY_MS } from "@/lib/kernel/time";
import {
  ciResultsStore,
  failureRecord,
  failureSolve,
  patternSearch,
  patternStore,
  taskRecord,
} from "@/lib/tasks/contract";

type Call = <C extends Contract>(contract: C, input: CallOf<C>) => Promise<OutputOf<C>>;

const CODE = `import { z } from "zod";

const querySchema = z.object({ cursor: z.string().optional(), limit: z.coerce.number().max(100).default(50) });

// One row more than asked tells whether another page exists.
export async function listBookings(db: Db, query: unknown) {
  const { cursor, limit } = querySchema.parse(query);
  const rows = await db.booking.findMany({
    where: cursor ? { id: { lt: cursor } } : {},
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const next = rows.length > limit ? rows[limit - 1]?.id : null;
  return { items: rows.slice(0, limit), next_cursor: next ?? null };
}
`;

const TESTS = `it("gives a cursor while there is another page", async () => {
  const page = await listBookings(db, { limit: 2 });
  expect(page.next_cursor).toBe(page.items.at(-1)?.id);
});
`;

const RETRY = `export async function withRetry<T>(work: () => Promise<T>, attempts = 3): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isTransient(error)) throw error;
      await pause(2 ** attempt * 100); // 200, 400, 800 ms
    }
  }
}
`;

const MISSING_TARIFF = [
  "TypeError: Cannot read properties of undefined (reading 'nightly')",
  "    at priceOf (/srv/harbor/src/bookings/pricing.ts:18:24)",
  "    at quote (/srv/harbor/src/bookings/quote.ts:41:10)",
  "    at Object.<anonymous> (/srv/harbor/tests/pricing.test.ts:12:18)",
].join("\n");

const TIME_ZONE = [
  "AssertionError: expected '2026-03-28T23:00:00.000Z' to be '2026-03-29T00:00:00.000Z'",
  "    at /srv/harbor/tests/calendar.test.ts:27:31",
].join("\n");

const DOUBLE = [
  "PrismaClientKnownRequestError: Unique constraint failed on the fields: (`berth_id`,`night`)",
  "    at confirm (/srv/harbor/src/bookings/confirm.ts:33:11)",
].join("\n");

type Case = { name: string; failure?: string };

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function junit(cases: readonly Case[]): string {
  const tests = cases.map(({ name, failure }) => {
    const inner = failure === undefined ? "" : `<failure>${escaped(failure)}</failure>`;
    return `<testcase classname="harbor" name="${escaped(name)}">${inner}</testcase>`;
  });
  return `<testsuites><testsuite name="harbor">${tests.join("")}</testsuite></testsuites>`;
}

/** Tasks of an agent, with a month of test runs: one failure is open, one was solved by a commit, one came back. */
export async function loadTasks(
  call: Call,
  { repository, now }: { repository: string; now: Date },
): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  const report = (days: number, letter: string, cases: readonly Case[]) =>
    call(ciResultsStore, {
      repository,
      commit: letter.repeat(40),
      branch: "main",
      run_at: daysAgo(days),
      report: junit(cases),
    });
  const price = { name: "prices of long stays" };
  const clock = { name: "nights over a change of the clock" };
  await report(24, "1", [
    { ...price, failure: MISSING_TARIFF },
    { ...clock, failure: TIME_ZONE },
  ]);
  await report(22, "2", [{ ...price, failure: MISSING_TARIFF }, clock]);
  await report(20, "3", [price, clock]);
  await report(6, "4", [price, { ...clock, failure: TIME_ZONE }]);
  await report(2, "5", [price, { ...clock, failure: TIME_ZONE }]);

  const recorded = await recordTasks(call, repository);
  const met = await call(failureRecord, {
    repository,
    output: DOUBLE,
    task_id: "BERTH-212",
    iteration: 1,
    at: daysAgo(9),
  });
  if (met.failure)
    await call(failureSolve, {
      failure_id: met.failure.id,
      solution:
        "Two requests booked the same berth. Confirm in one transaction that locks the berth's row first.",
    });
  for (const query of ["page a list by cursor", "try a transaction again", "print a berth's label"])
    await call(patternSearch, { query, repository });
  for (const [index, status] of (["passed", "passed", "failed"] as const).entries())
    await call(taskRecord, {
      task_id: `LIST-${31 + index}`,
      description: ["Page the list of berths", "Page the harbour master's log", "Page invoices"][index] ?? "",
      repository,
      status,
      iterations: [
        {
          number: 1,
          phase: "planning",
          patterns_found: 1,
          patterns_used: recorded,
          output: "Followed the pattern.",
        },
      ],
    });
}

async function recordTasks(call: Call, repository: string): Promise<string[]> {
  await call(taskRecord, {
    task_id: "LIST-30",
    description: "Page the list of bookings by cursor",
    repository,
    status: "passed",
    session_id: "tariff-rounding-7f3a",
    iterations: [
      { number: 1, phase: "planning", output: "Offsets repeat rows when a booking is made meanwhile." },
      { number: 1, phase: "reflecting", output: "A cursor over ids passes; the limit needed a bound." },
    ],
  });
  await call(taskRecord, {
    task_id: "BERTH-212",
    description: "Refuse a second booking of the same berth and night",
    repository,
    status: "passed",
    iterations: [{ number: 1, phase: "reflecting", output: "Locked the berth's row in the transaction." }],
  });
  const shared = { repository, language: "typescript" };
  const paged = await call(patternStore, {
    ...shared,
    task_id: "LIST-30",
    problem_type: "pagination",
    description: "Page a list by cursor so that rows neither repeat nor go missing while others are added",
    code: CODE,
    tests: TESTS,
    dependencies: ["zod", "@prisma/client"],
  });
  await call(patternStore, {
    ...shared,
    task_id: "BERTH-212",
    problem_type: "retry",
    description: "Try a transaction again when the database says that another one was faster",
    code: RETRY,
  });
  return paged.pattern ? [paged.pattern.id] : [];
}
