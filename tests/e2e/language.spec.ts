import { expect, expectAccessible, test } from "./fixtures";

test.use({ locale: "de-AT" });

test("the interface speaks the browser's language, until another is chosen", async ({ page }) => {
  const html = page.locator("html");
  const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });

  await test.step("German, from the server on: words, title, numbers and times", async () => {
    const answer = await page.goto("/memories");
    expect(await answer?.text()).toMatch(/<html[^>]* lang="de"/);
    await expect(heading("Memorys")).toBeVisible();
    await expect(page).toHaveTitle(/^Memorys/);
    // Quality with a decimal comma; the newest memories may be younger than a minute.
    await expect(page.getByRole("cell", { name: /^Qualität\s\d,\d\d$/ }).first()).toBeVisible();
    await expect(page.getByText(/^(?:gerade eben|vor\s\d+\s\S+)$/).first()).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("a dialog, which loads on demand", async () => {
    await page.goto("/settings/keys?new=true");
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("heading", { name: "Agentenschlüssel erstellen" })).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Schlüssel erstellen" })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  });

  await test.step("English, once it is chosen, without loading the page again and after", async () => {
    await page.goto("/inbox");
    await expect(heading("Eingang")).toBeVisible();
    await page.getByRole("button", { name: /^Sie: / }).click();
    await page.getByRole("menuitemradio", { name: "English" }).click();
    await expect(heading("Inbox")).toBeVisible();
    await expect(html).toHaveAttribute("lang", "en");
    await page.reload();
    await expect(heading("Inbox")).toBeVisible();
    await page.getByRole("button", { name: /^You: / }).click();
    await page.getByRole("menuitemradio", { name: "Deutsch" }).click();
    await expect(heading("Eingang")).toBeVisible();
    await expect(html).toHaveAttribute("lang", "de");
  });
});
