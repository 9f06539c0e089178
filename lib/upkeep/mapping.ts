import { createHash } from "node:crypto";

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const isId = (value: unknown): value is string => typeof value === "string" && ID.test(value);

/**
 * What a record of another organization is called here: always the same, so that importing again finds it, and with the
 * time of the original (the first 48 bits of a UUIDv7), so that it keeps its place in lists.
 */
export function derivedId(organization_id: string, id: string): string {
  const hash = createHash("sha256").update(`${organization_id} ${id}`).digest("hex");
  const variant = ((Number.parseInt(hash[3] ?? "0", 16) & 0x3) | 0x8).toString(16);
  return `${id.slice(0, 13)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(8, 20)}`;
}

/** The least UUIDv7 of the millisecond after a moment: older ids are smaller. */
export function idsBefore(moment: Date): string {
  const hex = (moment.getTime() + 1).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Every UUID that stands alone as a string somewhere in a value. */
export function idsIn(value: unknown, found: Set<string> = new Set()): Set<string> {
  if (isId(value)) found.add(value);
  else if (Array.isArray(value)) for (const item of value) idsIn(item, found);
  else if (value !== null && typeof value === "object")
    for (const item of Object.values(value)) idsIn(item, found);
  return found;
}

/** The value with those UUIDs replaced that `rename` knows another name for. */
export function renameIds(value: unknown, rename: (id: string) => string): unknown {
  if (isId(value)) return rename(value);
  if (Array.isArray(value)) return value.map((item) => renameIds(item, rename));
  if (value !== null && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, renameIds(item, rename)]));
  return value;
}
