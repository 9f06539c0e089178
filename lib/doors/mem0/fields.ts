import { AppError, invalidField } from "@/lib/kernel/errors";

/** A JSON object of a request: its body, or the parameters of its query. */
export type Fields = Readonly<Record<string, unknown>>;

/** Fields that clients of mem0 send about themselves, or that ask for what is done here in any case. */
const IGNORED: ReadonlySet<string> = new Set([
  "org_id",
  "org_name",
  "project_id",
  "project_name",
  "version",
  "api_version",
  "output_format",
  "async_mode",
  "source",
  "enable_graph",
  "delete_linked",
]);

/** @throws AppError invalid_input naming the first field that is not known: a misspelt filter must not find everything. */
export function assertKnown(fields: Fields, known: readonly string[]): void {
  const unknown = Object.keys(fields).find((name) => !IGNORED.has(name) && !known.includes(name));
  if (unknown === undefined) return;
  throw invalidField(`/${unknown}`, `is not a field of this request; it takes ${known.join(", ")}`);
}

export function isObject(value: unknown): value is Fields {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** The value as an object; an empty one where it is none. */
export function objectOf(value: unknown): Fields {
  if (isObject(value)) return value;
  return {};
}

/** The value as a list; what is alone is a list of one. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return [value];
}

/** The value where it is a text, else null. */
export function textOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  return null;
}

/** @throws AppError invalid_input when the field is there and no text. */
export function textField(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  throw invalidField(`/${name}`, "must be a text");
}

/** @throws AppError invalid_input when the field is there and no object. */
export function objectField(fields: Fields, name: string): Fields | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (isObject(value)) return value;
  // In a query an object travels as text.
  if (typeof value === "string") return objectField({ [name]: parsed(value, name) }, name);
  throw invalidField(`/${name}`, "must be a JSON object");
}

function parsed(value: string, name: string): unknown {
  try {
    const object: unknown = JSON.parse(value);
    if (isObject(object)) return object;
  } catch {
    // Said below.
  }
  throw invalidField(`/${name}`, "must be a JSON object");
}

/** @throws AppError invalid_input when the field is there and no boolean. */
export function booleanField(fields: Fields, name: string, otherwise: boolean): boolean {
  const value = fields[name];
  if (value === undefined || value === null) return otherwise;
  if (value === true || value === "true") return true;
  if (value === false || value === "false") return false;
  throw invalidField(`/${name}`, "must be true or false");
}

type Range = { min: number; max: number; otherwise: number };

/** A whole number. @throws AppError invalid_input when it is there and outside of the range. */
export function integerField(fields: Fields, name: string, { min, max, otherwise }: Range): number {
  const value = fields[name];
  if (value === undefined || value === null) return otherwise;
  const number = numberOf(value);
  if (typeof number === "number" && Number.isInteger(number) && number >= min && number <= max) return number;
  throw invalidField(`/${name}`, `must be a whole number from ${min} to ${max.toLocaleString("en")}`);
}

function numberOf(value: unknown): unknown {
  if (typeof value === "string" && value !== "") return Number(value);
  return value;
}

/** A list of texts; one text is a list of one. @throws AppError invalid_input. */
export function textsField(fields: Fields, name: string): string[] | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  const list = listOf(value);
  const texts = list.filter((one) => typeof one === "string");
  if (texts.length === list.length) return texts;
  throw invalidField(`/${name}`, "must be a list of texts");
}

/** A moment as it is stored. @throws AppError invalid_input. */
export function momentOf(value: unknown, pointer: string): string {
  const date = toDate(value);
  const year = date.getUTCFullYear();
  if (Number.isNaN(date.getTime()) || year < 1 || year > 9999)
    throw invalidField(pointer, "must be a date (2026-01-31), a date and time in ISO 8601, or Unix seconds");
  return date.toISOString();
}

function toDate(value: unknown): Date {
  if (typeof value === "number") return new Date(value * 1000);
  if (typeof value === "string") return new Date(value);
  return new Date(Number.NaN);
}

/** A day, or a moment of it as mem0's clients also write one. */
const EXPIRES = /^(\d{4}-\d{2}-\d{2})(?:[T ][\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** The day on which a memory expires; null takes it back. @throws AppError invalid_input. */
export function expirationField(fields: Fields): string | null | undefined {
  const value = fields.expiration_date;
  if (value === undefined || value === null) return value;
  const [, day = ""] = EXPIRES.exec(textOf(value) ?? "") ?? [];
  // The calendar takes 30 February for 2 March.
  const at = new Date(day);
  if (!Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)) return day;
  throw invalidField("/expiration_date", "must be a day as 2026-01-31, or null");
}

/** What a client of mem0 does that is not offered here. */
export function notOffered(what: string): AppError {
  return new AppError("not_found", `Casebook does not offer ${what}; docs/mem0.md lists what it does.`);
}
