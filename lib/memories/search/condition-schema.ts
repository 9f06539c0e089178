import { z } from "zod";
import { COMPARISONS, CONDITION_FIELDS } from "@/lib/kernel/memory-conditions";
import { text } from "@/lib/kernel/text";

const scalarSchema = z.union([text({ min: 0, max: 2_000 }), z.number(), z.boolean(), z.null()]);

const MOMENTS: ReadonlySet<string> = new Set(["created_at", "updated_at"]);
const momentSchema = z.iso.datetime({ offset: true });

const comparisonSchema = z
  .strictObject({
    field: z.enum(CONDITION_FIELDS),
    path: z
      .array(text({ max: 200 }))
      .min(1)
      .max(8)
      .optional()
      .meta({
        description: "With the field metadata: the keys down to the value",
      }),
    is: z.enum(COMPARISONS),
    value: z.union([scalarSchema, z.array(scalarSchema).max(1_000)]).optional(),
  })
  .superRefine(({ field, path, is, value }, context) => {
    const refuse = (at: string, message: string) =>
      context.addIssue({ code: "custom", path: [at], message, input: value });
    if ((field === "metadata") !== (path !== undefined)) refuse("path", "goes with the field metadata");
    if (is === "in" ? !Array.isArray(value) : Array.isArray(value))
      refuse("value", "is a list exactly where `is` is in");
    if (is !== "present" && value === undefined) refuse("value", "is missing");
    if (MOMENTS.has(field) && is !== "present" && !momentSchema.safeParse(value).success)
      refuse("value", "must be a date and time as 2026-01-31T12:00:00Z");
  });

type Comparison = z.output<typeof comparisonSchema>;

export type MemoryConditionInput =
  | Comparison
  | { all: MemoryConditionInput[] }
  | { any: MemoryConditionInput[] }
  | { not: MemoryConditionInput };

const MAX_JOINED = 200;

/** Of a whole condition: each is a parameter of one statement, of which PostgreSQL takes 65,535. */
const MAX_VALUES = 5_000;

function countValues(condition: MemoryConditionInput): number {
  if ("not" in condition) return countValues(condition.not);
  if ("all" in condition) return sum(condition.all);
  if ("any" in condition) return sum(condition.any);
  if (Array.isArray(condition.value)) return condition.value.length;
  return 1;
}

const sum = (conditions: readonly MemoryConditionInput[]): number =>
  conditions.reduce((values, condition) => values + countValues(condition), 0);

const NO_CONDITION =
  'is no condition, or holds one that is none: send {"field": "category", "is": "equal", "value": "testing"}, or all, any or not of such';

/** Without the bound on how much it compares with. */
export const nestedConditionSchema: z.ZodType<MemoryConditionInput> = z.lazy(() =>
  z.union(
    [
      comparisonSchema,
      z.strictObject({ all: z.array(nestedConditionSchema).max(MAX_JOINED) }),
      z.strictObject({ any: z.array(nestedConditionSchema).max(MAX_JOINED) }),
      z.strictObject({ not: nestedConditionSchema }),
    ],
    { error: NO_CONDITION },
  ),
);

/** A condition that joins comparisons to any depth; `in` compares with at most 1,000 values, all together with 5,000. */
export const memoryConditionSchema = nestedConditionSchema.refine(
  (condition) => countValues(condition) <= MAX_VALUES,
  `compares with more than ${MAX_VALUES.toLocaleString("en")} values; ask in parts`,
);
