import { describe, expect, it } from "vitest";
import * as contract from "@/lib/tasks/contract";
import { addRepository, contextOf, createOrganization, run, testDatabase } from "../../support/database";

const database = testDatabase();

const errorOf = (name: string) =>
  `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Error: the shop is closed\n    at ${name} (/ci/src/${name}.ts:3:9)`;

/** A report in which these tests fail, each with an error of its own, and those pass. */
const junit = ({
  failing = [],
  passing = [],
}: {
  failing?: readonly string[];
  passing?: readonly string[];
}) => {
  const failed = failing.map(
    (name) =>
      `<testcase classname="shop" name="${name}"><failure><![CDATA[${errorOf(name)}]]></failure></testcase>`,
  );
  const passed = passing.map((name) => `<testcase classname="shop" name="${name}"/>`);
  return `<testsuites><testsuite name="s">${[...failed, ...passed].join("")}</testsuite></testsuites>`;
};

async function fixture() {
  const organization = await createOrganization(database.db);
  await addRepository(database.db, { organization_id: organization.organization_id, name: "acme/shop" });
  const ci = contextOf(database, await organization.agent({ name: "ci" }));
  const person = contextOf(database, await organization.person("developer"));
  let reports = 0;
  /** Each of a commit of its own, a minute after the one before. */
  const report = (tests: Parameters<typeof junit>[0]) => {
    reports += 1;
    const run_at = new Date(Date.UTC(2026, 0, 1, 0, reports)).toISOString();
    const commit = String(reports).padStart(40, "0");
    return run(
      contract.ciResultsStore,
      { repository: "acme/shop", commit, report: junit(tests), run_at },
      ci,
    );
  };
  return { organization, ci, person, report };
}

describe.runIf(process.env.DATABASE_URL)("shards of CI at once", () => {
  const names = ["a", "b", "c", "d", "e", "f", "g", "h"].map((letter) => letter.repeat(3));

  it("are both stored, whatever the order of the errors that they share", async () => {
    const { report, ci } = await fixture();
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all([
        report({ failing: names }),
        report({ failing: [...names].reverse() }),
      ]);
      expect(answers.map(({ failures }) => failures.map(({ test_name }) => test_name))).toEqual([
        names.map((name) => `shop › ${name}`),
        [...names].reverse().map((name) => `shop › ${name}`),
      ]);
    }
    const { items } = await run(contract.failureList, { limit: 50 }, ci);
    expect(items.map(({ occurrence_count }) => occurrence_count)).toEqual(names.map(() => 6));
  });

  it("are both stored when each solves what the other one fails with", async () => {
    const { report, ci } = await fixture();
    await report({ failing: names });
    const [one, other] = [names.slice(0, 4), names.slice(4)];
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([report({ failing: one, passing: other }), report({ failing: other, passing: one })]);
    }
    const { items } = await run(contract.failureList, { limit: 50 }, ci);
    expect(items.map(({ occurrence_count }) => occurrence_count)).toEqual(names.map(() => 4));
  });
});
