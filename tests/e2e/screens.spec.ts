import type { BrowserContext } from "@playwright/test";
import { api, expect, expectAccessible, server, test } from "./fixtures";

type Page<T> = { items: T[]; total: number };

const SCREENS = [
  { path: "/", heading: "Overview" },
  { path: "/memories", heading: "Memories" },
  { path: "/memories?q=price", heading: "Memories" },
  { path: "/memories/quarantine", heading: "Quarantine" },
  { path: "/citations", heading: "Citations" },
  { path: "/citations?view=repositories", heading: "Citations" },
  { path: "/citations?view=citations", heading: "Citations" },
  { path: "/reviews", heading: "Reviews" },
  { path: "/reviews/findings", heading: "Findings" },
  { path: "/reviews/list", heading: "Reviews" },
  { path: "/reviews/charts", heading: "Review charts" },
  { path: "/reviews/imports", heading: "Imports" },
  { path: "/reviews/preferences", heading: "Your preferences" },
  { path: "/proposals", heading: "Proposals" },
  { path: "/skills", heading: "Skills" },
  { path: "/skills/packs", heading: "Starter packs" },
  { path: "/recalls", heading: "Recalls" },
  { path: "/recalls/playground", heading: "Playground" },
  { path: "/recalls/value", heading: "Value and waste" },
  { path: "/recalls/agents", heading: "Agents" },
  { path: "/sessions", heading: "Sessions" },
  { path: "/conflicts", heading: "Conflicts" },
  { path: "/conflicts?status=dismissed", heading: "Conflicts" },
  { path: "/hygiene", heading: "Hygiene" },
  { path: "/hygiene?queue=near", heading: "Hygiene" },
  { path: "/hygiene?queue=secret_like", heading: "Hygiene" },
  { path: "/settings/organization", heading: "Settings" },
  { path: "/settings/connections", heading: "Settings" },
  { path: "/settings/members", heading: "Settings" },
  { path: "/settings/keys", heading: "Settings" },
  { path: "/settings/repositories", heading: "Settings" },
  { path: "/settings/jobs", heading: "Settings" },
  { path: "/settings/audit", heading: "Settings" },
  { path: "/settings/exchange", heading: "Settings" },
];

const SIZES = [
  { name: "a laptop", width: 1440, height: 900, colorScheme: "light" },
  { name: "a phone", width: 390, height: 844, colorScheme: "dark" },
] as const;

// Whether a screen fits a phone does not depend on the database; whether its queries run there does, and once tells.
const sizes = process.env.DATABASE_URL ? SIZES.slice(0, 1) : SIZES;

for (const { name, width, height, colorScheme } of sizes)
  test.describe(`on ${name}`, () => {
    // One visitor a size, who has the scripts in the cache from the second screen on.
    const visitor: { context?: BrowserContext } = {};
    const sized = test.extend({
      context: async ({ browser, login }, use) => {
        visitor.context ??= await browser.newContext({
          ...{ baseURL: server().url, storageState: login, viewport: { width, height }, colorScheme },
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

    for (const { path, heading } of SCREENS)
      sized(`${path} shows its heading, fits the width and is accessible`, async ({ page }) => {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
        await page.waitForLoadState("networkidle");
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
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
          `/citations/${citations[0]?.id}`,
        ]) {
          await page.goto(path);
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          await page.waitForLoadState("networkidle");
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          );
          expect(overflow).toBeLessThanOrEqual(0);
          await expectAccessible(page);
        }
      },
    );
  });

test("a page that needs a login sends to sign-in and back", async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: server().url,
    storageState: { cookies: [], origins: [] },
  });
  const page = await context.newPage();
  await page.goto("/reviews?period=30");
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/);
  expect(new URL(page.url()).searchParams.get("callbackUrl")).toContain("/reviews");
  await expectAccessible(page);
  await context.close();
});

test("a used or wrong link is refused and says what to do", async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: server().url,
    storageState: { cookies: [], origins: [] },
  });
  const page = await context.newPage();
  await page.goto("/sign-in?token=not-a-token");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText(/npm start/)).toBeVisible();
  await context.close();
});

test("the keyboard leads from the palette to a memory and back", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("m");
  await expect(page).toHaveURL(/\/memories/);
  await page.getByRole("row").nth(1).waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/memory=/);
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/memory=/);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("filters live in the URL and survive reload and back", async ({ page }) => {
  await page.goto("/memories?status=drifted");
  const { total } = await api<Page<unknown>>("GET", "/memories?status=drifted&limit=1");
  await expect(page.getByText(new RegExp(`of ${total}\\b`)).first()).toBeVisible();
  await page.reload();
  await expect(page.getByText(new RegExp(`of ${total}\\b`)).first()).toBeVisible();
});

test("a server that cannot be reached is said, with what to do, and nothing blanks", async ({
  page,
  consoleErrors,
}) => {
  await page.goto("/memories");
  await page.getByRole("row").nth(1).waitFor();
  await page.route("**/api/v1/**", (route) => route.abort());
  await page.getByRole("searchbox").or(page.getByRole("textbox")).first().fill("anything at all");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/does not answer|could not be/).first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Memories" })).toBeVisible();
  // The browser's own word for what this test does on purpose.
  const expected = consoleErrors.filter((text) => text.includes("net::ERR_FAILED"));
  expect(expected.length).toBeGreaterThan(0);
  for (const text of expected) consoleErrors.splice(consoleErrors.indexOf(text), 1);
});

test("headers keep pages out of frames and let only our scripts run", async ({ request }) => {
  const response = await request.get("/sign-in");
  const headers = response.headers();
  expect(headers["content-security-policy"]).toMatch(/script-src 'self' 'nonce-[^']+' 'strict-dynamic'(;|$)/);
  expect(headers["x-frame-options"]).toBe("DENY");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["x-powered-by"]).toBeUndefined();
});

test("a login's cookie is refused from another site, and health needs none", async ({ page, request }) => {
  await page.goto("/");
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const forged = await fetch(`${server().url}/api/v1/organization`, {
    method: "PATCH",
    headers: { cookie, origin: "https://evil.example", "content-type": "application/json" },
    body: JSON.stringify({ name: "Taken over" }),
  });
  expect(forged.status).toBe(403);
  expect((await request.get("/api/health/ready")).status()).toBe(200);
  expect((await request.get("/api/health/live")).status()).toBe(200);
});
