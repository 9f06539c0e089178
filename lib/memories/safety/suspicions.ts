import { createHash } from "node:crypto";
import type { Suspicion } from "../contract";
import { findInjections } from "./injection";
import { inThread, isLong } from "./scan-thread";

/** A suspicion with the hash of the text that it stands in: by both a lead's release of it is known again. */
export type KeyedSuspicion = Suspicion & { text_sha256: string };

/**
 * What addresses the reading model in the texts of a value, each with where it stands. A text that occurs twice (a
 * convention's statement is its fact) is reported once. Long texts are scanned by a thread of their own, and so are short
 * ones of a batch that says `in_thread`.
 * @throws AppError unprocessable when that does not end in time, unavailable when too many wait.
 */
export async function suspicionsIn(
  value: unknown,
  { in_thread = false }: { in_thread?: boolean } = {},
): Promise<KeyedSuspicion[]> {
  const seen = new Set<string>();
  const texts = textsIn(value).filter(({ text }) => {
    const is_first = !seen.has(text);
    seen.add(text);
    return is_first;
  });
  const plain = texts.map(({ text }) => text);
  const found = in_thread || isLong(plain) ? await inThread("inject", plain) : plain.map(findInjections);
  return texts.flatMap(({ field, text }, index) => {
    const hits = found[index];
    if (hits === undefined) throw new Error("every text that is scanned has an answer");
    if (hits.length === 0) return [];
    const text_sha256 = createHash("sha256").update(text).digest("hex");
    return hits.map((hit) => ({ ...hit, field, text_sha256 }));
  });
}

/** Every text of a JSON value with its RFC 6901 pointer; keys are texts too, at the pointer of what they name. */
export function textsIn(value: unknown, pointer = ""): { field: string; text: string }[] {
  if (typeof value === "string") return value === "" ? [] : [{ field: pointer, text: value }];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, `${pointer}/${index}`));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const field = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return [...(PLAIN_KEY.test(key) ? [] : [{ field, text: key }]), ...textsIn(item, field)];
  });
}

/** Names of fields say nothing to a reader. */
const PLAIN_KEY = /^[a-z][a-z0-9_]{0,60}$/i;
