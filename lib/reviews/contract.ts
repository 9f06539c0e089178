import { z } from "zod";
import { actorRefSchema } from "@/lib/access/contract";
import { pathSchema, repositoryBriefSchema, repositoryNameSchema } from "@/lib/citations/contract";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";

const room = "reviews";

// Words ------------------------------------------------------------------------------------------------------

export const DISPOSITIONS = ["implement", "reject", "defer", "clarify"] as const;
export const dispositionSchema = z.enum(DISPOSITIONS, {
  error: `must be one of ${DISPOSITIONS.join(", ")}`,
});
export type Disposition = z.output<typeof dispositionSchema>;

export const VERDICTS = ["approved", "needs_fixes", "blocked"] as const;
export const verdictSchema = z.enum(VERDICTS);
export type Verdict = z.output<typeof verdictSchema>;

/** The list of an evaluation in which items of a disposition arrive. */
export const ITEM_LISTS = {
  items_to_implement: "implement",
  items_rejected: "reject",
  items_deferred: "defer",
  items_needing_clarification: "clarify",
} as const satisfies Record<string, Disposition>;
export type ItemList = keyof typeof ITEM_LISTS;

const isItemList = (name: string): name is ItemList => name in ITEM_LISTS;
/** The names of `ITEM_LISTS`, in the order in which findings are stored. */
export const itemLists: readonly ItemList[] = Object.keys(ITEM_LISTS).filter(isItemList);

export const ruleCategorySchema = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,59}$/,
    "must be lower-case letters, digits and underscores, at most 60, such as unused_code",
  )
  .meta({ description: "The rule a finding belongs to, such as unused_code, naming or error_handling" });

const name = (what: string) => text({ max: 200 }).meta({ description: what });
const developerSchema = name("Git author whose code was reviewed");
const agentSchema = text({ max: 100 }).meta({
  description: "Name of the agent that reviewed, such as review-bot",
});
const skillSchema = name("Name of the skill (SKILL.md) the agent reviewed with");

// Evaluations ------------------------------------------------------------------------------------------------

/** No review is older; a time before it is a mistake in an import. */
export const OLDEST_REVIEW = "1970-01-01T00:00:00.000Z";
/** Items an evaluation may carry, over its four lists. */
export const MAX_ITEMS = 500;
const MAX_NUMBER = 1_000_000;
const MAX_LINE = 10_000_000;
/** Characters a finding's title may have; longer text belongs into `original_issue`. */
export const MAX_TITLE = 1000;
/** Characters that reasons, issues and fixes may have. */
export const MAX_PROSE = 10_000;
const MAX_SUMMARY = 20_000;

const leavesRepository = (path: string) =>
  path.startsWith("/") || /^[A-Za-z]:/.test(path) || path.split("/").includes("..");

const filePathSchema = pathSchema
  .refine((path) => !path.includes("\\"), "must have / between folders, not \\")
  .refine((path) => !leavesRepository(path), "must be a path from the root of the repository, without ..");

export const evaluationItemSchema = z.strictObject({
  number: z
    .int("must be a whole number")
    .min(0)
    .max(MAX_NUMBER, "must be at most 1,000,000")
    .meta({ description: "The item's number in the review; unique over all four lists" }),
  title: text({ max: MAX_TITLE }),
  file_path: filePathSchema.optional(),
  line: z.int("must be a whole number").min(1, "lines count from 1").max(MAX_LINE).optional(),
  disposition: dispositionSchema
    .optional()
    .meta({ description: "May be left out; must agree with the list the item is in" }),
  reason: text({ min: 0, max: MAX_PROSE }).optional().meta({ description: "Why it was decided so" }),
  original_issue: text({ min: 0, max: MAX_PROSE }).optional().meta({ description: "What the reviewer said" }),
  suggested_fix: text({ min: 0, max: MAX_PROSE }).optional(),
  evidence: text({ min: 0, max: MAX_PROSE })
    .optional()
    .meta({ description: "What proves the decision; default: the reason" }),
  rule_category: ruleCategorySchema.optional().meta({ description: "Default: inferred from the title" }),
});
export type EvaluationItem = z.output<typeof evaluationItemSchema>;

const TOO_MANY = `must be at most ${MAX_ITEMS} items over all four lists; send the rest as another round`;
const itemsSchema = (what: string) =>
  z.array(evaluationItemSchema).max(MAX_ITEMS, TOO_MANY).default([]).meta({ description: what });

export const evaluationSchema = z
  .strictObject({
    workflow_id: name("Identifies the review run; with round, repeating the same body is safe"),
    round: z.int().min(1).max(10_000).default(1),
    summary: text({ max: MAX_SUMMARY }),
    items_to_implement: itemsSchema("Findings that were right and get done"),
    items_rejected: itemsSchema("Findings that were wrong or unwanted: false positives"),
    items_deferred: itemsSchema("Findings put off"),
    items_needing_clarification: itemsSchema("Findings that cannot be judged yet"),
    repository: repositoryNameSchema.optional().meta({ description: "A registered repository, owner/name" }),
    repo: repositoryNameSchema.optional().meta({ description: "The same as repository" }),
    code_summary: text({ max: MAX_SUMMARY })
      .optional()
      .meta({ description: "What the code does; when given, the outcome is remembered" }),
    issue_summary: text({ max: MAX_SUMMARY }).optional(),
    verdict: verdictSchema.optional().meta({
      description:
        "Only blocked is taken as said; else needs_fixes if anything is to be implemented, else approved",
    }),
    developer: developerSchema.optional(),
    agent: agentSchema.optional(),
    skill: skillSchema.optional(),
    reviewed_at: timeSchema
      .refine((time) => Date.parse(time) >= Date.parse(OLDEST_REVIEW), "must be 1970 or later")
      .optional()
      .meta({ description: "When it was reviewed; default now; earlier to import a history" }),
  })
  .superRefine((evaluation, context) => {
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: "custom", path, message });
    const firstPlace = new Map<number, string>();
    let items = 0;
    for (const list of itemLists) {
      for (const [index, item] of evaluation[list].entries()) {
        items += 1;
        if (items === MAX_ITEMS + 1) refuse([list], TOO_MANY);
        const place = `/${list}/${index}/number`;
        const first = firstPlace.get(item.number);
        if (first === undefined) firstPlace.set(item.number, place);
        else
          refuse(
            [list, index, "number"],
            `${item.number} is also the number at ${first}; give each item its own`,
          );
        if (item.disposition !== undefined && item.disposition !== ITEM_LISTS[list])
          refuse(
            [list, index, "disposition"],
            `must be ${ITEM_LISTS[list]} in ${list}, or the item belongs into another list`,
          );
      }
    }
    const { repository, repo } = evaluation;
    if (repository !== undefined && repo !== undefined && repository !== repo)
      refuse(["repo"], "differs from repository; give one of them");
  });
export type Evaluation = z.output<typeof evaluationSchema>;

const countsSchema = z.object({
  implement: z.int(),
  reject: z.int(),
  defer: z.int(),
  clarify: z.int(),
}) satisfies z.ZodType<Record<Disposition, number>>;

export const reviewSchema = z.object({
  id: idSchema,
  workflow_id: z.string(),
  round: z.int(),
  repository: repositoryBriefSchema.nullable(),
  summary: z.string(),
  code_summary: z.string().nullable(),
  issue_summary: z.string().nullable(),
  verdict: verdictSchema,
  developer: z.string().nullable(),
  agent: z.string().nullable(),
  skill: z.string().nullable(),
  counts: countsSchema.meta({ description: "Findings by disposition" }),
  outcome_memory_id: idSchema.nullable().meta({ description: "The review_outcome memory, if one was made" }),
  reviewed_at: timeSchema,
  created_at: timeSchema,
});
export type Review = z.output<typeof reviewSchema>;

export const findingSchema = z.object({
  id: idSchema,
  review_id: idSchema,
  repository: repositoryBriefSchema.nullable(),
  number: z.int(),
  title: z.string(),
  file_path: z.string().nullable(),
  line: z.int().nullable(),
  file_pattern: z.string().meta({ description: "Glob inferred from file_path; * when there is none" }),
  disposition: dispositionSchema,
  reason: z.string().nullable(),
  original_issue: z.string().nullable(),
  suggested_fix: z.string().nullable(),
  rule_category: z.string(),
  skill: z.string().nullable(),
  agent: z.string().nullable(),
  developer: z.string().nullable(),
  memory_id: idSchema.nullable().meta({ description: "The rejection_pattern memory made from it" }),
  addressed_at: timeSchema.nullable().meta({ description: "When a skill version took up its lesson" }),
  addressed_by_version: idSchema.nullable(),
  found_at: timeSchema,
  created_at: timeSchema,
});
export type Finding = z.output<typeof findingSchema>;

export const reviewEvaluate = defineContract({
  name: "review_evaluate",
  room,
  summary: "Store an evaluated code review: its findings, and the memories that follow from them",
  effect: "write",
  permission: "reviews:write",
  http: { method: "POST", path: "/reviews", status: 201 },
  mcp: {
    title: "review.evaluate",
    set: "reviews",
    description:
      "Hand in the evaluation of a code review once every finding is decided: to implement, rejected, deferred or " +
      "needing clarification. Rejected findings become rejection patterns that later reviews are warned of, and " +
      "evidence for better skills. Not for raw review comments that nobody has judged, and not for single lessons: " +
      "use memory_store. Safe to repeat: the same workflow_id and round answer with the first result.",
  },
  input: evaluationSchema,
  output: z.object({
    review: reviewSchema,
    findings: z.array(findingSchema),
    memory_ids: z.array(idSchema).meta({ description: "Memories made from it; empty while memory is off" }),
    repeated: z.boolean().meta({ description: "This evaluation was here before; nothing was stored again" }),
  }),
});
export type EvaluationResult = z.output<typeof reviewEvaluate.output>;

// Reviews and findings ---------------------------------------------------------------------------------------

const whoFilters = {
  repository: repositoryNameSchema.optional().meta({ description: "A registered repository, owner/name" }),
  skill: skillSchema.optional(),
  agent: agentSchema.optional(),
  developer: developerSchema.optional(),
};
const filePatternFilter = {
  file_pattern: text({ max: 200 }).optional().meta({ description: "Exactly this glob, as findings have it" }),
};

export const reviewList = defineContract({
  name: "review_list",
  room,
  summary: "Evaluated reviews, latest review first",
  effect: "read",
  permission: "reviews:read",
  http: { method: "GET", path: "/reviews", status: 200 },
  input: z.strictObject({
    ...pageInput,
    ...whoFilters,
    workflow_id: name("Only the rounds of this review run").optional(),
    verdict: z.array(verdictSchema).min(1).max(VERDICTS.length).optional(),
    reviewed_after: timeSchema.optional().meta({ description: "From this moment on" }),
    reviewed_before: timeSchema.optional().meta({ description: "Before this moment" }),
  }),
  output: pageOf(reviewSchema),
});

export const reviewGet = defineContract({
  name: "review_get",
  room,
  summary: "One evaluated review with its findings in the order of their numbers",
  effect: "read",
  permission: "reviews:read",
  http: { method: "GET", path: "/reviews/{review_id}", status: 200 },
  input: z.strictObject({ review_id: idSchema }),
  output: reviewSchema.extend({ findings: z.array(findingSchema) }),
});

export const findingList = defineContract({
  name: "finding_list",
  room,
  summary: "Findings of reviews, latest first",
  effect: "read",
  permission: "reviews:read",
  http: { method: "GET", path: "/findings", status: 200 },
  mcp: {
    title: "finding.list",
    set: "reviews",
    description:
      "List judged findings of code reviews by rule, disposition, path, agent or time: to see what was rejected " +
      "before and why. Not for rates or rankings: use rule_list. Not for lessons to follow: use memory_search.",
  },
  input: z.strictObject({
    ...pageInput,
    ...whoFilters,
    ...filePatternFilter,
    review_id: idSchema.optional(),
    rule_category: z.array(ruleCategorySchema).min(1).max(50).optional(),
    disposition: z.array(dispositionSchema).min(1).max(DISPOSITIONS.length).optional(),
    path: pathSchema.optional().meta({ description: "Only findings whose file_path starts with this" }),
    found_after: timeSchema.optional().meta({ description: "From this moment on" }),
    found_before: timeSchema.optional().meta({ description: "Before this moment" }),
    addressed: z
      .boolean()
      .optional()
      .meta({ description: "Whether a skill version took up the finding's lesson" }),
  }),
  output: pageOf(findingSchema),
});

export const findingDetailSchema = findingSchema.extend({ review: reviewSchema });
export type FindingDetail = z.output<typeof findingDetailSchema>;

export const findingGet = defineContract({
  name: "finding_get",
  room,
  summary: "One finding with the review it came from",
  effect: "read",
  permission: "reviews:read",
  http: { method: "GET", path: "/findings/{finding_id}", status: 200 },
  input: z.strictObject({ finding_id: idSchema }),
  output: findingDetailSchema,
});

export const findingUpdate = defineContract({
  name: "finding_update",
  room,
  summary: "Correct a finding's rule or disposition; refused once a skill version was made from it",
  effect: "write",
  permission: "reviews:write",
  http: { method: "PATCH", path: "/findings/{finding_id}", status: 200 },
  input: z
    .strictObject({
      finding_id: idSchema,
      rule_category: ruleCategorySchema.optional(),
      disposition: dispositionSchema
        .optional()
        .meta({ description: "What it should have been; its memory is made or withdrawn accordingly" }),
      reason: text({ max: MAX_PROSE })
        .optional()
        .meta({ description: "Why; with a disposition it becomes the finding's own reason" }),
    })
    .refine(
      ({ rule_category, disposition }) => (rule_category === undefined) !== (disposition === undefined),
      {
        path: ["rule_category"],
        error: "give either rule_category or disposition: each is a change of its own",
      },
    ),
  output: findingSchema.extend({
    change_id: idSchema
      .nullable()
      .meta({ description: "For finding_change_undo; null: nothing was changed" }),
  }),
});

/** Most findings that one change may touch. */
export const MAX_MOVED = 1000;

const notMovedSchema = z.array(z.object({ finding_id: idSchema, reason: z.string() }));

export const findingRecategorise = defineContract({
  name: "finding_recategorise",
  room,
  summary: "Put many findings under one rule, as one change that can be undone",
  effect: "write",
  permission: "reviews:write",
  http: { method: "POST", path: "/findings/recategorise", status: 200 },
  input: z.strictObject({
    finding_ids: z.array(idSchema).min(1).max(MAX_MOVED),
    rule_category: ruleCategorySchema,
    reason: text({ max: MAX_PROSE }).optional(),
  }),
  output: z.object({
    change_id: idSchema.nullable().meta({ description: "For finding_change_undo; null: nothing was moved" }),
    moved: z.int(),
    not_moved: notMovedSchema,
  }),
});

export const CHANGED_FIELDS = ["rule_category", "disposition"] as const;
export type ChangedField = (typeof CHANGED_FIELDS)[number];
/** Most changes of a finding that are shown. */
export const MAX_CHANGES = 200;

export const findingChangeSchema = z.object({
  change_id: idSchema.meta({ description: "The decision it was part of, over one finding or many" }),
  finding_id: idSchema,
  field: z.enum(CHANGED_FIELDS),
  from: z.string(),
  to: z.string(),
  reason: z.string().nullable(),
  actor: actorRefSchema,
  undoes: idSchema.nullable().meta({ description: "The change_id that it took back" }),
  at: timeSchema,
});
export type FindingChange = z.output<typeof findingChangeSchema>;

export const findingChangeList = defineContract({
  name: "finding_change_list",
  room,
  summary: "Who changed a finding's rule or disposition, when, from what to what; latest first",
  effect: "read",
  permission: "reviews:read",
  http: { method: "GET", path: "/findings/{finding_id}/changes", status: 200 },
  input: z.strictObject({ finding_id: idSchema }),
  output: z.object({
    items: z.array(findingChangeSchema).meta({ description: `The latest ${MAX_CHANGES}` }),
  }),
});

export const findingChangeUndo = defineContract({
  name: "finding_change_undo",
  room,
  summary: "Take back a change of findings; those changed again since stay as they are",
  effect: "write",
  permission: "reviews:write",
  http: { method: "POST", path: "/findings/changes/{change_id}/undo", status: 200 },
  input: z.strictObject({ change_id: idSchema }),
  output: z.object({ change_id: idSchema.nullable(), moved: z.int(), not_moved: notMovedSchema }),
});

// Imports ----------------------------------------------------------------------------------------------------

export const IMPORT_KINDS = ["evaluations", "sarif", "github"] as const;
export const IMPORT_STATUSES = ["draft", "waiting", "running", "done"] as const;
export const IMPORT_STATES = ["draft", "waiting", "stored", "repeated", "skipped"] as const;
export const importStateSchema = z.enum(IMPORT_STATES).meta({
  description: "draft: to be looked at; waiting: on its way; repeated: was here before; skipped: see because",
});
export type ImportState = z.output<typeof importStateSchema>;

export const importSchema = z.object({
  id: idSchema,
  kind: z.enum(IMPORT_KINDS),
  status: z.enum(IMPORT_STATUSES).meta({
    description: "draft: shows what it would store, until review_import_confirm",
  }),
  name: z.string(),
  repository: repositoryBriefSchema.nullable(),
  items: z.object({
    total: z.int(),
    draft: z.int(),
    waiting: z.int(),
    stored: z.int(),
    repeated: z.int(),
    skipped: z.int(),
  }),
  findings: z.int().meta({ description: "Findings in what was stored so far" }),
  created_by: actorRefSchema,
  created_at: timeSchema,
  started_at: timeSchema.nullable(),
  finished_at: timeSchema.nullable(),
});
export type ReviewImport = z.output<typeof importSchema>;

/** Most evaluations of one call; send more as further calls with the same import_id. */
export const MAX_EVALUATIONS = 1000;

export const reviewImport = defineContract({
  name: "review_import",
  room,
  summary:
    "Hand in many evaluations at once; they are stored in the background, those that are wrong skipped",
  effect: "write",
  permission: "reviews:write",
  http: { method: "POST", path: "/reviews/imports", status: 202 },
  input: z.strictObject({
    name: name("What the import is called").optional(),
    import_id: idSchema
      .optional()
      .meta({ description: "Adds to an import of yours, for more than one call" }),
    evaluations: z
      .array(z.unknown())
      .min(1)
      .max(MAX_EVALUATIONS, `must be at most ${MAX_EVALUATIONS}; send the rest with the same import_id`)
      .meta({
        description: "Each as review_evaluate takes it; one that is wrong is skipped with the reason",
      }),
  }),
  output: importSchema,
});

const importedAs = {
  skill: skillSchema.optional(),
  developer: developerSchema.optional(),
  summary: text({ max: MAX_SUMMARY })
    .optional()
    .meta({ description: "Of the review; default: where it came from" }),
  confirm: z
    .boolean()
    .default(false)
    .meta({ description: "Store it at once; else it is a draft to be looked at and corrected first" }),
};

export const reviewImportSarif = defineContract({
  name: "review_import_sarif",
  room,
  summary:
    "Take in the results of an analyzer (SARIF 2.1.0), suppressed ones as rejected with their justification",
  effect: "write",
  permission: "reviews:write",
  http: { method: "POST", path: "/reviews/imports/sarif", status: 201 },
  input: z.strictObject({
    sarif: z.record(z.string(), z.unknown()).meta({ description: "The log file, as JSON" }),
    workflow_id: name("Identifies the run of the analyzer, such as its commit"),
    repository: repositoryNameSchema.optional(),
    agent: agentSchema.optional(),
    reviewed_at: timeSchema.optional().meta({ description: "When it ran; default now" }),
    ...importedAs,
  }),
  output: importSchema,
});

export const reviewImportGithub = defineContract({
  name: "review_import_github",
  room,
  summary: "Take in the review threads of a GitHub pull request, each with the disposition its end implies",
  effect: "write",
  permission: "reviews:write",
  http: { method: "POST", path: "/reviews/imports/github", status: 201 },
  input: z.strictObject({
    repository: repositoryNameSchema.meta({ description: "A registered repository, owner/name" }),
    pull_request: z.int().min(1).max(10_000_000),
    github_name: repositoryNameSchema
      .optional()
      .meta({ description: "Its owner/name on GitHub, when it is registered under another" }),
    connection_id: idSchema.optional().meta({ description: "Default: the repository's own connection" }),
    reviewer: agentSchema
      .optional()
      .meta({ description: "Only threads begun by this login; it becomes the agent" }),
    ...importedAs,
  }),
  output: importSchema,
});

export const reviewImportThreads = defineContract({
  name: "review_import_threads",
  room,
  summary: "Take in review threads recorded from GitHub's API, where this server cannot ask GitHub itself",
  effect: "write",
  permission: "reviews:write",
  http: { method: "POST", path: "/reviews/imports/threads", status: 201 },
  input: z.strictObject({
    answer: z.record(z.string(), z.unknown()).meta({
      description:
        "The GraphQL answer with data.repository.pullRequest.reviewThreads, as docs/reviews.md asks for it",
    }),
    pull_request: z.int().min(1).max(10_000_000),
    github_name: repositoryNameSchema.meta({ description: "The repository's owner/name on GitHub" }),
    repository: repositoryNameSchema
      .optional()
      .meta({ description: "The registered repository that the findings belong to; default: none" }),
    ...importedAs,
  }),
  output: importSchema,
});

export const reviewImportList = defineContract({
  name: "review_import_list",
  room,
  summary: "Imports of reviews, the latest first, each with its progress",
  effect: "read",
  permission: "reviews:read",
  http: { method: "GET", path: "/reviews/imports", status: 200 },
  input: z.strictObject({ ...pageInput }),
  output: pageOf(importSchema),
});

export const reviewImportGet = defineContract({
  name: "review_import_get",
  room,
  summary: "An import with its progress",
  effect: "read",
  permission: "reviews:read",
  http: { method: "GET", path: "/reviews/imports/{import_id}", status: 200 },
  input: z.strictObject({ import_id: idSchema }),
  output: importSchema,
});

export const importItemSchema = z.object({
  position: z.int(),
  state: importStateSchema,
  label: z.string().meta({ description: "The finding's title, or the evaluation's workflow_id and round" }),
  because: z.string().meta({ description: "Why it was mapped so, or skipped" }),
  proposed: dispositionSchema
    .nullable()
    .meta({ description: "What the mapping said, before anybody corrected it" }),
  disposition: dispositionSchema.nullable().meta({ description: "What it is stored as" }),
  rule_category: z.string().nullable(),
  file_path: z.string().nullable(),
  line: z.int().nullable(),
  reason: z.string().nullable(),
  original_issue: z.string().nullable(),
  url: z.string().nullable().meta({ description: "Where it is at its source" }),
  findings: z.int(),
  review_id: idSchema.nullable(),
});
export type ImportItem = z.output<typeof importItemSchema>;

export const reviewImportItems = defineContract({
  name: "review_import_items",
  room,
  summary: "What an import holds, in its order: each item with what becomes of it and why",
  effect: "read",
  permission: "reviews:read",
  http: { method: "GET", path: "/reviews/imports/{import_id}/items", status: 200 },
  input: z.strictObject({
    import_id: idSchema,
    state: z.array(importStateSchema).min(1).max(IMPORT_STATES.length).optional(),
    after: z.int().min(0).optional().meta({ description: "Only items after this position" }),
    limit: z.int().min(1).max(500).default(100),
  }),
  output: z.object({
    items: z.array(importItemSchema),
    total: z.int(),
    next: z.int().nullable().meta({ description: "`after` of the next page; null: this is the last" }),
  }),
});

export const reviewImportCorrect = defineContract({
  name: "review_import_correct",
  room,
  summary: "Correct what a draft import would store: dispositions, rules, reasons, or leave items out",
  effect: "write",
  permission: "reviews:write",
  http: { method: "PATCH", path: "/reviews/imports/{import_id}/items", status: 200 },
  input: z.strictObject({
    import_id: idSchema,
    items: z
      .array(
        z.strictObject({
          position: z.int().min(0),
          disposition: dispositionSchema.optional(),
          rule_category: ruleCategorySchema.optional(),
          reason: text({ max: MAX_PROSE }).optional(),
          leave_out: z
            .boolean()
            .optional()
            .meta({ description: "true: do not store it; false: store it after all" }),
        }),
      )
      .min(1)
      .max(500),
  }),
  output: z.object({ items: z.array(importItemSchema) }),
});

export const reviewImportConfirm = defineContract({
  name: "review_import_confirm",
  room,
  summary: "Store what a draft import shows",
  effect: "write",
  permission: "reviews:write",
  http: { method: "POST", path: "/reviews/imports/{import_id}/confirm", status: 202 },
  input: z.strictObject({ import_id: idSchema }),
  output: importSchema,
});

// Rules ------------------------------------------------------------------------------------------------------

const rateFields = {
  flagged: z.int().meta({ description: "implemented + rejected + deferred; clarify is counted apart" }),
  implemented: z.int(),
  rejected: z.int(),
  deferred: z.int(),
  clarify: z.int(),
  rate: z.number().nullable().meta({ description: "rejected ÷ flagged, 0–1; null when nothing was flagged" }),
  low: z.number().nullable().meta({ description: "Lower end of the Wilson 95 % interval of the rate" }),
  high: z.number().nullable().meta({ description: "Upper end of the Wilson 95 % interval of the rate" }),
};
export const tallySchema = z.object(rateFields);
export type Tally = z.output<typeof tallySchema>;

export const ruleTrendSchema = z.object({
  direction: z.enum(["rising", "falling", "steady"]).meta({
    description: "steady: the 95 % interval of the difference (Newcombe 1998, method 10) holds 0",
  }),
  difference: z.number().meta({ description: "Later rate − earlier rate, in −1…1" }),
  low: z.number(),
  high: z.number(),
  p: z.number().meta({ description: "Two-sided p of the two-proportion z test" }),
  since: timeSchema.meta({ description: "Where the later period starts; both are equally long" }),
  earlier_flagged: z.int(),
  later_flagged: z.int(),
});
export type RuleTrend = z.output<typeof ruleTrendSchema>;

export const ruleSchema = z.object({
  rule_category: z.string(),
  ...rateFields,
  evidence: z.number().meta({
    description:
      "low × flagged: the rejected findings that the sample supports at least; what rules are ranked by",
  }),
  total: tallySchema.meta({ description: "The same over all findings, those already addressed included" }),
  addressed_at: timeSchema
    .nullable()
    .meta({ description: "When a skill version last took up this rule; null: never" }),
  high_rejection: z.boolean().meta({
    description: "Rate and flagged reach the organization's high_rejection_rate and high_rejection_flagged",
  }),
  trend: ruleTrendSchema.nullable().meta({
    description:
      "Last 30 days (UTC, with the last) against the 30 before; null unless both have flagged findings",
  }),
  last_found_at: timeSchema.nullable(),
});
export type Rule = z.output<typeof ruleSchema>;

const periodFilters = {
  from: timeSchema.optional().meta({ description: "Findings from this moment on" }),
  to: timeSchema.optional().meta({ description: "Findings before this moment; default now" }),
};
const ORDERED = { path: ["to"], error: "must be after from" };
const isOrdered = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || Date.parse(from) < Date.parse(to);

/** Most rules that `rule_list` answers with. */
export const MAX_RULES = 200;

export const ruleList = defineContract({
  name: "rule_list",
  room,
  summary: "Rejection rate of every rule, those with the strongest evidence of rejection first",
  effect: "read",
  permission: "reviews:read",
  http: { method: "GET", path: "/rules", status: 200 },
  mcp: {
    title: "rule.list",
    set: "reviews",
    description:
      "See which review rules get rejected, before reviewing or before changing a skill: per rule the findings " +
      "flagged, implemented, rejected, deferred, and the rejection rate with its 95 % interval. Counts only findings " +
      "after a skill version last took up the rule (total has all). High-rejection rules first, then ranked by evidence " +
      "(lower end of the interval × flagged), so that 80 of 200 outranks 5 of 5. Not for the findings themselves: use " +
      "finding_list.",
  },
  input: z
    .strictObject({
      ...whoFilters,
      ...filePatternFilter,
      ...periodFilters,
      limit: z.int().min(1).max(MAX_RULES).default(MAX_RULES),
    })
    .refine(isOrdered, ORDERED),
  output: z.object({
    items: z.array(ruleSchema),
    total: z.int().meta({ description: "How many rules match; the items are the first of them" }),
    thresholds: z.object({ high_rejection_rate: z.number(), high_rejection_flagged: z.int() }),
  }),
});
export type RuleList = z.output<typeof ruleList.output>;

export const BUCKETS = ["day", "week", "month"] as const;
export const bucketSchema = z.enum(BUCKETS);
export type Bucket = z.output<typeof bucketSchema>;
/** Most buckets of a series, and most rules it is split into. */
export const MAX_BUCKETS = 400;
export const MAX_SERIES = 12;

const ruleSeriesBucketSchema = z.object({
  at: timeSchema.meta({ description: "Start of the bucket, in UTC; weeks start on Monday" }),
  until: timeSchema.meta({ description: "Start of the next bucket" }),
  ...rateFields,
});

export const ruleSeries = defineContract({
  name: "rule_series",
  room,
  summary: "Rejection rate over time, per day, week or month, of all rules together or of each",
  effect: "read",
  permission: "reviews:read",
  http: { method: "GET", path: "/rules/series", status: 200 },
  input: z
    .strictObject({
      ...whoFilters,
      ...filePatternFilter,
      ...periodFilters,
      bucket: bucketSchema.default("week"),
      rule_category: z.array(ruleCategorySchema).min(1).max(50).optional(),
      per_rule: z
        .boolean()
        .default(false)
        .meta({ description: `One series a rule, the ${MAX_SERIES} most flagged; else one over all` }),
    })
    .refine(isOrdered, ORDERED),
  output: z.object({
    bucket: bucketSchema,
    from: timeSchema.meta({ description: "Start of the first bucket; default 12 buckets before `to`" }),
    to: timeSchema.meta({ description: "End of the last bucket" }),
    series: z.array(
      z.object({
        rule_category: z.string().nullable().meta({ description: "null: all that match together" }),
        ...rateFields,
        buckets: z.array(ruleSeriesBucketSchema).meta({
          description: "Every bucket of the period in order; rate null where nothing was flagged",
        }),
      }),
    ),
  }),
});
export type RuleSeries = z.output<typeof ruleSeries.output>;

export const BREAKDOWNS = ["skill", "repository", "agent", "developer", "file_pattern"] as const;
export const breakdownBySchema = z.enum(BREAKDOWNS);
export type BreakdownBy = z.output<typeof breakdownBySchema>;
/** Most parts, and most rules, of a breakdown. */
export const MAX_PARTS = 50;

const partFields = {
  ...rateFields,
  open_rejected: z.int().meta({ description: "Rejected ones that no skill version took up yet" }),
};

export const ruleBreakdown = defineContract({
  name: "rule_breakdown",
  room,
  summary: "Rejection rate of every rule by skill, repository, agent, developer or file pattern",
  effect: "read",
  permission: "reviews:read",
  http: { method: "GET", path: "/rules/breakdown", status: 200 },
  input: z
    .strictObject({
      ...whoFilters,
      ...filePatternFilter,
      ...periodFilters,
      by: breakdownBySchema,
      rule_category: z.array(ruleCategorySchema).min(1).max(50).optional(),
      limit: z.int().min(1).max(MAX_PARTS).default(12),
    })
    .refine(isOrdered, ORDERED),
  output: z.object({
    by: breakdownBySchema,
    total: z.object({ parts: z.int().meta({ description: "How many parts there are" }), ...rateFields }),
    parts: z
      .array(
        z.object({ part: z.string().nullable().meta({ description: "null: none named" }), ...partFields }),
      )
      .meta({ description: "The most flagged first" }),
    rules: z.array(z.object({ rule_category: z.string(), ...partFields })),
    cells: z
      .array(z.object({ rule_category: z.string(), part: z.string().nullable(), ...partFields }))
      .meta({ description: "Where rules and parts of this answer meet; without findings there is none" }),
  }),
});
export type RuleBreakdown = z.output<typeof ruleBreakdown.output>;
