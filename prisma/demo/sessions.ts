import type { CallOf } from "@/lib/kernel/contract";
import type { USES } from "@/lib/recall/contract";
import type { hookAfterAgent } from "@/lib/sessions/contract";

/** A run of an agent as its hooks tell it: what it asked before it worked, what it made of the answer, what it said after. */
export type DemoSession = {
  session_id: string;
  by: "architect-bot" | "builder-bot";
  client: string;
  turns: {
    task: string;
    changed_files: string[];
    /** What became of the memories that it was given, in their order; the rest goes unreported. */
    uses: (typeof USES)[number][];
    output: string;
    answered: Pick<CallOf<typeof hookAfterAgent>, "success" | "duration_seconds" | "category">;
  }[];
  /** false: nothing was heard of it any more. */
  stops: boolean;
};

/** Runs of the demo's agents. The last one learns the opposite of what the first one did: the desk is to find that. */
export const SESSIONS: DemoSession[] = [
  {
    session_id: "tariff-rounding-7f3a",
    by: "builder-bot",
    client: "claude-code",
    turns: [
      {
        task: "Round the prices of long stays so that the receipt matches the sum of its nights",
        changed_files: ["src/bookings/pricing.ts"],
        uses: ["applied", "helpful", "ignored"],
        output: `Prices of long stays are rounded once per night now.

## Recommendations

- Keep the rounding of prices in priceOf, so that receipts and invoices agree
- Always use optimistic locking when a booking is confirmed

## Warnings

- Avoid rounding the sum of a stay: the receipt then differs from its nights by a cent
`,
        answered: { success: true, duration_seconds: 184, category: "implementation" },
      },
      {
        task: "Add a test for stays of more than thirty nights",
        changed_files: ["tests/pricing.test.ts"],
        uses: ["applied"],
        output: "The test does not pass: priceOf takes the arrival as text where the test gives a Date.",
        answered: { success: false, duration_seconds: 61, category: "testing" },
      },
    ],
    stops: true,
  },
  {
    session_id: "hold-expiry-21c9",
    by: "builder-bot",
    client: "api",
    turns: [
      {
        task: "Let an expired hold be refused with 409 and say so to the caller",
        changed_files: ["src/bookings/service.ts", "src/http/errors.ts"],
        uses: ["applied", "applied", "ignored"],
        output: `Expired holds are refused with 409 now.

## Key Points

- The idle timeout of a hold is 15 minutes
- Log the id of a hold that expired, and never the name of the skipper
`,
        answered: { success: true, duration_seconds: 97, category: "error_handling" },
      },
    ],
    stops: true,
  },
  {
    session_id: "confirm-under-load-e580",
    by: "architect-bot",
    client: "claude-code",
    turns: [
      {
        task: "Design how bookings are confirmed when two skippers ask for one berth at once",
        changed_files: ["src/bookings/store.ts", "src/bookings/service.ts"],
        uses: ["applied", "contradicted"],
        output: `## Decisions

1. Lock the rows of a berth while it is confirmed. Why: findOverlapping takes the lock already, so a second check is not needed.

## Recommendations

- Never use optimistic locking when a booking is confirmed
- The idle timeout of a hold is 30 minutes
`,
        answered: { success: true, duration_seconds: 412, category: "system_design" },
      },
    ],
    stops: true,
  },
  {
    session_id: "quay-import-9b07",
    by: "builder-bot",
    client: "api",
    turns: [
      {
        task: "Read the berths of the north quay from the harbour office's file",
        changed_files: ["src/config.ts"],
        uses: [],
        output: `## Recommendations

- Read the file of the harbour office once, when the service starts
`,
        answered: { success: true, duration_seconds: 45, category: "implementation" },
      },
    ],
    stops: false,
  },
];
