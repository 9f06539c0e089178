import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";

export const SEARCH_KINDS = [
  "memory",
  "finding",
  "proposal",
  "skill",
  "pattern",
  "failure",
  "session",
  "recall",
  "repository",
  "file",
  "agent",
  "person",
] as const;

export type SearchKind = (typeof SEARCH_KINDS)[number];

/** UTF-16 code units; the address of a request holds as many in every script. */
export const MAX_SEARCH_TEXT = 1_000;

const MAX_OF_KIND = 10;

export const searchHitSchema = z.object({
  id: z
    .string()
    .meta({ description: "Of a session the id that its client gave it, of a file its path, else the id" }),
  title: z.string().meta({ description: "Its name or text; of a long text the part where it matches" }),
  detail: z
    .string()
    .nullable()
    .meta({ description: "What distinguishes it from others with the same title" }),
  repository: z.string().nullable(),
  at: timeSchema,
});

export type SearchHit = z.output<typeof searchHitSchema>;

export const searchGroupSchema = z.object({
  kind: z.enum(SEARCH_KINDS),
  items: z.array(searchHitSchema),
  more: z.boolean().meta({ description: "There are more than these" }),
  problem: z
    .enum(["late", "failed"])
    .nullable()
    .meta({ description: "Why this kind could not be searched; the others are still answered" }),
});

export type SearchGroup = z.output<typeof searchGroupSchema>;

export const globalSearch = defineContract({
  name: "global_search",
  module: "upkeep",
  summary:
    "Records that contain all these words, a few of each kind that you may see; those with the phrase in the title first",
  effect: "read",
  reads: [
    "memories",
    "findings",
    "proposals",
    "skills",
    "patterns",
    "failures",
    "sessions",
    "recalls",
    "repositories",
    "citations",
    "members",
    "keys",
  ],
  permission: "organization:read",
  reach: "repository",
  when_off: () => ({ groups: [] }),
  http: { method: "GET", path: "/search", status: 200 },
  input: z.strictObject({
    q: text({ max: MAX_SEARCH_TEXT, blank: true }).meta({
      description: "Words that must all occur, in any order and case; there are no operators",
    }),
    kinds: z.array(z.enum(SEARCH_KINDS)).min(1).max(SEARCH_KINDS.length).optional(),
    limit: z.int().min(1).max(MAX_OF_KIND).default(5).meta({ description: "Of each kind, at most" }),
  }),
  output: z.object({
    groups: z
      .array(searchGroupSchema)
      .meta({ description: "Of each kind that you may see, also empty ones" }),
  }),
});
