import { beforeAll, describe, expect, it } from "vitest";
import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import { newId } from "@/lib/kernel/ids";
import { prepareQuery } from "@/lib/memories";
import { findRejections, findRuleRates, findSimilarReviews, readDiff } from "@/lib/recall";
import { contextGet, recallGet } from "@/lib/recall/contract";
import { reviewEvaluate } from "@/lib/reviews/contract";
import { run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { setUp } from "./support";

const root = repositoryRoot();
const database = testDatabase();

const DIFF = `diff --git a/src/version.ts b/src/version.ts
--- a/src/version.ts
+++ b/src/version.ts
@@ -20,3 +20,3 @@
 context
-  return oldParser(text);
+  return versionParser(text);
 after
`;
const SECRET_NAME = "versionParser";

const SETTINGS = { high_rejection_rate: 0.3, high_rejection_flagged: 5 };

describe("what reviewers get", () => {
  let place: Awaited<ReturnType<typeof setUp>>;
  let where: MemoryWhere;
  const diff = readDiff(DIFF);
  beforeAll(async () => {
    place = await setUp(database, root.path, { review_scope: "repository" });
    const rejected = (title: string, file_path: string, line: number, reason: string) => ({
      title,
      file_path,
      line,
      reason,
      original_issue: `${title} there`,
      rule_category: "unused_code",
    });
    const review = (body: object) =>
      run(
        reviewEvaluate,
        { workflow_id: newId(), summary: "Reviewed", repository: place.repository, ...body },
        place.lead,
      );
    await review({
      code_summary: "The version parser reads pre-release tags",
      issue_summary: "Versions with tags are refused",
      items_to_implement: [
        {
          number: 1,
          title: "Tags of two parts are cut",
          file_path: "src/version.ts",
          line: 3,
          rule_category: "bug",
        },
        {
          number: 2,
          title: "No test for an empty tag",
          file_path: "src/other.ts",
          line: 3,
          rule_category: "unused_code",
        },
      ],
      items_rejected: [
        { number: 3, ...rejected("Far from it", "src/version.ts", 90, "Used by plugins") },
        { number: 4, ...rejected("Unused export", "src/version.ts", 21, "Used by plugins") },
        { number: 5, ...rejected("Near it", "src/version.ts", 25, "Kept for\n\n# old plugins") },
        { number: 6, ...rejected("Elsewhere", "src/elsewhere.ts", 21, "Used by plugins") },
        { number: 7, ...rejected("In Python", "tools/run.py", 1, "A script") },
      ],
    });
    await review({
      items_rejected: [1, 2].map((number) => ({
        number,
        ...rejected(`Unused export ${number}`, "src/again.ts", number, "Used by plugins"),
      })),
    });
    await place.embed();
    where = {
      organization_id: place.organization_id,
      visible_repository_ids: null,
      asking_agent: "planner",
      status: ["active"],
      reaching_repository_id: place.repository_id,
      deleted: false,
    };
  });

  it("are past rejections in the changed files, the nearest to a changed line first", async () => {
    const found = await findRejections(database.db, {
      where,
      repositoryId: place.repository_id,
      changedFiles: diff.paths,
      hunks: diff.hunks,
      limit: 10,
    });
    expect(found.map(({ line_distance }) => line_distance)).toEqual([0, 3, 68]);
  });

  it("are found by their files without a diff, too", async () => {
    const found = await findRejections(database.db, {
      where,
      repositoryId: place.repository_id,
      changedFiles: ["src/elsewhere.ts"],
      hunks: [],
      limit: 10,
    });
    expect(found.map(({ line_distance }) => line_distance)).toEqual([null]);
  });

  it("are similar reviews with their issue, verdict and findings", async () => {
    const query = prepareQuery("Let the version parser accept tags", { embedder: place.embedder });
    const [similar] = await findSimilarReviews(database.db, { where, query, limit: 3 });
    expect(similar?.text).toBe(
      "A similar change for “Versions with tags are refused” was sent back: The version parser reads pre-release tags — " +
        "to fix: Tags of two parts are cut; No test for an empty tag",
    );
    expect(similar?.found?.id).toBe(similar?.memory.id);
  });

  it("are the rates of rules that are often rejected in such files, with the usual reason", async () => {
    const ask = (changedFiles: string[], repositoryId = place.repository_id) =>
      findRuleRates(database.db, {
        where,
        repositoryId,
        changedFiles,
        settings: SETTINGS,
        now: new Date(Date.now() + 1_000),
        limit: 5,
      });
    const [rate, ...others] = await ask(diff.paths);
    expect(others).toEqual([]);
    expect(rate).toMatchObject({ rule_category: "unused_code", rejected: 6, flagged: 7 });
    expect(rate?.text).toMatch(
      /^unused_code: 86 % of 7 were rejected here \(95 % interval \d+–\d+ %\); report it only with evidence from the code that it matters; 5 of the 6 rejected ones because \(src\/\S+\): “Used by plugins”$/,
    );
    expect(await ask(["tools/other.py"])).toEqual([]);
    expect(await ask([])).toEqual([]);
    expect(await ask(diff.paths, newId())).toEqual([]);
  });

  it("name no reason that one rejection alone gave, though it is the newest", async () => {
    const reasons = [
      "The protocol asks for MD5",
      "Only the demo does this",
      "Checked by its caller",
      "The certificate is pinned",
      "Nobody outside reaches this",
      "No nested quantifiers, the length is limited",
    ];
    for (const [number, reason] of reasons.entries())
      await run(
        reviewEvaluate,
        {
          workflow_id: newId(),
          summary: "Reviewed",
          repository: place.repository,
          items_rejected: [
            {
              number,
              title: `Risk ${number}`,
              file_path: `net/part-${number}.go`,
              reason,
              rule_category: "security",
            },
          ],
        },
        place.lead,
      );
    const { context } = await run(
      contextGet,
      {
        task: "Review: allow requests without verification",
        agent_type: "reviewer",
        repository: place.repository,
        changed_files: ["net/config.go"],
      },
      place.agent,
    );
    expect(context).toMatch(/security: 100 % of 6 .* only with evidence from the code that it matters$/m);
    expect(context).not.toContain("No nested quantifiers");
  });

  it("stay within their organization", async () => {
    const asked = {
      where: { ...where, organization_id: newId() },
      repositoryId: place.repository_id,
      changedFiles: diff.paths,
      limit: 9,
    };
    expect(await findRejections(database.db, { ...asked, hunks: [] })).toEqual([]);
    expect(await findRuleRates(database.db, { ...asked, settings: SETTINGS, now: new Date() })).toEqual([]);
  });

  it("are no rejections of another repository, even where they reach everybody", async () => {
    const found = await findRejections(database.db, {
      where: { ...where, reaching_repository_id: undefined },
      repositoryId: newId(),
      changedFiles: diff.paths,
      hunks: [],
      limit: 9,
    });
    expect(found).toEqual([]);
  });

  it("a diff is read for its files and counted in the ledger, and never stored", async () => {
    const answer = await run(
      contextGet,
      { task: "Review the version parser", agent_type: "reviewer", repository: place.repository, diff: DIFF },
      place.agent,
    );
    expect(answer.degraded.filter((words) => words.startsWith("diff"))).toEqual([]);
    const kept = await run(recallGet, { recall_id: answer.recall_id ?? "" }, place.owner);
    expect(kept.question).toMatchObject({
      changed_files: ["src/version.ts"],
      diff: { files: 1, hunks: 1, added_lines: 1, removed_lines: 1 },
    });
    expect(JSON.stringify(kept)).not.toContain(SECRET_NAME);
  });

  it("uses the first 2,000 of 5,000 changed files, and says so", async () => {
    const changed_files = Array.from({ length: 5_000 }, (_, at) => `src/part-${at}/file.ts`);
    const answer = await run(
      contextGet,
      { task: "Review the version parser", repository: place.repository, changed_files },
      place.agent,
    );
    expect(answer.degraded).toContain("changed_files: only the first 2000 of 5000 were used");
  });

  it("refuses a task of blanks with what to send instead", async () => {
    const asked = run(contextGet, { task: " \n\t" }, place.agent);
    await expect(asked).rejects.toThrow("/task: must not be blank; say what the agent is about to do");
  });

  it.each([
    ["binary", "\u0000\u0001".repeat(5_000)],
    ["malformed", "diff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts\n@@ -1,9 +1,9 @@\n-a\n"],
    ["2 MB of text", "x".repeat(2 * 1_024 * 1_024)],
  ])("a diff that is %s leaves a context that says so", async (_, text) => {
    const answer = await run(
      contextGet,
      { task: "Review this", agent_type: "reviewer", repository: place.repository, diff: text },
      place.agent,
    );
    expect(answer.outcome).not.toBe("failed");
    expect(answer.degraded.some((words) => words.startsWith("diff: "))).toBe(true);
  });
});
