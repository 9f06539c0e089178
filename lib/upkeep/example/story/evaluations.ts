import type { CallOf } from "@/lib/kernel/contract";
import type { EvaluationItem, reviewEvaluate } from "@/lib/reviews/contract";

type Evaluation = CallOf<typeof reviewEvaluate>;
type Disposition = "implement" | "reject" | "defer" | "clarify";

/** A finding the reviewer reports again and again, and what the team does with it: weights per disposition. */
type Habit = {
  title: string;
  file_path: string;
  line: number;
  rule_category: string;
  original_issue: string;
  suggested_fix?: string;
  weights: Partial<Record<Disposition, number>>;
  /** Used instead of `weights` in the last weeks, when the code had changed and the reviewer had not. */
  lately?: Partial<Record<Disposition, number>>;
  reasons: Partial<Record<Disposition, string>>;
};

const HABITS: Habit[] = [
  {
    title: "Unused export markConfirmed",
    file_path: "src/bookings/store.ts",
    line: 39,
    rule_category: "unused_code",
    original_issue: "markConfirmed is exported but nothing in this package imports it.",
    suggested_fix: "Remove the export.",
    weights: { reject: 8, implement: 1 },
    reasons: { reject: "The admin tool imports the functions of src/bookings/store.ts." },
  },
  {
    title: "Unused export findFreeNights",
    file_path: "src/bookings/store.ts",
    line: 47,
    rule_category: "unused_code",
    original_issue: "findFreeNights is exported but has one caller only.",
    suggested_fix: "Inline it.",
    weights: { reject: 6, defer: 1, implement: 1 },
    reasons: { reject: "The admin tool imports the functions of src/bookings/store.ts." },
  },
  {
    title: "Unused parameter env in readConfig",
    file_path: "src/config.ts",
    line: 9,
    rule_category: "unused_code",
    original_issue: "A variable is read once; the parameter could be dropped.",
    weights: { reject: 2, implement: 3 },
    reasons: { reject: "Tests pass settings through the parameter." },
  },
  {
    title: "Missing error handling: call without retry",
    file_path: "src/http/server.ts",
    line: 31,
    rule_category: "error_handling",
    original_issue: "bookings.create reaches the database and has no retry.",
    suggested_fix: "Wrap the call in retry().",
    weights: { reject: 2, implement: 3, defer: 1 },
    lately: { reject: 9, implement: 1 },
    reasons: { reject: "The pool retries; a second layer would book twice." },
  },
  {
    title: "Missing error handling: catch drops the cause",
    file_path: "src/bookings/service.ts",
    line: 30,
    rule_category: "error_handling",
    original_issue: "The error is thrown anew without its cause.",
    suggested_fix: "Pass the cause to HarborError.",
    weights: { implement: 5, defer: 1, reject: 1 },
    reasons: { reject: "There is no lower error here." },
  },
  {
    title: "Abbreviated name tx",
    file_path: "src/bookings/service.ts",
    line: 28,
    rule_category: "naming",
    original_issue: "tx should be transaction.",
    weights: { implement: 4, reject: 1, defer: 1 },
    reasons: { reject: "A local of three lines." },
  },
  {
    title: "Name of free() does not say what it returns",
    file_path: "src/bookings/service.ts",
    line: 46,
    rule_category: "naming",
    original_issue: "free returns nights.",
    weights: { implement: 2, reject: 2, clarify: 1 },
    reasons: { reject: "Part of the public API since the first release." },
  },
  {
    title: "Missing test for the long-stay discount",
    file_path: "src/bookings/pricing.ts",
    line: 20,
    rule_category: "testing",
    original_issue: "The rule changed without a test.",
    weights: { implement: 9, reject: 1 },
    reasons: { reject: "Covered by the receipt test." },
  },
  {
    title: "Missing documentation on toResponse",
    file_path: "src/http/errors.ts",
    line: 12,
    rule_category: "documentation",
    original_issue: "An exported function has no comment.",
    weights: { reject: 3, implement: 4, defer: 2 },
    reasons: { reject: "The class above says it." },
  },
  {
    title: "Missing documentation on the test helpers",
    file_path: "tests/pricing.test.ts",
    line: 5,
    rule_category: "documentation",
    original_issue: "Functions of the tests have no comments.",
    weights: { reject: 7, implement: 1 },
    reasons: { reject: "A test's title is its documentation." },
  },
  {
    title: "Security: the body is parsed without a limit",
    file_path: "src/http/server.ts",
    line: 42,
    rule_category: "security",
    original_issue: "A large body fills the memory.",
    weights: { implement: 6, defer: 2 },
    lately: { implement: 1, reject: 1 },
    reasons: { reject: "It is bounded since." },
  },
  {
    title: "Performance: two queries where one would do",
    file_path: "src/bookings/service.ts",
    line: 41,
    rule_category: "performance",
    original_issue: "confirm reads the booking and then updates it.",
    weights: { defer: 3, reject: 2, implement: 1 },
    reasons: { reject: "The message needs the row.", defer: "After the season." },
  },
];

const DEVELOPERS = ["jonas@harbor.example", "ada@harbor.example", "mei@harbor.example"];
const REVIEWS = 34;
const DAYS = 96;
const LATELY_DAYS = 24;
const DAY_MS = 86_400_000;

/** A small seeded generator (mulberry32), so that everybody sees the same demo. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function draw(weights: Partial<Record<Disposition, number>>, random: () => number): Disposition {
  const entries = Object.entries(weights) as [Disposition, number][];
  let left = random() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [disposition, weight] of entries) {
    left -= weight;
    if (left < 0) return disposition;
  }
  return "implement";
}

const LIST_OF = {
  implement: "items_to_implement",
  reject: "items_rejected",
  defer: "items_deferred",
  clarify: "items_needing_clarification",
} as const;

/** A season of code reviews, oldest first, ending yesterday. */
export function evaluations(repository: string, now: Date): Evaluation[] {
  const random = randomFrom(20_260_401);
  return Array.from({ length: REVIEWS }, (_, at) => {
    const days_ago = DAYS - (at * (DAYS - 1)) / (REVIEWS - 1);
    const chosen = HABITS.filter(() => random() < 0.45);
    const items = (chosen.length > 0 ? chosen : HABITS.slice(0, 1)).map((habit, index) => {
      const weights = days_ago < LATELY_DAYS ? (habit.lately ?? habit.weights) : habit.weights;
      const disposition = draw(weights, random);
      return { disposition, item: toItem(habit, disposition, index + 1) };
    });
    const list = (wanted: Disposition) =>
      items.filter(({ disposition }) => disposition === wanted).map(({ item }) => item);
    const implemented = list("implement").length;
    return {
      workflow_id: `review-${String(at + 1).padStart(3, "0")}`,
      repository,
      agent: "review-bot",
      skill: "code-review",
      developer: DEVELOPERS[at % DEVELOPERS.length] ?? "ada@harbor.example",
      reviewed_at: new Date(now.getTime() - days_ago * DAY_MS).toISOString(),
      summary: `${items.length} findings, ${implemented} to implement.`,
      ...(implemented > 0 && {
        code_summary: "A change of the booking service.",
        issue_summary: `${implemented} of ${items.length} findings were right.`,
      }),
      [LIST_OF.implement]: list("implement"),
      [LIST_OF.reject]: list("reject"),
      [LIST_OF.defer]: list("defer"),
      [LIST_OF.clarify]: list("clarify"),
    };
  });
}

function toItem(habit: Habit, disposition: Disposition, number: number): EvaluationItem {
  const { title, file_path, line, rule_category, original_issue, suggested_fix, reasons } = habit;
  const reason = reasons[disposition];
  return {
    number,
    title,
    file_path,
    line,
    rule_category,
    original_issue,
    ...(suggested_fix !== undefined && { suggested_fix }),
    ...(reason !== undefined && { reason }),
  };
}
