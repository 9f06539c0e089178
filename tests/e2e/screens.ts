import type { BrowserContext } from "@playwright/test";
import { api, expect, expectAccessible, expectToFit, server, test } from "./fixtures";

type Page<T> = { items: T[] };
type Screen = { path: string; heading: string };

export type Size = {
  name: string;
  width: number;
  height: number;
  colorScheme: "light" | "dark";
  /** Absent: English, whose headings are known. */
  locale?: string;
};

export const LAPTOP: Size = { name: "a laptop", width: 1440, height: 900, colorScheme: "light" };
export const PHONE: Size = { name: "a phone", width: 390, height: 844, colorScheme: "dark" };

/** Tests that the screens, and those of a repository and of a citation, fit a size and are accessible there. */
export function walk({ size, screens }: { size: Size; screens: readonly Screen[] }): void {
  const { name, width, height, colorScheme, locale = "en-US" } = size;
  test.describe(`on ${name}`, () => {
    // One visitor a size, who has the scripts in the cache from the second screen on.
    const visitor: { context?: BrowserContext } = {};
    const sized = test.extend({
      context: async ({ browser, login }, use) => {
        visitor.context ??= await browser.newContext({
          baseURL: server().url,
          storageState: login,
          viewport: { width, height },
          colorScheme,
          locale,
        });
        await use(visitor.context);
      },
      page: async ({ context }, use) => {
        const page = await context.newPage();
        await use(page);
        await page.close();
      },
    });
    sized.afterAll(() => visitor.context?.close());

    for (const { path, heading } of screens)
      sized(`${path} shows its heading, fits the width and is accessible`, async ({ page }) => {
        await page.goto(path);
        const expected = size.locale === undefined ? heading : /./;
        await expect(page.getByRole("heading", { level: 1, name: expected })).toBeVisible();
        await page.waitForLoadState("networkidle");
        await expectToFit(page);
        await expectAccessible(page);
      });

    sized(
      "the pages of a repository and of a citation fit the width and are accessible",
      async ({ page }) => {
        const { items: repositories } = await api<Page<{ id: string; name: string }>>("GET", "/repositories");
        const { items: citations } = await api<Page<{ id: string }>>(
          "GET",
          "/citations?status=edited&limit=1",
        );
        for (const path of [
          `/citations/repositories/${repositories[0]?.id}`,
          `/citations/repositories/${repositories[0]?.id}?folder=src`,
          `/citations/repositories/${repositories[0]?.id}/files?path=src`,
          `/citations/${citations[0]?.id}`,
        ]) {
          await page.goto(path);
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          await page.waitForLoadState("networkidle");
          await expectToFit(page);
          await expectAccessible(page);
        }
      },
    );
  });
}

/** Windows between a phone and a laptop, in pixels: with and without the sidebar. */
const BETWEEN = [1280, 1152, 1024, 900, 820, 768, 640];

/** What the column that matters most needs to be read, in pixels. */
const READABLE = 144;

/** Tests that lists fit every width and leave room for what they list, whatever columns leave for it. */
export function narrowLists(screens: readonly Screen[]): void {
  for (const { path, heading } of screens)
    test(`the lists of ${path} fit windows between a phone and a laptop`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
      await page.waitForLoadState("networkidle");
      for (const width of BETWEEN) {
        await page.setViewportSize({ width, height: 900 });
        await expectToFit(page, `at ${width}`);
        const titles = await page
          .locator("[data-row] > td:nth-child(1 of :not(:has([role=checkbox])))")
          .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
        for (const title of titles) expect(title, `at ${width}`).toBeGreaterThanOrEqual(READABLE);
      }
    });
}
