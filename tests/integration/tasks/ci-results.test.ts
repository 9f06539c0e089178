import { describe, expect, it } from "vitest";
import * as contract from "@/lib/tasks/contract";
import { addRepository, contextOf, createOrganization, run, testDatabase } from "../../support/database";

const database = testDatabase();

const COMMITS = ["a", "b", "c"].map((letter) => letter.repeat(40));
const [FIRST = "", SECOND = "", THIRD = ""] = COMMITS;

const BROKEN =
  "TypeError: Cannot read properties of undefined (reading 'map')\n    at total (/ci/src/shop.ts:3:9)";

type Case = { name: string; failure?: string };

const junit = (cases: readonly Case[]) =>
  `<testsuites><testsuite name="s">${cases
    .map(({ name, failure }) => {
      const inner = failure === undefined ? "" : `<failure><![CDATA[${failure}]]></failure>`;
      return `<testcase classname="shop" name="${name}">${inner}</testcase>`;
    })
    .join("")}</testsuite></testsuites>`;

async function fixture() {
  const organization = await createOrganization(database.db);
  const { organization_id } = organization;
  await addRepository(database.db, { organization_id, name: "acme/shop" });
  const context = contextOf(database, await organization.agent({ name: "ci" }));
  let minute = 0;
  const report = (
    commit: string,
    cases: readonly Case[],
    more: { branch?: string; run_at?: string; run_id?: string } = {},
  ) => {
    minute += 1;
    const run_at = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
    return run(
      contract.ciResultsStore,
      { repository: "acme/shop", commit, report: junit(cases), run_at, ...more },
      context,
    );
  };
  const failures = async () => (await run(contract.failureList, {}, context)).items;
  return { organization, organization_id, context, report, failures };
}

describe("results of tests", () => {
  it("become failures, which the commit solves at which their tests pass, and return when they fail again", async () => {
    const { report, failures, context } = await fixture();
    const failing = await report(FIRST, [{ name: "total", failure: BROKEN }, { name: "other" }]);
    expect(failing).toMatchObject({ stored: true, tests: 2, passed: 1, failed: 1, solved: [] });
    const failure_id = failing.failures[0]?.failure_id ?? "";
    const passing = await report(SECOND, [{ name: "total" }, { name: "other" }]);
    expect(passing.solved).toMatchObject([{ failure_id }]);
    expect(await failures()).toMatchObject([
      { id: failure_id, status: "solved", solved_how: "ci", fix_commit: SECOND, occurrence_count: 1 },
    ]);
    const { occurrences } = await run(contract.failureGet, { failure_id }, context);
    expect(occurrences).toMatchObject([{ source: "ci", commit_sha: FIRST, passed_commit: SECOND, line: 3 }]);
    const again = await report(THIRD, [{ name: "total", failure: BROKEN }]);
    expect(again.failures[0]?.solution).toContain(SECOND.slice(0, 12));
    expect(await failures()).toMatchObject([{ id: failure_id, status: "returned" }]);
  });

  it("change nothing when the same report comes again, even at once", async () => {
    const { report, failures } = await fixture();
    const cases = [{ name: "total", failure: BROKEN }];
    const answers = await Promise.all([report(FIRST, cases), report(FIRST, cases), report(FIRST, cases)]);
    expect(answers.filter(({ stored }) => stored)).toHaveLength(1);
    expect(await failures()).toMatchObject([{ occurrence_count: 1 }]);
  });

  it("are stored of each report of a run, and of the same report once", async () => {
    const { report, failures } = await fixture();
    const more = { run_id: "gh-1" };
    const unit = await report(FIRST, [{ name: "unit" }], more);
    const browser = await report(FIRST, [{ name: "total", failure: BROKEN }], more);
    expect([unit, browser]).toMatchObject([
      { stored: true, failed: 0 },
      { stored: true, failed: 1 },
    ]);
    expect(await report(FIRST, [{ name: "total", failure: BROKEN }], more)).toMatchObject({
      stored: false,
      id: browser.id,
      failed: 1,
    });
    expect(await report(FIRST, [{ name: "unit" }], more)).toMatchObject({ stored: false, id: unit.id });
    expect(await report(SECOND, [{ name: "total" }], more)).toMatchObject({ stored: true, failed: 0 });
    expect(await failures()).toMatchObject([{ status: "solved", occurrence_count: 1 }]);
  });

  it("solve a failure when all of its tests pass, not before", async () => {
    const { report, failures } = await fixture();
    await report(FIRST, [
      { name: "one", failure: BROKEN },
      { name: "two", failure: BROKEN },
    ]);
    await report(SECOND, [{ name: "one" }, { name: "two", failure: BROKEN }]);
    expect(await failures()).toMatchObject([{ status: "open", occurrence_count: 3 }]);
    await report(THIRD, [{ name: "one" }, { name: "two" }]);
    expect(await failures()).toMatchObject([{ status: "solved" }]);
  });

  it.each([
    ["passes at the commit where it failed", FIRST, {}],
    ["passed in an older run that is reported late", SECOND, { run_at: "2025-12-31T00:00:00.000Z" }],
    ["passes on another branch", SECOND, { branch: "main" }],
  ])("do not solve a failure whose test %s", async (_, commit, more) => {
    const { report, failures } = await fixture();
    await report(FIRST, [{ name: "total", failure: BROKEN }], { branch: "feature" });
    await report(commit, [{ name: "total" }], { branch: "feature", ...more });
    expect(await failures()).toMatchObject([{ status: "open" }]);
  });

  it("say which failing tests were not stored, and why", async () => {
    const { report, failures } = await fixture();
    const answer = await report(FIRST, [
      { name: "db", failure: "Error: connect ECONNREFUSED 127.0.0.1:5432" },
    ]);
    expect(answer.not_stored).toMatchObject([{ test_name: "shop › db", reason: "infrastructure" }]);
    expect(await failures()).toEqual([]);
  });

  it("are stored without what no text may hold, which escapes of JSON stand for", async () => {
    const { context, failures } = await fixture();
    const report = JSON.stringify({
      testResults: [
        {
          name: "/ci/app/src/shop\u0000.test.ts",
          status: "failed",
          assertionResults: [
            {
              ancestorTitles: ["shop\u0000"],
              title: "reads \ud83d",
              status: "failed",
              failureMessages: [`\u0000${BROKEN}\u0000`],
            },
          ],
        },
      ],
    });
    const answer = await run(
      contract.ciResultsStore,
      { repository: "acme/shop", commit: FIRST, report },
      context,
    );
    const [failed] = answer.failures;
    expect(failed?.test_name).toBe("src/shop.test.ts › shop › reads \ufffd");
    const [failure] = await failures();
    expect(failure).toMatchObject({ id: failed?.failure_id, error_type: "TypeError" });
    const { occurrences } = await run(contract.failureGet, { failure_id: failed?.failure_id ?? "" }, context);
    expect(occurrences).toMatchObject([{ file_path: "src/shop.test.ts", output: BROKEN }]);
  });

  it("of a broken report are refused by the field", async () => {
    const { context } = await fixture();
    const asked = { repository: "acme/shop", commit: FIRST, report: "<testsuites><testsuite>" };
    await expect(run(contract.ciResultsStore, asked, context)).rejects.toThrow(/\/report: is not valid XML/);
  });
});
