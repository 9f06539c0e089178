import type { Page } from "@playwright/test";
import { expect, expectToFit, test } from "./fixtures";
import { SCREENS } from "./screens-list";

/**
 * Every control of every screen is pressed once, and no change reaches the server: nothing may fail, what opens fits the
 * window and holds the focus, closes by Escape, and gives the focus back.
 */
const CONTROLS =
  "main button, main [role='tab'], main [role='combobox'], main summary, main [role='checkbox'], main [role='switch']";
const OPENED =
  ":is([role='dialog'], [role='alertdialog'], [role='menu'], [role='listbox'])[data-state='open']";

/** What opens slides in, and what it loads comes after. */
const SETTLES_MS = 600;

/** Where the controls are among all, with their names; of those that are alike but for numbers the first. */
function findControls(page: Page): Promise<{ at: number; name: string }[]> {
  return page.evaluate((selector) => {
    const names = new Set<string>();
    return [...document.querySelectorAll<HTMLElement>(selector)].flatMap((element, at) => {
      const name = (element.getAttribute("aria-label") ?? element.textContent)
        .slice(0, 40)
        .replace(/\s+/g, " ");
      const kind = name.replace(/\d+/g, "#");
      const isThere = element.checkVisibility() && !element.matches(":disabled");
      if (!isThere || names.has(kind)) return [];
      names.add(kind);
      return [{ at, name }];
    });
  }, CONTROLS);
}

/** What is wrong with what opened, which is closed again; nothing where nothing opened. */
async function problemsOfOpened(page: Page): Promise<string[]> {
  const opened = page.locator(OPENED).last();
  if ((await opened.count()) === 0) return [];
  const problems = await opened.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const isInside = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    return [
      ...(isInside ? [] : [`it reaches out of the window: ${[left, top, right, bottom].map(Math.round)}`]),
      ...(element.contains(document.activeElement) ? [] : ["the focus is not in it"]),
    ];
  });
  await page.keyboard.press("Escape");
  await page.waitForTimeout(SETTLES_MS);
  if ((await page.locator(OPENED).count()) > 0) problems.push("Escape does not close it");
  else if (await page.evaluate(() => document.activeElement === document.body))
    problems.push("the focus is lost after Escape");
  return problems;
}

for (const { path } of SCREENS)
  test(`every control of ${path} can be pressed`, async ({ context }) => {
    test.setTimeout(600_000);
    // Not the page of the fixture: a change that is held back is an error in its console.
    const page = await context.newPage();
    const failures: string[] = [];
    page.on("pageerror", (error) => failures.push(String(error)));
    page.on("response", (response) => {
      if (response.status() >= 500) failures.push(`${response.status()} ${response.url()}`);
    });
    await page.route("**/api/**", (route) => {
      if (route.request().method() === "GET") return route.continue();
      return route.abort();
    });
    const open = async () => {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
    };
    await open();
    const problems: string[] = [];
    for (const { at, name } of await findControls(page)) {
      await open();
      failures.length = 0;
      await page.locator(CONTROLS).nth(at).click();
      await page.waitForTimeout(SETTLES_MS);
      await expectToFit(page, `${path} > ${name}`);
      const found = await problemsOfOpened(page);
      problems.push(...[...found, ...failures].map((problem) => `${name}: ${problem}`));
    }
    expect(problems).toEqual([]);
  });
