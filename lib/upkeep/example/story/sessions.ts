import type { CallOf } from "@/lib/kernel/contract";
import type { USES } from "@/lib/recall/contract";
import type { hookAfterAgent } from "@/lib/sessions/contract";
import type { AgentName } from "./agents";

/** A run of an agent as its hooks tell it: what it asked before it worked, what it made of the answer, what it said after. */
export type DemoSession = {
  session_id: string;
  /** Who opens the session, and takes each turn that names nobody else. */
  by: AgentName;
  client: string;
  turns: {
    by?: AgentName;
    task: string;
    changed_files: string[];
    /** What the agent edits while it works, as its client reports it; what is known of these lines is served then. */
    edits?: { path: string; start: number; end: number }[];
    /** What became of the memories that it was given, in their order; the rest goes unreported. */
    uses: (typeof USES)[number][];
    output: string;
    answered: Pick<CallOf<typeof hookAfterAgent>, "success" | "duration_seconds" | "category">;
  }[];
  /** false: nothing was heard of it any more. */
  stops: boolean;
};

/**
 * Runs of the demo's agents. "confirm-under-load" learns the opposite of what the first one did; consolidation is to find that.
 * In "berth-swap" one change goes from hand to hand, so that each agent is given what the others learned.
 */
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
        edits: [{ path: "src/bookings/pricing.ts", start: 18, end: 19 }],
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
    session_id: "berth-swap-c41d",
    by: "builder-bot",
    client: "claude-code",
    turns: [
      {
        by: "architect-bot",
        task: "Design how two skippers swap their berths without losing their bookings",
        changed_files: ["src/bookings/service.ts"],
        uses: ["applied", "ignored"],
        output: `## Decisions

1. A swap is one transaction over both bookings. Why: a failure between them would leave one skipper without a berth.
`,
        answered: { success: true, duration_seconds: 238, category: "system_design" },
      },
      {
        task: "Implement the swap of two berths in the booking service",
        changed_files: ["src/bookings/service.ts", "src/bookings/store.ts"],
        uses: ["applied", "applied", "helpful"],
        output: `The swap is in the booking service.

## Pattern

Read both bookings of a swap in the order of their ids, so that two swaps at once never wait for each other.
`,
        answered: { success: true, duration_seconds: 341, category: "implementation" },
      },
      {
        by: "test-bot",
        task: "Test the swap of two berths, also when both skippers ask at once",
        changed_files: ["tests/pricing.test.ts"],
        uses: ["applied", "helpful"],
        output: `Two tests fail when the harbour has a single berth.

## Key Points

- Tests of a swap need two berths in the same harbour, with prices that differ

Error: The swap of a booking that was never confirmed answers 500.
Fix: Refuse it with HarborError before the transaction begins.
`,
        answered: { success: false, duration_seconds: 122, category: "testing" },
      },
      {
        by: "fix-bot",
        task: "Fix the swap that answers 500 for a booking that was never confirmed",
        changed_files: ["src/bookings/service.ts", "src/http/errors.ts"],
        uses: ["applied"],
        output: `Error: A swap answered 500 because findBooking gave null for a hold.
Fix: Check confirmed_at of both bookings, and throw HarborError with 409 when one is missing.
`,
        answered: { success: true, duration_seconds: 88, category: "error_handling" },
      },
      {
        by: "review-bot",
        task: "Review the swap of berths before it is merged",
        changed_files: ["src/bookings/service.ts", "src/bookings/store.ts", "src/http/errors.ts"],
        uses: ["applied", "ignored", "ignored"],
        output: `One finding, to implement.

## Warnings

- Avoid swapping prices along with berths: each skipper keeps the price that was confirmed
`,
        answered: { success: true, duration_seconds: 74, category: "general" },
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
