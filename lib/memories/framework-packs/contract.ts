import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";

export const FRAMEWORKS = ["react", "next", "fastapi", "django", "express"] as const;

export const frameworkSchema = z.enum(FRAMEWORKS);

const packEntrySchema = z.object({
  pattern_name: z.string(),
  description: z.string(),
  correct_usage: z.string(),
  common_mistakes: z.array(z.string()),
  source: z.string().meta({ description: "The page of the official documentation that says so" }),
});

const frameworkPackSchema = z.object({
  framework: frameworkSchema,
  title: z.string(),
  entries: z.array(packEntrySchema),
});

export type FrameworkPack = z.output<typeof frameworkPackSchema>;

export const PACK_ENTRY_STATES = ["absent", "loaded", "outdated", "changed", "removed", "deleted"] as const;

export const packEntryStateSchema = z.enum(PACK_ENTRY_STATES).meta({
  description:
    "absent: not here; loaded: as the pack has it; outdated: the pack says it otherwise now; changed: people corrected " +
    "it or decided about it, so it is theirs; removed: taken away with its pack; deleted: by itself, so it stays away",
});

export type PackEntryState = z.output<typeof packEntryStateSchema>;

export const frameworkPackList = defineContract({
  name: "framework_pack_list",
  module: "memories",
  summary: "Starter packs of framework knowledge: what each says, with sources, and what of it is here",
  effect: "read",
  reads: ["memories"],
  permission: "memories:read",
  reach: "self",
  http: { method: "GET", path: "/framework-packs", status: 200 },
  input: z.strictObject({}),
  output: z.object({
    items: z.array(
      frameworkPackSchema.extend({
        entries: z.array(
          packEntrySchema.extend({
            state: packEntryStateSchema,
            memory_id: idSchema.nullable().meta({ description: "The memory made of it; null when absent" }),
          }),
        ),
        loaded: z.int().meta({ description: "Entries that are memories in force here" }),
        to_load: z
          .int()
          .meta({ description: "Entries that loading the pack would add, bring back or bring up to date" }),
      }),
    ),
  }),
});

export const frameworkPackLoad = defineContract({
  name: "framework_pack_load",
  module: "memories",
  summary:
    "Take a starter pack in as memories, or bring it up to date; what people changed or deleted stays so",
  effect: "write",
  changes: ["memories"],
  permission: "skills:manage",
  reach: "organization",
  http: { method: "POST", path: "/framework-packs/{framework}/load", status: 200 },
  input: z.strictObject({ framework: frameworkSchema }),
  output: z.object({
    framework: frameworkSchema,
    stored: z.int().meta({ description: "Entries that are new here" }),
    updated: z.int().meta({ description: "Entries that say now what the pack says" }),
    restored: z.int().meta({ description: "Entries that are back after the pack was removed" }),
    known: z.int().meta({ description: "Entries left as they are: the same already, or people's own" }),
    memory_ids: z.array(idSchema).meta({ description: "Memories stored, updated or brought back" }),
  }),
});

export const frameworkPackRemove = defineContract({
  name: "framework_pack_remove",
  module: "memories",
  summary: "Take a starter pack away again; what people changed stays, and loading it brings the rest back",
  effect: "write",
  changes: ["memories"],
  permission: "skills:manage",
  reach: "organization",
  http: { method: "POST", path: "/framework-packs/{framework}/remove", status: 200 },
  input: z.strictObject({ framework: frameworkSchema }),
  output: z.object({
    framework: frameworkSchema,
    removed: z.int(),
    kept: z.int().meta({ description: "Entries that people changed; delete them singly if need be" }),
  }),
});
