import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { readCsv } from "../support/csv";
import { api, expect, expectAccessible, server, signedOutContext, signIn, test } from "./fixtures";
import { picture } from "./pictures";
import { asLead } from "./stories";

const REPOSITORY = "harbor/service";
const TAG = "berths";
const NAME = `Decisions of the harbour, newest first ${Date.now()}`;

const column = (page: Page, name: string) =>
  page.getByRole("table", { name: "Memories" }).getByRole("columnheader", { name });
const menu = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const item = (page: Page, name: string) => page.getByRole("menuitem", { name });

test("a list is saved as a shared view, opened by somebody else, and taken along as a file", async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const statements = [
    "=Ropes are coiled clockwise, and never left on deck.",
    "Cranes stop when the wind reaches force seven.",
    'Invoices name the "berth", the ship and its agent.',
    "Tugs report on channel 12; pilots listen on 14.",
    "Customs forms are kept for ten years.",
    "Lamps at the pier head burn green.",
    "Fuel is ordered on Mondays alone.",
  ];
  for (const statement of statements)
    await api("POST", "/memories", { kind: "decision", repository: REPOSITORY, tags: [TAG], statement });
  await api("POST", "/memories", {
    kind: "fact",
    repository: REPOSITORY,
    tags: [TAG],
    statement: "Quays are of stone.",
  });
  const email = `views-${Date.now()}@harbor.example`;
  const added = await page.request.post(`${server().url}/api/v1/members`, {
    data: { email, name: "Vera Views" },
    headers: { Origin: server().url },
  });
  expect(added.status()).toBe(201);

  await test.step("filtered, without a column, in comfortable rows, by kind", async () => {
    await page.goto(`/memories?tag=${TAG}`);
    await expect(page.getByRole("row").filter({ hasText: "Quays are of stone." })).toBeVisible();
    await page.getByRole("checkbox", { name: /^decision/ }).click();
    await expect(page.locator('[data-total="7"]')).toBeVisible();
    await menu(page, "Columns").click();
    await page.getByRole("menuitemcheckbox", { name: "Quality" }).click();
    await page.getByRole("menuitemradio", { name: "Comfortable" }).click();
    await page.getByRole("menuitemradio", { name: "Kind" }).click();
    await picture(page, "lists-columns");
    await page.keyboard.press("Escape");
    await expectAccessible(page);
    await expect(column(page, "Quality")).toHaveCount(0);
    await expect(column(page, "Status")).toBeVisible();
    await expect(page.getByRole("cell", { name: /7 on this page/ })).toBeVisible();
  });

  await test.step("saved for everybody", async () => {
    await menu(page, "Views").click();
    await item(page, "Save as a new view…").click();
    const dialog = page.getByRole("dialog", { name: "Save as a view" });
    await dialog.getByLabel("Name").fill(NAME);
    await dialog.getByRole("checkbox", { name: /Everybody in the organization/ }).click();
    await expectAccessible(page);
    await picture(page, "lists-save");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(menu(page, `View: ${NAME}`)).toBeVisible();
    await expect(page.getByText("changed", { exact: true })).toHaveCount(0);
    await picture(page, "lists-saved");
  });

  await test.step("a moment says its date, time and zone", async () => {
    await page.locator("[data-row] time").first().hover();
    await expect(page.getByRole("tooltip")).toContainText(/\d{4}, \d\d:\d\d:\d\d /);
    await page.keyboard.press("Shift+T");
    await expect(page.locator("[data-row] time").first()).toHaveText(/^\d+ \w{3}, \d\d:\d\d$/);
  });

  const context = await signedOutContext(browser);
  const other = await context.newPage();
  await signIn(other, email);

  await test.step("opened by somebody else, as it was saved", async () => {
    await other.goto("/memories");
    await expect(column(other, "Quality")).toBeVisible();
    await menu(other, "Views").click();
    await other.getByRole("menuitemradio", { name: NAME }).click();
    await expect(menu(other, `View: ${NAME}`)).toBeVisible();
    await expect(column(other, "Quality")).toHaveCount(0);
    await expect(other.locator('[data-total="7"]')).toBeVisible();
    await expect(other.getByRole("row").filter({ hasText: "Quays are of stone." })).toHaveCount(0);
    await expectAccessible(other);
    await menu(other, `View: ${NAME}`).click();
    await picture(other, "lists-views");
    await other.keyboard.press("Escape");
  });

  await test.step("taken along as CSV and JSON: a line for each of the rows that the list counts", async () => {
    const shown = Number(await other.locator("[data-total]").first().getAttribute("data-total"));
    const exported = async (name: string) => {
      await menu(other, "Export").click();
      await expect(other.getByText("All 7 rows that match")).toBeVisible();
      const [file] = await Promise.all([
        other.waitForEvent("download"),
        other.getByRole("menuitem", { name, exact: true }).click(),
      ]);
      return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
    };
    const csv = await exported("CSV");
    expect(csv.name).toMatch(/^memory-\d{4}-\d\d-\d\d\.csv$/);
    const [head = [], ...rows] = readCsv(csv.text);
    expect(rows.length).toBe(shown);
    const said = rows.map((cells) => cells[head.indexOf("statement")]);
    expect(said.toSorted()).toEqual(statements.map((text) => text.replace(/^=/, "'=")).toSorted());
    const json = JSON.parse((await exported("JSON")).text);
    expect(json).toMatchObject({ list: "memory_list", rows: shown, total: shown, complete: true });
  });

  await test.step("changed: it says so, and goes back", async () => {
    await menu(other, "Columns").click();
    await other.getByRole("menuitemcheckbox", { name: "Status" }).click();
    await other.keyboard.press("Escape");
    await expect(other.getByText("changed", { exact: true })).toBeVisible();
    await menu(other, "Undo").click();
    await expect(other.getByText("changed", { exact: true })).toHaveCount(0);
    await expect(column(other, "Status")).toBeVisible();
  });

  await test.step("a list opens with one's usual view", async () => {
    await menu(other, `View: ${NAME}`).click();
    await other.getByRole("menuitemcheckbox", { name: "Use as my default" }).click();
    await expect(other.getByText("default", { exact: true })).toHaveCount(0);
    await other.goto("/memories");
    await expect(menu(other, `View: ${NAME}`)).toBeVisible();
    await expect(other.locator('[data-total="7"]')).toBeVisible();
  });

  await test.step("filters that are not known any more are named, and the rest is shown", async () => {
    const query = `density=compact&hide=none&kind=decision&mood=good&tag=${TAG}`;
    const view = await asLead(page, "POST", "/views", {
      list: "memories",
      name: "Of an older Casebook",
      query,
    });
    await page.goto(`/memories?saved=none`);
    await menu(page, "Views").click();
    await page.getByRole("menuitemradio", { name: view.name }).click();
    await expect(page.getByText(/no longer has: mood\./)).toBeVisible();
    await expect(page.locator('[data-total="7"]')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("deleted", async () => {
    await menu(page, "View: Of an older Casebook").click();
    await item(page, "Delete…").click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(menu(page, "Views")).toBeVisible();
  });
  await context.close();
});

test("filters that links set are named, narrow every count, and can be removed", async ({ page }) => {
  const { items } = await api<{ items: { id: string; name: string }[] }>("GET", "/skills");
  const [skill] = items;
  const filters = page.getByRole("list", { name: "More filters" });
  const counts = page.getByRole("main").locator('[data-measure^="proposals|"]');
  const asked = new URLSearchParams({ skill: skill?.id ?? "", rule: "no_such_rule", assignee: "me" });
  await page.goto(`/proposals?${asked}`);
  await expect(page.getByText("No proposal matches")).toBeVisible();
  await expect(page.getByText("Nothing to decide")).toHaveCount(0);
  await expect(filters).toContainText(skill?.name ?? "");
  await expect(counts).toHaveCount(3);
  for (const count of await counts.all()) await expect(count).toHaveAttribute("data-value", "0");
  await expectAccessible(page);

  await filters.getByRole("button", { name: /^rule/ }).click();
  await expect(page).not.toHaveURL(/rule=/);
  await expect(filters.getByRole("button")).toHaveCount(1);
  await page.goto("/proposals?rule=no_such_rule&assignee=me");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).not.toHaveURL(/rule=|assignee=/);
  await expect(filters).toHaveCount(0);
  await expect(page.getByText("No proposal matches")).toHaveCount(0);
});

test("a repository that is not registered is said to be so in the list of citations", async ({
  page,
  consoleErrors,
}) => {
  await page.goto("/citations?view=citations&repository=harbor/nowhere");
  await expect(page.getByText("harbor/nowhere is not registered")).toBeVisible();
  await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0);
  await page.waitForLoadState("networkidle");
  // What else asks for the repository is refused, in the browser's own words.
  consoleErrors.splice(0, consoleErrors.length);
});
