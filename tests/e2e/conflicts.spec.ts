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
