import { api, expect, expectAccessible, test } from "./fixtures";
import { learn } from "./stories";

const REPOSITORY = "harbor/service";

type Memory = { id: string; statement: string; status: string; superseded_by: string | null };
type Page<T> = { items: T[]; total: number };
type Conflict = { id: string; memories: Memory[] };

const memory = (id: string) => api<Memory>("GET", `/memories/${id}`);

const learnt = (session_id: string, statement: string) =>
  learn({ session_id, repository: REPOSITORY, task: "Review the moorings", statement });

test("opposing learnings come through the hooks to the queue, are decided by a key, and it is undone", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const first = await learnt("moor-1", "Always use spring lines when a ship moors at the outer pier");
  const second = await learnt("moor-2", "Never use spring lines when a ship moors at the outer pier");
  const { items } = await api<Page<Conflict>>("GET", `/conflicts?memory_id=${second}`);
  expect(items.map(({ memories }) => memories.map(({ id }) => id))).toEqual([[first, second]]);
  const conflict_id = items[0]?.id ?? "";

  await page.goto("/");
  await expect(page.getByRole("link", { name: /conflicts?$/ }).first()).toBeVisible();
  await page.goto(`/conflicts?conflict=${conflict_id}`);
  const queue = page.getByRole("list", { name: "Conflicts", exact: true });
  const row = queue.locator(`[data-conflict="${conflict_id}"]`);
  await expect(row).toHaveAttribute("aria-current", "true");
  await expect(page.getByRole("article", { name: "Statement 1" })).toContainText("Always use spring lines");
  await expect(page.getByRole("article", { name: "Statement 2" })).toContainText("Never use spring lines");
  await expectAccessible(page);

  await page.keyboard.press("2");
  await expect(row).toHaveCount(0);
  await expect(page.locator("#live-region")).toContainText("One is true");
  expect(await memory(first)).toMatchObject({ status: "superseded", superseded_by: second });

  await test.step("a link to it shows it still, and nothing that is listed in its place", async () => {
    await page.goto(`/conflicts?conflict=${conflict_id}`);
    const note = page.getByText("This conflict is not in this list");
    await expect(note).toBeVisible();
    await expect(page.getByRole("article", { name: "Statement 1" })).toContainText("Always use spring lines");
    await expect(page.getByRole("button", { name: "Undo the decision" })).toBeVisible();
    await expect(queue.locator("[aria-current=true]")).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Show the list" }).click();
    await expect(note).toHaveCount(0);
    await expect(page).not.toHaveURL(/conflict=/);
  });

  await page.goto(`/memories/${first}`);
  await expect(page.getByText("Never use spring lines").first()).toBeVisible();

  await page.goto("/conflicts?status=resolved");
  const resolved = queue.locator(`[data-conflict="${conflict_id}"]`);
  await resolved.click();
  await page.getByRole("button", { name: "Undo the decision" }).click();
  await expect(resolved).toHaveCount(0);
  expect(await memory(first)).toMatchObject({ status: "active", superseded_by: null });

  await page.goto("/sessions");
  await page.getByRole("link", { name: /moor-2/ }).click();
  await expect(page.getByRole("list", { name: "Timeline" })).toContainText("1 contradiction found");
  await expectAccessible(page);
});

test("who moves on while a decision is on its way is not led back", async ({ page }) => {
  test.setTimeout(120_000);
  for (const [index, topic] of ["fog horns", "ring buoys", "wet suits"].entries()) {
    await learnt(`lock-${index}-1`, `Always use ${topic} when a ship waits in the inner lock`);
    await learnt(`lock-${index}-2`, `Never use ${topic} when a ship waits in the inner lock`);
  }
  await page.goto("/conflicts");
  const queue = page.getByRole("list", { name: "Conflicts", exact: true });
  const rows = queue.getByRole("listitem");
  const open = queue.locator("[aria-current=true]");
  await expect(rows.nth(2)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Both are true/ }).first()).toBeVisible();
  // The page is read before it listens to keys.
  await page.waitForLoadState("networkidle");
  const count = await rows.count();
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const resolving = /\/api\/v1\/conflicts\/[^/]+\/resolve$/;
  await page.route(resolving, async (route) => {
    await isReleased;
    await route.continue();
  });
  const isSent = page.waitForRequest(resolving);
  await page.keyboard.press("a");
  await isSent;
  for (const row of [1, 2]) {
    await page.keyboard.press("j");
    await expect(rows.nth(row).locator("[data-conflict]")).toBeFocused();
  }
  const third = (await open.getAttribute("data-conflict")) ?? "";
  release();
  await expect(page.locator("#live-region")).toContainText("Next:");
  await expect(rows).toHaveCount(count - 1);
  await expect(open).toHaveAttribute("data-conflict", third);
  await expect(open).toBeFocused();
});

test("a decision in one tab leaves open what another tab shows, and says so there", async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  for (const [index, topic] of ["storm sails", "deck chairs"].entries()) {
    await learnt(`tabs-${index}-1`, `Always use ${topic} when a ship waits in the outer lock`);
    await learnt(`tabs-${index}-2`, `Never use ${topic} when a ship waits in the outer lock`);
  }
  const { items } = await api<Page<Conflict>>("GET", "/conflicts?status=open");
  const conflict_id = items[0]?.id ?? "";
  const other = await context.newPage();
  for (const tab of [other, page]) {
    await tab.goto(`/conflicts?conflict=${conflict_id}`);
    await expect(tab.getByRole("button", { name: /^Both are true/ }).first()).toBeVisible();
    // The page is read before it listens to keys.
    await tab.waitForLoadState("networkidle");
  }
  const openIn = (tab: typeof page) =>
    tab.getByRole("list", { name: "Conflicts", exact: true }).locator("[aria-current=true]");
  await page.bringToFront();
  await page.keyboard.press("a");
  await expect(openIn(page)).not.toHaveAttribute("data-conflict", conflict_id);

  await other.bringToFront();
  await expect(other.getByText(/^\d+ changes? since you opened this$/)).toBeVisible();
  await expect(openIn(other)).toHaveAttribute("data-conflict", conflict_id);
  await other.getByRole("button", { name: "Show", exact: true }).click();
  await expect(other.getByText("This conflict is not in this list")).toBeVisible();
  await expect(openIn(other)).toHaveCount(0);
  await other.close();
});
