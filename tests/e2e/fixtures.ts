import { readFileSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { signInLink } from "../support/server";
import { DEMO_PORT, SERVER_FILE, type ServerFile, startDemo } from "./server-file";

export { expect };

/** The demo of this process alone, if it has one. */
let own: ServerFile | undefined;

export function server(): ServerFile {
  if (own !== undefined) return own;
  return JSON.parse(readFileSync(SERVER_FILE, "utf8")) as ServerFile;
}

/** Calls the REST API with the demo's agent key, as an agent would. */
export async function api<T = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const { url, agent_key } = server();
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${agent_key}`, "Content-Type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const answer = (await response.json()) as T;
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

export async function signIn(page: Page, email?: string): Promise<void> {
  await page.goto(await signInLink(server().settings, email));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
}

/** What a browser keeps in which nobody is signed in. */
export const SIGNED_OUT = { cookies: [], origins: [] };

export const signedOutContext = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ baseURL: server().url, storageState: SIGNED_OUT });

const WCAG = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];

/** No violation of WCAG 2.2 A and AA that axe can find. */
export async function expectAccessible(page: Page): Promise<void> {
  // What fades in or out has no contrast of its own yet. A page that draws nothing may leave an animation where it is.
  await page.evaluate(async (at_most_ms) => {
    const isEnding = ({ effect, timeline, playState }: Animation) =>
      timeline === document.timeline &&
      playState === "running" &&
      effect?.getTiming().iterations !== Infinity;
    const ended = document
      .getAnimations()
      .filter(isEnding)
      .map(({ finished }) => finished);
    const isLate = new Promise((resolve) => setTimeout(resolve, at_most_ms));
    await Promise.race([Promise.allSettled(ended), isLate]);
  }, 5_000);
  // What is read again is dimmed meanwhile. A page that is held while it loads stays so.
  const busy = page.locator("[aria-busy='true']").first();
  await busy.waitFor({ state: "detached", timeout: 5_000 }).catch(() => undefined);
  // In the page itself, as no page of ours has frames, and without a list of what passed: twice as fast.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ runOnly: { type: "tag", values: WCAG }, resultTypes: ["violations"] })
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`),
  ).toEqual([]);
}

/** The page is no wider than its window; else the innermost elements that reach over its right edge are named. */
export async function expectToFit(page: Page, where?: string): Promise<void> {
  const outside = await page.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth <= window.innerWidth) return [];
    const over = [...document.body.querySelectorAll("*")].filter(
      (element) => element.getBoundingClientRect().right > window.innerWidth + 1,
    );
    return over
      .filter((element) => !over.some((other) => other !== element && element.contains(other)))
      .map(({ localName, textContent }) => `${localName}: ${textContent?.slice(0, 60)}`)
      .concat(`${scrollWidth} px wide`);
  });
  expect(outside, where).toEqual([]);
}

type WorkerFixtures = { demo: ServerFile; login: string };

/** `page` is signed in as the owner; the login is made once a worker. Console errors fail the test. */
export const test = base.extend<{ consoleErrors: string[] }, WorkerFixtures>({
  demo: [
    // A second try has a demo of its own: what the first one left in the other would be in its way.
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from the pattern
    async ({}, use, { workerIndex }) => {
      if (base.info().retry === 0) return use(server());
      const { stop, ...started } = await startDemo(DEMO_PORT + 10 + workerIndex);
      own = started;
      await use(started);
      await stop();
    },
    { scope: "worker", auto: true, timeout: 240_000 },
  ],
  baseURL: ({ demo }, use) => use(demo.url),
  login: [
    async ({ browser, demo }, use, { workerIndex }) => {
      const file = `test-results/e2e-login-${workerIndex}.json`;
      const context = await browser.newContext({ baseURL: demo.url });
      const page = await context.newPage();
      await signIn(page);
      await context.storageState({ path: file });
      await context.close();
      await use(file);
    },
    { scope: "worker" },
  ],
  storageState: ({ login }, use) => use(login),
  consoleErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`);
      });
      page.on("pageerror", (error) => errors.push(String(error)));
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});
