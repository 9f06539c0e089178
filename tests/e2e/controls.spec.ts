import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { holdBackScripts } from "./scripts";

test("a list that opens loads when its button has the focus, which the button keeps, and keys choose in it", async ({
  page,
}) => {
  await page.goto("/memories");
  await page.getByRole("heading", { level: 1, name: "Memories" }).waitFor();
  await page.waitForLoadState("networkidle");
  const order = page.getByRole("combobox", { name: "Order" });
  const loaded = page.waitForResponse((response) => response.request().resourceType() === "script");
  await order.focus();
  await loaded;
  await page.waitForLoadState("networkidle");
  await expect(order).toBeFocused();
  await page.keyboard.press("Enter");
  // The list takes the focus a moment after it is seen.
  await expect(page.getByRole("option").and(page.locator(":focus"))).toBeVisible();
  await page.keyboard.press("End");
  await expect(page.getByRole("option").last()).toBeFocused();
  const last = await page.getByRole("option").last().textContent();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await expect(order).toHaveText(last ?? "");
  await expect(order).toBeFocused();
});

test("a list is open when it comes where its button was pressed before", async ({ page }) => {
  await page.goto("/memories");
  await page.getByRole("heading", { level: 1, name: "Memories" }).waitFor();
  await page.waitForLoadState("networkidle");
  await page.getByRole("combobox", { name: "Order" }).click();
  const first = page.getByRole("option").first();
  await expect(first).toBeVisible();
  await first.click();
  await expect(page.getByRole("listbox")).toHaveCount(0);
});

test("a choice of a few is one stop for the Tab key: arrows move the focus around, Space chooses", async ({
  page,
}) => {
  await page.goto("/proposals");
  const group = page.getByRole("radiogroup").first();
  await group.waitFor();
  const choices = group.getByRole("radio");
  const chosen = group.getByRole("radio", { checked: true });
  await expect(group.locator('[tabindex="0"]')).toHaveCount(1);
  await expect(chosen).toHaveAttribute("tabindex", "0");
  await chosen.focus();
  await page.keyboard.press("Home");
  await expect(choices.first()).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(choices.last()).toBeFocused();
  await page.keyboard.press("Space");
  await expect(choices.last()).toBeChecked();
});

test("Space checks a box and Enter does not", async ({ page }) => {
  await page.goto("/memories");
  const box = page.getByRole("checkbox", { name: "Select the row" }).first();
  await box.focus();
  await page.keyboard.press("Enter");
  await expect(box).not.toBeChecked();
  await page.keyboard.press("Space");
  await expect(box).toBeChecked();
  await expect(page.getByRole("checkbox", { name: /rows shown/ })).toHaveAttribute("aria-checked", "mixed");
});

test("a button has the focus again when the dialog that was loaded with its first press closes", async ({
  page,
}) => {
  await page.goto("/reviews/imports");
  const button = page.getByRole("button", { name: "Import" });
  await button.click();
  const dialog = page.getByRole("dialog");
  for (const _ of ["the first time", "again"]) {
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
    await page.keyboard.press("Enter");
  }
});

/** Opens a page whose scripts come once what is returned is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const release = await holdBackScripts(page);
  await page.goto(path, { waitUntil: "commit" });
  return release;
}

test("the last button that is pressed while a page loads does what it does once it can, and once", async ({
  page,
}) => {
  const release = await openWithoutScripts(page, "/settings/notifications");
  const add = page.getByRole("button", { name: "Add a webhook" });
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Theme" }).click();
  await add.click();
  await add.click();
  await expect(dialog).toHaveCount(0);
  release();
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await expect(page.getByRole("menu")).toHaveCount(0);

  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(add).toBeFocused();
  await add.click();
  await expect(dialog).toBeVisible();
});

test("what is typed and sent while a page loads is searched for once it can be", async ({ page }) => {
  const release = await openWithoutScripts(page, "/memories");
  const search = page.getByRole("searchbox", { name: "Search memories" });
  await search.fill("pri");
  await search.pressSequentially("ce");
  await search.press("Enter");
  await expect(page).toHaveURL(/\/memories$/);
  release();
  await expect(page).toHaveURL(/\/memories\?q=price$/);
  await expect(search).toHaveValue("price");
});
