import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fieldErrorsOf } from "./field-errors";

const schema = z.strictObject({
  query: z.string().meta({ description: "What to look for" }),
  kind: z.enum(["decision", "procedure"]).optional(),
  limit: z.int("must be a whole number").default(10),
  since: z.iso.date().optional(),
  share: z.number().min(0).max(1).optional(),
  tags: z.array(z.string().max(3)).max(2).optional(),
  place: z.preprocess((value) => value, z.strictObject({ path: z.string() })).optional(),
  citations: z.array(z.strictObject({ path: z.string(), line_start: z.int() })).default([]),
});

function errorsOf(input: unknown): Record<string, string> {
  const { error } = schema.safeParse(input);
  const errors = error ? fieldErrorsOf(error, { schema, input }) : [];
  return Object.fromEntries(errors.map(({ pointer, detail }) => [pointer, detail]));
}

describe("a refused input", () => {
  it("names a missing field in words, with what it takes and what it is for", () => {
    expect(errorsOf({})).toEqual({ "/query": "is missing; it takes text: What to look for" });
  });

  it("says which field was probably meant by an unknown one, at every depth", () => {
    expect(
      errorsOf({ qurey: "x", query: "x", citations: [{ path: "a", line_strt: 1, line_start: 1 }] }),
    ).toEqual({
      "/qurey": "is not a field of this operation; did you mean query?",
      "/citations/0/line_strt": "is not a field of this operation; did you mean line_start?",
    });
  });

  it("asks to remove a field that is like none", () => {
    expect(errorsOf({ query: "x", mood: "good" })).toEqual({
      "/mood": "is not a field of this operation; remove it",
    });
  });

  it("says which values a field takes, and which one was probably meant", () => {
    expect(errorsOf({ query: "x", kind: "desision" })).toEqual({
      "/kind": "must be one of decision, procedure; did you mean decision?",
    });
    expect(errorsOf({ query: 7, limit: "many" })).toEqual({
      "/query": "must be text",
      "/limit": "must be a whole number",
    });
  });

  it("says what an object needs, and how much or what form a value may have", () => {
    expect(errorsOf({ query: "x", citations: ["a.ts:1"] })).toEqual({
      "/citations/0": "must be an object with path, line_start",
    });
    expect(errorsOf({ query: "x", place: 3 })).toEqual({ "/place": "must be an object with path" });
    expect(errorsOf({ query: "x", since: "yesterday", share: 2 })).toEqual({
      "/since": "must be a date, such as 2026-11-03",
      "/share": "must be at most 1",
    });
    expect(errorsOf({ query: "x", share: -1, tags: ["a", "b", "c"] })).toEqual({
      "/share": "must be at least 0",
      "/tags": "must have at most 2 entries",
    });
    expect(errorsOf({ query: "x", tags: ["long"] })).toEqual({ "/tags/0": "must have at most 3 characters" });
  });
});
