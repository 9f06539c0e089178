import { pageScripts } from "../support/page-scripts";
import { expect, server, test } from "./fixtures";
import { holdBackScripts } from "./scripts";

/** kB of scripts (gzip) that a page may name, charts that are drawn at once left out. */
const MOST_SCRIPTS_KB = 215;
const HEAVIER_KB: Readonly<Record<string, number>> = {
  "/citations/[citation_id]": 216,
  "/": 220,
  "/inbox": 223,
  "/proposals": 221,
  "/recalls/value": 222,
  "/hygiene": 223,
  "/settings/organization": 223,
  "/suggestions": 223,
  "/conflicts": 225,
  "/memories/quarantine": 226,
  "/citations/repositories/[repository_id]/files": 231,
  "/citations/repositories/[repository_id]": 234,
  "/memories": 236,
  "/conversations/[conversation_id]": 242,
  "/proposals/[proposal_id]": 243,
  "/memories/[memory_id]": 249,
  "/reviews": 250,
  "/skills/[skill_id]": 266,
  "/citations": 270,
  "/reviews/charts": 344,
};

test("no page names more scripts than its ceiling", () => {
  const tooMuch = [...pageScripts()]
    .filter(([page, kb]) => kb > (HEAVIER_KB[page] ?? MOST_SCRIPTS_KB))
    .map(([page, kb]) => `${page} names ${kb.toFixed(1)} kB`);
  expect(tooMuch).toEqual([]);
});

test("the page of a row is fetched once the row is pointed at", async ({ page }) => {
  await page.goto("/recalls");
  await page.getByRole("row").nth(1).waitFor();
  await page.waitForLoadState("networkidle");
  const link = page.getByRole("row").nth(1).getByRole("link").first();
  const path = new URL((await link.getAttribute("href")) ?? "", server().url).pathname;
  const fetched = page.waitForRequest((request) => {
    const { pathname, searchParams } = new URL(request.url());
    return pathname === path && searchParams.has("_rsc");
  });
  await link.hover();
  await fetched;
});

test("what is typed while the palette loads is in its box when it comes", async ({ page }) => {
  await page.goto("/memories");
  await page.getByRole("heading", { level: 1, name: "Memories" }).waitFor();
  await page.waitForLoadState("networkidle");
  const release = await holdBackScripts(page);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("textbox", { name: "Search, go to or do" })).toBeFocused();
  await page.keyboard.type("quaran");
  release();
  const box = page.getByRole("combobox", { name: "Search, go to or do" });
  await expect(box).toBeFocused();
  await page.keyboard.type("tine");
  await expect(box).toHaveValue("quarantine");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("how a figure is computed loads when it is asked for, and gives the focus back", async ({ page }) => {
  await page.goto("/recalls/value");
  const hint = page.getByRole("button", { name: /^How “/ }).first();
  await hint.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toContainText(/\w+/);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(hint).toBeFocused();
});

test("what explains a moment stays inside the window, can be pointed at, and is closed by Escape alone", async ({
  page,
}) => {
  await page.goto("/memories");
  const tip = page.getByRole("tooltip");
  await page.locator("[data-row] time").first().hover();
  await expect(tip).toHaveText(/\d{4}, \d\d:\d\d:\d\d /);
  await expect(tip).toBeInViewport({ ratio: 1 });
  await tip.hover();
  // Longer than it stays without the pointer.
  await page.waitForTimeout(400);
  await expect(tip).toBeVisible();

  await page.locator("[data-row-link]").first().click();
  const drawer = page.getByRole("dialog");
  const moment = drawer.locator("time[tabindex='0']").first();
  await expect(moment).toBeVisible();
  await page.keyboard.press("Tab");
  await moment.focus();
  await expect(tip).toBeVisible();
  await expect(moment).toHaveAttribute("aria-describedby", (await tip.getAttribute("id")) ?? "");
  await page.keyboard.press("Escape");
  await expect(tip).toHaveCount(0);
  await expect(drawer).toBeVisible();
});
