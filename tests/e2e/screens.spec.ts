import { api, expect, expectAccessible, expectToFit, server, signedOutContext, test } from "./fixtures";
import { PHONE } from "./screens";

type Page<T> = { items: T[]; total: number };

test("a page that needs a login sends to sign-in and back", async ({ browser }) => {
  const context = await signedOutContext(browser);
  const page = await context.newPage();
  await page.goto("/reviews?period=30");
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/);
  expect(new URL(page.url()).searchParams.get("callbackUrl")).toContain("/reviews");
  await expectAccessible(page);
  await context.close();
});

test("a used or wrong link is refused and says what to do", async ({ browser }) => {
  const context = await signedOutContext(browser);
  const page = await context.newPage();
  await page.goto("/sign-in?token=not-a-token");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
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

test("an operation of the API is found by search and keyboard, has an address, and is shown with its call", async ({
  page,
}) => {
  await page.goto("/api/docs");
  await expect(page.getByRole("link", { name: "memory_store POST", exact: true })).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("memory_store");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/operation=memory_store/);
  const shown = page.getByRole("main");
  await expect(shown.getByRole("heading", { level: 2, name: "memory_store" })).toBeFocused();
  await expect(shown.getByText('curl -X POST "$CASEBOOK/api/v1/memories"')).toBeVisible();
  await expect(shown.getByText("statement", { exact: true }).first()).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 2, name: "memory_store" })).toBeHidden();
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

test("a table of many columns scrolls in itself on a phone, and the page stays as wide as it is", async ({
  page,
}) => {
  await api("POST", "/reviews", {
    repository: "harbor/service",
    workflow_id: "many-languages",
    summary: "Reviewed.",
    items_rejected: ["ts", "py", "go", "rs", "java", "rb"].map((ending, index) => ({
      number: index + 1,
      title: "Unused import",
      file_path: `src/main.${ending}`,
      reason: "It is used.",
    })),
  });
  await page.setViewportSize({ width: PHONE.width, height: PHONE.height });
  await page.goto("/reviews/charts");
  const map = page.getByRole("region", { name: /scrolls sideways$/ }).first();
  await expect(map).toBeVisible();
  expect(await map.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
  await expectToFit(page);
});
