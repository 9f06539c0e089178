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
    "absent: not loaded; loaded: same text as the pack; outdated: the pack has a newer text; changed: people corrected " +
    "it or decided about it, so the pack no longer changes it; removed: with its pack; deleted: on its own, so loading does not restore it",
});

export type PackEntryState = z.output<typeof packEntryStateSchema>;

export const frameworkPackList = defineContract({
  name: "framework_pack_list",
  module: "memories",
  summary: "Starter packs of framework knowledge: their entries, with sources, and which are loaded",
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
        loaded: z.int().meta({ description: "Entries that are loaded as memories" }),
        to_load: z.int().meta({ description: "Entries that loading the pack would add, restore or update" }),
      }),
    ),
  }),
});

export const frameworkPackLoad = defineContract({
  name: "framework_pack_load",
  module: "memories",
  summary: "Load a starter pack as memories, or update it; people's changes and deletions are kept",
  effect: "write",
  changes: ["memories"],
  permission: "skills:manage",
  reach: "organization",
  http: { method: "POST", path: "/framework-packs/{framework}/load", status: 200 },
  input: z.strictObject({ framework: frameworkSchema }),
  output: z.object({
    framework: frameworkSchema,
    stored: z.int().meta({ description: "New entries" }),
    updated: z.int().meta({ description: "Entries updated to the pack's text" }),
    restored: z.int().meta({ description: "Entries restored after the pack was removed" }),
    known: z.int().meta({ description: "Entries left unchanged: already the same, or changed by people" }),
    memory_ids: z.array(idSchema).meta({ description: "Memories stored, updated or restored" }),
  }),
});

export const frameworkPackRemove = defineContract({
  name: "framework_pack_remove",
  module: "memories",
  summary: "Remove a starter pack; memories that people changed stay, and loading it again restores the rest",
  effect: "write",
  changes: ["memories"],
  permission: "skills:manage",
  reach: "organization",
  http: { method: "POST", path: "/framework-packs/{framework}/remove", status: 200 },
  input: z.strictObject({ framework: frameworkSchema }),
  output: z.object({
    framework: frameworkSchema,
    removed: z.int(),
    kept: z.int().meta({ description: "Entries that people changed; delete them one by one if needed" }),
  }),
});
