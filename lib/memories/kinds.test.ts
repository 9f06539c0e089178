import { describe, expect, it } from "vitest";
import { memoryInputSchema } from "./contract";
import { asStored, fromShortForm, kindIssues, MEMORY_KINDS, type MemoryKind } from "./kinds";

const COMPLETE: Record<MemoryKind, { metadata: Record<string, unknown>; statement: string }> = {
  convention: { metadata: { subject: "time", fact: "UTC only", reason: "one zone" }, statement: "UTC only" },
  decision: { metadata: { content: "Use UTC" }, statement: "Use UTC" },
  procedure: { metadata: { content: "Run the tests" }, statement: "Run the tests" },
  anti_pattern: { metadata: { content: "Local time" }, statement: "Local time" },
  error_solution: { metadata: { error: "E1", solution: "retry" }, statement: "E1 → retry" },
  rejection_pattern: { metadata: { pattern_description: "unused import" }, statement: "unused import" },
  framework_knowledge: {
    metadata: { framework: "next", pattern_name: "actions", description: "Actions run on the server" },
    statement: "Actions run on the server",
  },
  developer_preference: {
    metadata: { developer_id: "ada", preference_type: "style", preference_value: "early returns" },
    statement: "style: early returns",
  },
  review_outcome: {
    metadata: { code_summary: "Adds a queue", verdict: "approved" },
    statement: "Adds a queue",
  },
  fact: { metadata: { content: "Ada is on holiday" }, statement: "Ada is on holiday" },
};
const cited = [{ path: "a.ts", line_start: 1, line_end: 1 }];

describe("kinds", () => {
  it.each(MEMORY_KINDS)(
    "%s makes its statement from what it carries, and refuses to carry nothing",
    (kind) => {
      const { metadata, statement } = COMPLETE[kind];
      const memory = { kind, metadata, citations: cited };
      expect(kindIssues(memory)).toEqual([]);
      expect(asStored(memory).statement).toBe(statement);
      expect(asStored({ ...memory, statement: "Another" }).statement).toBe("Another");
      expect(kindIssues({ kind, metadata: {}, citations: cited })).not.toEqual([]);
    },
  );

  it("do not keep the content twice, and keep what is free", () => {
    const memory = { kind: "decision" as const, metadata: { content: "Use UTC", ticket: 7 }, citations: [] };
    expect(asStored(memory)).toEqual({ statement: "Use UTC", metadata: { ticket: 7 } });
  });

  it("are checked by the input's schema, each wrong field with its path", () => {
    const paths = (input: unknown) =>
      memoryInputSchema.safeParse(input).error?.issues.map(({ path }) => path.join("/"));
    expect(paths({ kind: "convention", metadata: { fact: 5 } })).toEqual([
      "metadata/subject",
      "metadata/fact",
      "citations",
    ]);
    expect(paths({ kind: "decision" })).toEqual(["statement"]);
    expect(paths({ kind: "decision", statement: "x", repository: "a/b", repo: "a/c" })).toEqual(["repo"]);
    expect(paths({ kind: "decision", statement: "x", repository: "a/b", repo: "a/b" })).toBeUndefined();
    expect(paths({ fact: "UTC only", citations: cited })).toEqual(["subject"]);
    expect(
      paths({ subject: "time", fact: "UTC only", metadata: { fact: "Local" }, citations: cited }),
    ).toEqual(["fact"]);
    expect(paths({ statement: "x" })).toEqual(["kind"]);
  });

  it("say in words what is missing and what is wrong", () => {
    const messages = (input: unknown) =>
      memoryInputSchema
        .safeParse(input)
        .error?.issues.map(({ path, message }) => `${path.join("/")} ${message}`);
    expect(messages({ kind: "error_solution", statement: "Retry.", metadata: { error: 5 } })).toEqual([
      "metadata/error must be text",
      "metadata/solution is missing; an error_solution needs it",
    ]);
    expect(messages({ kind: "convention", statement: "UTC only" })).toEqual([
      "metadata/subject is missing; a convention needs it",
      "citations is empty; a convention needs at least one citation",
    ]);
    const verdict = { kind: "review_outcome", metadata: { code_summary: "Adds a queue", verdict: "fine" } };
    expect(messages(verdict)).toEqual(["metadata/verdict must be one of approved, needs_fixes, blocked"]);
  });

  it("take the statement of a convention for its fact, unless it names one", () => {
    const said = { kind: "convention" as const, statement: "Times are UTC.", metadata: { subject: "time" } };
    expect(fromShortForm(said).metadata).toEqual({ subject: "time", fact: "Times are UTC." });
    const both = { ...said, metadata: { subject: "time", fact: "UTC only" } };
    expect(fromShortForm(both).metadata.fact).toBe("UTC only");
    expect(memoryInputSchema.safeParse({ ...said, citations: cited }).success).toBe(true);
  });

  it("take subject, fact and reason beside the metadata: a convention, or the statement of another kind", () => {
    const short = { subject: "time", fact: "UTC only", reason: "one zone", created_by: "bot", metadata: {} };
    expect(fromShortForm(short)).toEqual({
      kind: "convention",
      metadata: { subject: "time", fact: "UTC only", reason: "one zone", created_by: "bot" },
    });
    expect(fromShortForm({ ...short, kind: "decision" })).toEqual({
      kind: "decision",
      metadata: { subject: "time", created_by: "bot" },
      statement: "UTC only",
      reasoning: "one zone",
    });
  });
});
