import { z } from "zod";
import { agentTypeNameSchema } from "@/lib/access/agents/agent-type-schema";
import { citationInputSchema } from "@/lib/citations/citations/contract";
import { defineContract } from "@/lib/kernel/contract";
import { metadataSchema, text } from "@/lib/kernel/text";
import {
  agentNameSchema,
  categorySchema,
  kindSchema,
  repoSchema,
  repositoryRefSchema,
  scopeSchema,
  sessionIdSchema,
  sourceSchema,
  statementSchema,
  tagsSchema,
} from "../fields";
import { fromShortForm, kindIssues, MEMORY_KINDS, type ShortForm } from "../kinds";
import { OFF_ANSWER, writeAnswerSchema } from "../memory/contract";
import { appliesToInputSchema } from "../triggers/contract";

const MAX_CITATIONS = 20;

export const memoryInputShape = {
  kind: kindSchema.optional().meta({ description: "Default: convention if a fact is sent" }),
  subject: text({ max: 200 }).optional().meta({ description: "Of a convention: what it is about" }),
  fact: text({ max: 4_000 })
    .optional()
    .meta({ description: "Of a convention: the rule itself. Default: the statement" }),
  reason: text({ max: 4_000 }).optional().meta({ description: "Of a convention: why" }),
  created_by: text({ max: 200 }).optional().meta({
    description:
      "Who learned it, in your words; kept in metadata. The memory's own created_by is always who called",
  }),
  statement: statementSchema.optional().meta({
    description:
      "What was learned, in one statement. Default: what the kind's metadata says (a convention's fact)",
  }),
  repository: repositoryRefSchema.optional(),
  repo: repoSchema,
  scope: scopeSchema.optional().meta({ description: "Default: repository if one is named" }),
  citations: z.array(citationInputSchema).max(MAX_CITATIONS, `must be at most ${MAX_CITATIONS}`).default([]),
  category: categorySchema
    .optional()
    .meta({ description: "Task category, such as testing. Default: general" }),
  tags: tagsSchema.optional(),
  agent: agentNameSchema.optional().meta({ description: "Agent it came from. Default: the one that calls" }),
  agent_type: agentTypeNameSchema.optional(),
  user: text({ max: 200 }).optional().meta({ description: "Person it is about or came from" }),
  reasoning: text({ max: 4_000 }).optional(),
  outcome: text({ max: 4_000 }).optional().meta({ description: "What came of it, in words" }),
  confidence: z.number().min(0).max(1).optional(),
  metadata: metadataSchema.default({}).meta({
    description:
      "The data of the kind, e.g. convention: subject, fact, reason; error_solution: error, solution; other keys are free",
  }),
  session_id: sessionIdSchema.optional(),
  source: sourceSchema.optional(),
  applies_to: appliesToInputSchema.optional().meta({
    description:
      "Changes it applies to, for rules that no task mentions. Default: inferred from its citations and text",
  }),
};

type Named = { repository?: string; repo?: string };

type KindChecked = ShortForm & Named & { citations: readonly unknown[] };

function checkKind(memory: KindChecked, context: z.core.$RefinementCtx) {
  const { kind, ...rest } = fromShortForm(memory);
  const issues =
    kind === undefined
      ? [
          {
            path: ["kind"],
            message: `is missing; it takes one of ${MEMORY_KINDS.join(", ")}, and only a memory with a fact is a convention without it`,
          },
        ]
      : kindIssues({ ...rest, kind, citations: memory.citations });
  const short = memory.subject !== undefined || memory.fact !== undefined;
  for (const { path, message } of issues)
    context.addIssue({
      code: "custom",
      path: short && path[0] === "metadata" && path.length > 1 ? path.slice(1) : path,
      message,
      input: memory,
    });
  for (const field of ["subject", "fact"] as const)
    if (memory[field] !== undefined && (memory.metadata[field] ?? memory[field]) !== memory[field])
      context.addIssue({
        code: "custom",
        path: [field],
        message: `differs from metadata.${field}; leave one out`,
        input: memory[field],
      });
  checkRepository(memory, context);
}

export function checkRepository({ repository, repo }: Named, context: z.core.$RefinementCtx) {
  if (repository !== undefined && repo !== undefined && repo !== repository)
    context.addIssue({
      code: "custom",
      path: ["repo"],
      message: "names another repository than `repository`; leave one out",
      input: repo,
    });
}

export const requireRepository = ({ repository, repo }: Named) =>
  repository !== undefined || repo !== undefined;

export const NO_REPOSITORY = { path: ["repository"], error: "is missing; name a repository as owner/name" };

export const memoryInputSchema = z.strictObject(memoryInputShape).superRefine(checkKind);

export type MemoryInput = z.output<typeof memoryInputSchema>;

export const memoryStore = defineContract({
  name: "memory_store",
  module: "memories",
  summary: "Store one memory",
  effect: "write",
  changes: ["memories", "citations"],
  permission: "memories:write",
  reach: "repository",
  when_off: () => OFF_ANSWER,
  http: {
    method: "POST",
    path: "/memories",
    status: 201,
    created: ({ stored, duplicate_of }) => stored && duplicate_of === null,
  },
  mcp: {
    title: "memory.store",
    unlisted: ["repo", "created_by", "agent", "user", "confidence", "source"],
    description:
      "Store one durable thing you learned: a convention, decision, procedure, anti-pattern, error with its solution. " +
      "Cite the lines that prove it. Not for workarounds, TODOs, one-time fixes, status updates or anything that will be untrue next week. " +
      "Storing what is already known is harmless: it counts as an observation. Secrets and personal data are redacted.",
  },
  example: { kind: "decision", scope: "agent", statement: "Numbers are padded, because they sort then." },
  input: memoryInputSchema,
  output: writeAnswerSchema,
});

export const MAX_BATCH = 100;

export const memoryStoreMany = defineContract({
  name: "memory_store_many",
  module: "memories",
  summary: "Store up to 100 memories in one transaction",
  effect: "write",
  changes: ["memories", "citations"],
  permission: "memories:write",
  reach: "repository",
  when_off: ({ memories }) => ({ results: memories.map(() => OFF_ANSWER), stored: 0 }),
  http: {
    method: "POST",
    path: "/memories/batch",
    status: 201,
    created: ({ results }) => results.some(({ stored, duplicate_of }) => stored && duplicate_of === null),
  },
  example: {
    memories: [
      { kind: "decision", scope: "agent", statement: "Numbers are padded, because they sort then." },
    ],
  },
  input: z.strictObject({
    memories: z
      .array(memoryInputSchema)
      .min(1, "must hold a memory")
      .max(MAX_BATCH, `must be at most ${MAX_BATCH}`),
  }),
  output: z.object({
    results: z.array(writeAnswerSchema).meta({ description: "One for each memory, in their order" }),
    stored: z.int().meta({ description: "How many are new; duplicates are not counted" }),
  }),
});
