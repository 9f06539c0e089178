import { z } from "zod";
import type { Contract } from "@/lib/kernel/contract";

/** What an entry of the audit keeps of a change: each field that is another one now, before and after. */
export type Changes = { before: Record<string, unknown>; after: Record<string, unknown> };

/** Characters of a text that an entry keeps. */
const MAX_TEXT = 2_000;

/**
 * Texts that the audit keeps word by word: names of things and what is set up. All other texts are by or about people, or
 * are removed for good when their row is, which an entry never is: of those it says how long they are.
 */
export const RECORDED_TEXTS: ReadonlySet<string> = new Set([
  "organization_update.name",
  "agent_key_create.name",
  "agent_key_create.agent",
  "agent_key_create.agent_types",
  "connection_create.label",
  "connection_create.base_url",
  "connection_update.label",
  "connection_update.base_url",
  "repository_add.name",
  "repository_rename.name",
  "finding_update.rule_category",
  "finding_recategorise.rule_category",
  "framework_pack_load.framework",
  "framework_pack_remove.framework",
  "skill_register.path",
  "proposal_draft.rule_category",
  "notification_webhook_create.label",
  "notification_webhook_update.label",
  "view_save.list",
  "view_default.list",
]);

/** Secrets: an entry says that they were set, and nothing about them. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set(["credentials", "webhook_secret", "url"]);

/** What says which row is meant, or how it is asked, and is no field of the row. */
const ASKING: ReadonlySet<string> = new Set(["version", "memory_version", "dry_run", "reason"]);

export type FieldKind = "plain" | "text" | "secret" | "asking";

/** How an entry treats a field of an operation's input. */
export function kindOfField(operation: string, name: string, schema: z.ZodType): FieldKind {
  if (SECRET_FIELDS.has(name)) return "secret";
  if (ASKING.has(name)) return "asking";
  if (RECORDED_TEXTS.has(`${operation}.${name}`) || isPlain(schema)) return "plain";
  return "text";
}

const UNWRAPPED = [z.ZodOptional, z.ZodNullable, z.ZodDefault, z.ZodReadonly] as const;
const PLAIN = [z.ZodEnum, z.ZodNumber, z.ZodBoolean, z.ZodLiteral, z.ZodUUID, z.ZodISODateTime] as const;

/** Whether all that a schema takes are numbers, times, ids and words of a list. */
function isPlain(schema: unknown): boolean {
  for (const wrapper of UNWRAPPED) if (schema instanceof wrapper) return isPlain(schema.unwrap());
  if (schema instanceof z.ZodArray) return isPlain(schema.element);
  if (schema instanceof z.ZodUnion) return schema.options.every(isPlain);
  return PLAIN.some((kind) => schema instanceof kind);
}

const fieldOf = (row: unknown, name: string): unknown =>
  row !== null && typeof row === "object" && Object.hasOwn(row, name) ? Reflect.get(row, name) : undefined;

/**
 * The fields that a person's request names, as they were in the row that was loaded for it and as they are in the answer,
 * or else as they were asked for.
 */
export function changesAsked({
  contract,
  input,
  subject,
  output,
}: {
  contract: Contract;
  input: unknown;
  subject: unknown;
  output: unknown;
}): Changes {
  const changes: Changes = { before: {}, after: {} };
  const in_path = new Set([...contract.http.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  for (const [name, schema] of Object.entries(shapeOf(contract.input))) {
    const asked = fieldOf(input, name);
    const kind = kindOfField(contract.name, name, schema);
    if (asked === undefined || kind === "asking" || in_path.has(name)) continue;
    const was = fieldOf(subject, name);
    const is = fieldOf(output, name) ?? asked;
    if (was !== undefined && isSame(was, is)) continue;
    if (was !== undefined) changes.before[name] = inEntry(kind, was);
    changes.after[name] = inEntry(kind, is);
  }
  return changes;
}

function shapeOf(input: unknown): Readonly<Record<string, z.ZodType>> {
  if (input instanceof z.ZodObject) return input.shape;
  return {};
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function inEntry(kind: FieldKind, value: unknown): unknown {
  if (value === null) return null;
  if (kind === "secret") return "a secret";
  if (kind === "text") return inLengths(value);
  return shortened(value);
}

function inLengths(value: unknown): string {
  if (typeof value === "string") return `a text of ${value.length.toLocaleString("en")} characters`;
  if (Array.isArray(value)) return `a list of ${value.length.toLocaleString("en")}`;
  return "several fields";
}

function shortened(value: unknown): unknown {
  if (typeof value === "string" && value.length > MAX_TEXT) return `${value.slice(0, MAX_TEXT)}…`;
  return value;
}

/** Of two rows or parts of rows only the fields that differ. */
export function differing({ before = {}, after = {} }: Partial<Changes>): Changes {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isSame(before[name], after[name]),
  );
  const pick = (row: Record<string, unknown>) =>
    Object.fromEntries(
      names.flatMap((name) => (row[name] === undefined ? [] : [[name, shortened(row[name])]])),
    );
  return { before: pick(before), after: pick(after) };
}

export type Recorded = {
  subject_id?: string;
  detail?: Record<string, unknown>;
  /** The fields that differ, before and after; what is the same in both is left out. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** What an entry says: what the operation wrote down, and before and after of every field that changed. */
export function detailOf(
  { detail = {}, before, after }: Recorded,
  asked: Changes | null,
): Record<string, unknown> {
  const said = differing({ before: before ?? {}, after: after ?? {} });
  const changes = {
    before: { ...asked?.before, ...said.before },
    after: { ...asked?.after, ...said.after },
  };
  const whole: Record<string, unknown> = { ...detail };
  if (Object.keys(changes.before).length > 0) whole.before = changes.before;
  if (Object.keys(changes.after).length > 0) whole.after = changes.after;
  return whole;
}
