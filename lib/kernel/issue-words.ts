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

/** What a field takes whose value is missing or of the wrong type: "text", "one of a, b"; null where its schema has words of its own. */
export function takenBy(issue: z.core.$ZodIssue): string | null {
  if (issue.code === "invalid_value") return oneOf(issue.values);
  if (issue.code === "invalid_type") return TYPES[issue.expected] ?? null;
  return null;
}

/** What is wrong with a value that is there, as the end of a sentence about its field: "must be text". */
export function wrongInWords(issue: z.core.$ZodIssue): string {
  const taken = takenBy(issue);
  // A schema with words of its own keeps them.
  const isOwn = issue.code === "invalid_type" && !issue.message.startsWith("Invalid input");
  if (taken === null || isOwn) return issue.message;
  return `must be ${taken}`;
}
