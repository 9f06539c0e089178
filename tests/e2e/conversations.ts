import type { Page } from "@playwright/test";
import { expectAccessible, expectToFit } from "./fixtures";
import { picture } from "./pictures";

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Calls the REST API as the person on the page. */
export const asPerson = (page: Page, method: string, path: string, body?: unknown) =>
  page.evaluate(
    async ([method, path, body]) => {
      const response = await fetch(`/api/v1${path}`, {
        method,
        headers: { "Content-Type": "application/json" },
        body,
      });
      return { status: response.status, answer: await response.json() };
    },
    [method, path, body === undefined ? null : JSON.stringify(body)] as const,
  );

/** Both widths and both themes: nothing stands over the edge, and axe finds nothing. */
export async function expectFits(page: Page, name: string): Promise<void> {
  for (const viewport of [DESKTOP, PHONE])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await expectToFit(page);
      await expectAccessible(page);
    }
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: "light" });
  await picture(page, name);
}

export type Day = { id: string; agent: string; day: string; state: string; facts: number };
export const daysOf = async (page: Page, agent: string) =>
  (await asPerson(page, "GET", `/conversations?agent=${agent}`)).answer.items as Day[];
