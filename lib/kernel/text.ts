import { z } from "zod";

export { toStorable } from "./storable";

// PostgreSQL refuses NUL in text, and a lone surrogate has no UTF-8 form: both would fail late and without a field name.
const isStorable = (text: string) => !text.includes("\u0000") && text.isWellFormed();

const STORABLE = "must not contain NUL characters or unpaired surrogates; send valid Unicode text";

const isBlank = (text: string) => text !== "" && text.trim() === "";

/**
 * Text that every store can keep: well-formed Unicode without NUL, between `min` and `max` characters. White space alone says
 * nothing and is refused where nothing is, unless `blank` takes it: in what programs send of themselves, and in what somebody is still typing.
 */
export function text(options: { min?: number; max: number; blank?: boolean }) {
  const { min = 1, max, blank = min === 0 } = options;
  const base = z.string().max(max, `must be at most ${max.toLocaleString("en")} characters`);
  return (
    min > 0 ? base.min(min, min === 1 ? "must not be empty" : `must be at least ${min} characters`) : base
  )
    .refine(isStorable, STORABLE)
    .refine((value) => blank || !isBlank(value), "must not be blank");
}

/** The words that a list is narrowed by; no sign has a meaning of its own. */
export const wordsFilter = text({ max: 1_000, blank: true }).optional();

/** A JSON value whose every string and key can be stored. */
export function isStorableJson(value: unknown): boolean {
  if (typeof value === "string") return isStorable(value);
  if (Array.isArray(value)) return value.every(isStorableJson);
  if (value !== null && typeof value === "object")
    return Object.entries(value).every(([key, item]) => isStorable(key) && isStorableJson(item));
  return true;
}

const METADATA_LIMIT = 32_768;

/** Any JSON value. */
export const jsonSchema = z.json();

/** Free metadata: a JSON object of at most 32 KB. */
export const metadataSchema = z
  .record(z.string(), jsonSchema)
  .refine((value) => isStorableJson(value), STORABLE)
  .refine((value) => JSON.stringify(value).length <= METADATA_LIMIT, "must be at most 32 KB as JSON");
