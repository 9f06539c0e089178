import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GitRepository } from "../support/git-repository";
import { api, expect, expectAccessible, test } from "./fixtures";

const REPOSITORY = "harbor/service";

const BROKEN = `export function total(cart) {
  return cart.entries.map(({ price }) => price).reduce((sum, price) => sum + price, 0);
}
`;
const MENDED = `export function total(cart) {
  return Object.values(cart.entries).map(({ price }) => price).reduce((sum, price) => sum + price, 0);
}
`;
const TEST = `import assert from "node:assert";
import test from "node:test";
import { total } from "./total.mjs";
test("a cart by name costs its entries", () => assert.equal(total({ entries: { pen: { price: 2 } } }), 2));
test("a cart costs its entries", () => assert.equal(total({ entries: [{ price: 2 }] }), 2));
`;

type Failure = { id: string; signature: string; status: string; solution: string | null };
type Found = { items: { failure: Failure }[] };
type Pattern = { id: string };

/** Runs the repository's tests as they are committed, and hands their report in. */
async function runTests(git: GitRepository, commit: string) {
  let report: string;
  try {
    const args = ["--test", "--test-reporter=junit", "total.test.mjs"];
    report = execFileSync(process.execPath, args, {
      cwd: git.dir,
      encoding: "utf8",
      env: process.env,
    });
  } catch (error) {
    report = String(Reflect.get(Object(error), "stdout"));
  }
  return api<{ failures: { failure_id: string }[]; solved: { failure_id: string }[] }>(
    "POST",
    "/ci/results",
    {
      repository: REPOSITORY,
      commit,
      report,
    },
  );
}

const asAgentPlans = (query: string) =>
  api<{ items: { pattern: Pattern }[] }>("POST", "/patterns/search", { query, repository: REPOSITORY });

test("a failing test becomes a failure, its fix solves it, and the next planning finds what was learned", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const git = new GitRepository(mkdtempSync(join(tmpdir(), "casebook-total-")));
  const broken = git.commit({ "total.mjs": BROKEN, "total.test.mjs": TEST });
  const failing = await runTests(git, broken);
  expect(failing.failures).toHaveLength(1);
  const failure_id = failing.failures[0]?.failure_id ?? "";

  await page.goto("/failures?status=open");
  await expectAccessible(page);
  await page.locator(`a[href="/failures/${failure_id}"]`).first().click();
  await expect(page.getByText("TypeError: <name> is not a function").first()).toBeVisible();
  await expect(page.getByText("total.mjs:2").first()).toBeVisible();
  await expect(page.getByText("No solution yet")).toBeVisible();
  await expectAccessible(page);

  writeFileSync(join(git.dir, "total.mjs"), MENDED);
  const mended = git.commit();
  const passing = await runTests(git, mended);
  expect(passing.solved.map((each) => each.failure_id)).toEqual([failure_id]);
  await page.reload();
  await expect(page.getByText(`Its tests pass since commit ${mended.slice(0, 12)}`)).toBeVisible();
  const change = async () => {
    await page.getByRole("button", { name: "Change the solution" }).click();
    await page
      .getByRole("textbox", { name: "Solution" })
      .fill("Entries may come by name: take the values of the object.");
    await page.getByRole("button", { name: "Attach the solution" }).click();
    await expect(page.getByText("Entries may come by name").first()).toBeVisible();
  };
  await change();
  // Undone, the failure has the solution that it had, not none.
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText(`Its tests pass since commit ${mended.slice(0, 12)}`)).toBeVisible();
  await change();

  const query = "TypeError: rows.filter is not a function";
  const found = await api<Found>("POST", "/failures/search", {
    query,
    repository: REPOSITORY,
    phase: "planning",
  });
  expect(found.items.map(({ failure }) => failure.id)).toContain(failure_id);

  await api("POST", "/tasks", {
    task_id: "total-1",
    description: "Sum a cart whose entries come by name",
    repository: REPOSITORY,
    status: "passed",
  });
  const stored = await api<{ pattern: Pattern }>("POST", "/patterns", {
    task_id: "total-1",
    repository: REPOSITORY,
    problem_type: "aggregation",
    description: "Sum the entries of a cart that come by name",
    code: MENDED,
    language: "javascript",
  });
  const planned = await asAgentPlans("sum the entries of a cart");
  expect(planned.items.map(({ pattern }) => pattern.id)).toContain(stored.pattern.id);
  for (const [index, status] of ["passed", "passed", "failed"].entries())
    await api("POST", "/tasks", {
      task_id: `total-${index + 2}`,
      description: "Sum another cart",
      repository: REPOSITORY,
      status,
      iterations: [{ number: 1, phase: "planning", patterns_found: 1, patterns_used: [stored.pattern.id] }],
    });

  await page.goto("/patterns?q=sum+the+entries+of+a+cart");
  await page.locator(`a[href="/patterns/${stored.pattern.id}"]`).first().click();
  await expect(page.getByText("67 %").first()).toBeVisible();
  await expect(page.getByRole("group", { name: "Template of the pattern" })).toContainText("<number>");
  await expectAccessible(page);
  await page.getByRole("link", { name: "total-4" }).click();
  await expect(page.getByText("aggregation: Sum the entries")).toBeVisible();
  await expectAccessible(page);

  await runTests(git, git.commit({ "total.mjs": BROKEN }));
  await page.goto("/failures/returned");
  const queue = page.getByRole("list", { name: "Failures that came back" });
  const row = queue.locator(`[data-failure="${failure_id}"]`);
  await row.click();
  await expectAccessible(page);
  await page.keyboard.press("a");
  await expect(row).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await row.click();
  await page.keyboard.press("e");
  await page.getByRole("dialog").getByRole("textbox", { name: "Solution" }).fill("Another one.");
  await page.getByRole("dialog").getByRole("button", { name: "Attach the solution" }).click();
  await expect(row).toHaveCount(0);
  // A dialog keeps keys to itself until it is closed.
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(row).toBeVisible();
  expect(await api<Failure>("GET", `/failures/${failure_id}`)).toMatchObject({
    status: "returned",
    solution: "Entries may come by name: take the values of the object.",
  });
  await row.click();
  await page.keyboard.press("a");
  await expect(row).toHaveCount(0);
  const { items } = await api<{ items: Failure[] }>(
    "GET",
    `/failures?repository=${REPOSITORY}&status=solved`,
  );
  expect(items.map(({ id }) => id)).toContain(failure_id);

  await page.goto("/patterns/figures");
  await expect(page.getByText("Planning found a pattern, 7 days").first()).toBeVisible();
  await expectAccessible(page);
});
