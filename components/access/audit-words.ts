/** What an entry of the audit is about, in words and as an address. */

import type { audit } from "@/messages/compiled/audit";
import type { PlainKey, Translate } from "@/messages/message";

type T = Translate<typeof audit>;

const NOUNS_OF_TWO = ["agent_key"];
const VERBS: ReadonlySet<string> = new Set(["sign_in", "sign_out"]);

/** `agent_key_revoke` → "agent key · revoke": the noun, then the verb. */
export function operationWords(operation: string): string {
  if (VERBS.has(operation)) return operation.replace("_", " ");
  const [first = "", ...rest] = operation.split("_");
  const two = NOUNS_OF_TWO.find((noun) => operation.startsWith(`${noun}_`));
  if (two) return `${two.replace("_", " ")} · ${operation.slice(two.length + 1).replaceAll("_", " ")}`;
  return `${first} · ${rest.join(" ")}`;
}

/** Fields whose names say too little on their own. */
const FIELDS: Readonly<Record<string, PlainKey<typeof audit>>> = {
  enabled: "field_enabled",
  auto_consolidate: "field_auto_consolidate",
  review_scope: "field_review_scope",
  holdout_share: "field_holdout_share",
  high_rejection_rate: "field_high_rejection_rate",
  high_rejection_flagged: "field_high_rejection_flagged",
  audit_retention_days: "field_audit_retention_days",
};

export function fieldWords(t: T, name: string): string {
  const known = FIELDS[name];
  if (known === undefined) return name.replaceAll("_", " ");
  return t(known);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** A value of an entry as people read it. */
export function valueWords(t: T, value: unknown): string {
  if (value === null || value === undefined || value === "") return t("nothing");
  if (value === true) return t("yes");
  if (value === false) return t("no");
  if (Array.isArray(value)) return value.map((each) => valueWords(t, each)).join(", ") || t("none");
  if (isRecord(value))
    return (
      Object.entries(value)
        .map(([name, inner]) => `${fieldWords(t, name)}: ${valueWords(t, inner)}`)
        .join("; ") || t("none")
    );
  return String(value);
}

export type FieldChange = { name: string; from: string; to: string };

/** A value with its fields as values of their own: settings in settings become lines of their own. */
function flat(value: unknown, path: string, into: Map<string, unknown>): Map<string, unknown> {
  if (!isRecord(value)) return into.set(path, value);
  for (const [name, inner] of Object.entries(value))
    flat(inner, path === "" ? name : `${path}.${name}`, into);
  return into;
}

/** Every field that differs before and after, in words. */
export function changesOf(t: T, before: unknown, after: unknown): FieldChange[] {
  const from = isRecord(before) ? flat(before, "", new Map()) : new Map<string, unknown>();
  const to = isRecord(after) ? flat(after, "", new Map()) : new Map<string, unknown>();
  return [...new Set([...from.keys(), ...to.keys()])]
    .filter((path) => JSON.stringify(from.get(path)) !== JSON.stringify(to.get(path)))
    .map((path) => ({
      name: path
        .split(".")
        .filter((part) => part !== "settings")
        .map((part) => fieldWords(t, part))
        .join(", "),
      from: valueWords(t, from.get(path)),
      to: valueWords(t, to.get(path)),
    }));
}

/** The characters of an entry that one line shows. */
const MAX_LINE = 200;

/** An entry in one line: what changed, field by field, then its plain values. */
export function detailLine(t: T, { before, after, ...rest }: Record<string, unknown>): string {
  const changes = changesOf(t, before, after).map(({ name, from, to }) => `${name}: ${from} → ${to}`);
  const others = Object.entries(rest).flatMap(([name, value]) => {
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
      return [`${fieldWords(t, name)} ${valueWords(t, value)}`];
    return [];
  });
  const single = [before, after].some((value) => value !== undefined && !isRecord(value));
  const plain = single ? [`${valueWords(t, before)} → ${valueWords(t, after)}`] : [];
  const line = [...changes, ...plain, ...others].join(", ");
  if (line.length > MAX_LINE) return `${line.slice(0, MAX_LINE)} …`;
  return line;
}

/** Where what an operation is about has a page; by the noun that the operation begins with. */
const PAGES: readonly [noun: string, hrefOf: (id: string) => string][] = [
  ["memory", (id) => `/memories/${id}`],
  ["quarantine", (id) => `/memories/${id}`],
  ["citation", (id) => `/citations/${id}`],
  ["repository", (id) => `/citations/repositories/${id}`],
  ["proposal", (id) => `/proposals/${id}`],
  ["skill", (id) => `/skills/${id}`],
  ["finding", (id) => `/reviews/findings/${id}`],
  ["review", (id) => `/reviews/${id}`],
  ["conflict", (id) => `/conflicts?conflict=${id}`],
  ["recall", (id) => `/recalls/${id}`],
  ["failure", (id) => `/failures/${id}`],
  ["pattern", (id) => `/patterns/${id}`],
  ["member", () => "/settings/members"],
  ["agent_key", () => "/settings/keys"],
  ["connection", () => "/settings/connections"],
  ["organization", () => "/settings/organization"],
  ["job", () => "/settings/jobs"],
];

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The page of what an entry is about; null where it has none. */
export function subjectHref(operation: string, subject_id: string | null): string | null {
  if (subject_id === null || !ID.test(subject_id)) return null;
  const page = PAGES.find(([noun]) => operation === noun || operation.startsWith(`${noun}_`));
  return page?.[1](subject_id) ?? null;
}
