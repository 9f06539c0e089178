import { expect, expectAccessible, test } from "./fixtures";

test("without a connection the page stays, says so, and goes on once it is back", async ({
  page,
  context,
  consoleErrors,
}) => {
  await page.goto("/memories");
  const first = page.locator("[data-row-link]").first();
  await first.waitFor();
  const shown = await first.textContent();
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  const banner = page.getByText("You are offline.");
  await expect(banner).toBeVisible();
  await expectAccessible(page);
  const sections = page.getByRole("navigation", { name: "Sections" });
  await sections.getByRole("link", { name: "Recalls" }).click();
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await expect(page).toHaveURL(/\/memories$/);
  await expect(page.getByRole("heading", { level: 1, name: "Memories" })).toBeVisible();
  await expect(first).toHaveText(shown ?? "");
  await context.setOffline(false);
  await expect(banner).toBeHidden();
  await sections.getByRole("link", { name: "Recalls" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Recalls" })).toBeVisible();
  // The browser's own word for what could not be asked.
  const expected = consoleErrors.filter((text) => text.includes("net::ERR_INTERNET_DISCONNECTED"));
  for (const text of expected) consoleErrors.splice(consoleErrors.indexOf(text), 1);
});
