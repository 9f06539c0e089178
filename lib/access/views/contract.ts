import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { versionSchema } from "@/lib/kernel/version";

/** Of one person and list, and of the organization and list. */
export const MAX_VIEWS = 100;

const listSchema = z
  .string()
  .max(60)
  .regex(/^[a-z][a-z_]*$/, "must be lower-case words with _ between them")
  .meta({ description: "The list it is a view of, such as memories or findings" });

export const savedViewSchema = z.object({
  id: idSchema,
  list: listSchema,
  name: z.string(),
  query: z.string().meta({ description: "Filters, order and columns, as the query of the screen's address" }),
  shared: z.boolean().meta({ description: "Shared: every member of the organization sees it" }),
  is_default: z.boolean().meta({ description: "The list opens with it for the person who asks" }),
  version: z.int32().min(1),
  updated_at: timeSchema,
});

export type SavedView = z.output<typeof savedViewSchema>;

export const viewList = defineContract({
  name: "view_list",
  module: "access",
  summary: "Your saved views of a list and those of the organization, by name",
  effect: "read",
  reads: ["views"],
  permission: "organization:read",
  people_only: true,
  reach: "self",
  http: { method: "GET", path: "/views", status: 200 },
  example: { list: "memories" },
  input: z.strictObject({ list: listSchema }),
  output: z.object({ items: z.array(savedViewSchema) }),
});

export const viewSave = defineContract({
  name: "view_save",
  module: "access",
  summary: "Save a view of a list, or change one; to share it needs repositories:manage",
  effect: "write",
  changes: ["views"],
  permission: "organization:read",
  people_only: true,
  reach: "self",
  versioned: "view",
  http: { method: "POST", path: "/views", status: 200 },
  example: { list: "memories", name: "Decisions", query: "kind=decision" },
  input: z.strictObject({
    view_id: idSchema.optional().meta({ description: "The view that is changed; a new one without it" }),
    list: listSchema,
    name: text({ max: 80 }),
    query: text({ min: 0, max: 4_000 }),
    shared: z.boolean().default(false),
    version: versionSchema,
  }),
  output: savedViewSchema,
});

export const viewDelete = defineContract({
  name: "view_delete",
  module: "access",
  summary: "Delete a view; one that is shared needs repositories:manage",
  effect: "destroy",
  changes: ["views"],
  permission: "organization:read",
  people_only: true,
  reach: "self",
  http: { method: "DELETE", path: "/views/{view_id}", status: 200 },
  input: z.strictObject({ view_id: idSchema }),
  output: z.object({ deleted: z.literal(true) }),
});

export const viewDefault = defineContract({
  name: "view_default",
  module: "access",
  summary: "Choose the view with which a list opens for you, or none",
  effect: "write",
  changes: ["views"],
  permission: "organization:read",
  people_only: true,
  reach: "self",
  http: { method: "PUT", path: "/views/default", status: 200 },
  example: { list: "memories", view_id: null },
  input: z.strictObject({ list: listSchema, view_id: idSchema.nullable() }),
  output: z.object({ list: listSchema, view_id: idSchema.nullable() }),
});

export type ViewToSave = z.output<typeof viewSave.input>;
