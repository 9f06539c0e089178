import type { z } from "zod";

const TYPES: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const oneOf = (values: readonly unknown[]) => {
  if (values.length === 1) return String(values[0]);
  return `one of ${values.map(String).join(", ")}`;
};

/** What a field takes whose value is missing: "text", "one of a, b"; null where the issue does not say. */
export function takenBy(issue: z.core.$ZodIssue): string | null {
  if (issue.code === "invalid_value") return oneOf(issue.values);
  if (issue.code === "invalid_type") return TYPES[issue.expected] ?? null;
  return null;
}

/** What a text of a format looks like, where its schema has no words of its own. */
const FORMATS: Record<string, string> = {
  date: "a date, such as 2026-11-03",
  datetime: "a time with its zone, such as 2026-11-03T14:00:00Z",
  email: "an e-mail address",
  url: "an address, such as https://example.com",
  uuid: "a UUID",
};

/** The words with which zod begins a message of its own; a schema with words of its own keeps them. */
const ZODS_OWN = /^(?:Invalid |Too big|Too small)/;

/** What is wrong with a value that is there, as the end of a sentence about its field: "must be text". */
export function wrongInWords(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_value") return `must be ${oneOf(issue.values)}`;
  if (!ZODS_OWN.test(issue.message)) return issue.message;
  switch (issue.code) {
    case "invalid_type":
      return mustBe(TYPES[issue.expected], issue);
    case "invalid_format":
      return mustBe(FORMATS[issue.format], issue);
    case "too_big":
      return `must ${beOrHave(issue.origin, `${issue.inclusive === false ? "less than" : "at most"} ${issue.maximum}`)}`;
    case "too_small":
      return `must ${beOrHave(issue.origin, `${issue.inclusive === false ? "more than" : "at least"} ${issue.minimum}`)}`;
    default:
      return issue.message;
  }
}

const mustBe = (what: string | undefined, { message }: { message: string }) =>
  what === undefined ? message : `must be ${what}`;

const COUNTED: Record<string, string> = { string: "characters", array: "entries", set: "entries" };

function beOrHave(origin: string, amount: string): string {
  const counted = COUNTED[origin];
  return counted === undefined ? `be ${amount}` : `have ${amount} ${counted}`;
}
