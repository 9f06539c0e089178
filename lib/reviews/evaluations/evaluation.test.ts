import { describe, expect, it } from "vitest";
import { memoryInputSchema } from "@/lib/memories/contract";
import { type Evaluation, reviewEvaluate } from "../contract";
import { bodyHash, findingsOf, rejectionPatternOf, reviewOutcomeOf } from "./evaluation";

const evaluation = (params: Record<string, unknown> = {}): Evaluation =>
  reviewEvaluate.input.parse({ workflow_id: "pr-1", summary: "Two findings", ...params });

let made = 0;
const nextId = () => `finding-${++made}`;

describe("findingsOf", () => {
  it("orders items by number, and infers what was left out", () => {
    const findings = findingsOf(
      evaluation({
        items_rejected: [{ number: 3, title: "Unused import os", file_path: "./src/a.py", reason: "" }],
        items_to_implement: [{ number: 7, title: "Crash", rule_category: "robustness", line: 4 }],
        items_needing_clarification: [{ number: 1, title: "Why?" }],
      }),
      nextId,
    ).map(({ finding }) => finding);
    expect(findings.map(({ number, disposition }) => [number, disposition])).toEqual([
      [1, "clarify"],
      [3, "reject"],
      [7, "implement"],
    ]);
    expect(findings[1]).toMatchObject({
      file_path: "src/a.py",
      file_pattern: "**/*.py",
      rule_category: "imports",
      reason: null,
      line: null,
    });
    expect(findings[2]).toMatchObject({ rule_category: "robustness", file_path: null, file_pattern: "*" });
  });
});

describe("rejectionPatternOf", () => {
  const patternOf = (item: Record<string, unknown>) => {
    const [first] = findingsOf(evaluation({ items_rejected: [{ number: 1, title: "T", ...item }] }), nextId);
    if (!first) throw new Error("no finding");
    return rejectionPatternOf(first.finding, first.item.evidence);
  };

  it("says title, place, issue and reason; the issue describes the pattern and the reason is its evidence", () => {
    expect(
      patternOf({
        title: "Unused import os",
        file_path: "src/a.py",
        line: 3,
        original_issue: "os is never used",
        reason: "re-exported on purpose",
      }),
    ).toEqual({
      statement: "Unused import os (src/a.py:3)\nIssue: os is never used\nRejected: re-exported on purpose",
      metadata: {
        pattern_description: "os is never used",
        file_pattern: "**/*.py",
        rule_category: "imports",
        rejection_reason: "re-exported on purpose",
        evidence: "re-exported on purpose",
        file_path: "src/a.py",
        line: 3,
        original_issue: "os is never used",
      },
    });
  });

  it("takes the evidence that was given, and the title where there is no issue", () => {
    expect(patternOf({ reason: "r", evidence: "line 9 uses it" }).metadata).toMatchObject({
      pattern_description: "T",
      evidence: "line 9 uses it",
    });
    expect(patternOf({}).statement).toBe("T");
  });

  it("fits the kind however long the texts are, and cuts no character in half", () => {
    const long = `${"x".repeat(3999)}${"😀".repeat(3000)}`;
    const pattern = patternOf({
      title: "t".repeat(1000),
      reason: long,
      original_issue: long,
      evidence: long,
    });
    expect(memoryInputSchema.safeParse({ kind: "rejection_pattern", ...pattern }).error).toBeUndefined();
    expect(pattern.statement.length).toBeLessThanOrEqual(8000);
    expect(pattern.statement.isWellFormed()).toBe(true);
    expect(pattern.metadata.evidence).toBe("x".repeat(3999));
  });
});

describe("reviewOutcomeOf", () => {
  it("is there only when the code was summarised", () => {
    expect(reviewOutcomeOf(evaluation())).toBeNull();
  });

  it("keeps 500 characters of the summary and the first five titles to implement", () => {
    const outcome = reviewOutcomeOf(
      evaluation({
        code_summary: "c".repeat(600),
        issue_summary: "Login fails",
        items_to_implement: [1, 2, 3, 4, 5, 6].map((number) => ({ number, title: `Fix ${number}` })),
      }),
    );
    expect(outcome?.metadata).toEqual({
      code_summary: "c".repeat(500),
      issue_summary: "Login fails",
      key_findings: ["Fix 1", "Fix 2", "Fix 3", "Fix 4", "Fix 5"],
      verdict: "needs_fixes",
      workflow_id: "pr-1",
    });
    expect(outcome?.statement).toBe(`${"c".repeat(500)}\nLogin fails`);
    expect(memoryInputSchema.safeParse({ kind: "review_outcome", ...outcome }).error).toBeUndefined();
  });
});

describe("bodyHash", () => {
  it("is the same for the same body in another order of keys, and under the other name of the repository", () => {
    const item = { number: 1, title: "T", reason: "r" };
    const hash = bodyHash(evaluation({ repository: "a/b", items_rejected: [item] }));
    const reordered = reviewEvaluate.input.parse({
      items_rejected: [{ reason: "r", title: "T", number: 1 }],
      repo: "a/b",
      round: 1,
      summary: "Two findings",
      workflow_id: "pr-1",
    });
    expect(bodyHash(reordered)).toBe(hash);
    expect(bodyHash(evaluation({ repository: "a/b", items_deferred: [item] }))).not.toBe(hash);
    expect(bodyHash(evaluation({ items_rejected: [item] }))).not.toBe(hash);
  });
});

describe("the evaluation's schema", () => {
  const issues = (params: Record<string, unknown>) =>
    (
      reviewEvaluate.input.safeParse({ workflow_id: "pr-1", summary: "S", ...params }).error?.issues ?? []
    ).map((issue) => `/${issue.path.join("/")}: ${issue.message}`);

  it("names every duplicate number, over all lists", () => {
    const item = { number: 4, title: "T" };
    const found = issues({ items_to_implement: [item, item], items_deferred: [item] });
    expect(found).toEqual([
      "/items_to_implement/1/number: 4 is also the number at /items_to_implement/0/number; give each item its own",
      "/items_deferred/0/number: 4 is also the number at /items_to_implement/0/number; give each item its own",
    ]);
  });

  it("refuses a disposition that is unknown, or of another list", () => {
    expect(issues({ items_rejected: [{ number: 1, title: "T", disposition: "dismiss" }] })).toEqual([
      "/items_rejected/0/disposition: must be one of implement, reject, defer, clarify",
    ]);
    expect(issues({ items_rejected: [{ number: 1, title: "T", disposition: "defer" }] })).toEqual([
      "/items_rejected/0/disposition: must be reject in items_rejected, or the item belongs in another list",
    ]);
    expect(issues({ items_rejected: [{ number: 1, title: "T", disposition: "reject" }] })).toEqual([]);
  });

  it("takes 500 items over all lists and refuses 501", () => {
    const items = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => ({ number: from + index, title: "T" }));
    expect(issues({ items_to_implement: items(0, 250), items_rejected: items(250, 500) })).toEqual([]);
    expect(issues({ items_to_implement: items(0, 250), items_rejected: items(250, 501) })).toEqual([
      expect.stringMatching(/^\/items_rejected: must be at most 500 items/),
    ]);
    expect(issues({ items_deferred: items(0, 501) })).toEqual([
      expect.stringMatching(/^\/items_deferred: must be at most 500 items/),
    ]);
  });

  it("refuses a title of 10 KB, NUL, and paths that leave the repository; keeps HTML and control characters", () => {
    const title = (text: string) => issues({ items_rejected: [{ number: 1, title: text }] });
    const path = (file_path: string) => issues({ items_rejected: [{ number: 1, title: "T", file_path }] });
    expect(title("x".repeat(10_240))).toEqual(["/items_rejected/0/title: must be at most 1,000 characters"]);
    expect(title("a\u0000b")[0]).toMatch(/^\/items_rejected\/0\/title: must not contain NUL/);
    expect(title("<img src=x onerror=alert(1)>\u0007\u001b[31m")).toEqual([]);
    for (const outside of ["../etc/passwd", "a/../../b", "/etc/passwd", "C:/x", "a\\b"])
      expect(path(outside)).toHaveLength(1);
    expect(path("src/..hidden/a..b.ts")).toEqual([]);
  });

  it("refuses two names of the repository that differ", () => {
    expect(issues({ repository: "a/b", repo: "a/c" })).toEqual([
      "/repo: differs from repository; give one of them",
    ]);
  });
});
