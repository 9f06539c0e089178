import { createHash } from "node:crypto";
import type { Suspicion } from "../contract";
import { findInjections } from "./injection";

/** A suspicion with the hash of the text that it stands in: by both a lead's release of it is known again. */
export type KeyedSuspicion = Suspicion & { text_sha256: string };

/**
 * What addresses the reading model in the texts of a value, each with where it stands. A text that occurs twice (a
 * convention's statement is its fact) is reported once.
 */
export function suspicionsIn(value: unknown): KeyedSuspicion[] {
  const seen = new Set<string>();
  return textsIn(value).flatMap(({ field, text }) => {
    if (seen.has(text)) return [];
    seen.add(text);
    const hits = findInjections(text);
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
