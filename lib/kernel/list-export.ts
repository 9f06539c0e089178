import { z } from "zod";
import type { Contract } from "./contract";
import { MAX_EXPORTED_ROWS } from "./row-limits";

const EXPORT_FORMATS = ["csv", "json"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export { MAX_EXPORTED_ROWS };

/** What the query of a list says beside its own fields, to be answered with a file of all rows that match. */
export const exportSchema = z.object({
  export: z
    .enum(EXPORT_FORMATS)
    .meta({ description: `A file of all rows that match, at most ${MAX_EXPORTED_ROWS}, instead of a page` }),
  bom: z
    .enum(["true", "false"])
    .default("false")
    .meta({ description: "Begin a CSV file with a byte order mark, so that spreadsheets read it as UTF-8" }),
});

export const EXPORT_FIELDS: readonly string[] = Object.keys(exportSchema.shape);

/** The schema of a list's rows; null for what is no list that says how many rows match. */
export function rowOfList({ effect, http, input, output }: Contract): z.core.$ZodType | null {
  if (effect !== "read" || http.method !== "GET" || !(output instanceof z.ZodObject)) return null;
  const { items, total } = output.shape;
  if (!(items instanceof z.ZodArray) || !(total instanceof z.ZodNumber) || !("limit" in input.shape))
    return null;
  return items.element;
}

/** Whether a list is read a page at a time; others answer with all that they have. */
export const hasPages = ({ input }: Contract): boolean => "cursor" in input.shape;
