import { describe, expect, it } from "vitest";
import { z } from "zod";
import { kindOfField, RECORDED_TEXTS, SECRET_FIELDS } from "@/lib/access";
import { operations } from "@/lib/registry";

/** Texts of which an entry holds the length alone: by or about people, or removed for good with their row. */
const IN_LENGTHS: Readonly<Record<string, readonly string[]>> = {
  "by or about people": [
    "email",
    "name",
    "git_authors",
    "names",
    "body",
    "feedback",
    "note",
    "intent",
    "developer",
    "user",
    "reviewer",
    "created_by",
    "question",
    "correction_reason",
    "github_name",
    "agent",
    "agent_type",
    "within",
    "task",
    "text",
    "query",
  ],
  "of memories, removed for good with them": [
    "preference_value",
    "statement",
    "subject",
    "fact",
    "reasoning",
    "outcome",
    "metadata",
    "tags",
    "category",
    "applies_to",
    "citations",
    "memories",
    "repository",
    "repo",
    "session_id",
    "source",
    "user",
    "groups",
    "versions",
    "pairs",
    "steps",
    "uses",
    "shown_at",
    "rule",
    "expectation",
    "paths",
    "except",
  ],
  "of tasks, patterns and failures, removed for good with them": [
    "task_id",
    "description",
    "iterations",
    "error_type",
    "test_name",
    "file_path",
    "commit",
    "branch",
    "solution",
    "problem_type",
    "code",
    "language",
    "tests",
    "dependencies",
    "citation",
    "security_findings",
    "report",
    "run_id",
    "run_at",
  ],
  "of logs, erased with them": ["date", "messages", "markdown", "with_facts"],
  "of passkeys, kept with them": ["credential"],
  "of how a person is notified, removed with the member": [
    "time_zone",
    "quiet_from",
    "quiet_to",
    "digest_at",
    "cadences",
  ],
  "of skills, kept with their versions": ["content", "hunks", "hunk_feedback", "skill"],
  "of reviews and imports, kept with them": [
    "workflow_id",
    "summary",
    "items_to_implement",
    "items_rejected",
    "items_deferred",
    "items_needing_clarification",
    "code_summary",
    "issue_summary",
    "reviewed_at",
    "evaluations",
    "sarif",
    "root",
    "answer",
    "items",
    "header",
    "records",
  ],
  "of hooks, sent by programs": [
    "client",
    "ref",
    "after",
    "agent_file",
    "output",
    "diff",
    "hook_event_name",
    "prompt",
    "tool_name",
    "tool_input",
    "tool_response",
    "error",
    "task_subject",
    "task_description",
    "agent_id",
    "last_assistant_message",
    "casebook",
    "verdict",
  ],
  "said field by field by the operation itself": ["settings", "inherit", "source"],
};

const inputsOf = () =>
  operations.flatMap((operation) => {
    const { contract } = operation;
    if (operation.kind !== "command" || !(contract.input instanceof z.ZodObject)) return [];
    return Object.entries<z.ZodType>(contract.input.shape).map(([name, schema]) => ({
      operation: contract.name,
      name,
      kind: kindOfField(contract.name, name, schema),
    }));
  });

describe("every field that a person can change", () => {
  it("is in the audit before and after, or somebody decided why only its length is", () => {
    const decided = new Set(Object.values(IN_LENGTHS).flat());
    const undecided = inputsOf()
      .filter(({ kind, name }) => kind === "text" && !decided.has(name))
      .map(({ operation, name }) => `${operation}.${name}`);
    expect(undecided).toEqual([]);
  });

  it("is one that exists, where it is named as a text or a secret", () => {
    const there = new Set(inputsOf().map(({ operation, name }) => `${operation}.${name}`));
    const names = new Set(inputsOf().map(({ name }) => name));
    expect([...RECORDED_TEXTS].filter((name) => !there.has(name))).toEqual([]);
    expect([...SECRET_FIELDS].filter((name) => !names.has(name))).toEqual([]);
    expect(
      Object.values(IN_LENGTHS)
        .flat()
        .filter((name) => !names.has(name)),
    ).toEqual([]);
  });
});
