import { describe, expect, it } from "vitest";
import * as contract from "@/lib/tasks/contract";
import { addRepository, contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { sessionBeside } from "../../support/row-locks";

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

const HAND = "The cart is undefined until it is loaded: guard it in total().";

/** A failure of one test, and a session that holds it until it is released. */
async function held() {
  const shop = await fixture();
  const { failures } = await shop.report({ failing: ["total"] });
  const failure_id = failures[0]?.failure_id ?? "";
  const hold = async () => {
    const beside = await sessionBeside(database);
    await beside.query("select 1 from failure where id = $1 for update", [failure_id]);
    return beside;
  };
  const shown = () => run(contract.failureGet, { failure_id }, shop.person);
  return { ...shop, failure_id, hold, shown };
}

describe.runIf(process.env.DATABASE_URL)("a solution that a person writes", () => {
  it.each([true, false])("stays when its test passes at the same moment (first: %s)", async (isFirst) => {
    const { failure_id, hold, shown, person, report } = await held();
    const beside = await hold();
    const solve = () => run(contract.failureSolve, { failure_id, solution: HAND }, person);
    const pass = () => report({ passing: ["total"] });
    const one = isFirst ? solve() : pass();
    await beside.untilWaiting(1);
    const other = isFirst ? pass() : solve();
    await beside.untilWaiting(2);
    await beside.release();
    await Promise.all([one, other]);
    expect(await shown()).toMatchObject({ status: "solved", solution: HAND, solved_how: "hand" });
  });

  it("is not taken away by one who read the solution before it, nor replaced", async () => {
    const { failure_id, hold, shown, person, ci } = await held();
    await run(contract.failureSolve, { failure_id, solution: "Wrong guess." }, ci);
    const beside = await hold();
    const solving = run(contract.failureSolve, { failure_id, solution: HAND }, person);
    await beside.untilWaiting(1);
    const late = [
      run(contract.failureReopen, { failure_id }, person),
      run(contract.failureSolve, { failure_id, solution: "Another guess." }, ci),
    ];
    const refused = late.map((one) =>
      expect(one).rejects.toMatchObject({
        code: "conflict",
        message: "The failure changed meanwhile; its version is 3. Read it again.",
      }),
    );
    await beside.untilWaiting(3);
    await beside.release();
    await solving;
    await Promise.all(refused);
    expect(await shown()).toMatchObject({ status: "solved", solution: HAND, version: 3 });
  });
});
