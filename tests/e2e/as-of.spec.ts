import { writeFile } from "node:fs/promises";
import path from "node:path";
import { api, expect, expectAccessible, test } from "./fixtures";
import { demoFolder, gitIn } from "./git";

type Memory = { id: string; statement: string; version: number; citations: { id: string }[] };

const REPOSITORY = "harbor/service";
const FILE = "docs/tides.md";

const folder = () => demoFolder("harbor");

const git = (...args: string[]) => gitIn(folder(), args, { name: "Ada Tide", email: "ada@example.test" });

type Stored = { memory: Memory };

const store = async (statement: string) =>
  (await api<Stored>("POST", "/memories", { kind: "decision", repository: REPOSITORY, statement })).memory;

test("the memories of an earlier moment are compared with today's, and a pack of then with the one of now", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const edited = await store("Tides are read from the northern gauge.");
  const ended = await store("Tide tables are printed for every sailing.");
  // A memory that ends before it has a vector is never found by what it means.
  await expect
    .poll(async () => (await api<{ unembedded: number }>("GET", "/server")).unembedded, { timeout: 60_000 })
    .toBe(0);
  const moment = new Date().toISOString();
  const statement = "Tides are read from the southern gauge.";
  await api("PATCH", `/memories/${edited.id}`, { statement, version: edited.version });
  await api("POST", `/memories/${ended.id}/invalidate`, { reason: "Nobody prints them." });
  await store("Tide tables are sent to every captain.");

  await test.step("the list begins with what the team agreed on", async () => {
    await page.goto("/memories");
    await expect(page.getByRole("combobox", { name: "Order" })).toHaveText("Conventions first");
    await expect(page.getByRole("row").nth(1)).toContainText("convention");
  });

  const banner = page.getByRole("region", { name: "As of", exact: true });
  await test.step("yesterday is one click away", async () => {
    await page.getByRole("button", { name: "As of now" }).click();
    await expect(page.getByLabel("Date and time")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Yesterday" }).click();
    await expect(page).toHaveURL(/as_of=\d{4}-\d{2}-\d{2}/);
    await expect(banner).toContainText("0 memories were active");
    await banner.getByRole("button", { name: /added since/ }).click();
    await expect(page.getByText("added since", { exact: true }).first()).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("what changed since a moment is listed, and one opens with then and now", async () => {
    await page.goto(`/memories?as_of=${moment}&time_zone=Europe/Berlin`);
    await expect(banner).toContainText(/\d+ memories were active/);
    await expect(banner).toContainText("(Europe/Berlin)");
    await banner.getByRole("button", { name: "1 changed" }).click();
    await expect(page).toHaveURL(/since=changed/);
    await expect(page.getByText("statement changed")).toBeVisible();
    await page.getByText(edited.statement).click();
    const drawer = page.getByRole("dialog", { name: "Memory" });
    await expect(drawer.getByRole("heading", { name: /^As of/ })).toBeVisible();
    await expect(drawer.getByText(edited.statement)).toBeVisible();
    await expect(drawer.getByText(statement).first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  });

  await test.step("what ended is listed, and the address brings it back", async () => {
    await banner.getByRole("button", { name: /no longer/ }).click();
    await expect(page.getByText(ended.statement)).toBeVisible();
    await page.reload();
    await expect(page.getByText("invalidated since")).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(banner).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await banner.getByRole("button", { name: "Back to now" }).click();
    await expect(banner).toBeHidden();
  });

  await test.step("the playground shows the pack of then beside the one of now", async () => {
    const question = new URLSearchParams({
      task: "Print the tide tables for every sailing, read from the gauge",
      repository: REPOSITORY,
      as_of: moment,
      time_zone: "Europe/Berlin",
    });
    await page.goto(`/recalls/playground?${question}`);
    await page.getByRole("button", { name: "Ask" }).click();
    const compared = page.getByRole("region", { name: "Then and now", exact: true });
    await expect(compared).toContainText("an agent would have been served");
    await expect(page.getByRole("heading", { name: "The pack it would have got" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "The pack it would get now" })).toBeVisible();
    await expect(compared.getByRole("link", { name: ended.statement })).toBeVisible();
    await expectAccessible(page);
  });
});

test("a drift opens with the commit that caused it", async ({ page }) => {
  await writeFile(path.join(folder(), FILE), "- The tide table is read every hour.\n");
  git("add", FILE);
  git("commit", "--quiet", "--message=Say when the tide table is read");
  const { memory } = await api<Stored>("POST", "/memories", {
    kind: "fact",
    repository: REPOSITORY,
    statement: "The tide table is read every hour.",
    citations: [{ path: FILE, line_start: 1, line_end: 1 }],
  });
  await writeFile(path.join(folder(), FILE), "- The tide table is read when somebody sails.\n");
  git("commit", "--all", "--quiet", "--message=Read the tide table on demand (#12)");
  await api("POST", `/memories/${memory.id}/verify`, {});

  await page.goto(`/citations?kind=fact&repository=${encodeURIComponent(REPOSITORY)}`);
  await page.locator(`[data-drift="${memory.id}"]`).click();
  const cause = page.getByText(/Changed by Ada Tide/).first();
  await expect(cause).toBeVisible();
  await expect(page.getByText("Read the tide table on demand (#12)").first()).toBeVisible();
  await expect(page.getByText("#12", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/citations/${memory.citations[0]?.id}`);
  await expect(page.getByText(/Changed by Ada Tide/)).toBeVisible();
  await expectAccessible(page);
});
