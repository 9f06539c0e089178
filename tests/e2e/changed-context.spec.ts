import { expect, expectAccessible, test } from "./fixtures";

const STATEMENT = /^High season is May to September/;

test("a value that cited lines use changed: it waits, is decided by one key, and waits again when that is undone", async ({
  page,
}) => {
  await page.goto("/citations?view=context");
  const queue = page.getByRole("article").filter({ hasText: STATEMENT });
  await expect(queue.getByRole("heading", { name: STATEMENT })).toBeVisible();
  await expect(queue).toContainText("SEASON_END_MONTH, a value that the cited lines use, changed.");
  await expect(queue.getByRole("group", { name: /^Then src\/bookings\/pricing\.ts/ })).toContainText("= 10;");
  await expectAccessible(page);

  await test.step("still true: it is decided, and agents are given the memory without the change", async () => {
    await page.keyboard.press("a");
    await expect(page.getByText("No definition that a memory depends on has changed")).toBeVisible();
    await page.getByRole("radio", { name: "Decided" }).click();
    await expect(queue).toContainText("Still true, decided by");
  });

  await test.step("undone: it waits again, and its memory's page leads to it", async () => {
    await queue.getByRole("button", { name: "Undo the decision" }).click();
    await expect(page.getByText("No decisions yet")).toBeVisible();
    await page.getByRole("radio", { name: "To decide" }).click();
    await queue.getByRole("link", { name: "Open the memory" }).click();
    const rests = page.getByRole("region", { name: "Depends on (2)" });
    await rests.getByRole("link", { name: /is it still true/ }).click();
    await expect(queue.getByRole("heading", { name: STATEMENT })).toBeVisible();
  });
});
